//! What is said to and by Roundtable: on the network, to the referee, and to bots that are programs.
//!
//! The types here *are* what is written and read; TypeScript and a JSON Schema of them are written into `web/src/wire`
//! by `cargo xtask wire`. They know the contract, and nothing of a server.

pub mod bots;
mod code;
mod command;
mod hint;
mod ids;
mod message;
mod people;
pub mod referee;
mod refusal;
mod replay;
mod tables;

pub use code::Code;
pub use command::{Command, Request};
pub use hint::Hint;
pub use ids::{PersonId, TableId, hex, is_hex};
pub use message::{ChatLine, Deadline, GameState, GameUpdate, Message, Turn, You};
pub use people::{ClaimName, Confirm, Login, Me, NewGuest, Rename, Who};
pub use refusal::{Failed, Refusal};
pub use replay::{ContinueTable, Continues, Frame, Frames, Replay, ReplayEvent, ReplayMove};
pub use tables::{
    Answer, CreateTable, Games, LevelInfo, NewSeat, SeatInfo, SeatKind, StandIn, TableInfo, TableList, TableStatus,
};

/// The version of what is said on the network. It is raised when a client of an older version could misunderstand.
pub const VERSION: u32 = 1;
