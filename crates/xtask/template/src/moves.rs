//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{NotationError, move_parts, moves};
use serde::{Deserialize, Serialize};

use crate::deck::MOST;

moves! {
    /// A player's choice.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Move {
        /// Play a card of the own hand.
        Play {
            /// Which.
            card: Card,
        } = "play 7",
    }
}

move_parts!(Move: Card by index);

/// A card, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "u8"))]
#[serde(try_from = "u64", into = "u64")]
pub struct Card(u8);

impl Card {
    /// All cards that a deck can have.
    pub const ALL: [Self; MOST as usize] = {
        let mut all = [Self(1); MOST as usize];
        let mut index = 0;
        while index < all.len() {
            all[index] = Self(index as u8 + 1);
            index += 1;
        }
        all
    };

    /// Its place among all.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl TryFrom<u64> for Card {
    type Error = NotationError;

    fn try_from(number: u64) -> Result<Self, NotationError> {
        if (1..=u64::from(MOST)).contains(&number) {
            Ok(Self(number as u8))
        } else {
            Err(NotationError(format!(
                "`{number}` is no card: they go from 1 to {MOST}"
            )))
        }
    }
}

impl From<Card> for u64 {
    fn from(card: Card) -> Self {
        card.0.into()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        number(text)?.try_into()
    }
}
