//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{MovePart, NotationError, Words, move_parts, moves};
use serde::{Deserialize, Serialize};

use crate::road::{Direction, Inn};

/// The most tokens that one Royal Push can name: all sixteen but the King itself.
pub(crate) const MOST_PUSHED: u32 = 15;

moves! {
    /// A player's choice.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Move {
        /// Put the drawn token into this column of your start row.
        Place {
            /// Counted from seat 0's left, for both players.
            column: Column,
        } = "place 1",
        /// Do not draw.
        Keep = "keep",
        /// Move nothing after a draw.
        Rest = "rest",
        /// Walk the token on top of an inn to a neighbouring inn.
        Move {
            /// Where the token is.
            from: Inn,
            /// As its owner sees it.
            direction: Direction,
        } = "move 1b fl",
        /// Walk the token on top of an inn into its castle.
        Home {
            /// Where the token is.
            from: Inn,
        } = "home 3b",
        /// Royal Push: the King drives tokens one inn onward and takes their place.
        Push {
            /// Where the King is.
            from: Inn,
            /// As the King's owner sees it.
            direction: PushDirection,
            /// How many tokens, from the top.
            count: PushCount,
        } = "push 1c l 2",
    }
}

move_parts!(Move: Inn by index, Direction, Column by index, PushDirection by index);

/// A column of the start row: 0 to 2 from seat 0's left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "u8", extend("enum" = [0, 1, 2])))]
#[serde(try_from = "u64", into = "u64")]
pub struct Column(u8);

/// One of the three directions in which a King can push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("enum" = ["f", "l", "r"]))
)]
#[serde(try_from = "Direction", into = "Direction")]
pub struct PushDirection(u8);

/// How many tokens a King pushes: 1 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "u8"))]
#[serde(try_from = "u64", into = "u64")]
pub struct PushCount(u8);

impl Column {
    /// All three.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    /// The column of this inn.
    #[must_use]
    pub const fn of(inn: Inn) -> Self {
        Self(inn.column() as u8)
    }

    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl PushDirection {
    /// All three.
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction.
    #[must_use]
    pub const fn get(self) -> Direction {
        Direction::PUSH[self.0 as usize]
    }
}

impl PushCount {
    pub(crate) const fn new(count: u32) -> Self {
        assert!(1 <= count && count <= MOST_PUSHED);
        Self(count as u8)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }
}

impl TryFrom<u64> for Column {
    type Error = NotationError;

    fn try_from(number: u64) -> Result<Self, NotationError> {
        match number {
            0..=2 => Ok(Self(number as u8)),
            _ => Err(NotationError(format!("`{number}` is no column: they are 0, 1 and 2"))),
        }
    }
}

impl From<Column> for u64 {
    fn from(column: Column) -> Self {
        column.0.into()
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Column {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        number(text)?.try_into()
    }
}

impl TryFrom<Direction> for PushDirection {
    type Error = NotationError;

    fn try_from(direction: Direction) -> Result<Self, NotationError> {
        match Direction::PUSH.iter().position(|&push| push == direction) {
            Some(place) => Ok(Self(place as u8)),
            None => Err(NotationError(format!("a King pushes f, l or r, not {direction}"))),
        }
    }
}

impl From<PushDirection> for Direction {
    fn from(direction: PushDirection) -> Self {
        direction.get()
    }
}

impl fmt::Display for PushDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl FromStr for PushDirection {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse::<Direction>()?.try_into()
    }
}

impl TryFrom<u64> for PushCount {
    type Error = NotationError;

    fn try_from(number: u64) -> Result<Self, NotationError> {
        if (1..=u64::from(MOST_PUSHED)).contains(&number) {
            Ok(Self(number as u8))
        } else {
            Err(NotationError(format!(
                "a King pushes 1 to {MOST_PUSHED} tokens, not {number}"
            )))
        }
    }
}

impl From<PushCount> for u64 {
    fn from(count: PushCount) -> Self {
        count.0.into()
    }
}

impl MovePart<Move> for PushCount {
    fn count(_: usize) -> u32 {
        MOST_PUSHED
    }

    fn number(self, _: usize) -> Option<u32> {
        Some(self.get() - 1)
    }

    fn from_number(number: u32, _: usize) -> Option<Self> {
        u64::from(number + 1).try_into().ok()
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.0)
    }

    fn read(words: &mut Words<'_>) -> Result<Self, NotationError> {
        words.number()
    }
}
