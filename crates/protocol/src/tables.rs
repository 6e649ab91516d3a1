//! Tables over HTTP: what is asked and answered.

use roundtable_core::{Listing, Outcome, Setup};
use serde::{Deserialize, Serialize};

use crate::{Continues, Hint, PersonId, TableId};

/// `GET /api/games`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Games {
    /// The version of what is said on the network; see [`VERSION`](crate::VERSION).
    pub protocol: u32,
    /// The games.
    pub games: Vec<Listing>,
    /// The levels of bots, the weakest first.
    pub levels: Vec<LevelInfo>,
}

/// A level of bots.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelInfo {
    /// As it is written.
    pub name: String,
    /// How it plays, in a line.
    pub summary: String,
}

/// What a seat of a new table is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Whoever comes.
    Open,
    /// Whoever has its invitation.
    Invited,
    /// A bot of this level.
    Bot(String),
    /// Whoever makes the table.
    Me,
}

/// `POST /api/tables`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Which game, for how many, with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of a deck file; the game's own deck if left out.
    #[serde(default)]
    pub deck: Option<String>,
    /// What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0.
    #[serde(default)]
    pub seats: Option<Vec<NewSeat>>,
    /// Whether everybody finds it in the list; otherwise only who has its link.
    #[serde(default)]
    pub public: bool,
    /// Seconds for a decision; no limit if left out.
    #[serde(default)]
    pub seconds: Option<u32>,
    /// Whether it may be watched.
    #[serde(default)]
    pub spectators: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// The level of the bot that plays for who is absent or has resigned; `squire` if left out.
    #[serde(default)]
    pub stand_in: Option<String>,
    /// The browser's random number for the deal: 64 hexadecimal digits.
    #[serde(default)]
    pub number: Option<String>,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// Waiting for players.
    Waiting,
    /// Being played.
    Running,
    /// Played to the end.
    Over,
    /// Given up before it began.
    Closed,
}

/// What sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet; anybody may.
    Open,
    /// Nobody yet; whoever is invited may.
    Invited,
    /// A bot.
    Bot,
    /// A person.
    Person,
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// A decision took longer than allowed.
    Away,
    /// The person wished it.
    Resigned,
}

/// A seat, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// What sits there.
    pub kind: SeatKind,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The person; nobody if the account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// What they are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Why a bot plays for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<StandIn>,
    /// The secret of the invitation; shown to the host alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// A table, as it is shown to somebody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// Its name for programs.
    pub id: TableId,
    /// Which game, by which rules, for how many and with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// Whether it is played with cards of its own.
    pub own_deck: bool,
    /// Where it stands.
    pub status: TableStatus,
    /// How many moves were made.
    pub ply: usize,
    /// Whether everybody finds it in the list.
    pub public: bool,
    /// Whether it may be watched.
    pub spectators: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Seconds for a decision.
    pub seconds: Option<u32>,
    /// The level that plays for who is absent.
    pub stand_in: String,
    /// Who made it.
    pub host: PersonId,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// SHA-256 of the secret behind the deal, shown before the first card.
    pub commitment: String,
    /// The secret part of the link to a private table; shown to those who sit at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whose chat nobody hears.
    pub muted: Vec<PersonId>,
    /// The table on which the same people play again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// Where it goes on from, if it does not begin with a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<Continues>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
}

/// `GET /api/tables`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// The latest first.
    pub tables: Vec<TableInfo>,
}

/// What `POST /api/tables/ID/COMMAND` answers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The table afterwards.
    pub table: TableInfo,
    /// The new table, after `rematch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// Hints, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hints: Option<Vec<Hint>>,
}
