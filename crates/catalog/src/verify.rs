//! What can be proven of a record.

use roundtable_core::{DiceSource, Outcome, Record, Refusal, Seat};
use serde::Serialize;

use crate::replay;

/// What was found true of a record: its moves were played again, through the same gate as the first time.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
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
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Deal {
    /// Agreed between a host and the players: made again from the secret, whose SHA-256 is the commitment, and the numbers.
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

/// Checks all that can be checked of a record as text: its form, its digest, the commitment of a fair deal, and every move.
///
/// # Errors
/// What is wrong with it: the refusals of [`Record::parse`] and of [`replay`], or `no_digest` for a fair deal that is not sealed.
pub fn verify(text: &str) -> Result<Verified, Refusal> {
    let record = Record::parse(text)?;
    let game = replay(&record)?;
    let deal = Deal::from(&record.dice);
    if matches!(deal, Deal::Fair { .. }) && record.digest.is_none() {
        return Err(Refusal::new(
            "no_digest",
            "a record of a fair deal has a digest, and this one has none: it was changed after it was written",
        ));
    }
    let starts = std::iter::successors(record.start.as_ref(), |start| start.record.start.as_ref());
    let earlier = starts.map(|start| Earlier {
        moves: start.record.moves.len(),
        seat: start.seat,
        deal: Deal::from(&start.record.dice),
    });
    Ok(Verified {
        game: record.game.clone(),
        rules_version: record.rules_version,
        players: record.players,
        deal,
        earlier: earlier.collect(),
        moves: game.ply(),
        digest: record.digest.clone(),
        outcome: game.outcome(),
    })
}
