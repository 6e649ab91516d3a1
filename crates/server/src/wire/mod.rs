//! What goes over the wire. TypeScript for all of it is generated into `web/src/wire`; a test keeps it current.

mod command;
mod hint;
mod lobby;
mod message;
mod replay;

pub use command::{Command, Request};
pub use hint::WireHint;
pub use lobby::{
    ClaimName, Confirm, CreateTable, Games, LevelInfo, Login, Me, NewGuest, NewSeat, Rename, SeatInfo, SeatKind,
    StandIn, TableInfo, TableList, TableStatus, Who, WireError, WireErrorBody,
};
pub use message::{
    ChatLine, Deadline, GameState, GameUpdate, Message, WireClaim, WireEvent, WireMove, WireOutcome, WireReason, You,
};

pub use replay::{
    ContinueTable, Continues, Frame, Frames, Replay, ReplayEvent, ReplayMove, WireDeal, WireEarlier, WireVerified,
};

#[cfg(test)]
mod typescript;
