//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::{MovePart, NotationError, Seat, Words, move_parts, moves};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Card;

moves! {
    /// A player's choice. (Aligned so that a single store writes it: random games spend most of their time listing
    /// moves.)
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[repr(align(4))]
    pub enum Move {
        /// Play a card: face-up if it is the first of a stack, otherwise face-down.
        Play {
            /// Which.
            card: Card,
            /// On whom.
            target: Seat,
        } = "play gun 3",
        /// Play a card face-up although it could be face-down.
        Show {
            /// Which.
            card: Card,
            /// On whom.
            target: Seat,
        } = "show gun 3",
        /// Look at a role card, by Intel or for Money.
        Look {
            /// Where it lies.
            at: Place,
        } = "look 2" or "look boss",
        /// Use the Hit.
        Hit {
            /// Who is wounded.
            target: Seat,
        } = "hit 4",
        /// Pay to heal a wound.
        Heal {
            /// Whose.
            target: Seat,
        } = "heal 2",
        /// Do not look.
        Decline = "decline",
        /// Bank the Hit.
        Bank = "bank",
        /// Spend no more.
        Done = "done",
    }
}

move_parts!(Move: Card);

/// Where a role card lies: before a player, or in the centre. Written as a seat's number or `boss`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "written::Place"))]
pub enum Place {
    /// Before this player.
    Seat(Seat),
    /// In the centre.
    Boss,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Boss => f.write_str("boss"),
        }
    }
}

impl FromStr for Place {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "boss" => Ok(Self::Boss),
            seat => seat.parse().map(Self::Seat),
        }
    }
}

/// The boss comes after all players.
impl MovePart<Move> for Place {
    fn count(players: usize) -> u32 {
        players as u32 + 1
    }

    fn number(self, players: usize) -> Option<u32> {
        match self {
            Self::Seat(seat) => MovePart::<Move>::number(seat, players),
            Self::Boss => Some(players as u32),
        }
    }

    fn from_number(number: u32, players: usize) -> Option<Self> {
        if number == players as u32 {
            Some(Self::Boss)
        } else {
            Seat::try_new(number as usize).map(Self::Seat)
        }
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        words.parse()
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            Self::Boss => serializer.serialize_str("boss"),
        }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Seat(Seat),
            Name(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Seat(seat)) => Ok(Self::Seat(seat)),
            Ok(Written::Name(name)) if name == "boss" => Ok(Self::Boss),
            Ok(Written::Name(_)) | Err(_) => Err(D::Error::custom("a role card lies at a seat's number or `boss`")),
        }
    }
}

/// A place as it is written.
#[cfg(feature = "schema")]
mod written {
    /// A seat's number, or `boss`.
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "it only has a shape")]
    pub(super) enum Place {
        Seat(roundtable_core::Seat),
        Named(Boss),
    }

    #[derive(schemars::JsonSchema)]
    #[schemars(rename_all = "snake_case", inline)]
    #[expect(dead_code, reason = "it only has a shape")]
    pub(super) enum Boss {
        Boss,
    }
}
