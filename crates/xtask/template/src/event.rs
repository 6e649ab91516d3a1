//! What can happen.

use arrayvec::ArrayVec;
use roundtable_core::Seat;
use serde::Serialize;

use crate::deck::HAND;
use crate::moves::Card;

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A hand was dealt. Only its owner is told.
    Dealt {
        /// Whose.
        seat: Seat,
        /// In ascending order.
        hand: ArrayVec<Card, HAND>,
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// A trick was taken.
    TrickTaken {
        /// By whom.
        seat: Seat,
    },
}
