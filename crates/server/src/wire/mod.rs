//! What goes over the wire. TypeScript for all of it is generated into `web/src/wire`; a test keeps it current.

mod command;
mod lobby;
mod message;

pub use command::{Command, Request};
pub use lobby::{
    ClaimName, Confirm, CreateTable, Games, LevelInfo, Login, Me, NewGuest, NewSeat, Rename, SeatInfo, SeatKind,
    StandIn, TableInfo, TableList, TableStatus, WireError, WireErrorBody,
};
pub use message::{
    ChatLine, Deadline, GameState, GameUpdate, Message, WireClaim, WireEvent, WireMove, WireOutcome, WireReason, You,
};

#[cfg(test)]
mod typescript;
