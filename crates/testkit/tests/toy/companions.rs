//! The toy's moves, events, views, options and deck.

use std::fmt;
use std::str::FromStr;

use roundtable_core::deck::Problems;
use roundtable_core::notation::number;
use roundtable_core::text::{Draw, Page};
use roundtable_core::{GameDeck, GameMove, NotationError, Seat, options};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Fault, HIGHEST};

/// Not declared with `moves!`, because each of its written forms can be broken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Move<const F: u8> {
    Seal {
        card: u8,
    },
    Toss {
        #[serde(serialize_with = "write_card::<F, _>")]
        card: u8,
    },
    /// Compares hands with the left neighbour. The card is always the highest.
    Compare {
        card: u8,
    },
    /// The same as `Toss`, under another name: only the toy with the twin fault has it.
    Drop {
        card: u8,
    },
}

fn write_card<const F: u8, S: serde::Serializer>(card: &u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(if F == Fault::BadJson.number() { card + 1 } else { *card })
}

impl<'de, const F: u8> Deserialize<'de> for Move<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            #[serde(rename = "type")]
            verb: String,
            card: u8,
        }
        let mut fields = serde_json::Map::deserialize(deserializer)?;
        if F == Fault::LooseJson.number() {
            fields.retain(|name, _| name == "type" || name == "card");
        }
        let Written { verb, card } = serde_json::from_value(fields.into()).map_err(D::Error::custom)?;
        format!("{verb} {card}").parse().map_err(D::Error::custom)
    }
}

impl<const F: u8> Move<F> {
    pub(crate) fn card(self) -> u8 {
        match self {
            Self::Seal { card } | Self::Toss { card } | Self::Compare { card } | Self::Drop { card } => card,
        }
    }
}

impl<const F: u8> fmt::Display for Move<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bad = F == Fault::BadNotation.number() && self.card() == 2;
        match self {
            Self::Seal { card } => write!(f, "seal {}{card}", if bad { "0" } else { "" }),
            Self::Toss { card } => write!(f, "toss {card}"),
            Self::Compare { card } => write!(f, "compare {card}"),
            Self::Drop { card } => write!(f, "drop {card}"),
        }
    }
}

impl<const F: u8> FromStr for Move<F> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (verb, card) = text
            .split_once(' ')
            .ok_or_else(|| NotationError("two words, please".to_owned()))?;
        let card = number(card)? as u8;
        match verb {
            "seal" => Ok(Self::Seal { card }),
            "toss" => Ok(Self::Toss { card }),
            "compare" => Ok(Self::Compare { card }),
            "drop" => Ok(Self::Drop { card }),
            _ => Err(NotationError(format!("`{verb}` is no verb"))),
        }
    }
}

impl<const F: u8> GameMove for Move<F> {
    fn count(_: usize) -> u32 {
        let verbs = if F == Fault::TwinMoves.number() { 4 } else { 3 };
        verbs * u32::from(HIGHEST)
    }

    fn number(self, _: usize) -> Option<u32> {
        let shift = if F == Fault::BadNumber.number() && self.card() == 6 {
            2
        } else {
            1
        };
        let card = u32::from(self.card()).checked_sub(shift)?;
        Some(match self {
            Self::Seal { .. } => card,
            Self::Toss { .. } => card + u32::from(HIGHEST),
            Self::Compare { .. } => card + 2 * u32::from(HIGHEST),
            Self::Drop { .. } => card + 3 * u32::from(HIGHEST),
        })
    }

    fn from_number(number: u32, _: usize) -> Option<Self> {
        let highest = u32::from(HIGHEST);
        let card = (number % highest) as u8 + 1;
        match number / highest {
            0 => Some(Self::Seal { card }),
            1 => Some(Self::Toss { card }),
            2 => Some(Self::Compare { card }),
            3 if F == Fault::TwinMoves.number() => Some(Self::Drop { card }),
            _ => None,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    Dealt { hand: Vec<u8> },
    Sealed { seat: Seat, card: Option<u8> },
    Opened { cards: Vec<u8>, best: Seat },
    NoOdd { seat: Seat },
    Tossed { seat: Seat, card: u8 },
    Compared { seat: Seat, more: Option<bool> },
    Kept { card: u8 },
    Over,
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        page.put(format_args!("{self:?}"));
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    pub(crate) hands: Vec<Option<Vec<u8>>>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) sealed: Vec<Option<u8>>,
    pub(crate) has_sealed: Vec<bool>,
    pub(crate) tossed: Vec<u8>,
    pub(crate) pile: Option<Vec<u8>>,
    pub(crate) top: Option<u8>,
    pub(crate) no_odd: Vec<bool>,
    pub(crate) scores: Vec<i32>,
    pub(crate) round: u32,
    pub(crate) shared: u32,
    pub(crate) wide: bool,
}

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        page.put(if self.wide { "x".repeat(81) } else { "x".repeat(80) }).line();
    }
}

options! {
    /// The toy's options.
    pub(crate) struct Switches {
        /// One more round.
        long: "Play a round more",
    }
}

/// The toy's deck file is empty.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Numbers;

#[derive(Deserialize)]
pub(crate) struct NumbersFile {}

impl GameDeck for Numbers {
    const DEFAULT: &'static str = "";
    type File = NumbersFile;

    fn build(_: NumbersFile, _: &mut Problems<'_>) -> Option<Self> {
        Some(Self)
    }
}
