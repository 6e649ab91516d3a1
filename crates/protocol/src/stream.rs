//! What a stream tells: everything that happens to one person, at all their tables.

#[cfg(feature = "schema")]
use roundtable_core::{Outcome, WrittenClaim, WrittenEvent};
use roundtable_core::{Raw, Seat};
use serde::Serialize;

#[cfg(feature = "schema")]
use crate::{ChatLine, GameState, TableInfo};
use crate::{Code, Me, TableId};

/// `GET /api/stream`: a line, or an event, with its number in this stream.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StreamLine<'a> {
    /// Its number, from 1.
    pub n: u64,
    /// What.
    #[serde(flatten)]
    pub told: Told<'a>,
}

/// What a stream tells.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told<'a> {
    /// The first line. What is going on at each of these tables follows.
    Hello {
        /// Whose stream it is.
        me: Me,
        /// Their tables that are not over.
        tables: Vec<TableId>,
    },
    /// You are asked to a table: answer with `accept` or `decline`.
    Challenge {
        /// The table.
        #[cfg_attr(feature = "schema", schemars(with = "TableInfo"))]
        table: Raw<'a>,
    },
    /// You are not asked any more, have left, or the table was given up.
    Gone {
        /// Which table.
        table: TableId,
    },
    /// A table of yours that has not begun: how it is now.
    Table {
        /// The table.
        #[cfg_attr(feature = "schema", schemars(with = "TableInfo"))]
        table: Raw<'a>,
        /// Your seat; null if you are only the host.
        seat: Option<Seat>,
    },
    /// A game begins, or goes on after you were away.
    Start {
        /// The table.
        #[cfg_attr(feature = "schema", schemars(with = "TableInfo"))]
        table: Raw<'a>,
        /// Your seat; null if you only watch.
        seat: Option<Seat>,
    },
    /// It is your turn: answer with `play`.
    Turn {
        /// Which table.
        table: TableId,
        /// Your seat.
        seat: Option<Seat>,
        /// Where the game stands: your `decision`, your `legal` moves, what you see.
        #[cfg_attr(feature = "schema", schemars(with = "GameState<'static>"))]
        game: Raw<'a>,
        /// The events since the last time.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenEvent>"))]
        events: Raw<'a>,
        /// The number of the first of them.
        since: usize,
    },
    /// The game is over.
    Over {
        /// Which table.
        table: TableId,
        /// How it ended.
        #[cfg_attr(feature = "schema", schemars(with = "Outcome"))]
        outcome: Raw<'a>,
        /// The events since the last time.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenEvent>"))]
        events: Raw<'a>,
        /// The number of the first of them.
        since: usize,
    },
    /// Somebody said something at your table.
    Chat {
        /// Which table.
        table: TableId,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "ChatLine"))]
        line: Raw<'a>,
    },
    /// A player claimed something.
    Claim {
        /// Which table.
        table: TableId,
        /// What.
        #[cfg_attr(feature = "schema", schemars(with = "WrittenClaim"))]
        claim: Raw<'a>,
    },
    /// Nothing has happened; the stream is still there.
    Alive {},
    /// The server ends this stream.
    Bye {
        /// A stable name.
        code: Code,
        /// A sentence for people.
        message: String,
        /// How many milliseconds to wait before coming again; null for never.
        retry_ms: Option<u64>,
    },
}

/// `GET /api/tables/ID/turn`: the table once it is your turn, or as it is when the wait is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnNow<'a> {
    /// The table.
    #[cfg_attr(feature = "schema", schemars(with = "TableInfo"))]
    pub table: Raw<'a>,
    /// Your seat; null for a spectator.
    pub seat: Option<Seat>,
    /// Where the game stands, once it is dealt.
    #[cfg_attr(feature = "schema", schemars(with = "Option<GameState<'static>>"))]
    pub game: Option<Raw<'a>>,
    /// The events, from the one on that you named.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<WrittenEvent>"))]
    pub events: Raw<'a>,
    /// The number of the first of them.
    pub since: usize,
}
