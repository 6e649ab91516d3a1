//! What the search knows of each game: which events tell a choice, which moves are worth a look, and how a position that is not over is judged.

mod knight_at_the_inn;
mod knight_shift;
mod knights_and_damosels;
pub(crate) mod learnt;
pub(crate) mod lesson;
mod never_bring_a_knife;
mod shock;

use roundtable_core::{Eye, MAX_SEATS, Rng, Seat, SeatHandle};

use crate::Squire;
use crate::search::{Judge, Settings};

/// What every seat can expect: the share of victories, from 0 to 1.
pub type Shares = [f32; MAX_SEATS];

/// A game that can be searched: every game of the house.
///
/// A search holds samples, never the real position, so it may look at all of a position here.
pub trait Insight: Squire {
    /// What is believed of the hidden cards beyond what samples keep to.
    type Beliefs: Sync;

    /// How a knight thinks.
    const KNIGHT: Settings;

    /// How a champion thinks.
    const CHAMPION: Settings;

    /// What an event tells of somebody's choice, as a number; nothing for what chance or the rules bring about. Two choices that somebody can tell
    /// apart have different numbers.
    fn choice(event: &Self::Event) -> Option<u64>;

    /// Turns or rounds: what counts the time until rollouts are cut off. It never goes back.
    fn clock(&self) -> u32;

    /// How likely a sensible player makes each of these legal moves, in proportion; all above 0.
    fn guide(&self, seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>);

    /// What is counted of each of these moves to say how likely a knight makes it: a row of the same length for each; none, if that is not known.
    /// The weights of [`knightly`](Self::knightly) are fitted to it.
    fn habits(&self, _seat: Seat, _moves: &[Self::Move], _rows: &mut Vec<f32>) {}

    /// How likely a knight makes each of these legal moves, in proportion; all above 0.
    fn knightly(&self, seat: Seat, moves: &[Self::Move], odds: &mut Vec<f32>) {
        self.guide(seat, moves, odds);
    }

    /// The move that the squire on this seat would make of several, in a rollout: nobody has told it anything yet, and it may be found in a
    /// quicker way than the squire's own.
    fn squire_on(&self, seat: Seat, _moves: &[Self::Move], _beliefs: &Self::Beliefs, rng: &mut Rng) -> Self::Move {
        Self::squire(&SeatHandle::new(self, &[], seat), rng)
    }

    /// What every seat can expect in a position that is not over.
    fn judge(&self) -> Shares;

    /// The same more carefully, where there is a way.
    fn judge_well(&self) -> Shares {
        self.judge()
    }

    /// What every seat got in a game that is over: a shared victory counts by its share.
    fn shares(&self) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        if let Some(outcome) = self.outcome() {
            let winners = outcome.winners();
            for seat in winners.iter() {
                shares[seat.index()] = 1.0 / winners.len() as f32;
            }
        }
        shares
    }

    /// Whether the decision at hand is sealed: others choose at the same time, and it has to be mixed.
    fn sealed(&self) -> bool {
        false
    }

    /// Takes back the sealed choices of the others, which are as unknown as if they had not been made.
    fn reopen(&mut self, _seat: Seat) {}

    /// What the seat believes, by a rule of thumb or by what was learnt.
    fn beliefs(seat: &SeatHandle<'_, Self>, judge: Judge) -> Self::Beliefs;

    /// What the seat has to say to the table now, if anything.
    fn claim(seat: &SeatHandle<'_, Self>, _judge: Judge) -> Option<Self::Claim> {
        Self::squire_claim(seat)
    }

    /// A sample as likely as the seat believes it to be.
    fn draw(seat: &SeatHandle<'_, Self>, _beliefs: &Self::Beliefs, rng: &mut Rng) -> Self {
        seat.sample(rng)
    }

    /// Varies a sample that is used once more: another future, and whatever else is cheap to draw anew.
    fn vary(&mut self, _beliefs: &Self::Beliefs, rng: &mut Rng) {
        self.resample(Eye::All, rng);
    }

    /// A move that is proven to win, if there is one.
    fn exact(_seat: &SeatHandle<'_, Self>) -> Option<Self::Move> {
        None
    }
}

/// The odds of a move by what was counted of it.
fn odds_by<const N: usize>(counted: &[f32; N], weights: &[f32; N]) -> f32 {
    let sum: f32 = counted.iter().zip(weights).map(|(count, weight)| count * weight).sum();
    sum.clamp(-20.0, 20.0).exp()
}

/// A number for a choice of a kind with up to three particulars, each below 2^16.
const fn key(kind: u64, of: [usize; 3]) -> u64 {
    kind << 48 | (of[0] as u64) << 32 | (of[1] as u64) << 16 | of[2] as u64
}

/// From 0 to 1.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Shares in proportion to the exponentials of the first so many numbers.
fn softmax(of: Shares, players: usize) -> Shares {
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
