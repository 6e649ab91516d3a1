//! API tokens: requests and answers.

use serde::{Deserialize, Serialize};

/// What a program with an API token may do in its owner's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See what its owner sees: tables, games, reviews, notes.
    Read,
    /// Sit down, decide, claim, ask for hints.
    Play,
    /// Chat, mute, write notes.
    Talk,
    /// Make tables, begin games, go on from finished ones, have games reviewed.
    Tables,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Read, Self::Play, Self::Talk, Self::Tables];

    /// Its written name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Talk => "talk",
            Self::Tables => "tables",
        }
    }
}

/// `POST /api/me/tokens`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewApiToken {
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
}

/// The answer to `POST /api/me/tokens`.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiTokenMade {
    /// The token. It is shown this once: the server keeps only its hash.
    pub secret: String,
    /// What will be listed of it.
    pub token: ApiTokenInfo,
}

/// `GET /api/me/tokens`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiTokens {
    /// The person's API tokens, the latest first.
    pub tokens: Vec<ApiTokenInfo>,
}

/// An API token, as its owner sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiTokenInfo {
    /// By which it can be revoked.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, give or take five minutes; null if never.
    pub used_at: Option<i64>,
}
