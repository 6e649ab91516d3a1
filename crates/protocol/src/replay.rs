//! Finished games: replayed, verified, continued.

use roundtable_core::{Eye, Seat, Seats, WrittenClaim};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{TableId, TableInfo};

/// `GET /api/tables/ID/replay?eye=EYE`: a finished game as one eye was told it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The table, with the names of its players and the outcome.
    pub table: TableInfo,
    /// Whose eye: a seat's number, `table` for a spectator or `all` for the open cards.
    pub eye: Eye,
    /// Every move.
    pub moves: Vec<ReplayMove>,
    /// Everything that this eye was told, in order.
    pub events: Vec<ReplayEvent>,
    /// Every claim, in order.
    pub claims: Vec<WrittenClaim>,
}

/// A move of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayMove {
    /// Which move, from 1: the frame with this number shows its result.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// Its notation.
    pub notation: String,
}

/// Something that happened in a finished game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayEvent {
    /// In which move it happened, from 1; 0 before the first.
    pub ply: usize,
    /// Its place in the event stream, from 0.
    pub number: usize,
    /// The event, in the game's own form. (Events that this eye was not told are left out.)
    pub event: serde_json::Value,
    /// The same as a sentence.
    pub text: String,
}

/// `GET /api/tables/ID/replay/frames?eye=EYE&from=PLY&to=PLY`
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frames {
    /// The frames asked for, in order, at most a hundred.
    pub frames: Vec<Frame>,
}

/// A finished game after `ply` moves, as one eye saw it. Also `GET /api/tables/ID/replay/PLY?eye=EYE`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frame {
    /// After how many moves.
    pub ply: usize,
    /// Who had a decision to make.
    pub to_act: Seats,
    /// What this eye saw, in the game's own form.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub view: Box<RawValue>,
}

/// `POST /api/tables/ID/continue`: a new table that continues from a finished game, against bots.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ContinueTable {
    /// After how many moves.
    pub ply: usize,
    /// Where to sit; everything this seat could not know then is dealt again.
    pub seat: u8,
    /// The level of the bots on the other seats.
    pub level: String,
}

/// What a table continues from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Continues {
    /// Which table.
    pub table: TableId,
    /// After how many of its moves.
    pub ply: usize,
    /// Whose knowledge is kept.
    pub seat: Seat,
}
