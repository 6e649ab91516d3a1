//! Choices that are made at the same time.

use roundtable_core::{Game, Seat};

/// A game in which several may choose at the same time, each without seeing what the others choose. By default nobody
/// does.
pub trait Sealed: Game {
    /// Whether a choice between these legal moves of a seat is sealed: others choose at the same time, and it has to be
    /// mixed. Everybody knows their own moves, so the answer gives nothing away.
    fn sealed(_moves: &[Self::Move]) -> bool {
        false
    }

    /// Takes back the sealed choices of all but this seat, which are as unknown as if they had not been made.
    fn reopen(&mut self, _seat: Seat) {}
}
