//! How a game ended.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{MAX_SEATS, Seat, Seats};

/// The score and rank of every seat, and why the game is over. Plain data without allocation, because simulations make
/// millions.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "written::Outcome")
)]
pub struct Outcome {
    players: u8,
    scores: [i32; MAX_SEATS],
    ranks: [u8; MAX_SEATS],
    reason: Reason,
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// A stable name in snake_case, for programs and statistics.
    pub code: Cow<'static, str>,
    /// A sentence for the players.
    pub text: Cow<'static, str>,
}

impl Reason {
    /// The code of an outcome that a game has made; an outcome that was read has none.
    ///
    /// # Panics
    /// If it was read.
    #[must_use]
    pub fn known(&self) -> &'static str {
        match self.code {
            Cow::Borrowed(code) => code,
            Cow::Owned(_) => panic!("this outcome was read"),
        }
    }
}

impl Outcome {
    /// Ranks the seats by `standing`, the highest first. Equal standings share a rank, and the next rank counts them
    /// all (1, 1, 3). `standing` may contain tie-breakers that the score does not show.
    ///
    /// # Panics
    /// If the two slices differ in length or are longer than [`MAX_SEATS`].
    pub fn ranked<K: Ord>(
        scores: &[i32],
        standing: &[K],
        code: &'static str,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        assert!(scores.len() == standing.len() && scores.len() <= MAX_SEATS);
        let mut outcome = Self {
            players: scores.len() as u8,
            scores: [0; MAX_SEATS],
            ranks: [0; MAX_SEATS],
            reason: Reason {
                code: code.into(),
                text: text.into(),
            },
        };
        outcome.scores[..scores.len()].copy_from_slice(scores);
        for (rank, own) in outcome.ranks.iter_mut().zip(standing) {
            *rank = 1 + standing.iter().filter(|other| *other > own).count() as u8;
        }
        outcome
    }

    /// The scores, seat by seat.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.players as usize]
    }

    /// The ranks, seat by seat, from 1.
    #[must_use]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.players as usize]
    }

    /// All seats that share the first rank.
    #[must_use]
    pub fn winners(&self) -> Seats {
        Seat::all(self.players as usize)
            .filter(|seat| self.ranks[seat.index()] == 1)
            .collect()
    }

    /// Why the game is over.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }
}

/// The written form of an outcome.
#[cfg(feature = "schema")]
mod written {
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "it only has a shape")]
    /// The score and rank of every seat, and why the game is over.
    pub(super) struct Outcome {
        /// The scores, seat by seat.
        scores: Vec<i32>,
        /// The ranks, seat by seat, from 1; equals share a rank.
        ranks: Vec<u8>,
        /// All seats that share the first rank.
        winners: crate::Seats,
        /// Why the game is over.
        reason: crate::Reason,
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut outcome = serializer.serialize_struct("Outcome", 4)?;
        outcome.serialize_field("scores", self.scores())?;
        outcome.serialize_field("ranks", self.ranks())?;
        outcome.serialize_field("winners", &self.winners())?;
        outcome.serialize_field("reason", &self.reason)?;
        outcome.end()
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// The winners follow from the ranks, so they are not read.
        #[derive(Deserialize)]
        struct Written {
            scores: Vec<i32>,
            ranks: Vec<u8>,
            reason: Reason,
        }
        let Written { scores, ranks, reason } = Written::deserialize(deserializer)?;
        if scores.len() != ranks.len() || scores.len() > MAX_SEATS {
            return Err(D::Error::custom("an outcome has a score and a rank for every seat"));
        }
        let mut outcome = Self {
            players: scores.len() as u8,
            scores: [0; MAX_SEATS],
            ranks: [0; MAX_SEATS],
            reason,
        };
        outcome.scores[..scores.len()].copy_from_slice(&scores);
        outcome.ranks[..ranks.len()].copy_from_slice(&ranks);
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_standings_share_a_rank() {
        let outcome = Outcome::ranked(&[5, 9, 5, 1], &[5, 9, 5, 1], "done", "Done.");
        assert_eq!(outcome.ranks(), [2, 1, 2, 4]);
        assert_eq!(outcome.winners(), Seats::one(Seat::new(1)));
        assert_eq!(
            serde_json::to_string(&outcome).unwrap(),
            r#"{"scores":[5,9,5,1],"ranks":[2,1,2,4],"winners":[1],"reason":{"code":"done","text":"Done."}}"#
        );
    }

    #[test]
    fn a_tie_breaker_ranks_without_showing_in_the_score() {
        let outcome = Outcome::ranked(&[5, 5], &[(5, 2), (5, 3)], "done", "Done.");
        assert_eq!(outcome.ranks(), [2, 1]);
    }
}
