//! Whole games and what everybody is shown of them, with the store in PostgreSQL.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../secrecy.rs"]
mod secrecy;
#[path = "../games/tables.rs"]
mod tables;
