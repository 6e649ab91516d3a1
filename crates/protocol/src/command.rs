//! The commands at a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{PersonId, Scope};

/// A socket message from a browser: a command, and a number to match its answer with.
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

/// A command at a table: an object with one field, named after the command. Over HTTP the path ends with the name,
/// `POST /api/tables/ID/NAME`, and the body holds the fields.
// What is optional is written only where it says something, so that a server which does not know it yet understands the
// rest: servers pass commands on to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Take a seat.
    Join {
        /// Which; the first free one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// The secret of an invitation to a reserved seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invite: Option<String>,
        /// The promise of the browser's random number for the deal: 64 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<String>,
    },
    /// Say yes to a challenge or a rematch: take the seat that is kept for you.
    Accept {
        /// The promise of the browser's random number for the deal: 64 hexadecimal digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<String>,
    },
    /// Say no to it: the seat is free for others.
    Decline {},
    /// Give up the seat before the game begins, or say no to a rematch. In a running game, the same as `resign`; a
    /// lesson ends.
    Leave {},
    /// Deal, or ask for the promised numbers first. Free seats get bots of this level; without a level, all seats must
    /// be taken.
    Start {
        /// The level of the bots on free seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fill: Option<String>,
    },
    /// Reveal the number that was promised, while the table is dealing.
    Reveal {
        /// The browser's random number: 64 hexadecimal digits.
        number: String,
    },
    /// Make a move.
    Play {
        /// The decision that the move answers.
        decision: u32,
        /// The move: number, notation or JSON.
        #[serde(rename = "move")]
        mv: Value,
    },
    /// Ask whether this move would be legal now. The answer is `done` if it would, or else the same `refused` that the
    /// move would get. Nothing changes.
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
    /// Chat: players to players, spectators to spectators.
    Chat {
        /// What.
        text: String,
    },
    /// Let a bot play on this seat.
    Resign {},
    /// Take the seat back from the bot.
    Return {},
    /// Make a new table with the same settings, and ask the other players to join it.
    Rematch {
        /// The promise of the browser's random number for the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<String>,
    },
    /// Stop hearing somebody's chat, or hear it again.
    Mute {
        /// Whose.
        person: PersonId,
        /// Whether to mute.
        on: bool,
        /// For everybody at the table; only the host can do this.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        everybody: bool,
    },
    /// Ask what a good player would do.
    Hint {},
    /// Ask what a careful player could count: the odds of what is hidden from you.
    Odds {},
    /// Send again what a client missed: everything, or less if it says what it has.
    Sync {
        /// The number of the last message that the client has. If there is no later one, nothing is sent again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<u64>,
        /// How many events the client has: those are not sent again. Counts only together with `n`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        events: Option<usize>,
    },
    /// Say how much of the game this viewer has been shown, over the socket. At a table with one person, bots wait for
    /// that person for a while.
    Ready {
        /// Up to which move; nothing yet if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
}

impl Command {
    /// What an API token needs for it.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        match self {
            Self::Sync { .. } | Self::Ready { .. } => Scope::Read,
            Self::Join { .. }
            | Self::Accept { .. }
            | Self::Decline {}
            | Self::Leave {}
            | Self::Reveal { .. }
            | Self::Play { .. }
            | Self::Check { .. }
            | Self::Claim { .. }
            | Self::Resign {}
            | Self::Return {}
            | Self::Hint {}
            | Self::Odds {} => Scope::Play,
            Self::Chat { .. } | Self::Mute { .. } => Scope::Talk,
            Self::Start { .. } | Self::Rematch { .. } => Scope::Tables,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_optional_is_written_only_where_it_says_something() {
        for text in [
            r#"{"join":{}}"#,
            r#"{"sync":{}}"#,
            r#"{"ready":{}}"#,
            r#"{"start":{"fill":"page"}}"#,
            r#"{"mute":{"person":"0011223344556677","on":true}}"#,
        ] {
            let command: Command = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&command).unwrap(), text);
        }
    }

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
