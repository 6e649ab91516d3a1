//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{MovePart, NotationError, Words, move_parts, moves};
use serde::{Deserialize, Serialize};

use crate::items::Item;
use crate::state::MAX_KNIGHTS;

moves! {
    /// A player's choice.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Move {
        /// Play an Item face-down on a Knight.
        Play {
            /// From your hand.
            item: Item,
            /// Whose equipment it joins.
            knight: Knight,
        } = "play axe 2",
        /// Play an Item face-up on a Knight.
        Show {
            /// From your hand.
            item: Item,
            /// Whose equipment it joins.
            knight: Knight,
        } = "show axe 2",
        /// Claim a Knight.
        Claim {
            /// Which one.
            knight: Knight,
            /// The Item put on the discard pile; none with an empty hand.
            #[serde(skip_serializing_if = "Option::is_none")]
            discard: Option<Item>,
        } = "claim 2 booze" or "claim 2",
        /// Look at the top Item of a Knight.
        Peek {
            /// Which one.
            knight: Knight,
        } = "peek 2" if has_peeking,
    }
}

move_parts!(Move: Item);

/// With two players there is no peeking.
const fn has_peeking(players: usize) -> bool {
    players > 2
}

/// A Knight in the middle, numbered from 0 in the order dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "u8"))]
#[serde(try_from = "u64", into = "u64")]
pub struct Knight(u8);

impl Knight {
    pub(crate) const FIRST: Self = Self(0);

    /// The Knights of a game of `players`: one more than there are players.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> {
        (0..=players.min(MAX_KNIGHTS - 1)).map(|index| Self(index as u8))
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The Knight with this number, which must be below seven.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_KNIGHTS);
        Self(index as u8)
    }
}

impl fmt::Display for Knight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl TryFrom<u64> for Knight {
    type Error = NotationError;

    fn try_from(number: u64) -> Result<Self, NotationError> {
        if number < MAX_KNIGHTS as u64 {
            Ok(Self(number as u8))
        } else {
            Err(NotationError(format!("`{number}` is no Knight: they are 0 to 6")))
        }
    }
}

impl From<Knight> for u64 {
    fn from(knight: Knight) -> Self {
        knight.0.into()
    }
}

impl FromStr for Knight {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        number(text)?.try_into()
    }
}

/// All moves with the same Knight have adjacent numbers.
impl MovePart<Move> for Knight {
    const GROUPS: bool = true;

    fn count(players: usize) -> u32 {
        players as u32 + 1
    }

    fn number(self, players: usize) -> Option<u32> {
        (self.index() <= players).then_some(self.0.into())
    }

    fn from_number(number: u32, _: usize) -> Option<Self> {
        u64::from(number).try_into().ok()
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {self}")
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        words.parse()
    }
}
