//! Several nodes on one PostgreSQL database, with a NATS server between them: real servers, over real sockets.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod lost;
mod nodes;
#[path = "../secrecy.rs"]
mod secrecy;
mod together;
