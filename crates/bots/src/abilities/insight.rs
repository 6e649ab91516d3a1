//! What every search needs to know of a game: which events tell a choice, which moves are worth a look, and how a
//! position that is not over is judged.

use roundtable_core::{MAX_SEATS, Seat};

use super::Beliefs;
use crate::Squire;
use crate::search::{Budget, Settings};

/// What every seat can expect: the share of victories, from 0 to 1.
pub type Shares = [f32; MAX_SEATS];

/// What every search needs to know of a game.
///
/// A search holds samples, never the real position, so it may look at all of a position here.
pub trait Insight: Squire {
    /// What a seat believes of the hidden cards beyond what samples keep to; `()` if that is nothing.
    type Beliefs: Beliefs<Self>;

    /// How a knight thinks.
    const KNIGHT: Settings = Settings::KNIGHT;

    /// How a champion thinks.
    const CHAMPION: Settings = Self::KNIGHT.champion(Budget::Exactly(20_000));

    /// What an event tells of somebody's choice, as a number; nothing for what chance or the rules bring about. Two
    /// choices that somebody can tell apart have different numbers.
    fn choice(event: &Self::Event) -> Option<u64>;

    /// Turns or rounds: what counts the time until rollouts are cut off. It never goes back. Where it stands still,
    /// every rollout goes on to the end of the game.
    fn clock(&self) -> u32 {
        0
    }

    /// How likely a sensible player makes each of these legal moves, in proportion; all above 0.
    fn guide(&self, _seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>) {
        odds.clear();
        odds.resize(moves.len(), 1.0);
    }

    /// What every seat can expect in a position that is not over: the same for every side, if nothing is known.
    fn judge(&self) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        shares[..self.players()].fill(1.0 / self.sides() as f32);
        shares
    }

    /// What every seat got in a game that is over: a shared victory counts by its share, and that of a team in full for
    /// all of it.
    fn shares(&self) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        if let Some(outcome) = self.outcome() {
            let winners = outcome.winners();
            let share = if Self::TEAMS { 1.0 } else { 1.0 / winners.len() as f32 };
            for seat in winners.iter() {
                shares[seat.index()] = share;
            }
        }
        shares
    }
}

/// A number for a choice of a kind with up to three particulars, each below 2^16.
pub(crate) const fn key(kind: u64, of: [usize; 3]) -> u64 {
    kind << 48 | (of[0] as u64) << 32 | (of[1] as u64) << 16 | of[2] as u64
}

/// From 0 to 1.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Shares in proportion to the exponentials of the first so many numbers.
pub(crate) fn softmax(of: Shares, players: usize) -> Shares {
    let most = of[..players].iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares = [0.0; MAX_SEATS];
    let mut sum = 0.0;
    for (share, value) in shares.iter_mut().zip(of).take(players) {
        *share = (value - most).exp();
        sum += *share;
    }
    for share in &mut shares {
        *share /= sum;
    }
    shares
}
