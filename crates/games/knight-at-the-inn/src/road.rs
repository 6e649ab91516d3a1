//! The road: the 3x3 grid of inns, the directions on it, and where each step leads.

use std::fmt;
use std::str::FromStr;

use roundtable_core::{NotationError, Seat};
use serde::{Deserialize, Serialize, Serializer};

use crate::moves::PushDirection;

/// How many inns there are.
pub(crate) const INNS: usize = 9;

/// One of the nine inns, written row then column: `1a` to `3c`. Row 1 is seat 0's start row, column a on seat 0's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("enum" = ["1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"]))
)]
#[serde(try_from = "String")]
pub struct Inn(u8);

impl Inn {
    /// All nine, from `1a` to `3c`.
    pub const ALL: [Self; INNS] = {
        let mut all = [Self(0); INNS];
        let mut index = 0;
        while index < INNS {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The inn in this row and column, both from 0.
    ///
    /// # Panics
    /// If either is above 2.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 3 && column < 3, "the grid is three by three");
        Self((row * 3 + column) as u8)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        assert!(index < INNS);
        Self(index as u8)
    }

    /// A number from 0 to 8, row by row from seat 0's start row.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 to 2, from seat 0's start row.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / 3
    }

    /// The column, 0 to 2, from seat 0's left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % 3
    }

    pub(crate) const fn bit(self) -> u16 {
        1 << self.0
    }

    /// All nine, from `1a` to `3c`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..INNS).map(Self::from_index)
    }
}

impl fmt::Display for Inn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["1", "2", "3"][self.row()])?;
        f.write_str(["a", "b", "c"][self.column()])
    }
}

impl FromStr for Inn {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.as_bytes() {
            [row @ b'1'..=b'3', column @ b'a'..=b'c'] => {
                Ok(Self::at(usize::from(row - b'1'), usize::from(column - b'a')))
            }
            _ => Err(NotationError(format!("`{text}` is no inn: they are 1a to 3c"))),
        }
    }
}

impl TryFrom<String> for Inn {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl Serialize for Inn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A direction as the token's owner sees it: forward is towards the owner's castle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Direction {
    /// Forward.
    #[serde(rename = "f")]
    F,
    /// Back.
    #[serde(rename = "b")]
    B,
    /// Left.
    #[serde(rename = "l")]
    L,
    /// Right.
    #[serde(rename = "r")]
    R,
    /// Forward and left.
    #[serde(rename = "fl")]
    Fl,
    /// Forward and right.
    #[serde(rename = "fr")]
    Fr,
    /// Back and left.
    #[serde(rename = "bl")]
    Bl,
    /// Back and right.
    #[serde(rename = "br")]
    Br,
}

impl Direction {
    /// All eight, in the order of the notation.
    pub const ALL: [Self; 8] = [
        Self::F,
        Self::B,
        Self::L,
        Self::R,
        Self::Fl,
        Self::Fr,
        Self::Bl,
        Self::Br,
    ];

    /// The directions in which a King can push (KI-R9).
    pub const PUSH: [Self; 3] = [Self::F, Self::L, Self::R];

    /// As the notation writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["f", "b", "l", "r", "fl", "fr", "bl", "br"][self as usize]
    }

    /// Whether a step in this direction goes forward, and so can lead into the castle (KI-R1).
    #[must_use]
    pub const fn is_forward(self) -> bool {
        matches!(self, Self::F | Self::Fl | Self::Fr)
    }

    /// Rows forward and columns to the right, as the owner sees them.
    const fn offset(self) -> (isize, isize) {
        match self {
            Self::F => (1, 0),
            Self::B => (-1, 0),
            Self::L => (0, -1),
            Self::R => (0, 1),
            Self::Fl => (1, -1),
            Self::Fr => (1, 1),
            Self::Bl => (-1, -1),
            Self::Br => (-1, 1),
        }
    }

