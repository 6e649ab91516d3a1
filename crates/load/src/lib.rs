//! A client of the Roundtable server, for tests and the load tool. It speaks the wire protocol and knows nothing of the
//! server's internals.

mod client;
mod keeper;
mod lean;
mod player;
mod scratch;
mod shown;
pub mod siege;

pub use client::{Client, HttpAnswer, Live, Oops};
pub use keeper::Keeper;
pub use lean::Lean;
pub use player::{Given, Player, Stand, messages};
pub use scratch::Scratch;
pub use shown::agrees;
