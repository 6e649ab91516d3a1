//! One game behind a table, whatever its type.

use roundtable_catalog::{GameId, with_game};
use roundtable_core::observe::{self, Layout, RECALL};
use roundtable_core::{AnyMatch, Code, DiceSource, GameMove, Match, Outcome, Record, Refusal, Seat, Setup, Start};

use crate::Taught;

/// A game of any type: what a table asks besides [`AnyMatch`].
pub(crate) trait Seated: Send + Sync {
    fn game(&self) -> &dyn AnyMatch;
    fn game_mut(&mut self) -> &mut dyn AnyMatch;
    fn fork(&self) -> Box<dyn Seated>;
    /// How many moves there are, legal or not.
    fn actions(&self) -> u32;
    /// The numbers of the seat's legal moves, in ascending order.
    fn legal(&self, seat: Seat) -> Vec<u32>;
    /// Writes a 1 for each of them into a mask of zeros.
    fn mask(&self, seat: Seat, mask: &mut [i8]);
    /// A move in the notation.
    fn notation(&self, number: u32) -> Option<String>;
    fn layout(&self) -> Layout;
    /// How many numbers an observation has.
    fn size(&self) -> usize;
    fn observe_small(&self, seat: Seat, cells: &mut [i8]);
    fn observe(&self, seat: Seat, cells: &mut [f32]);
    fn information_state(&self, seat: Seat) -> String;
    fn recall(&self, seat: Seat, cells: &mut [f32]);
    fn resample(&self, seat: Seat, dice: DiceSource) -> Result<Box<dyn Seated>, Refusal>;
}

/// Deals a game.
pub(crate) fn deal(setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Box<dyn Seated>, Refusal> {
    let id: GameId = setup.game.parse()?;
    with_game!(id, G => Ok(At::<G>::boxed(Match::new(setup, deck, dice)?)), else Err(elsewhere(id)))
}

/// Restores a game from its record.
pub(crate) fn replay(record: &Record) -> Result<Box<dyn Seated>, Refusal> {
    let id: GameId = record.setup.game.parse()?;
    with_game!(id, G => Ok(At::<G>::boxed(Match::replay(record)?)), else Err(elsewhere(id)))
}

fn elsewhere(id: GameId) -> Refusal {
    Refusal::new(Code::UnknownGame, format!("`{id}` is not one of the house's games"))
}

/// A match of the game `G`.
struct At<G: Taught> {
    game: Match<G>,
    /// Of an observation.
    size: usize,
}

impl<G: Taught> At<G> {
    fn boxed(game: Match<G>) -> Box<dyn Seated> {
        let size = game.layout().len();
        Box::new(Self { game, size })
    }

    /// The numbers of the seat's legal moves.
    fn numbers(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let mut moves = Vec::new();
        self.game.seat(seat).legal_moves(&mut moves);
        let players = self.game.players();
        moves.into_iter().filter_map(move |mv| mv.number(players))
    }
}

impl<G: Taught> Seated for At<G> {
    fn game(&self) -> &dyn AnyMatch {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn AnyMatch {
        &mut self.game
    }

    fn fork(&self) -> Box<dyn Seated> {
        Box::new(Self {
            game: self.game.clone(),
            size: self.size,
        })
    }

    fn actions(&self) -> u32 {
        G::Move::count(self.game.players())
    }

    fn legal(&self, seat: Seat) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.numbers(seat).collect();
        numbers.sort_unstable();
        numbers
    }

    fn mask(&self, seat: Seat, mask: &mut [i8]) {
        for number in self.numbers(seat) {
            mask[number as usize] = 1;
        }
    }

    fn notation(&self, number: u32) -> Option<String> {
        G::Move::from_number(number, self.game.players()).map(|mv| mv.to_string())
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn size(&self) -> usize {
        self.size
    }

    fn observe_small(&self, seat: Seat, cells: &mut [i8]) {
        self.game.observe(seat, cells);
    }

    fn observe(&self, seat: Seat, cells: &mut [f32]) {
        self.game.observe(seat, cells);
    }

    fn information_state(&self, seat: Seat) -> String {
        observe::information_state(&self.game, seat)
    }

    fn recall(&self, seat: Seat, cells: &mut [f32]) {
        let (row, recall) = cells.split_at_mut(cells.len() - RECALL);
        self.game.observe(seat, row);
        observe::recall(&self.game, seat, recall);
    }

    fn resample(&self, seat: Seat, dice: DiceSource) -> Result<Box<dyn Seated>, Refusal> {
        let record = self.game.record();
        let sampled = Record {
            dice,
            start: Some(Start {
                record: Box::new(record.clone()),
                seat,
                samples: G::INFO.samples_version,
            }),
            moves: Vec::new(),
            talk: Vec::new(),
            digest: None,
            ..record
        };
        Ok(Self::boxed(Match::begin(&sampled)?))
    }
}

/// What each seat gets at the end: 1 for winning alone, less for sharing the victory, the same loss for all who have
/// not won. The sum is 0.
pub(crate) fn rewards(outcome: &Outcome) -> impl Iterator<Item = f64> {
    let (players, winners) = (outcome.ranks().len() as f64, outcome.winners());
    let won = (1.0 / winners.len() as f64 - 1.0 / players) * players / (players - 1.0);
    let lost = -1.0 / (players - 1.0);
    Seat::all(outcome.ranks().len()).map(move |seat| if winners.contains(seat) { won } else { lost })
}