    /// The inn that a step of `seat`'s token in this direction leads to, if it stays on the grid.
    #[must_use]
    pub const fn step(self, seat: Seat, from: Inn) -> Option<Inn> {
        let (forward, right) = self.offset();
        // Seat 1 sits at the other end: for it the grid is rotated by half a turn.
        let turn = if seat.index() == 0 { 1 } else { -1 };
        let row = from.row() as isize + turn * forward;
        let column = from.column() as isize + turn * right;
        if 0 <= row && row < 3 && 0 <= column && column < 3 {
            Some(Inn::at(row as usize, column as usize))
        } else {
            None
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Direction {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.name() == text)
            .ok_or_else(|| NotationError(format!("`{text}` is no direction: they are f b l r fl fr bl br")))
    }
}

/// A set of directions, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Arrows(u8);

impl Arrows {
    /// Whether the set has this direction.
    #[must_use]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// Whether every direction of this set is in the other.
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions of the set, in the order of the notation.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.has(direction))
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn leads_forward(self) -> bool {
        self.0 & (1 << Direction::F as u8 | 1 << Direction::Fl as u8 | 1 << Direction::Fr as u8) != 0
    }
}

impl FromIterator<Direction> for Arrows {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(
            directions
                .into_iter()
                .fold(0, |bits, direction| bits | 1 << direction as u8),
        )
    }
}

/// The start row of a seat (the row furthest from its castle) as a set of inns.
pub(crate) const START_ROW: [u16; 2] = [0b000_000_111, 0b111_000_000];

/// The last row of a seat (the row before its castle) as a set of inns.
pub(crate) const LAST_ROW: [u16; 2] = [START_ROW[1], START_ROW[0]];

/// Whether a token of `seat` with these arrows can step into its castle from here (KI-R1).
#[inline]
pub(crate) const fn reaches_castle(seat: Seat, from: Inn, arrows: Arrows) -> bool {
    LAST_ROW[seat.index()] & from.bit() != 0 && arrows.leads_forward()
}

/// For each seat, inn and direction of [`Direction::PUSH`]: the inn that a King pushes at, and the one beyond it.
static PUSH_LINE: PushLines = push_table();

type PushLines = [[[Option<(Inn, Inn)>; 3]; INNS]; 2];

const fn push_table() -> PushLines {
    let mut table = [[[None; 3]; INNS]; 2];
    let mut i = 0;
    while i < 2 * INNS * 3 {
        let (seat, inn, push) = (i / (3 * INNS), i / 3 % INNS, i % 3);
        let (owner, direction) = (Seat::new(seat), Direction::PUSH[push]);
        if let Some(target) = direction.step(owner, Inn::from_index(inn))
            && let Some(beyond) = direction.step(owner, target)
        {
            table[seat][inn][push] = Some((target, beyond));
        }
        i += 1;
    }
    table
}

/// The inn that a King of `seat` pushes at from here, and the one beyond it, if both are on the grid.
#[inline]
pub(crate) fn push_line(seat: Seat, from: Inn, direction: PushDirection) -> Option<(Inn, Inn)> {
    PUSH_LINE[seat.index()][from.index()][direction.index()]
}

/// The inns of a set, in order.
#[inline]
pub(crate) fn inns(mut set: u16) -> impl Iterator<Item = Inn> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let inn = Inn(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(inn)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_towards_the_own_castle() {
        let [south, north] = [Seat::new(0), Seat::new(1)];
        assert_eq!(Direction::F.step(south, Inn::at(0, 1)), Some(Inn::at(1, 1)));
        assert_eq!(Direction::F.step(north, Inn::at(2, 1)), Some(Inn::at(1, 1)));
        assert_eq!(Direction::Fl.step(south, Inn::at(1, 1)), Some(Inn::at(2, 0)));
        assert_eq!(Direction::Fl.step(north, Inn::at(1, 1)), Some(Inn::at(0, 2)));
        assert_eq!(Direction::L.step(south, Inn::at(1, 0)), None);
        assert_eq!(Direction::L.step(north, Inn::at(1, 0)), Some(Inn::at(1, 1)));
        assert_eq!(Direction::F.step(south, Inn::at(2, 1)), None);
    }

    #[test]
    fn inns_and_directions_are_written_and_read() {
        for inn in Inn::all() {
            assert_eq!(inn.to_string().parse(), Ok(inn));
        }
        assert_eq!("2c".parse(), Ok(Inn::at(1, 2)));
        assert!(
            ["0a", "4a", "1d", "a1", "1", "1aa", ""]
                .iter()
                .all(|text| text.parse::<Inn>().is_err())
        );
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
        }
    }
}
