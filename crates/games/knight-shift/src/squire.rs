//! A simple player.

use roundtable_core::{Rng, SeatHandle};

use crate::moves::Move;
use crate::state::KnightShift;

/// Chooses a move.
#[must_use]
pub fn squire(handle: &SeatHandle<'_, KnightShift>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    rng.pick(&moves)
}
