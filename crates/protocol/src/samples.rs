//! Requests about samples: positions that might be the real one for all that a seat can know. The referee and bots that
//! are programs ask in the same words.
//!
//! A request names a sample by its handle, and only `sample` makes one from the game. So no request can reach the real
//! position.

use roundtable_core::{Code as Engine, Eye, Seat, Seats};
use serde::Deserialize;
use serde_json::Value;

use crate::Refusal;

/// How many samples can be held at once.
pub const MOST_SAMPLES: usize = 256;

/// How many games one rollout can play.
pub const MOST_GAMES: u32 = 100;

/// The name of a sample. It is never given to another.
pub type Handle = u64;

/// A request about samples. The answers are the referee's.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Draw a position that agrees with all a seat knows.
    Sample {
        /// Which seat; may be left out if exactly one is to act. A bot can only name its own.
        #[serde(default)]
        seat: Option<u64>,
        /// Starts the generator anew; the same seed and the same requests give the same samples.
        #[serde(default)]
        seed: Option<u64>,
    },
    /// Copy a sample, with its future.
    Fork {
        /// Which.
        handle: Handle,
    },
    /// List the legal moves of a seat in a sample.
    Legal {
        /// Which sample.
        handle: Handle,
        /// Which seat; may be left out if exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
    },
    /// Show what an eye would see in a sample.
    View {
        /// Which sample.
        handle: Handle,
        /// Whose eye.
        eye: AnyEye,
    },
    /// Make a move in a sample.
    Step {
        /// Which sample.
        handle: Handle,
        /// Which seat; may be left out if exactly one is to act.
        #[serde(default)]
        seat: Option<u64>,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Play copies of a sample to the end. The sample stays as it is.
    Rollout {
        /// Which sample.
        handle: Handle,
        /// How many games, up to [`MOST_GAMES`].
        #[serde(default = "one")]
        games: u32,
        /// The level of the bots that play.
        #[serde(default)]
        by: Option<String>,
    },
    /// Give a sample up.
    Free {
        /// Which.
        handle: Handle,
    },
}

const fn one() -> u32 {
    1
}

impl Request {
    /// Whether a request of the referee's protocol is about samples.
    #[must_use]
    pub fn is_meant(request: &Value) -> bool {
        request.get("handle").is_some() || request.get("cmd").is_some_and(|cmd| cmd == "sample")
    }
}

/// An eye in a request: any number, or a name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub enum AnyEye {
    /// The eye of a seat, which may not exist.
    Seat(u64),
    /// `table` or `all`.
    Named(Eye),
}

impl AnyEye {
    /// The eye that is meant at a table of this size.
    ///
    /// # Errors
    /// [`Engine::BadSeat`] if the seat does not exist.
    pub fn at(self, players: usize) -> Result<Eye, Refusal> {
        match self {
            Self::Seat(number) => seat_at(number, players).map(Eye::Seat),
            Self::Named(Eye::Seat(seat)) => seat_at(seat.index() as u64, players).map(Eye::Seat),
            Self::Named(eye @ (Eye::Table | Eye::All)) => Ok(eye),
        }
    }
}

/// The seat named, or the only one that is to act.
///
/// # Errors
/// [`Engine::BadSeat`] if it does not exist, or if none is named and not exactly one is to act.
pub fn seat_of(number: Option<u64>, players: usize, to_act: Seats) -> Result<Seat, Refusal> {
    match (number, to_act.first()) {
        (Some(number), _) => seat_at(number, players),
        (None, Some(seat)) if to_act.len() == 1 => Ok(seat),
        (None, _) => Err(Refusal::new(Engine::BadSeat, "name a seat: not exactly one is to act")),
    }
}

fn seat_at(number: u64, players: usize) -> Result<Seat, Refusal> {
    let seat = usize::try_from(number).ok().filter(|&number| number < players);
    seat.map(Seat::new).ok_or_else(|| {
        let last = players - 1;
        Refusal::new(
            Engine::BadSeat,
            format!("there is no seat {number}: they go from 0 to {last}"),
        )
    })
}
