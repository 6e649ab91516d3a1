//! One move of a record.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;

/// A line of a record: who moved, and the move in the notation. Written as one string, `0 place 1`.
///
/// Only playing it shows whether it is a move of the game, and legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who moved.
    pub seat: Seat,
    /// The move in the notation.
    pub notation: String,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.notation)
    }
}

impl FromStr for Played {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (seat, notation) = line
            .split_once(' ')
            .ok_or_else(|| format!("`{line}`: a move is a seat and its notation, such as `0 rest`"))?;
        let number = seat.parse().ok().and_then(Seat::try_new);
        Ok(Self {
            seat: number.ok_or_else(|| format!("`{line}`: `{seat}` is no seat"))?,
            notation: notation.to_owned(),
        })
    }
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = String::deserialize(deserializer)?;
        line.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_and_read() {
        let played: Played = "3 play gun 1".parse().unwrap();
        assert_eq!((played.seat.index(), played.notation.as_str()), (3, "play gun 1"));
        assert_eq!(played.to_string(), "3 play gun 1");
        assert_eq!(serde_json::to_string(&played).unwrap(), "\"3 play gun 1\"");
        for bad in ["", "rest", "8 rest", "-1 rest", "x rest"] {
            assert!(bad.parse::<Played>().is_err(), "{bad}");
        }
    }
}
