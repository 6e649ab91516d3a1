//! People over HTTP: requests and answers.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// `POST /api/guest`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The guest's name.
    pub name: String,
}

/// `PATCH /api/me`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// `POST /api/login`
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The claimed name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// `POST /api/me/password`
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimName {
    /// The new password.
    pub password: String,
    /// The old password, if there is one.
    #[serde(default)]
    pub current: Option<String>,
}

/// `DELETE /api/me` and `POST /api/me/bot`
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The password, if there is one.
    #[serde(default)]
    pub password: Option<String>,
}

/// The person who asks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The identifier of the person.
    pub id: PersonId,
    /// The person's name.
    pub name: String,
    /// Whether a password protects the name.
    pub claimed: bool,
    /// Whether a program plays under this name.
    pub bot: bool,
}

/// `GET /api/who`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Who {
    /// The person who asks; null without a name yet.
    pub me: Option<Me>,
}

/// `GET /api/me/sessions`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sessions {
    /// Where the person is signed in, the last used first.
    pub sessions: Vec<SessionInfo>,
}

/// A device on which somebody is signed in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// Its name, for signing out there.
    pub id: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, give or take an hour.
    pub used_at: i64,
    /// The browser and the system in a few words; empty if unknown.
    pub device: String,
}
