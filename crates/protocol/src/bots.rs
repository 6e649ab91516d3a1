//! The protocol of external bots, one JSON object per line.

use roundtable_core::{Claimed, Seat, WrittenMove};
use serde::Serialize;

/// The version of this protocol.
pub const PROTOCOL: u32 = 1;

/// What we tell and ask a program. `M`, `V`, `E` and `C` are the game's moves, views, events and claims.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Said<M, V, E, C> {
    /// The first line. It needs no answer.
    Hello {
        /// Always [`PROTOCOL`].
        protocol: u32,
        /// The slug of the game.
        game: &'static str,
        /// The version of its rules.
        rules_version: u32,
        /// How many play.
        players: usize,
        /// Where the program sits.
        seat: Seat,
        /// How many samples it can hold at once; see [`samples`](crate::samples).
        samples: usize,
    },
    /// The program must decide: the answer is one of the legal moves. Before it answers, it may ask about samples.
    Choose {
        /// Where the program sits.
        seat: Seat,
        /// How long it may think.
        seconds: f32,
        /// What it may do.
        legal: Vec<WrittenMove<M>>,
        /// What it sees.
        view: V,
        /// What has happened since the last question; null for each event that the seat was not told.
        events: Vec<Option<E>>,
        /// What everybody has said.
        claims: Vec<Claimed<C>>,
    },
}
