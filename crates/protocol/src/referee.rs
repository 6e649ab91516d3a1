//! Requests to the referee and its answers, one JSON object per line.

use roundtable_core::{HexKey, Outcome, Raw, Record, Refusal as Forbidden, Seat, Seats, Setup, WrittenClaim};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::samples::{AnyEye, Handle};
use crate::{Hint, Refusal};

/// A request. A seat may be any number here, and the answer says if it does not exist.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Deal a game.
    New(New),
    /// Ask where the game stands.
    State {},
    /// List the legal moves of a seat.
    Legal {
        /// Which; may be left out if exactly one seat is to act.
        #[serde(default)]
        seat: Option<u64>,
    },
    /// Make a move.
    Play {
        /// Whose; may be left out if exactly one seat is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Ask whether a move would be legal.
    Check {
        /// Whose; may be left out if exactly one seat is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Show what an eye sees.
    View {
        /// Whose.
        eye: AnyEye,
    },
    /// List what an eye was told.
    Events {
        /// Whose.
        eye: AnyEye,
        /// From which event on.
        #[serde(default)]
        since: usize,
    },
    /// Make a claim.
    Claim {
        /// Who.
        seat: u64,
        /// What.
        claim: Value,
    },
    /// List the claims.
    Claims {},
    /// Ask what a good player would do.
    Hint {
        /// Which; may be left out if exactly one seat is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The same seed gives the same hints.
        #[serde(default)]
        seed: u64,
    },
    /// Return the record so far.
    Record {},
    /// Load a recorded game.
    Load {
        /// The record.
        record: Value,
    },
}

/// A game to be dealt.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// Which game, for how many players, with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of a deck file, or the same as a JSON object.
    #[serde(default)]
    pub deck: Option<Value>,
    /// A seed for the dice.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A whole key for the dice instead.
    #[serde(default)]
    pub key: Option<HexKey>,
}

/// An answer. Write it with [`roundtable_core::json::to_string`].
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// Whether the request succeeded.
    pub ok: bool,
    /// The result.
    #[serde(flatten)]
    pub result: Result<'a>,
}

impl Answer<'_> {
    /// The answer to a request that is refused.
    #[must_use]
    pub const fn refused(error: Refusal) -> Self {
        Self {
            ok: false,
            result: Result::Refused { error },
        }
    }
}

impl<'a> From<std::result::Result<Result<'a>, Refusal>> for Answer<'a> {
    fn from(result: std::result::Result<Result<'a>, Refusal>) -> Self {
        match result {
            Ok(result) => Self { ok: true, result },
            Err(error) => Self::refused(error),
        }
    }
}

/// The result of a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Result<'a> {
    /// A game was dealt or loaded.
    Taken {
        /// The slug of the game.
        game: &'static str,
        /// How many play.
        players: usize,
        /// Where it stands.
        #[serde(flatten)]
        state: State,
    },
    /// Where the game stands.
    State(State),
    /// The legal moves of a seat.
    Legal {
        /// Whose moves.
        seat: Seat,
        /// The moves, in their three forms.
        moves: Raw<'a>,
    },
    /// Whether a move is legal.
    Checked {
        /// Whether it is.
        legal: bool,
        /// Why not.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Forbidden>,
    },
    /// What an eye sees.
    View {
        /// In the game's own form.
        view: Raw<'a>,
    },
    /// What an eye was told.
    Events {
        /// In order.
        events: Raw<'a>,
        /// The number of the next event.
        next: usize,
    },
    /// The claims.
    Claims {
        /// In order.
        claims: Vec<WrittenClaim>,
    },
    /// What a good player would do.
    Hints {
        /// On which seat.
        seat: Seat,
        /// The best first.
        hints: Vec<Hint>,
    },
    /// The record so far.
    Record {
        /// The record.
        record: Box<Record>,
    },
    /// A sample was drawn, or copied.
    Sampled {
        /// Its name.
        handle: Handle,
        /// Who has a decision to make in it.
        to_act: Seats,
        /// How it ended, if it has.
        outcome: Option<Outcome>,
    },
    /// A move was made in a sample.
    Stepped {
        /// What the seat that drew the sample was told, and null for each event that it was not told.
        events: Raw<'a>,
        /// Who has a decision to make now.
        to_act: Seats,
        /// How it ended, if it has.
        outcome: Option<Outcome>,
    },
    /// Copies of a sample were played to the end.
    Rolled {
        /// How many.
        games: u32,
        /// What each seat got on average: 1 for a victory, a part of it for a shared one.
        shares: Vec<f32>,
    },
    /// A sample was given up.
    Freed {
        /// How many more can be held now.
        room: usize,
    },
    /// The request was refused, and nothing has changed.
    Refused {
        /// Why.
        error: Refusal,
    },
}

/// Where a game stands.
#[derive(Debug, Serialize)]
pub struct State {
    /// How many moves were made.
    pub ply: usize,
    /// Who has a decision to make.
    pub to_act: Seats,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}
