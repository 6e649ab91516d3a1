//! People: names, accounts, sessions, passwords, and the lobby where they meet.
#![allow(clippy::unwrap_used)]

mod accounts;
mod bots;
mod challenges;
#[path = "../common/mod.rs"]
mod common;
mod identity;
mod lobby;
mod logins;
mod profiles;
mod streams;
mod tokens;
