//! Cards and tolls.

use std::fmt;
use std::str::FromStr;

use roundtable_core::NotationError;
use serde::{Deserialize, Serialize, Serializer};

/// A colour of cards and tolls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// `g`
    Gold,
    /// `s`
    Silver,
    /// `r`
    Red,
    /// `b`
    Blue,
}

impl Colour {
    /// All colours, lowest first.
    pub const ALL: [Self; 4] = [Self::Gold, Self::Silver, Self::Red, Self::Blue];

    /// As it is written on cards.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Gold => 'g',
            Self::Silver => 's',
            Self::Red => 'r',
            Self::Blue => 'b',
        }
    }
}

/// The highest number on a card.
pub const HIGHEST: u8 = 6;

/// How many cards there are.
pub const CARDS: usize = HIGHEST as usize * Colour::ALL.len();

/// A card, written number first: `4r`. Cards are ordered by number, then colour (TG-R5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Card(u8);

impl Card {
    /// All cards, lowest first.
    pub const ALL: [Self; CARDS] = {
        let mut all = [Self(0); CARDS];
        let mut index = 0;
        while index < CARDS {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// Its place among all.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 / Colour::ALL.len() as u8 + 1
    }

    /// Its colour.
    #[must_use]
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.index() % Colour::ALL.len()]
    }

    /// What it counts at a toll of this colour (TG-R4).
    #[must_use]
    pub fn count(self, colour: Colour) -> u8 {
        self.number() + u8::from(self.colour() == colour)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.colour().letter())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = Self::ALL.into_iter().find(|card| card.to_string() == text);
        found.ok_or_else(|| {
            NotationError(format!(
                "`{text}` is no card: they are written like `4r`, from 1g to 6b"
            ))
        })
    }
}

impl TryFrom<String> for Card {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A toll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toll {
    /// What it is worth.
    pub worth: u8,
    /// The colour that counts one more.
    pub colour: Colour,
}
