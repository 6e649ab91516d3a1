//! What can happen.

use roundtable_core::{Outcome, Seat};
use serde::Serialize;

use crate::cards::{Card, Counts, Role};
use crate::moves::Place;
use crate::roles::How;

/// Something that happens. Only those who see a dealt card, a face-down card or a role card are told its face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A player saw a role card.
    Looked {
        /// Who.
        seat: Seat,
        /// Where the card lies.
        at: Place,
        /// On what occasion.
        how: How,
        /// What it shows, for the player who looks.
        role: RoleSeen,
    },
    /// A round begins.
    RoundBegan {
        /// From 1.
        round: u8,
        /// Who deals; the dealer's left neighbour is first in everything.
        dealer: Seat,
    },
    /// A player was dealt cards. If the discards are shuffled in the middle of a deal, the cards come in two parts
    /// (NK-P3).
    Dealt {
        /// Who.
        seat: Seat,
        /// Which.
        cards: CardsSeen,
    },
    /// The discards became the new deck (NK-R2).
    Shuffled {
        /// How many cards there are.
        cards: usize,
    },
    /// A card was played (NK-R3).
    Played {
        /// By whom.
        seat: Seat,
        /// On whom.
        target: Seat,
        /// Whether it lies face-up.
        face_up: bool,
        /// Which card, for those who see it.
        card: CardSeen,
    },
    /// A stack was turned up, shuffled (NK-R4).
    Revealed {
        /// Whose.
        seat: Seat,
        /// Its cards, in no order.
        cards: Counts,
    },
    /// A player took wounds (NK-R5).
    Wounded {
        /// Who.
        seat: Seat,
        /// How many.
        wounds: u8,
        /// How many the player has now.
        total: u8,
    },
    /// Crime took Money (NK-R6).
    Robbed {
        /// Whose.
        seat: Seat,
        /// From the stack.
        stack: u8,
        /// From the bank.
        bank: u8,
    },
    /// The Mole: a player's role card and the boss were swapped (NK-R7).
    Swapped {
        /// Whose.
        seat: Seat,
        /// What the player's new card shows, for its owner.
        role: RoleSeen,
    },
    /// A player did not use an Intel card (NK-R8).
    Declined {
        /// Who.
        seat: Seat,
    },
    /// A player used the Hit (NK-R9, NK-R10).
    HitUsed {
        /// Who.
        seat: Seat,
        /// On whom.
        target: Seat,
        /// What was paid.
        paid: u8,
    },
    /// The Hit went to a bank (NK-R9).
    HitBanked {
        /// Whose.
        seat: Seat,
    },
    /// A stack's Money went to the bank (NK-R15).
    Banked {
        /// Whose.
        seat: Seat,
        /// How much.
        money: u8,
    },
    /// A player paid for something other than the Hit (NK-R10).
    Spent {
        /// Who.
        seat: Seat,
        /// How much.
        money: u8,
    },
    /// A wound was healed (NK-R10).
    Healed {
        /// Who paid.
        seat: Seat,
        /// Whose wound.
        target: Seat,
        /// How many are left.
        total: u8,
    },
    /// A player spends no more (NK-R10).
    Finished {
        /// Who.
        seat: Seat,
    },
    /// The game is over: the roles are shown (NK-R11, NK-R14).
    Over {
        /// By seat.
        roles: Vec<Role>,
        /// The boss.
        boss: Role,
        /// Who won and why.
        outcome: Outcome,
    },
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
        cards: Counts,
    },
    /// Only their backs are seen.
    Hidden {
        /// How many there are.
        count: usize,
    },
}

/// A role card that may be hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoleSeen {
    /// Its face is known.
    Known {
        /// What it shows.
        role: Role,
    },
    /// Only its back is seen.
    Hidden,
}

impl CardsSeen {
    pub(crate) fn new(cards: Counts, known: bool) -> Self {
        if known {
            Self::Known { cards }
        } else {
            Self::Hidden { count: cards.total() }
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Known { cards } => cards.total(),
            Self::Hidden { count } => count,
        }
    }
}
