//! Learnt judges: a small net scores each side by its counts, and the scores decide the shares.
//!
//! The weights are fitted to games of bots (`examples/lessons.rs`) by `examples/fit.rs`, which writes the source file
//! that holds them.

use roundtable_core::{MAX_SEATS, Seat};

use super::{Insight, Shares, softmax};

/// How many hidden units a net has.
pub const UNITS: usize = 24;

/// A game whose sides have enough counts for a net to judge them. By default there are none, and the careful judge says
/// the same as the quick one.
pub trait Learnt: Insight {
    /// How many counts a side has; 0 for none.
    const COUNTS: usize = 0;

    /// The counts of a side (see [`side`](roundtable_core::Game::side)), each mostly between 0 and 1.
    fn count(&self, _side: usize, _row: &mut [f32]) {}

    /// What every seat can expect in a position that is not over, judged more carefully than by
    /// [`judge`](Insight::judge).
    fn judge_well(&self) -> Shares {
        self.judge()
    }
}

/// A trained net.
#[derive(Debug)]
pub(crate) struct Net<const COUNTS: usize> {
    /// The weight of each count for each unit.
    pub(crate) weights: [[f32; UNITS]; COUNTS],
    /// Each unit's starting value.
    pub(crate) bias: [f32; UNITS],
    /// What each unit is worth.
    pub(crate) worth: [f32; UNITS],
}

impl<const COUNTS: usize> Net<COUNTS> {
    /// The score of a side.
    #[must_use]
    fn score(&self, row: &[f32; COUNTS]) -> f32 {
        let mut units = self.bias;
        for (count, weights) in row.iter().zip(&self.weights) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += count * weight;
            }
        }
        units
            .iter()
            .zip(&self.worth)
            .map(|(unit, worth)| unit.max(0.0) * worth)
            .sum()
    }

    /// What every seat can expect.
    pub(crate) fn judge<G: Learnt>(&self, position: &G) -> Shares {
        let mut scores = [0.0; MAX_SEATS];
        let mut row = [0.0; COUNTS];
        for (side, score) in scores.iter_mut().enumerate().take(position.sides()) {
            position.count(side, &mut row);
            *score = self.score(&row);
        }
        let of_sides = softmax(scores, position.sides());
        let mut shares = [0.0; MAX_SEATS];
        for seat in Seat::all(position.players()) {
            shares[seat.index()] = of_sides[position.side(seat)];
        }
        shares
    }
}
