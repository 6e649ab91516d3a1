//! What can happen.

use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::cards::{Card, CardSet, Kind};
use crate::deck::ChestCard;

/// Something that happens. Only the owner sees the faces of dealt and face-down cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A round begins: the Chest is shuffled, hands are filled up, a card goes under the Round Board.
    RoundBegan {
        /// From 1 to 5.
        round: u8,
        /// Its suit is trump.
        trump: Card,
        /// Who leads.
        leader: Seat,
    },
    /// A hand was filled up (SH-R20).
    Dealt {
        /// Whose.
        seat: Seat,
        /// With what.
        cards: CardsSeen,
    },
    /// A card was played face-up.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// How many jewels were laid on it.
        jewels: u8,
    },
    /// A player left the round (SH-R6).
    Withdrew {
        /// Who.
        seat: Seat,
        /// The jewels that went into the bag.
        banked: u16,
    },
    /// A card was played face-down (SH-R7).
    PlayedDown {
        /// By whom.
        seat: Seat,
        /// Which card, for its owner.
        card: CardSeen,
        /// How many jewels were laid on it.
        jewels: u8,
    },
    /// A trick was won (SH-R11).
    TrickWon {
        /// By whom.
        seat: Seat,
        /// The jewels from its cards.
        jewels: u8,
        /// The Poison and Potion cards that the winner takes.
        taken: CardSet,
    },
    /// A Potion was put on a Poison card (SH-R13).
    Covered {
        /// Whose.
        seat: Seat,
        /// The Potion.
        potion: Card,
        /// The Poison card.
        poison: Card,
        /// Its kind.
        kind: Kind,
    },
    /// A new Potion was kept for later (SH-R13).
    Kept {
        /// Whose.
        seat: Seat,
        /// The Potion.
        potion: Card,
    },
    /// A Chest card was revealed (SH-R16, SH-R17).
    Revealed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: ChestCard,
        /// The jewels for the player who revealed it.
        jewels: u8,
        /// The jewels for everybody else in the round.
        others: u8,
    },
    /// The winner of the trick reveals no more Chest cards.
    Stopped {
        /// Who.
        seat: Seat,
    },
    /// A player suffered an anaphylactic shock (SH-R15). Shocks from one card are told one after another but happen
    /// together.
    Shocked {
        /// Who.
        seat: Seat,
        /// The jewels that went from the top of the bag back to the supply.
        lost: u16,
    },
    /// A round ended (SH-R18).
    RoundEnded {
        /// Which.
        round: u8,
        /// Why.
        reason: RoundEnd,
        /// What the players still in the round put into their bags.
        banked: Vec<Banked>,
    },
    /// The game is over.
    Over {
        /// Who won and why.
        outcome: Outcome,
    },
}

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RoundEnd {
    /// All cards have been played.
    HandsEmpty,
    /// The last players in the round withdrew during a trick, which nobody wins (SH-R9).
    AllWithdrew,
    /// Nobody is left after a trick.
    NobodyIn,
    /// One player is left before a trick.
    OneLeft,
}

/// What a player put into the bag at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Banked {
    /// Who.
    pub seat: Seat,
    /// How many.
    pub jewels: u16,
}

/// A card that may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardSeen {
    /// Its face is known.
    Known {
        /// Which it is.
        card: Card,
    },
    /// Only its back is seen.
    Hidden,
}

/// Cards that may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CardsSeen {
    /// Their faces are known.
    Known {
        /// Which they are.
        cards: CardSet,
    },
    /// Only their backs are seen.
    Hidden {
        /// How many there are.
        count: usize,
    },
}

impl CardsSeen {
    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Known { cards } => cards.len(),
            Self::Hidden { count } => count,
        }
    }
}
