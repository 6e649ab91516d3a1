//! What the referee is asked and answers, one JSON object a line.

use roundtable_core::{Eye, HexKey, Outcome, Raw, Record, Refusal as Forbidden, Seat, Seats, Setup, WrittenClaim};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Hint, Refusal};

/// A request. Seats are any numbers here: one that is not there is answered as such.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Deal a game.
    New(New),
    /// Where does the game stand?
    State {},
    /// What may a seat do?
    Legal {
        /// Which; may be left out when exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
    },
    /// Make a move.
    Play {
        /// Whose; may be left out when exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Would a move be allowed?
    Check {
        /// Whose; may be left out when exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// What does an eye see?
    View {
        /// Whose.
        eye: AnyEye,
    },
    /// What was an eye told?
    Events {
        /// Whose.
        eye: AnyEye,
        /// From which event on.
        #[serde(default)]
        since: usize,
    },
    /// Say something.
    Claim {
        /// Who.
        seat: u64,
        /// What.
        claim: Value,
    },
    /// What was said?
    Claims {},
    /// What would a good player do?
    Hint {
        /// On which seat; may be left out when exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The same seed gives the same hints.
        #[serde(default)]
        seed: u64,
    },
    /// The record so far.
    Record {},
    /// Take up a recorded game.
    Load {
        /// The record.
        record: Value,
    },
}

/// A game to be dealt.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct New {
    /// Which game, for how many, with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of a deck file, or the same as a JSON object.
    #[serde(default)]
    pub deck: Option<Value>,
    /// Where the chance comes from.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The same as a whole key.
    #[serde(default)]
    pub key: Option<HexKey>,
}

/// An eye as it is asked for: any number, or a name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub enum AnyEye {
    /// The eye of a seat that may not be there.
    Seat(u64),
    /// `table` or `all`.
    Named(Eye),
}

/// An answer. It is written with [`roundtable_core::json::to_string`].
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// Whether it could be done.
    pub ok: bool,
    /// What came of it.
    #[serde(flatten)]
    pub result: Result<'a>,
}

/// What came of a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Result<'a> {
    /// A game was taken up.
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
    /// What a seat may do.
    Legal {
        /// Whose moves.
        seat: Seat,
        /// The moves, in their three forms.
        moves: Raw<'a>,
    },
    /// Whether a move is allowed.
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
    /// What was said.
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
