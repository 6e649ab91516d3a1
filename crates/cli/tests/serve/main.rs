//! The server as a real process: killed, starved, started twice, copied.
#![allow(clippy::unwrap_used)]

mod container;
mod deal;
mod files;
mod house;
mod kill;
mod ladder;
mod private;
mod programs;
mod proxy;
mod siege;
mod time;
