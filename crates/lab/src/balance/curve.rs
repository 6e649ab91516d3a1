//! How everybody's chances go during a game: from several moments of it, the game is played on many times from the
//! real position, with a new future.

use roundtable_bots::{Beliefs as _, BotSpec, Judge, Level};
use roundtable_core::{Dice, Eye, Rng, Seat, SeatHandle, Silent};
use serde::{Deserialize, Serialize};

use crate::sim::WHOLE;
use crate::subject::Subject;
use crate::{Experiment, LabError};

/// At how many moments the chances are estimated: after 0/8 of the moves, 1/8, and so on.
pub(super) const MOMENTS: usize = 8;

/// How often a game is played on from each moment.
const ROLLOUTS: usize = 64;

/// After how many moves playing on ends without a verdict.
const LONGEST: usize = 5000;

/// By moment and seat: what the seat won when the game was played on, in parts of a victory, added up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Curve(Vec<Vec<u32>>);

impl Curve {
    /// A curve with these chances, by moment and seat.
    #[cfg(test)]
    pub(super) fn of(chances: &[Vec<f64>]) -> Self {
        let parts = |chance: &f64| (chance * WHOLE as f64 * ROLLOUTS as f64).round() as u32;
        Self(chances.iter().map(|seats| seats.iter().map(parts).collect()).collect())
    }

    /// A seat's chance to win at a moment.
    pub(super) fn chance(&self, moment: usize, seat: usize) -> f64 {
        f64::from(self.0[moment][seat]) / (WHOLE as f64 * ROLLOUTS as f64)
    }

    /// Whether it is the curve of a game of this many.
    pub(super) fn fits(&self, players: usize) -> bool {
        let most = WHOLE as u32 * ROLLOUTS as u32;
        let fits = |chances: &Vec<u32>| chances.len() == players && chances.iter().all(|chance| *chance <= most);
        self.0.len() == MOMENTS && self.0.iter().all(fits)
    }
}

/// The curve of a game with these moves. Squires play on, or pages if only pages have played: bots that search would
/// take too long.
pub(super) fn curve<G: Subject>(
    experiment: &Experiment<G>,
    deal: u64,
    bots: &[&BotSpec],
    moves: &[(Seat, G::Move)],
) -> Result<Curve, LabError> {
    let random = bots.iter().all(|bot| **bot == BotSpec::Level(Level::Page));
    let players = experiment.players();
    let mut position = experiment
        .setting
        .deal(Dice::from_seed(experiment.deal_seed(deal)), &mut Silent)?;
    // A turn that is never played, so no bot has the same luck.
    let mut rng = Rng::new(experiment.bot_seed(deal, u64::MAX, 0));
    let mut all = Vec::with_capacity(MOMENTS);
    let mut made = 0;
    for moment in 0..MOMENTS {
        let until = moves.len() * moment / MOMENTS;
        for &(seat, mv) in &moves[made..until] {
            position.play(seat, mv, &mut Silent);
        }
        made = until;
        let beliefs: Vec<G::Beliefs> = Seat::all(players)
            .map(|seat| G::Beliefs::new(&SeatHandle::new(&position, &[], seat), Judge::Quick))
            .collect();
        let mut chances = vec![0; players];
        for _ in 0..ROLLOUTS {
            let mut future = position.clone();
            future.resample(Eye::All, &mut rng);
            play_on(&mut future, (!random).then_some(&beliefs[..]), &mut rng);
            if let Some(outcome) = future.outcome() {
                let winners = outcome.winners();
                let part = if G::TEAMS { WHOLE } else { WHOLE / winners.len() as i64 };
                winners.iter().for_each(|seat| chances[seat.index()] += part as u32);
            }
        }
        all.push(chances);
    }
    Ok(Curve(all))
}

/// Plays a game to its end, by squires with these beliefs or at random.
fn play_on<G: Subject>(position: &mut G, beliefs: Option<&[G::Beliefs]>, rng: &mut Rng) {
    let mut moves = Vec::new();
    for _ in 0..LONGEST {
        let Some(seat) = position.to_act().first() else { return };
        position.legal_moves(seat, &mut moves);
        let mv = match (beliefs, &moves[..]) {
            (_, [only]) => *only,
            (Some(beliefs), _) => position.squire_on(seat, &moves, &beliefs[seat.index()], rng),
            (None, _) => rng.pick(&moves),
        };
        position.play(seat, mv, &mut Silent);
    }
}
