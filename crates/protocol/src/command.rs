//! What is asked at a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::PersonId;

/// A socket message from a browser: a command, and a number by which its answer is known.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Comes back in the answer.
    pub id: u64,
    /// What to do.
    #[serde(rename = "do")]
    pub command: Command,
}

/// What can be done at a table: an object with one field, named after what to do. Over HTTP the name is the end of
/// the path, `POST /api/tables/ID/NAME`, and the fields are the body.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Take a seat.
    Join {
        /// Which; the first free one if left out.
        #[serde(default)]
        seat: Option<u8>,
        /// The secret of an invitation to a kept seat.
        #[serde(default)]
        invite: Option<String>,
        /// The browser's random number for the deal: 64 hexadecimal digits.
        #[serde(default)]
        number: Option<String>,
    },
    /// Give the seat up before the game begins. Once it runs, the same as `resign`.
    Leave {},
    /// Deal. Free seats get bots of this level; without one, all seats must be taken.
    Start {
        /// The level of the bots on free seats.
        #[serde(default)]
        fill: Option<String>,
    },
    /// Make a move.
    Play {
        /// The decision that it answers.
        decision: u32,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Would this move be allowed now? `done` if it would, else `refused` as the move itself would be. Nothing changes.
    Check {
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Say something in the game's own form.
    Claim {
        /// What.
        claim: Value,
    },
    /// Say something in words: players to players, spectators to spectators.
    Chat {
        /// What.
        text: String,
    },
    /// Let a bot play on this seat.
    Resign {},
    /// Take the seat back from the bot.
    Return {},
    /// A new table with the same people and settings.
    Rematch {
        /// The browser's random number for the deal.
        #[serde(default)]
        number: Option<String>,
    },
    /// Hear somebody's chat no more, or again.
    Mute {
        /// Whose.
        person: PersonId,
        /// Whether to mute.
        on: bool,
        /// For everybody at the table; only its host can.
        #[serde(default)]
        everybody: bool,
    },
    /// What would a good player do?
    Hint {},
    /// Send everything anew; for a client that missed a message.
    Sync {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_strictly() {
        let read = |text: &str| serde_json::from_str::<Request>(text);
        assert!(read(r#"{"id":1,"do":{"leave":{}}}"#).is_ok());
        assert!(read(r#"{"id":1,"do":{"play":{"decision":3,"move":"rest"}}}"#).is_ok());
        for bad in [
            r#"{"id":1,"do":"leave"}"#,
            r#"{"do":{"leave":{}}}"#,
            r#"{"id":-1,"do":{"leave":{}}}"#,
            r#"{"id":1,"do":{"leave":{"now":true}}}"#,
            r#"{"id":1,"do":{"leave":{},"sync":{}}}"#,
            r#"{"id":1,"do":{"dance":{}}}"#,
            r#"{"id":1,"do":{"play":{"move":"rest"}}}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
