//! Bots play every game. One program for all of it: what takes longest is to compile the searches of five games.

mod judges;
mod search;
mod seeds;
mod squires;
mod teams;
