//! Who has won.

use arrayvec::ArrayVec;
use roundtable_core::Outcome;

use crate::deck::SEATS;
use crate::state::HighCard;

impl HighCard {
    /// The result of a finished game (HC-R4).
    pub(crate) fn score(&self) -> Outcome {
        let tricks: ArrayVec<i32, SEATS> = self.players.iter().map(|player| player.tricks.into()).collect();
        Outcome::ranked(&tricks, &tricks, "three_tricks", "Whoever took the most tricks wins.")
    }
}
