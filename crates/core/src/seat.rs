//! Places at a table, sets of them, and the eyes that look at a game.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{NotationError, number};

/// The most players that any of our games seats.
pub const MAX_SEATS: usize = 8;

/// One place at the table, numbered from 0 clockwise (to the left).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`]. Use it for numbers that the program itself made; a number from outside
    /// goes through [`Seat::try_new`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a seat number is below 8");
        Self(index as u8)
    }

    /// The seat with this number, if it is in range.
    #[must_use]
    pub const fn try_new(index: usize) -> Option<Self> {
        if index < MAX_SEATS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The number of the seat, as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `players`.
    #[must_use]
    pub const fn left(self, players: usize) -> Self {
        let next = self.0 as usize + 1;
        Self(if next >= players { 0 } else { next as u8 })
    }

    /// The other seat of a table for two.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// All seats of a table of `players`, from 0 on.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..players.min(MAX_SEATS)).map(Self::new)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Seat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let seat = usize::try_from(number(text)?).ok().and_then(Self::try_new);
        seat.ok_or_else(|| NotationError(format!("`{text}` is no seat: they are 0 to {}", MAX_SEATS - 1)))
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        usize::try_from(number)
            .ok()
            .and_then(Self::try_new)
            .ok_or_else(|| D::Error::custom(format!("seat {number} is not below {MAX_SEATS}")))
    }
}

/// A set of seats: who is to act, who hears an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Seat>"))]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Exactly this seat.
    #[must_use]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Every seat of a table of `players`.
    #[must_use]
    pub const fn all(players: usize) -> Self {
        if players >= MAX_SEATS {
            Self(u8::MAX)
        } else {
            Self((1 << players) - 1)
        }
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether this seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with this seat added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set with this seat removed.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seat with the lowest number.
    #[must_use]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 {
            None
        } else {
            Some(Seat(self.0.trailing_zeros() as u8))
        }
    }

    /// The seats in numerical order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..MAX_SEATS).map(Seat::new).filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A viewer of a game. Written as a seat's number, `table` or `all`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "written::Eye"))]
pub enum Eye {
    /// A player: sees everything public, and what that player may know.
    Seat(Seat),
    /// A spectator: sees only what is public.
    Table,
    /// Sees all cards face up: for the end of a game, for referees and tests. Not even this eye sees the dice.
    All,
}

impl Eye {
    /// Every eye from which something is hidden: each seat, then the spectator.
    pub fn limited(players: usize) -> impl Iterator<Item = Self> + Clone {
        Seat::all(players).map(Self::Seat).chain(std::iter::once(Self::Table))
    }

    /// The seat behind the eye, if it is a player's.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Table | Self::All => None,
        }
    }

    /// Whether this eye may see what `seat` may see.
    #[must_use]
    pub const fn sees_for(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own.0 == seat.0,
            Self::Table => false,
            Self::All => true,
        }
    }
}

impl fmt::Display for Eye {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Table => f.write_str("table"),
            Self::All => f.write_str("all"),
        }
    }
}

/// The text does not name an eye.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no eye: write a seat's number, `table` for a spectator or `all` for the open cards")]
pub struct UnknownEye(String);

impl FromStr for Eye {
    type Err = UnknownEye;

    fn from_str(text: &str) -> Result<Self, UnknownEye> {
        match text {
            "table" => Ok(Self::Table),
            "all" => Ok(Self::All),
            number => number
                .parse()
                .ok()
                .and_then(Seat::try_new)
                .map(Self::Seat)
                .ok_or_else(|| UnknownEye(text.to_owned())),
        }
    }
}

impl Serialize for Eye {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            Self::Table | Self::All => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Eye {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Name(String),
        }
        let name = match Written::deserialize(deserializer)
            .map_err(|_| D::Error::custom("an eye is a seat's number, `table` or `all`"))?
        {
            Written::Number(number) => number.to_string(),
            Written::Name(name) => name,
        };
        name.parse().map_err(D::Error::custom)
    }
}

/// The written form of an eye.
#[cfg(feature = "schema")]
mod written {
    /// A viewer of a game: a seat's number, `table` for a spectator, or `all` for all cards face up.
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "it only has a shape")]
    pub(super) enum Eye {
        Seat(super::Seat),
        Named(Named),
    }

    #[derive(schemars::JsonSchema)]
    #[schemars(rename_all = "snake_case", inline)]
    #[expect(dead_code, reason = "it only has a shape")]
    pub(super) enum Named {
        Table,
        All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_goes_around_the_table() {
        assert_eq!(Seat::new(0).left(3), Seat::new(1));
        assert_eq!(Seat::new(2).left(3), Seat::new(0));
        assert_eq!(Seat::new(7).left(8), Seat::new(0));
    }

    #[test]
    fn sets_behave_as_sets() {
        let set: Seats = [Seat::new(5), Seat::new(2)].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert_eq!(set.first(), Some(Seat::new(2)));
        assert!(set.contains(Seat::new(5)) && !set.contains(Seat::new(0)));
        assert_eq!(set.without(Seat::new(2)), Seats::one(Seat::new(5)));
        assert_eq!(Seats::all(8).len(), 8);
        assert!(Seats::NONE.first().is_none());
        assert_eq!(serde_json::to_string(&set).unwrap(), "[2,5]");
    }

    #[test]
    fn a_seat_is_read_in_one_spelling() {
        assert_eq!("7".parse(), Ok(Seat::new(7)));
        let error = "8".parse::<Seat>().unwrap_err();
        assert_eq!(error.to_string(), "`8` is no seat: they are 0 to 7");
        assert!("01".parse::<Seat>().is_err());
    }

    #[test]
    fn eyes_are_written_and_read() {
        for eye in [Eye::Seat(Seat::new(3)), Eye::Table, Eye::All] {
            assert_eq!(eye.to_string().parse(), Ok(eye));
            let json = serde_json::to_string(&eye).unwrap();
            assert_eq!(serde_json::from_str::<Eye>(&json).unwrap(), eye);
        }
        assert!("8".parse::<Eye>().is_err() && "Table".parse::<Eye>().is_err());
        assert!(serde_json::from_str::<Eye>("-1").is_err());
    }
}
