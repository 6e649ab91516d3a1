//! Several nodes on one PostgreSQL database, with a NATS server between them: real servers, over real sockets.
// What is secret is tested by a program of its own, too, which has what is common in itself.
#![allow(clippy::unwrap_used, clippy::duplicate_mod)]

#[path = "../common/mod.rs"]
mod common;
mod lost;
mod nodes;
mod programs;
#[path = "../secrecy.rs"]
mod secrecy;
mod together;
