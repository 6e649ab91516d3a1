//! What a player is told who asks for hints.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// One of the best moves, and what a search thinks of it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "wire.ts")]
pub struct WireHint {
    /// The number of the move.
    pub number: u32,
    /// Its notation.
    pub notation: String,
    /// Its JSON, in the game's own form.
    #[ts(type = "unknown")]
    pub json: Value,
    /// The share of victories that it is expected to bring, from 0 to 1.
    pub share: f64,
    /// The standard error of that.
    pub error: f64,
    /// How often it should be chosen, where a choice should be mixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub odds: Option<f64>,
    /// What usually happens next, in a sentence.
    pub reason: String,
}
