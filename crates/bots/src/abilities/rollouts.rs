//! How a game is played on below the trees.

use roundtable_core::{Rng, Seat, SeatHandle};

use super::Insight;

/// How the squires and knights of a game play on in a rollout. By default the squire chooses as at a real table, and
/// knights go by the guide.
pub trait Rollouts: Insight {
    /// The counts by which a knight chooses among these moves: a row of the same length for each move, or nothing if
    /// the game has none. The weights in [`knightly`](Self::knightly) are fitted to them.
    fn habits(&self, _seat: Seat, _moves: &[Self::Move], _rows: &mut Vec<f32>) {}

    /// How likely a knight is to make each of these legal moves, in proportion; all above 0.
    fn knightly(&self, seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>) {
        self.guide(seat, moves, odds);
    }

    /// The move that the squire on this seat would make, of several. It has heard no events, and a game may find the
    /// move faster than its squire would.
    fn squire_on(&self, seat: Seat, _moves: &[Self::Move], _beliefs: &Self::Beliefs, rng: &mut Rng) -> Self::Move {
        Self::squire(&SeatHandle::new(self, &[], seat), rng)
    }
}

/// The odds of a move, from its counts.
pub(crate) fn odds_by<const N: usize>(counted: &[f32; N], weights: &[f32; N]) -> f32 {
    let sum: f32 = counted.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    sum.clamp(-20.0, 20.0).exp()
}
