//! What can happen.

use arrayvec::ArrayVec;
use roundtable_core::Seat;
use serde::Serialize;

use crate::cards::{Card, Toll};
use crate::state::{Cards, SEATS};

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A hand was dealt. Only its owner is told.
    Dealt {
        /// Whose.
        seat: Seat,
        /// In ascending order.
        hand: Cards,
    },
    /// A cart came.
    Came {
        /// Its toll.
        toll: Toll,
    },
    /// A card was offered. Its owner alone is told which.
    Offered {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Option<Card>,
    },
    /// All offers were turned up.
    Opened {
        /// The cards by seat.
        cards: ArrayVec<Card, SEATS>,
    },
    /// The tolls at the gate were taken.
    Taken {
        /// By whom.
        seat: Seat,
        /// What they are worth.
        worth: u8,
    },
    /// Every count was shared, and the tolls stay.
    Stayed,
    /// Somebody looked at the lowest card in a hand. The spy alone is told which it is.
    Spied {
        /// Who looked.
        spy: Seat,
        /// In whose hand.
        on: Seat,
        /// What they saw.
        card: Option<Card>,
    },
}
