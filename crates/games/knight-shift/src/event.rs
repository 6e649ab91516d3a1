//! What can happen.

use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::items::Item;
use crate::moves::Knight;
use crate::view::{CardSeen, EquippedSeen, KnightPrint, SheetSeen};

/// Something that happens. If only some players may know a card, the others are told with the card hidden, or not at
/// all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt (KS-R10).
    RoundBegan {
        /// Which round, from 1.
        round: u8,
        /// The Head Squire.
        head: Seat,
        /// The Knights in the middle.
        knights: Vec<KnightPrint>,
        /// The face-up Item that each Knight begins with.
        seeds: Vec<Item>,
    },
    /// A Squire looks at a hand: at the deal, and when hands are passed. Only that seat is told.
    Hand {
        /// Whose hand it is now.
        seat: Seat,
        /// What is in it.
        items: Vec<Item>,
    },
    /// A Squire drew an Item (KS-R2). The others do not see it.
    Drew {
        /// Who.
        seat: Seat,
        /// What.
        card: CardSeen,
    },
    /// An Item was played (KS-R3, KS-R4). If it lies face-down, the others do not see it.
    Played {
        /// Who.
        seat: Seat,
        /// Whose equipment it joined.
        knight: Knight,
        /// What.
        card: CardSeen,
        /// Whether it lies face-up.
        face_up: bool,
    },
    /// A Squire looked at the top Item of a Knight (KS-R4). The others do not see it, unless it lies face-up.
    Peeked {
        /// Who.
        seat: Seat,
        /// Whose equipment.
        knight: Knight,
        /// What.
        card: CardSeen,
    },
    /// A Knight was claimed (KS-R5).
    Claimed {
        /// Who.
        seat: Seat,
        /// Which Knight.
        knight: Knight,
        /// The Item discarded for it; none from an empty hand.
        discard: Option<Item>,
    },
    /// A Squire with a Knight but no Item passed (KS-R5).
    Passed {
        /// Who.
        seat: Seat,
    },
    /// All hands went one seat to the left (KS-R1).
    HandsPassed,
    /// The last Knight was claimed: everything is shown (KS-R8).
    Revealed {
        /// What lies under every Knight of the round, claimed or not.
        knights: Vec<EquippedSeen>,
        /// What was left in the hands, by seat.
        hands: Vec<Vec<Item>>,
        /// What was left of the draw pile, the top first.
        draw_pile: Vec<Item>,
    },
    /// A round was scored (KS-R19).
    Scored {
        /// Which round, from 1.
        round: u8,
        /// The score sheets by seat.
        sheets: Vec<SheetSeen>,
        /// The running totals by seat.
        totals: Vec<i32>,
    },
    /// The game is over (KS-R11).
    Over {
        /// Who won and why.
        outcome: Outcome,
    },
}
