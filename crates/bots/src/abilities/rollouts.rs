//! How a game is played on below the trees.

use roundtable_core::{Rng, Seat, SeatHandle};

use super::Insight;

/// How squires and knights of a game play on in a rollout. By default a squire is asked as at a real table, and a
/// knight goes by the guide.
pub trait Rollouts: Insight {
    /// What is counted of each of these moves to say how likely a knight makes it: a row of the same length for each;
    /// none, if that is not known. The weights of [`knightly`](Self::knightly) are fitted to it.
    fn habits(&self, _seat: Seat, _moves: &[Self::Move], _rows: &mut Vec<f32>) {}

    /// How likely a knight makes each of these legal moves, in proportion; all above 0.
    fn knightly(&self, seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>) {
        self.guide(seat, moves, odds);
    }

    /// The move that the squire on this seat would make of several: nobody has told it anything yet, and it may be
    /// found in a quicker way than the squire's own.
    fn squire_on(&self, seat: Seat, _moves: &[Self::Move], _beliefs: &Self::Beliefs, rng: &mut Rng) -> Self::Move {
        Self::squire(&SeatHandle::new(self, &[], seat), rng)
    }
}

/// The odds of a move by what was counted of it.
pub(crate) fn odds_by<const N: usize>(counted: &[f32; N], weights: &[f32; N]) -> f32 {
    let sum: f32 = counted.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    sum.clamp(-20.0, 20.0).exp()
}
