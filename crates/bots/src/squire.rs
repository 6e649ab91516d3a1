//! The squires: for each game a player that knows what matters in it and looks one move ahead. It sees what its seat
//! may see.

use roundtable_core::{Game, Rng, SeatHandle};

use crate::plain;

/// A game that has a squire. Every game of the house is one.
pub trait Squire: Game {
    /// Chooses a legal move for a seat that is to act. The same generator makes the same choices. By default it tries
    /// its moves on some samples, from where everybody plays at random.
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        plain::squire(seat, rng)
    }

    /// What the squire has to say to the table now, if anything.
    fn squire_claim(_seat: &SeatHandle<'_, Self>) -> Option<Self::Claim> {
        None
    }
}
