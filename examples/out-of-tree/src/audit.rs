//! What the conformance suite checks after every move.

use roundtable_core::{Audit, Dice, holds};

use crate::cards::{CARDS, Card};
use crate::deck::CARTS;
use crate::state::TollGate;

impl Audit for TollGate {
    /// Every card, wherever it lies.
    fn census(&self) -> Vec<u32> {
        let held = self
            .players
            .iter()
            .flat_map(|player| player.hand.iter().chain(&player.offer).chain(&player.shown));
        held.chain(&self.aside).map(|card: &Card| card.index() as u32).collect()
    }

    fn audit(&self) -> Result<(), String> {
        holds(self.census().len() == CARDS, "all cards are there")?;
        for player in &self.players {
            holds(player.hand.is_sorted(), "hands are in order")?;
            holds(
                player.hidden() + player.shown.len() == CARTS,
                "everybody shows one card a cart",
            )?;
            for (spied, other) in player.spied.iter().zip(&self.players) {
                let Some(spied) = spied else { continue };
                let mut since = other
                    .shown
                    .iter()
                    .skip(spied.after.into())
                    .chain(&other.hand)
                    .chain(&other.offer);
                let there = since.clone().any(|card| *card == spied.card);
                holds(
                    there && since.all(|card| *card >= spied.card),
                    "spies saw the lowest card",
                )?;
            }
        }
        Ok(())
    }

    fn dice(&self) -> Option<&Dice> {
        None
    }
}
