//! Fair deals that a player can check: forgeries, receipts, and the test vectors that browsers share.
#![allow(clippy::unwrap_used)]

mod forge;
mod receipts;
mod vectors;
