//! Hints for a player.

use serde::Serialize;
use serde_json::Value;

/// One of the best moves, and what a search thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The number of the move.
    pub number: u32,
    /// Its notation.
    pub notation: String,
    /// Its JSON, in the game's own form.
    pub json: Value,
    /// The expected share of victories after this move, from 0 to 1.
    pub share: f64,
    /// The standard error of `share`.
    pub error: f64,
    /// How often it should be chosen, if the best choice is mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// What usually happens next, in a sentence.
    pub reason: String,
}
