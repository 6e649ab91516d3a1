//! What a verification finds out about a record.

use serde::Serialize;

use crate::{DiceSource, Draw, Outcome, Seat};

/// What verification proved of a record: it replayed the moves through the same gate as the first time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The slug of the game.
    pub game: String,
    /// The version of the rules it was played under.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// Where chance came from.
    pub deal: Deal,
    /// The games that it continues from, the latest first.
    pub earlier: Vec<Earlier>,
    /// How many moves were made, all of them legal.
    pub moves: usize,
    /// The SHA-256 that sealed the record, which matches; null if it was not sealed.
    pub digest: Option<String>,
    /// The server's public key, if the record is signed; the signature fits.
    pub signed: Option<String>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Everything that the dice drew in this game, in order. Whoever has the key of the dice can draw it again.
    pub draws: Vec<Draw>,
}

/// Where the chance of a game came from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Deal {
    /// Agreed between a host and the players: recomputed from the secret, whose SHA-256 is the commitment, and the
    /// numbers.
    Fair {
        /// What was shown before the first card.
        commitment: String,
        /// How many players gave a number.
        numbers: usize,
        /// Whether they promised their numbers before any was known; not in old records.
        promised: bool,
        /// How many rounds failed before, because somebody stayed silent.
        failed: usize,
    },
    /// Recomputed from a key or a seed in the record. Nobody committed to anything.
    Named,
}

/// A game that another continues from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Earlier {
    /// After how many of its moves the other begins.
    pub moves: usize,
    /// Whose knowledge was kept; everything else was dealt again by the dice of the later game.
    pub seat: Seat,
    /// Where this game's chance came from.
    pub deal: Deal,
}

impl From<&DiceSource> for Deal {
    fn from(dice: &DiceSource) -> Self {
        match dice {
            DiceSource::Fair(deal) => Self::Fair {
                commitment: deal.commitment.clone().into(),
                numbers: deal.numbers.iter().flatten().count(),
                promised: !deal.promises.is_empty(),
                failed: deal.failed.len(),
            },
            DiceSource::Seed(_) | DiceSource::Key(_) => Self::Named,
        }
    }
}
