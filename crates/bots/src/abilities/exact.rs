//! Proven play.

use roundtable_core::{Game, SeatHandle};

/// A game with some solved positions. By default it has none.
pub trait Exact: Game {
    /// A move that is proven to win, if one is known.
    fn exact(_seat: &SeatHandle<'_, Self>) -> Option<Self::Move> {
        None
    }
}
