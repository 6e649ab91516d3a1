//! Everything that a seat has been told, so that nothing is forgotten: the information state.

use sha2::{Digest as _, Sha256};

use super::hashed::{START, scatter};
use super::{Cell, Observe};
use crate::{AnyMatch as _, Eye, Match, Seat, json};

/// How many events are shown one by one, and with how many numbers each.
const EVENTS: usize = 64;
const WIDTH: usize = 32;

/// The bits of a digest.
const BITS: usize = 256;

/// How many numbers [`recall`] writes.
pub const RECALL: usize = EVENTS * WIDTH + BITS;

/// Everything that a seat knows as text: what it sees now and what it was told, in order. Two histories of a game have
/// the same text exactly if the seat cannot tell them apart.
///
/// What it sees is part of it because in a game that continues from a sample the other seats were told nothing of their
/// new cards.
#[must_use]
pub fn information_state<G: Observe>(game: &Match<G>, seat: Seat) -> String {
    let eye = Eye::Seat(seat);
    let mut out = format!("{{\"game\":\"{}\",\"view\":", G::INFO.slug);
    json::write(&game.look(eye), &mut out);
    out.push_str(",\"claims\":");
    json::write(&game.claims(), &mut out);
    out.push_str(",\"events\":");
    json::write_list(game.journal.iter().map(|told| told.to(eye)), &mut out);
    out.push('}');
    out
}

/// Writes what a seat was told as numbers: the last events, the latest first, each hashed as a view is into a row
/// of its own; then a digest of the whole information state, bit by bit, so that no two states have the same numbers.
pub fn recall<G: Observe, T: Cell>(game: &Match<G>, seat: Seat, cells: &mut [T]) {
    cells.fill(T::default());
    let eye = Eye::Seat(seat);
    let (rows, bits) = cells.split_at_mut(EVENTS * WIDTH);
    let told = game.journal.iter().rev().filter_map(|told| told.to(eye));
    for (row, event) in rows.chunks_exact_mut(WIDTH).zip(told) {
        let mut sums = [0; WIDTH];
        let event = serde_json::to_value(event).expect("an event is JSON");
        scatter(&event, START, &mut sums);
        for (cell, sum) in row.iter_mut().zip(sums) {
            *cell = T::of(sum.clamp(-127, 127), 1.0 / 127.0);
        }
    }
    let digest = Sha256::digest(information_state(game, seat));
    for (place, cell) in bits.iter_mut().enumerate() {
        *cell = T::of(i32::from(digest[place / 8] >> (place % 8) & 1), 1.0);
    }
}
