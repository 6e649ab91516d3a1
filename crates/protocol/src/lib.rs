//! The protocols of Roundtable: on the network, with the referee, and with bots that are programs.
//!
//! The types here *are* what is written and read. `cargo xtask wire` writes TypeScript for them into `web/src/wire` and
//! a JSON Schema into `docs/schema`. They depend on the contract, and not on the server.

mod about;
mod api_tokens;
pub mod bots;
mod code;
mod command;
mod hint;
mod ids;
mod kept;
mod message;
mod notes;
mod people;
mod profiles;
pub mod referee;
mod refusal;
mod replay;
pub mod review;
pub mod samples;
mod stream;
mod tables;

pub use about::About;
pub use api_tokens::{ApiTokenInfo, ApiTokenMade, ApiTokens, NewApiToken, Scope};
pub use code::Code;
pub use command::{Command, Request};
pub use hint::Hint;
pub use ids::{PersonId, TableId, is_hex};
pub use message::{ChatLine, ChatPage, Deadline, GameState, GameUpdate, Message, Turn, You};
pub use notes::{Note, Notes, WriteNote};
pub use people::{ClaimName, Confirm, Login, Me, NewGuest, Rename, SessionInfo, Sessions, Who};
pub use profiles::{
    Against, ChangeProfile, ExportHead, ExportedGame, FinishedGame, GameStatistics, GamesPlayed, Moment, Profile,
    RatingInfo, SeatResult, Unrated, WithoutLuck,
};
pub use refusal::{Failed, Refusal};
pub use replay::{ContinueTable, Continues, Frame, Frames, Replay, ReplayEvent, ReplayMove};
pub use roundtable_core::hex;
pub use stream::{StreamLine, Told, TurnNow};
pub use tables::{
    Answer, CreateTable, DealInfo, DealStep, FoldedTables, Games, LessonInfo, LessonSaying, LevelInfo, NewSeat,
    SeatInfo, SeatKind, StandIn, TableInfo, TableList, TableStatus,
};

/// The version of the network protocol. It rises when an older client could misunderstand something.
pub const VERSION: u32 = 2;
