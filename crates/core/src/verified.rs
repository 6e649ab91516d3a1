//! What can be found true of a record, as it is told.

use serde::Serialize;

use crate::{DiceSource, Outcome, Seat};

/// What was found true of a record: its moves were played again, through the same gate as the first time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The slug of the game.
    pub game: String,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// Where the chance came from.
    pub deal: Deal,
    /// The games it goes on from, the latest first.
    pub earlier: Vec<Earlier>,
    /// How many moves were made, all of them legal.
    pub moves: usize,
    /// The SHA-256 that the record was sealed with, which fits; nothing if it was not sealed.
    pub digest: Option<String>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Where the chance of a game came from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Deal {
    /// Agreed between a host and the players: made again from the secret, whose SHA-256 is the commitment, and the
    /// numbers.
    Fair {
        /// What was shown before the first card.
        commitment: String,
        /// How many players gave a number.
        numbers: usize,
    },
    /// Made again from a key or a seed that the record names. Nobody promised anything.
    Named,
}

/// A game that another goes on from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Earlier {
    /// After how many of its moves.
    pub moves: usize,
    /// Whose knowledge was kept; all else was dealt anew, by the chance of the game that goes on.
    pub seat: Seat,
    /// Where its own chance came from.
    pub deal: Deal,
}

impl From<&DiceSource> for Deal {
    fn from(dice: &DiceSource) -> Self {
        match dice {
            DiceSource::Fair(deal) => Self::Fair {
                commitment: deal.commitment.clone().into(),
                numbers: deal.numbers.iter().flatten().count(),
            },
            DiceSource::Seed(_) | DiceSource::Key(_) => Self::Named,
        }
    }
}
