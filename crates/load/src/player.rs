//! A scripted player: makes any legal move whenever it is to act.

use roundtable_core::Rng;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a scripted player reads of a message; the rest is not looked at.
#[derive(Debug, Deserialize)]
pub struct Given<'a> {
    /// The kind of message.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// The number of the request that is answered.
    #[serde(default)]
    pub id: Option<u64>,
    /// The game, in `sync` and `update`.
    #[serde(borrow, default)]
    pub game: Option<Stand<'a>>,
    /// Why something was refused.
    #[serde(borrow, default)]
    pub error: Option<&'a RawValue>,
}

/// What a scripted player reads of a game.
#[derive(Debug, Deserialize)]
pub struct Stand<'a> {
    /// How many moves were made.
    pub ply: u64,
    /// The own decision, if there is one to make.
    pub decision: Option<u32>,
    /// The own legal moves.
    pub legal: Vec<Numbered>,
    /// The end, if it is one.
    #[serde(borrow)]
    pub outcome: Option<&'a RawValue>,
}

/// A move's number.
#[derive(Debug, Deserialize)]
pub struct Numbered {
    /// The number.
    pub number: u32,
}

/// Reads a message as a scripted player does.
///
/// # Errors
/// If it is no message of the server.
pub fn messages(text: &str) -> Result<Given<'_>, serde_json::Error> {
    serde_json::from_str(text)
}

/// A player who moves at random.
#[derive(Debug)]
pub struct Player {
    rng: Rng,
    /// The decision that was answered last.
    answered: Option<u32>,
}

impl Player {
    /// A player with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            answered: None,
        }
    }

    /// The command that answers a decision, if there is one that is not answered yet.
    pub fn decide(&mut self, stand: &Stand<'_>) -> Option<(u32, u32)> {
        let decision = stand.decision.filter(|decision| self.answered != Some(*decision))?;
        if stand.legal.is_empty() {
            return None;
        }
        let mv = &stand.legal[self.rng.below(stand.legal.len() as u32) as usize];
        self.answered = Some(decision);
        Some((decision, mv.number))
    }

    /// Forgets what was answered: after a reconnection, an answer may have been lost.
    pub fn forget(&mut self) {
        self.answered = None;
    }
}
