//! Who has won (SH-R21), and jewels as they lie in a bag (SH-R2).

use roundtable_core::Outcome;
use serde::Serialize;

use crate::state::{SEATS, Shock};

/// Jewels by colour, exchanged for as few as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Jewels {
    /// Worth ten each.
    pub golden: u16,
    /// Worth five each.
    pub red: u16,
    /// Worth one each.
    pub clear: u16,
    /// Their total worth.
    pub value: u16,
}

impl Jewels {
    /// Jewels with this total worth.
    #[must_use]
    pub const fn worth(value: u16) -> Self {
        Self {
            golden: value / 10,
            red: value % 10 / 5,
            clear: value % 5,
            value,
        }
    }
}

impl Shock {
    /// The outcome, by what is in the bags.
    pub(crate) fn score(&self) -> Outcome {
        let mut bags = [0; SEATS];
        for (bag, player) in bags.iter_mut().zip(&self.players) {
            *bag = i32::from(player.banked);
        }
        let bags = &bags[..self.seat_count()];
        Outcome::ranked(
            bags,
            bags,
            "five_rounds",
            "After five rounds the most valuable bag wins.",
        )
    }
}
