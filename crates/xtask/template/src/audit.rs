//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, holds};

use crate::moves::Card;
use crate::state::HighCard;

impl Audit for HighCard {
    /// Every card.
    fn census(&self) -> Vec<u32> {
        let held = self.players.iter().flat_map(|player| {
            let open = player.past.iter().chain(&player.played);
            open.chain(&player.hand)
        });
        let index = |card: &Card| card.index() as u32;
        held.chain(&self.rest).map(index).collect()
    }

    fn audit(&self) -> Result<(), String> {
        let sorted = self.players.iter().all(|player| player.hand.is_sorted());
        holds(sorted, "hands are in order")
    }

    fn dice(&self) -> Option<&Dice> {
        None
    }
}
