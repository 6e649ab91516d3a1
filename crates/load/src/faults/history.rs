//! What the clients of a table saw and did, each by itself, and what is stored in the end.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// Everything that happened at all tables, as the clients saw it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The tables.
    pub tables: Vec<TableHistory>,
}

/// What happened at a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TableHistory {
    /// Its identifier.
    pub table: String,
    /// What each client saw and did.
    pub clients: Vec<ClientHistory>,
}

/// What a client saw and did at a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ClientHistory {
    /// Its seat; `None` for a spectator.
    pub seat: Option<usize>,
    /// In the order in which it happened.
    pub notes: Vec<Note>,
}

/// Something that a client saw or did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Note {
    /// It sent a move: `SEAT NOTATION`. No two have the same number.
    Sent {
        /// The number of the request.
        request: u64,
        /// The move.
        line: String,
    },
    /// The move was acknowledged, as the one after which there were that many.
    Done {
        /// The number of the request.
        request: u64,
        /// How many moves there were.
        ply: usize,
    },
    /// The move was refused.
    Refused {
        /// The number of the request.
        request: u64,
        /// The code.
        code: String,
    },
    /// The client was shown the game after that many moves.
    Shown {
        /// How many moves.
        ply: usize,
        /// The first four bytes of the link of the chain there.
        seal: i32,
    },
    /// It was told events, by their numbers, each with a digest of what it says.
    Told(Vec<(u64, u64)>),
    /// It was told all events again.
    All(Vec<(u64, u64)>),
    /// It was shown lines of chat.
    Heard(Vec<String>),
    /// It sent a line of chat, which is like no other.
    Said {
        /// The number of the request.
        request: u64,
        /// The line.
        text: String,
    },
}

/// What is stored.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stored {
    /// The moves of each table by their place, with their seals.
    pub moves: HashMap<String, BTreeMap<usize, (String, i32)>>,
    /// The lines of chat of each table.
    pub chat: HashMap<String, Vec<String>>,
}
