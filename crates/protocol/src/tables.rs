//! Tables over HTTP: requests and answers.

use roundtable_core::{HexKey, Link, Listing, Outcome, Saying, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::{Continues, Hint, PersonId, TableId};

/// `GET /api/games`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Games {
    /// The version of the network protocol; see [`VERSION`](crate::VERSION).
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
    /// The name of the level.
    pub name: String,
    /// How it plays, in one line.
    pub summary: String,
}

/// What a seat of a new table is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Anybody.
    Open,
    /// Anybody with its invitation.
    Invited,
    /// Whoever has claimed this name: they are asked to sit down.
    Asked(String),
    /// A bot of this level.
    Bot(String),
    /// The maker of the table.
    Me,
}

/// `POST /api/tables`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// Which game, for how many players, with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of a deck file; the game's own deck if left out.
    #[serde(default)]
    pub deck: Option<String>,
    /// What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0.
    #[serde(default)]
    pub seats: Option<Vec<NewSeat>>,
    /// Whether the list shows it to everybody; otherwise only those with its link can find it.
    #[serde(default)]
    pub public: bool,
    /// Seconds per decision; no limit if left out.
    #[serde(default)]
    pub seconds: Option<u32>,
    /// Whether the game may change the ratings of its players, who agree by sitting down; if left out, as `public`.
    #[serde(default)]
    pub rated: Option<bool>,
    /// Whether spectators may watch.
    #[serde(default)]
    pub spectators: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether the table is for people: no bot account can sit down.
    #[serde(default)]
    pub people_only: bool,
    /// The level of the bot that plays for players who are absent or have resigned; `squire` if left out.
    #[serde(default)]
    pub stand_in: Option<String>,
    /// The promise of the browser's random number for the deal: 64 hexadecimal digits.
    #[serde(default)]
    pub promise: Option<String>,
}

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// Waiting for players.
    Waiting,
    /// Waiting for the numbers that were promised; nobody can sit down or leave.
    Dealing,
    /// Being played.
    Running,
    /// Played to the end.
    Over,
    /// Closed before it began.
    Closed,
}

/// What sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet; anybody may sit down.
    Open,
    /// Nobody yet; only somebody with the invitation may sit down.
    Invited,
    /// Nobody yet; kept for a person who is asked to play.
    Asked,
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
    /// The person resigned.
    Resigned,
}

/// A seat as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// What sits there.
    pub kind: SeatKind,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The person who sits there or is asked; missing if the account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether a program plays under this name (a bot account, not a bot of the house); missing if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Why a bot plays for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<StandIn>,
    /// The promise of the person's number for the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub promise: Option<HexKey>,
    /// The secret of the invitation; shown only to the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// A table as it is shown to somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// The identifier of the table.
    pub id: TableId,
    /// Which game, under which rules, for how many players and with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// Whether it is played with a deck of its own.
    pub own_deck: bool,
    /// The status of the table.
    pub status: TableStatus,
    /// How many moves were made.
    pub ply: usize,
    /// Whether the list shows it to everybody.
    pub public: bool,
    /// Whether the game may change ratings: whoever sits down agrees. False where hints or the deck rule it out.
    pub rated: bool,
    /// Whether spectators may watch.
    pub spectators: bool,
    /// Whether you may look at it now.
    pub watch: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether the table is for people: no bot account can sit down.
    #[serde(default)]
    pub people_only: bool,
    /// Seconds per decision.
    pub seconds: Option<u32>,
    /// The level of the bot that plays for absent players.
    pub stand_in: String,
    /// Who decides when it begins: whoever made it, or another after they have left.
    pub host: PersonId,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// SHA-256 of the secret of the deal, shown before the first card.
    pub commitment: String,
    /// How far the deal is, while numbers are promised and revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<DealInfo>,
    /// The secret part of the link to a private table; shown to the people seated at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// People whom the host muted for everybody.
    pub muted: Vec<PersonId>,
    /// The table of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// What it continues from, if it does not begin with a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continues: Option<Continues>,
    /// Whether it began as a lesson.
    pub lesson: bool,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Why the stored game cannot be played on, as a sentence; left out if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
}

/// A round of the deal, in which numbers are promised and then revealed. The table's `commitment` and the seats'
/// `promise`s are the *roll*: once numbers are revealed, it does not change any more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealInfo {
    /// Which round, from 1; each before it failed, because somebody stayed silent.
    pub round: usize,
    /// What the server waits for.
    pub step: DealStep,
    /// For whom.
    pub awaited: Vec<Seat>,
    /// How long, in milliseconds since 1970.
    pub until: i64,
}

/// What a table that is dealing waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DealStep {
    /// New promises, after a round that failed: `join` again.
    Promise,
    /// The promised numbers: `reveal`.
    Reveal,
}

/// `GET /api/tables`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// The tables, the latest first.
    pub tables: Vec<TableInfo>,
    /// Tables that are left out because one person has many.
    pub folded: Vec<FoldedTables>,
    /// Whether there are older ones.
    pub more: bool,
    /// Where the next page begins: `before` in the next request. Missing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Tables of one person that a list leaves out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoldedTables {
    /// The listed table after which they would come.
    pub after: TableId,
    /// Who made them: `by` in a request for all of them.
    pub by: PersonId,
    /// Their name; missing if the account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether a program plays under this name; missing if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// How many.
    pub count: usize,
}

/// The answer to `POST /api/tables/ID/COMMAND`.
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
    /// What could be counted, after `odds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Vec<String>>,
    /// The last link of the game's chain, after a move or a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
}

/// `GET /api/games/GAME/lesson`: what a lesson says, and when.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonInfo {
    /// What is said before moves, in order.
    pub sayings: Vec<LessonSaying>,
    /// How many moves it has.
    pub moves: usize,
    /// What is said after the last move.
    pub end: Saying,
}

/// Something that is said in a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonSaying {
    /// After how many moves.
    pub ply: usize,
    /// What.
    #[serde(flatten)]
    pub saying: Saying,
}
