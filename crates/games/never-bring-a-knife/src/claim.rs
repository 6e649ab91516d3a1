//! What players can say in a fixed form (NK-R13). It may be a lie.

use roundtable_core::text::{Draw, Page};
use roundtable_core::{GameClaim, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Role};
use crate::moves::Place;

/// Something said about roles and cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Claim {
    /// "I am a Cop."
    Own {
        /// The claimed role.
        role: Role,
    },
    /// "Seat 2 is a Cop", "the boss is a Criminal".
    Role {
        /// Whose role, or the boss.
        at: Place,
        /// What it is said to be.
        role: Role,
    },
    /// "I played a Gun on seat 2."
    Played {
        /// Which card.
        card: Card,
        /// On whom.
        target: Seat,
    },
}

impl GameClaim for Claim {
    fn fits(&self, players: usize) -> bool {
        match self {
            Self::Own { .. } | Self::Role { at: Place::Boss, .. } => true,
            Self::Role {
                at: Place::Seat(seat), ..
            }
            | Self::Played { target: seat, .. } => seat.index() < players,
        }
    }
}

impl Draw for Claim {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::Own { role } => page.put(format_args!("I am a {role}.")),
            Self::Role {
                at: Place::Seat(seat),
                role,
            } => page.seat(*seat).put(format_args!(" is a {role}.")),
            Self::Role { at: Place::Boss, role } => page.put(format_args!("The boss is a {role}.")),
            Self::Played { card, target } => page
                .put(format_args!("I played the card {} on ", card.name()))
                .seat(*target)
                .put("."),
        };
    }
}
