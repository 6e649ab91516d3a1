//! Notes on the moments of a finished game.

use serde::{Deserialize, Serialize};

use crate::PersonId;

/// `GET /api/tables/ID/notes`: one's own notes on a finished game, and those that others share.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notes {
    /// In the order of their moments, then of their making.
    pub notes: Vec<Note>,
}

/// A note on a moment of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// After how many moves.
    pub ply: usize,
    /// What it says.
    pub text: String,
    /// Whether everybody who may see the game may read it.
    pub shared: bool,
    /// Who wrote it.
    pub by: PersonId,
    /// The name of that person.
    pub name: String,
    /// Whether a program plays under this name; missing if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// `POST /api/tables/ID/notes`: writes one's note on a moment, instead of the one that was there. The answer is
/// [`Notes`].
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WriteNote {
    /// After how many moves.
    pub ply: usize,
    /// What it says; an empty text takes the note away.
    pub text: String,
    /// Whether everybody who may see the game may read it.
    #[serde(default)]
    pub shared: bool,
}
