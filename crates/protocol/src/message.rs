//! Socket messages to a browser.

use roundtable_core::{Link, Outcome, Raw, Seat, Seats, WrittenClaim};
#[cfg(feature = "schema")]
use roundtable_core::{WrittenEvent, WrittenMove};
use serde::{Deserialize, Serialize};

use crate::{Code, Hint, PersonId, Refusal, TableId, TableInfo};

/// A socket message to a browser. Write it with [`roundtable_core::json::to_string`], which copies the parts that are
/// JSON already.
///
/// Messages with an `n` are numbered for the table, without gaps: `skip` replaces what this viewer may not see. A
/// client that misses a number sends `sync`. The other messages answer a request or say goodbye.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a message is made, written and gone")]
pub enum Message<'a> {
    /// Everything: the first message, the answer to `sync`, and sent whenever somebody becomes a player.
    Sync {
        /// The number of the last message that this one includes.
        n: u64,
        /// The table.
        table: TableInfo,
        /// Who you are here.
        you: You,
        /// The game, once it is dealt.
        game: Option<GameState<'a>>,
        /// Every event, as told to you, from number `since` on.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenEvent>"))]
        events: Raw<'a>,
        /// The number of the first event here: more than 0 only if the client said that it has those before.
        since: usize,
        /// The last lines of chat in your room; earlier ones are at `chat/earlier`.
        chat: Vec<ChatLine>,
        /// The last link of the game's chain, once it is dealt.
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<Link>,
    },
    /// A move was made.
    Update {
        /// Its number.
        n: u64,
        /// Where the game stands now.
        game: GameUpdate<'a>,
        /// The new events, as told to you.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenEvent>"))]
        events: Raw<'a>,
        /// The last link of the game's chain: keep it, to check the record with.
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<Link>,
    },
    /// Something about the table changed: seats, status.
    Table {
        /// Its number.
        n: u64,
        /// The table.
        table: TableInfo,
        /// Who you are here.
        you: You,
    },
    /// Somebody said something in your room.
    Chat {
        /// Its number.
        n: u64,
        /// What.
        line: ChatLine,
    },
    /// A player claimed something.
    Claim {
        /// Its number.
        n: u64,
        /// What.
        claim: WrittenClaim,
    },
    /// Something that is not for you.
    Skip {
        /// Its number.
        n: u64,
    },
    /// The request with this number was done; a move is on disk.
    Done {
        /// Which request.
        id: u64,
        /// The new table, after `rematch`.
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        /// Hints, the best first.
        #[serde(skip_serializing_if = "Option::is_none")]
        hints: Option<Vec<Hint>>,
        /// What could be counted, after `odds`.
        #[serde(skip_serializing_if = "Option::is_none")]
        odds: Option<Vec<String>>,
        /// The last link of the game's chain, after a move or a claim.
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<Link>,
    },
    /// The request was refused, and nothing has changed.
    Refused {
        /// Which request; null if it could not be read.
        id: Option<u64>,
        /// Why.
        error: Refusal,
    },
    /// The server closes this connection.
    Bye {
        /// A stable name.
        code: Code,
        /// A sentence for people.
        message: String,
        /// How many milliseconds to wait before reconnecting; null for never.
        retry_ms: Option<u64>,
    },
}

/// Where a game stands, for one viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameState<'a> {
    /// What the viewer can do, and by when.
    #[serde(flatten)]
    pub turn: Turn<'a>,
    /// What the viewer sees, in the game's own form.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub view: Raw<'a>,
}

/// Where a game stands after a move, for a viewer who knows where it stood before. It holds only the changes of the
/// view: the new view is `{...view, ...changed}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameUpdate<'a> {
    /// What the viewer can do, and by when.
    #[serde(flatten)]
    pub turn: Turn<'a>,
    /// The fields of the view that have changed, and no others.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub changed: Raw<'a>,
}

/// Whose turn it is, and what a viewer can do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn<'a> {
    /// How many moves were made.
    pub ply: usize,
    /// Who has a decision to make.
    pub to_act: Seats,
    /// The number of your decision, to be sent with the move; null if you have none to make.
    pub decision: Option<u32>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// The deadlines of decisions.
    pub deadlines: Vec<Deadline>,
    /// Your legal moves.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenMove>"))]
    pub legal: Raw<'a>,
    /// The number of the only one that a lesson goes on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<u32>,
}

/// Who the viewer is at a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct You {
    /// Your seat; null for a spectator.
    pub seat: Option<Seat>,
    /// Whether you made the table.
    pub host: bool,
    /// Whose chat you have muted.
    pub muted: Vec<PersonId>,
}

/// The time by which somebody must decide.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deadline {
    /// Who.
    pub seat: Seat,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A line of chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who.
    pub person: PersonId,
    /// Their name; null if the account is gone.
    pub name: Option<String>,
    /// Whether a program plays under this name; missing if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What.
    pub text: String,
}

/// A page of chat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatPage {
    /// The lines, the oldest first.
    pub lines: Vec<ChatLine>,
    /// Where the page before this one begins; null if there is none.
    pub before: Option<i64>,
}
