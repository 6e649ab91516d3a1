//! What a player can choose.

use roundtable_core::{Seat, move_parts, moves};

use crate::cards::Card;

moves! {
    /// A player's choice.
    pub enum Move {
        /// Offer a card, face down.
        Offer {
            /// Which.
            card: Card,
        } = "offer 4r",
        /// Look at the lowest card in a hand.
        Spy {
            /// In whose.
            on: Seat,
        } = "spy 2",
    }
}

move_parts!(Move: Card by index);
