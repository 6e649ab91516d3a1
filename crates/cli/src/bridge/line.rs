//! The lines of a stream, as far as they matter to a program that plays.

use roundtable_core::Seat;
use serde::Deserialize;
use serde_json::Value;

/// A line.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    Hello {
        me: Me,
        tables: Vec<String>,
    },
    Challenge {
        table: Table,
    },
    Gone {
        table: String,
    },
    Table {},
    Start {
        table: Table,
        seat: Option<Seat>,
    },
    Turn {
        table: String,
        game: Turn,
        events: Vec<Event>,
    },
    Over {
        table: String,
        outcome: Value,
    },
    Chat {},
    Claim {},
    Alive {},
    Bye {
        message: String,
    },
}

#[derive(Deserialize)]
pub(super) struct Me {
    pub(super) name: String,
    pub(super) bot: bool,
}

#[derive(Deserialize)]
pub(super) struct Table {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) players: usize,
}

#[derive(Deserialize)]
pub(super) struct Turn {
    pub(super) decision: u32,
    pub(super) legal: Vec<Value>,
    pub(super) view: Value,
}

/// An event, with its number among all events of the game.
#[derive(Deserialize)]
pub(super) struct Event {
    pub(super) number: usize,
    pub(super) event: Value,
}
