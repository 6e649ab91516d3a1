//! What a socket tells a browser.

use roundtable_core::{Outcome, Seat, WrittenClaim};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use ts_rs::TS;

use super::hint::WireHint;
use super::lobby::{TableInfo, WireErrorBody};
use crate::secret::{PersonId, TableId};

/// A socket message to a browser.
///
/// Messages with an `n` are numbered for the table, without gaps: what this viewer may not see comes as `skip`. Whoever misses a
/// number sends `sync`. The others answer a request or say goodbye.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export_to = "wire.ts")]
pub enum Message<'a> {
    /// Everything: the first message, and the answer to `sync`, and whenever somebody becomes a player.
    Sync {
        /// The number of the last message that is contained in this.
        #[ts(type = "number")]
        n: u64,
        /// The table.
        table: TableInfo,
        /// Who you are here.
        you: You,
        /// The game, once it is dealt.
        #[ts(as = "Option<GameState>")]
        game: &'a RawValue,
        /// Everything that happened, as told to you.
        #[ts(as = "Vec<WireEvent>")]
        events: &'a RawValue,
        /// What was said in your room.
        chat: Vec<ChatLine>,
    },
    /// A move was made.
    Update {
        /// Its number.
        #[ts(type = "number")]
        n: u64,
        /// Where the game stands now.
        #[ts(as = "GameUpdate")]
        game: &'a RawValue,
        /// What happened, as told to you.
        #[ts(as = "Vec<WireEvent>")]
        events: &'a RawValue,
    },
    /// Something about the table changed: seats, status.
    Table {
        /// Its number.
        #[ts(type = "number")]
        n: u64,
        /// The table.
        table: TableInfo,
        /// Who you are here.
        you: You,
    },
    /// Somebody said something in your room.
    Chat {
        /// Its number.
        #[ts(type = "number")]
        n: u64,
        /// What.
        line: ChatLine,
    },
    /// A player claimed something.
    Claim {
        /// Its number.
        #[ts(type = "number")]
        n: u64,
        /// What.
        claim: WireClaim,
    },
    /// Something that is not for you.
    Skip {
        /// Its number.
        #[ts(type = "number")]
        n: u64,
    },
    /// The request with this number was done; a move is on disk.
    Done {
        /// Which request.
        #[ts(type = "number")]
        id: u64,
        /// The new table, after `rematch`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<TableId>,
        /// Hints, the best first.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hints: Option<Vec<WireHint>>,
    },
    /// The request was refused, and nothing has changed.
    Refused {
        /// Which request; null if it could not be read.
        #[ts(type = "number | null")]
        id: Option<u64>,
        /// Why.
        error: WireErrorBody,
    },
    /// The server closes this connection.
    Bye {
        /// A stable name in snake_case.
        code: &'static str,
        /// A sentence for people.
        message: String,
        /// After how many milliseconds to come back; null for not at all.
        #[ts(type = "number | null")]
        retry_ms: Option<u64>,
    },
}

/// Who the viewer is at a table.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct You {
    /// The own seat; null for a spectator.
    #[ts(type = "number | null")]
    pub seat: Option<Seat>,
    /// Whether the table was made by you.
    pub host: bool,
    /// Whose chat you do not hear.
    pub muted: Vec<PersonId>,
}

/// Where a game stands, for one viewer. (It is written by `table/show.rs`, in the order of the fields here and without a value of this
/// type in between: most of it is JSON text already.)
#[derive(Clone, Debug, TS)]
#[ts(export_to = "wire.ts")]
pub struct GameState {
    /// How many moves were made.
    pub ply: usize,
    /// Who has a decision to make.
    #[ts(type = "number[]")]
    pub to_act: Vec<Seat>,
    /// The number of the own decision, to be named with the move; null if there is none to make.
    pub decision: Option<u32>,
    /// How it ended.
    pub outcome: Option<WireOutcome>,
    /// Until when decisions must be made.
    pub deadlines: Vec<Deadline>,
    /// The own legal moves.
    pub legal: Vec<WireMove>,
    /// What the viewer sees, in the game's own form.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
}

/// Where a game stands after a move, for a viewer who knows where it stood before. Of the view it has what has changed: the new view is
/// `{...view, ...changed}`. (Written as [`GameState`] is.)
#[derive(Clone, Debug, TS)]
#[ts(export_to = "wire.ts")]
pub struct GameUpdate {
    /// How many moves were made.
    pub ply: usize,
    /// Who has a decision to make.
    #[ts(type = "number[]")]
    pub to_act: Vec<Seat>,
    /// The number of the own decision, to be named with the move; null if there is none to make.
    pub decision: Option<u32>,
    /// How it ended.
    pub outcome: Option<WireOutcome>,
    /// Until when decisions must be made.
    pub deadlines: Vec<Deadline>,
    /// The own legal moves.
    pub legal: Vec<WireMove>,
    /// The fields of the view that are not what they were. A field that is not here has not changed.
    #[ts(type = "Record<string, unknown>")]
    pub changed: Value,
}

/// Until when somebody must decide.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Deadline {
    /// Who.
    #[ts(type = "number")]
    pub seat: Seat,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// A legal move in its three forms.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireMove {
    /// Its number.
    pub number: u32,
    /// Its notation.
    pub notation: String,
    /// Its JSON.
    #[ts(type = "unknown")]
    pub json: Value,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireEvent {
    /// Its place in the game's stream, from 0.
    pub number: usize,
    /// What; null if the viewer is not told.
    #[ts(type = "unknown")]
    pub event: Option<Value>,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireOutcome {
    /// Seat by seat.
    pub scores: Vec<i32>,
    /// Seat by seat, from 1.
    pub ranks: Vec<u8>,
    /// All who share the first rank.
    #[ts(type = "number[]")]
    pub winners: Vec<Seat>,
    /// Why it is over.
    pub reason: WireReason,
}

/// Why a game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireReason {
    /// A stable name in snake_case.
    pub code: String,
    /// A sentence for people.
    pub text: String,
}

impl From<Outcome> for WireOutcome {
    fn from(outcome: Outcome) -> Self {
        Self {
            scores: outcome.scores().to_vec(),
            ranks: outcome.ranks().to_vec(),
            winners: outcome.winners().iter().collect(),
            reason: WireReason {
                code: outcome.reason().code.to_owned(),
                text: outcome.reason().text.clone().into_owned(),
            },
        }
    }
}

/// A line of chat.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Who.
    pub person: PersonId,
    /// What they are called; null if the account is gone.
    pub name: Option<String>,
    /// What.
    pub text: String,
}

/// Something that a player claimed.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireClaim {
    /// After how many moves.
    pub ply: usize,
    /// Who.
    #[ts(type = "number")]
    pub seat: Seat,
    /// What, in the game's own form.
    #[ts(type = "unknown")]
    pub claim: Value,
    /// The same as a sentence.
    pub text: String,
}

impl From<WrittenClaim> for WireClaim {
    fn from(said: WrittenClaim) -> Self {
        Self {
            ply: said.ply,
            seat: said.seat,
            claim: said.claim,
            text: said.text,
        }
    }
}
