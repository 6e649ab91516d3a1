//! Judges that were learnt: a small net gives each side a score for what is counted of it, and shares go by the scores.
//!
//! The weights are fitted to games of knights, or of knights and squires, by `examples/fit.rs`, which writes the source file they are in.

use roundtable_core::{Claimed, Dice, GameDeck as _, MAX_SEATS, Rng, Seat, SeatHandle};

use super::{Insight, Shares, softmax};
use crate::search::{Search, Settings};
use crate::{Bot, BotSpec, Level};

/// How many units a net has between what goes in and what comes out.
pub const UNITS: usize = 24;

/// A game of which enough is counted that a net can judge it.
pub trait Learnt: Insight {
    /// How much is counted of a side.
    const COUNTS: usize;

    /// How many sides there are: as many as players, unless they play in teams.
    fn sides(&self) -> usize {
        self.players()
    }

    /// The side of a seat.
    fn side(&self, seat: Seat) -> usize {
        seat.index()
    }

    /// What is counted of a side, each number mostly between 0 and 1.
    fn count(&self, side: usize, row: &mut [f32]);
}

/// What a net has learnt.
#[derive(Debug)]
pub(crate) struct Net<const COUNTS: usize> {
    /// How much each count weighs for each unit.
    pub(super) weights: [[f32; UNITS]; COUNTS],
    /// What a unit begins with.
    pub(super) bias: [f32; UNITS],
    /// What a unit is worth.
    pub(super) worth: [f32; UNITS],
}

impl<const COUNTS: usize> Net<COUNTS> {
    /// The score of a side.
    #[must_use]
    fn score(&self, row: &[f32; COUNTS]) -> f32 {
        let mut units = self.bias;
        for (count, weights) in row.iter().zip(&self.weights) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += count * weight;
            }
        }
        units
            .iter()
            .zip(&self.worth)
            .map(|(unit, worth)| unit.max(0.0) * worth)
            .sum()
    }

    /// What every seat can expect.
    pub(super) fn judge<G: Learnt>(&self, position: &G) -> Shares {
        let mut scores = [0.0; MAX_SEATS];
        let mut row = [0.0; COUNTS];
        for (side, score) in scores.iter_mut().enumerate().take(position.sides()) {
            position.count(side, &mut row);
            *score = self.score(&row);
        }
        let of_sides = softmax(scores, position.sides());
        let mut shares = [0.0; MAX_SEATS];
        for seat in Seat::all(position.players()) {
            shares[seat.index()] = of_sides[position.side(seat)];
        }
        shares
    }
}

/// Who plays the games that are learnt from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// Knights with this many simulations.
    Knights(u32),
    /// On each seat, by lot, such a knight or a squire: what is learnt holds against both.
    Mixed(u32),
}

/// A game to learn from or to be tested with: the positions in which a round or turn begins, and the end.
///
/// # Panics
/// If the standard deck is not one of the game.
#[must_use]
pub fn lesson<G: Learnt>(seed: u64, company: Company) -> (Vec<G>, G) {
    let mut rng = Rng::new(seed);
    let info = G::INFO;
    let players = info.min_players + rng.below((info.max_players - info.min_players + 1) as u32) as usize;
    let (deck, mut journal) = (G::Deck::standard(), Vec::new());
    let dice = Dice::from_seed(seed);
    let mut position = G::new(players, Default::default(), &deck, dice, &mut journal).expect("a game");
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..players).map(|_| seated(company, &mut rng)).collect();
    let (mut begun, mut clock, mut talk, mut ply) = (Vec::new(), None, Vec::new(), 0);
    while let Some(seat) = position.to_act().first() {
        if clock.replace(position.clock()) != Some(position.clock()) {
            begun.push(position.clone());
        }
        let bot = &mut bots[seat.index()];
        let claim = bot.claim(&SeatHandle::new(&position, &journal, seat).hearing(&talk));
        talk.extend(claim.map(|claim| Claimed { ply, seat, claim }));
        let mv = bot.choose(&SeatHandle::new(&position, &journal, seat).hearing(&talk));
        position.play(seat, mv, &mut journal);
        ply += 1;
    }
    (begun, position)
}

fn seated<G: Insight>(company: Company, rng: &mut Rng) -> Box<dyn Bot<G>> {
    let iterations = match company {
        Company::Mixed(_) if rng.below(2) == 0 => return BotSpec::Level(Level::Squire).bot(rng.next_u64()),
        Company::Knights(iterations) | Company::Mixed(iterations) => iterations,
    };
    let settings = Settings {
        iterations,
        ..G::KNIGHT
    };
    Box::new(Search::<G>::new(settings, rng.next_u64()))
}
