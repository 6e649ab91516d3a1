//! Gifts, jousts, placing, taking back, sides and the battle: all who take part choose at the same time.

use roundtable_catalog::games::knights_and_damosels::{KnightsAndDamosels, Move};
use roundtable_core::Seat;

use crate::abilities::Sealed;

impl Sealed for KnightsAndDamosels {
    fn sealed(moves: &[Move]) -> bool {
        // All moves at a time are of one phase, so the first tells which.
        moves.first().is_some_and(|mv| match mv {
            Move::Give { .. }
            | Move::High
            | Move::Low
            | Move::Yield
            | Move::Face { .. }
            | Move::Take { .. }
            | Move::Arthur
            | Move::Mordred
            | Move::Fight { .. } => true,
            Move::Discard { .. } | Move::Select { .. } | Move::Challenge { .. } | Move::Offer { .. } | Move::Pass => {
                false
            }
        })
    }

    fn reopen(&mut self, seat: Seat) {
        self.take_back_choices(seat);
    }
}
