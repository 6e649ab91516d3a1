//! Play that is proven.

use roundtable_core::{Game, SeatHandle};

/// A game of which some positions are solved. By default none is.
pub trait Exact: Game {
    /// A move that is proven to win, if there is one.
    fn exact(_seat: &SeatHandle<'_, Self>) -> Option<Self::Move> {
        None
    }
}
