//! A client of the Roundtable server: what tests and the load tool drive it with. It speaks the wire protocol and knows
//! nothing of the server's insides.

mod client;
mod lean;
mod player;
mod scratch;
mod shown;

pub use client::{Client, HttpAnswer, Live, Oops};
pub use lean::Lean;
pub use player::{Given, Player, Stand, messages};
pub use scratch::Scratch;
pub use shown::agrees;
