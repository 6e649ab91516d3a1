//! People over HTTP: what is asked and answered.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// `POST /api/guest`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// What to be called.
    pub name: String,
}

/// `PATCH /api/me`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// What to be called from now on.
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
    /// The one so far, if there is one.
    #[serde(default)]
    pub current: Option<String>,
}

/// `DELETE /api/me`
#[derive(Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    /// The password, if there is one.
    #[serde(default)]
    pub password: Option<String>,
}

/// Who one is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The person's name for programs.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Whether the name is protected by a password.
    pub claimed: bool,
}

/// `GET /api/who`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Who {
    /// Who one is; null for who has no name yet.
    pub me: Option<Me>,
}
