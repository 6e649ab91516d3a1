//! Choices that are made at the same time.

use roundtable_core::{Game, Seat};

/// A game in which several players may choose at the same time, each without seeing the others' choices. By default
/// nobody does.
pub trait Sealed: Game {
    /// Whether a seat's choice between these legal moves is sealed: others choose at the same time, so it has to be
    /// mixed. Everybody knows their own moves, so the answer gives nothing away.
    fn sealed(_moves: &[Self::Move]) -> bool {
        false
    }

    /// Takes back the sealed choices of all seats but this one: it knows no more of them than if they had not been
    /// made.
    fn reopen(&mut self, _seat: Seat) {}
}
