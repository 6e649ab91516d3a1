//! Games over real sockets: tables, deals, moves, lessons, advice, replays, and the protocol as it is documented.
#![allow(clippy::unwrap_used)]

mod advice;
#[path = "../common/mod.rs"]
mod common;
mod fair;
mod lesson;
mod protocol;
mod ready;
mod replay;
mod review;
mod tables;
mod updates;
