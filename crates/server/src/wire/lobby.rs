//! What is asked and answered over HTTP.

use roundtable_catalog::Listing;
use roundtable_core::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::message::WireOutcome;
use super::replay::Continues;
use crate::secret::{PersonId, TableId};

/// A refusal.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireError {
    /// Why.
    pub error: WireErrorBody,
}

/// Why something was refused.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireErrorBody {
    /// A stable name in snake_case.
    pub code: String,
    /// The rule of the game that forbids it, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// A sentence for people.
    pub message: String,
}

impl From<&Refusal> for WireErrorBody {
    fn from(refusal: &Refusal) -> Self {
        Self {
            code: refusal.code.to_owned(),
            rule: refusal.rule.map(str::to_owned),
            message: refusal.message.clone(),
        }
    }
}

/// `POST /api/guest`
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct NewGuest {
    /// What to be called.
    pub name: String,
}

/// `PATCH /api/me`
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct Rename {
    /// What to be called from now on.
    pub name: String,
}

/// `POST /api/login`
#[derive(Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct Login {
    /// The claimed name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// `POST /api/me/password`
#[derive(Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct ClaimName {
    /// The new password.
    pub password: String,
    /// The one so far, if there is one.
    #[serde(default)]
    #[ts(optional)]
    pub current: Option<String>,
}

/// `DELETE /api/me`
#[derive(Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct Confirm {
    /// The password, if there is one.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
}

/// Who one is.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Me {
    /// The person's name for programs.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether the name is protected by a password.
    pub claimed: bool,
}

/// `GET /api/who`
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Who {
    /// Who one is; null for who has no name yet.
    pub me: Option<Me>,
}

/// `GET /api/games`
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct Games {
    /// The games.
    #[ts(
        type = "{ slug: string, name: string, summary: string, authors: string, min_players: number, max_players: number, rules_version: number, options: { name: string, summary: string }[] }[]"
    )]
    pub games: Vec<Listing>,
    /// The levels of bots, the weakest first.
    pub levels: Vec<LevelInfo>,
}

/// A level of bots.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct LevelInfo {
    /// As it is written.
    pub name: String,
    /// How it plays, in a line.
    pub summary: String,
}

/// What a seat of a new table is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
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
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "wire.ts")]
pub struct CreateTable {
    /// The slug of the game.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The game's switches that are on.
    #[serde(default)]
    #[ts(type = "Record<string, boolean>", optional)]
    pub options: Map<String, Value>,
    /// The text of a deck file; the game's own deck if left out.
    #[serde(default)]
    #[ts(optional)]
    pub deck: Option<String>,
    /// What the seats are for, from seat 0; the rest are open. If left out, the maker sits on seat 0.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<Vec<NewSeat>>,
    /// Whether everybody finds it in the list; otherwise only who has its link.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub public: bool,
    /// Seconds for a decision; no limit if left out.
    #[serde(default)]
    #[ts(optional)]
    pub seconds: Option<u32>,
    /// Whether it may be watched.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub spectators: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub hints: bool,
    /// The level of the bot that plays for who is absent or has resigned; `squire` if left out.
    #[serde(default)]
    #[ts(optional)]
    pub stand_in: Option<String>,
    /// The browser's random number for the deal: 64 hexadecimal digits.
    #[serde(default)]
    #[ts(optional)]
    pub number: Option<String>,
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "wire.ts")]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "wire.ts")]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "wire.ts")]
pub enum StandIn {
    /// A decision took longer than allowed.
    Away,
    /// The person wished it.
    Resigned,
}

/// A seat, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct SeatInfo {
    /// What sits there.
    pub kind: SeatKind,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<String>,
    /// The person; nobody if the account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub person: Option<PersonId>,
    /// What they are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Why a bot plays for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stand_in: Option<StandIn>,
    /// The secret of the invitation; shown to the host alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite: Option<String>,
}

/// A table, as it is shown to somebody.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct TableInfo {
    /// Its name for programs.
    pub id: TableId,
    /// The slug of the game.
    pub game: String,
    /// The version of its rules that is played by.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// The game's switches.
    #[ts(type = "Record<string, boolean>")]
    pub options: Map<String, Value>,
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
    #[ts(optional)]
    pub key: Option<String>,
    /// Whose chat nobody hears.
    pub muted: Vec<PersonId>,
    /// The table on which the same people play again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<TableId>,
    /// Where it goes on from, if it does not begin with a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub continues: Option<Continues>,
    /// How it ended.
    pub outcome: Option<WireOutcome>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_at: i64,
}

/// `GET /api/tables`
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct TableList {
    /// The latest first.
    pub tables: Vec<TableInfo>,
}
