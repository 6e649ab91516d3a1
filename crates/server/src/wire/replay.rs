//! Finished games: looked at again, verified, gone on from.

use roundtable_catalog::{Deal, Earlier, Verified};
use roundtable_core::{Eye, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;

use super::lobby::TableInfo;
use super::message::{WireClaim, WireOutcome};
use crate::secret::TableId;

/// `GET /api/tables/ID/replay?eye=EYE`: what happened, as told to one eye.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Replay {
    /// The table, with the names of its players and the outcome.
    pub table: TableInfo,
    /// Whose eye: a seat's number, `table` for a spectator or `all` for the open cards.
    #[ts(type = "number | \"table\" | \"all\"")]
    pub eye: Eye,
    /// Every move.
    pub moves: Vec<ReplayMove>,
    /// Everything that this eye was told, in order.
    pub events: Vec<ReplayEvent>,
    /// Everything that was claimed, in order.
    pub claims: Vec<WireClaim>,
}

/// A move of a finished game.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct ReplayMove {
    /// Which move, from 1: the frame with this number shows what came of it.
    pub ply: usize,
    /// Who made it.
    #[ts(type = "number")]
    pub seat: Seat,
    /// Its notation.
    pub notation: String,
}

/// Something that happened in a finished game.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct ReplayEvent {
    /// In which move it happened, from 1; 0 for what happened before the first.
    pub ply: usize,
    /// Its place in the game's stream, from 0.
    pub number: usize,
    /// What, in the game's own form. (What this eye was not told is left out.)
    #[ts(type = "unknown")]
    pub event: serde_json::Value,
    /// The same as a sentence.
    pub text: String,
}

/// `GET /api/tables/ID/replay/frames?eye=EYE&from=PLY&to=PLY`
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Frames {
    /// From the first to the last that was asked for, at most a hundred.
    pub frames: Vec<Frame>,
}

/// A finished game after so many moves, as one eye saw it. Also `GET /api/tables/ID/replay/PLY?eye=EYE`.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Frame {
    /// After how many moves.
    pub ply: usize,
    /// Who had a decision to make.
    #[ts(type = "number[]")]
    pub to_act: Vec<Seat>,
    /// What this eye saw, in the game's own form.
    #[ts(type = "unknown")]
    pub view: Box<RawValue>,
}

/// `POST /api/tables/ID/continue`: a new table that goes on from a finished game, against bots.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ContinueTable {
    /// After how many moves.
    pub ply: usize,
    /// Where to sit; what this seat could not know then is dealt anew.
    pub seat: u8,
    /// The level of the bots on the other seats.
    pub level: String,
}

/// Where a table goes on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Continues {
    /// From which table.
    pub table: TableId,
    /// After how many of its moves.
    pub ply: usize,
    /// From whose knowledge.
    #[ts(type = "number")]
    pub seat: Seat,
}

/// `GET /api/tables/ID/verify`: what was found true of the record. What is not true is refused.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireVerified {
    /// The slug of the game.
    pub game: String,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// Where the chance came from; made again.
    pub deal: WireDeal,
    /// The games it goes on from, the latest first.
    pub earlier: Vec<WireEarlier>,
    /// How many moves were made; all were played again, and are legal.
    pub moves: usize,
    /// The SHA-256 that the record was sealed with; it fits.
    pub digest: Option<String>,
    /// How it ended.
    pub outcome: Option<WireOutcome>,
}

/// Where the chance of a game came from.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export_to = "wire.ts")]
pub enum WireDeal {
    /// Agreed: made again from the secret, whose SHA-256 is the commitment, and the players' numbers.
    Fair {
        /// What was shown before the first card.
        commitment: String,
        /// How many players gave a number.
        numbers: usize,
    },
    /// Named by the record; nobody promised anything.
    Named,
}

/// A game that another goes on from.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireEarlier {
    /// After how many of its moves.
    pub moves: usize,
    /// Whose knowledge was kept.
    #[ts(type = "number")]
    pub seat: Seat,
    /// Where its own chance came from.
    pub deal: WireDeal,
}

impl From<Deal> for WireDeal {
    fn from(deal: Deal) -> Self {
        match deal {
            Deal::Fair { commitment, numbers } => Self::Fair { commitment, numbers },
            Deal::Named => Self::Named,
        }
    }
}

impl From<Earlier> for WireEarlier {
    fn from(earlier: Earlier) -> Self {
        Self {
            moves: earlier.moves,
            seat: earlier.seat,
            deal: earlier.deal.into(),
        }
    }
}

impl From<Verified> for WireVerified {
    fn from(found: Verified) -> Self {
        Self {
            game: found.game,
            rules_version: found.rules_version,
            players: found.players,
            deal: found.deal.into(),
            earlier: found.earlier.into_iter().map(Into::into).collect(),
            moves: found.moves,
            digest: found.digest,
            outcome: found.outcome.map(Into::into),
        }
    }
}
