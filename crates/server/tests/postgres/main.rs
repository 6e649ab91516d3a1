//! Whole games and what everybody is shown of them, with the store in PostgreSQL.
// What is secret is tested by a program of its own, too, which has what is common in itself.
#![allow(clippy::unwrap_used, clippy::duplicate_mod)]

#[path = "../who/bots.rs"]
mod bots;
#[path = "../common/mod.rs"]
mod common;
#[path = "../who/profiles.rs"]
mod profiles;
#[path = "../secrecy.rs"]
mod secrecy;
#[path = "../who/streams.rs"]
mod streams;
#[path = "../games/tables.rs"]
mod tables;
#[path = "../who/tokens.rs"]
mod tokens;
