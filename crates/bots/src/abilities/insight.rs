//! What every search needs to know about a game: which events reveal a choice, which moves deserve a look, and how to
//! judge a position that is not over.

use roundtable_core::{Game, MAX_SEATS, Seat};

use super::Beliefs;
use crate::Squire;
use crate::plain;
use crate::search::{Budget, Settings};

/// What every seat can expect: its share of victories, from 0 to 1.
pub type Shares = [f32; MAX_SEATS];

/// What every search needs to know about a game.
///
/// A search holds samples, never the real position, so these methods may look at the whole position.
pub trait Insight: Squire {
    /// What a seat believes about the hidden cards beyond what samples already respect; `()` for nothing.
    type Beliefs: Beliefs<Self>;

    /// How a knight thinks.
    const KNIGHT: Settings = Settings::KNIGHT;

    /// How a champion thinks.
    const CHAMPION: Settings = Self::KNIGHT.champion(Budget::Exactly(20_000));

    /// A number for the choice that an event reveals; `None` for events brought about by chance or the rules. Two
    /// choices that some player can tell apart have different numbers. By default every event is a choice: the search
    /// then grows more branches than it needs, and is right all the same.
    fn choice(event: &Self::Event) -> Option<u64> {
        Some(plain::choice(event))
    }

    /// A count of turns or rounds, which decides when rollouts are cut off. It never goes back. While it stands still,
    /// every rollout plays to the end of the game.
    fn clock(&self) -> u32 {
        0
    }

    /// How likely a sensible player is to make each of these legal moves, in proportion; all above 0.
    fn guide(&self, _seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>) {
        odds.clear();
        odds.resize(moves.len(), 1.0);
    }

    /// What every seat can expect in a position that is not over: the same for every side by default.
    fn judge(&self) -> Shares {
        shares(self)
    }

    /// What every seat got in a game that is over. A shared victory counts by its share; a team's victory counts in
    /// full for each of its members.
    fn shares(&self) -> Shares {
        shares(self)
    }
}

/// What every seat got in a game; the same for every side if it is not over.
pub(crate) fn shares<G: Game>(position: &G) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    match position.outcome() {
        Some(outcome) => {
            let winners = outcome.winners();
            let share = if G::TEAMS { 1.0 } else { 1.0 / winners.len() as f32 };
            for seat in winners.iter() {
                shares[seat.index()] = share;
            }
        }
        None => shares[..position.players()].fill(1.0 / position.sides() as f32),
    }
    shares
}

/// A number for a choice: its kind, and up to three particulars, each below 2^16.
pub(crate) const fn key(kind: u64, of: [usize; 3]) -> u64 {
    kind << 48 | (of[0] as u64) << 32 | (of[1] as u64) << 16 | of[2] as u64
}

/// The logistic function, from 0 to 1.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Shares in proportion to the exponentials of the first `players` numbers.
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
