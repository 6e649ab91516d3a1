//! Hints for a player.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One of the best moves, and what a search thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// How much less it is expected to bring than the first hint, both tried on the same samples with the same luck.
    pub behind: f64,
    /// The standard error of `behind`.
    pub behind_error: f64,
    /// Whether it is as good as the first hint, as far as one can tell: the difference may be noise or is below half a
    /// point, or the best choice is a mixture that contains both.
    pub as_good: bool,
    /// How often it should be chosen, if the best choice is mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// What sets it apart, in a sentence or two; empty if it is as good. Seats are given by number, moves by notation.
    pub reason: String,
}
