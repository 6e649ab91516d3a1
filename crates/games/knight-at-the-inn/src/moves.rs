//! What a player can choose, in the notation, in JSON and as a number.

use std::fmt;
use std::str::FromStr;

use roundtable_core::notation::number;
use roundtable_core::{GameMove, NotationError};
use serde::{Deserialize, Serialize};

use crate::road::{Direction, INNS, Inn};

/// The most tokens that one Royal Push can name: all sixteen but the King itself.
pub(crate) const MOST_PUSHED: u32 = 15;

/// A player's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Move {
    /// Put the drawn token into this column of the own start row.
    Place {
        /// From seat 0's left, for both players.
        column: Column,
    },
    /// Do not draw.
    Keep,
    /// Walk the token on top of an inn to a neighbouring inn.
    Move {
        /// Where the token is.
        from: Inn,
        /// As its owner sees it.
        direction: Direction,
    },
    /// Walk the token on top of an inn into its castle.
    Home {
        /// Where the token is.
        from: Inn,
    },
    /// Royal Push: the King drives tokens one inn further and takes their place.
    Push {
        /// Where the King is.
        from: Inn,
        /// As the King's owner sees it.
        direction: PushDirection,
        /// How many tokens, from the top.
        count: PushCount,
    },
    /// Move nothing after a draw.
    Rest,
}

/// A column of the start row: 0 to 2 from seat 0's left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "0 | 1 | 2"))]
#[serde(try_from = "u64", into = "u64")]
pub struct Column(u8);

/// One of the three directions in which a King can push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "\"f\" | \"l\" | \"r\""))]
#[serde(try_from = "Direction", into = "Direction")]
pub struct PushDirection(u8);

/// How many tokens a King pushes: 1 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { column } => write!(f, "place {}", column.0),
            Self::Keep => f.write_str("keep"),
            Self::Move { from, direction } => write!(f, "move {from} {direction}"),
            Self::Home { from } => write!(f, "home {from}"),
            Self::Push { from, direction, count } => write!(f, "push {from} {} {}", direction.get(), count.0),
            Self::Rest => f.write_str("rest"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["place", column] => Ok(Self::Place {
                column: number(column)?.try_into()?,
            }),
            ["keep"] => Ok(Self::Keep),
            ["move", from, direction] => Ok(Self::Move {
                from: from.parse()?,
                direction: direction.parse()?,
            }),
            ["home", from] => Ok(Self::Home { from: from.parse()? }),
            ["push", from, direction, count] => Ok(Self::Push {
                from: from.parse()?,
                direction: direction.parse::<Direction>()?.try_into()?,
                count: number(count)?.try_into()?,
            }),
            ["rest"] => Ok(Self::Rest),
            _ => Err(NotationError(format!(
                "`{text}` is no move: write `place 1`, `keep`, `move 1b fl`, `home 3b`, `push 1c l 2` or `rest`"
            ))),
        }
    }
}

const KEEP: u32 = 3;
const REST: u32 = 4;
const MOVE: u32 = 5;
const HOME: u32 = MOVE + INNS as u32 * 8;
const PUSH: u32 = HOME + INNS as u32;
const COUNT: u32 = PUSH + INNS as u32 * 3 * MOST_PUSHED;

impl GameMove for Move {
    fn count(_players: usize) -> u32 {
        COUNT
    }

    fn number(self, _players: usize) -> Option<u32> {
        Some(match self {
            Self::Place { column } => u32::from(column.0),
            Self::Keep => KEEP,
            Self::Rest => REST,
            Self::Move { from, direction } => MOVE + from.index() as u32 * 8 + direction as u32,
            Self::Home { from } => HOME + from.index() as u32,
            Self::Push { from, direction, count } => {
                PUSH + (from.index() as u32 * 3 + u32::from(direction.0)) * MOST_PUSHED + count.get() - 1
            }
        })
    }

    fn from_number(number: u32, _players: usize) -> Option<Self> {
        let inn = |index: u32| Inn::from_index(index as usize);
        Some(match number {
            0..KEEP => Self::Place {
                column: Column(number as u8),
            },
            KEEP => Self::Keep,
            REST => Self::Rest,
            MOVE..HOME => Self::Move {
                from: inn((number - MOVE) / 8),
                direction: Direction::ALL[(number - MOVE) as usize % 8],
            },
            HOME..PUSH => Self::Home {
                from: inn(number - HOME),
            },
            PUSH..COUNT => {
                let place = (number - PUSH) / MOST_PUSHED;
                Self::Push {
                    from: inn(place / 3),
                    direction: PushDirection((place % 3) as u8),
                    count: PushCount::new((number - PUSH) % MOST_PUSHED + 1),
                }
            }
            COUNT.. => return None,
        })
    }
}
