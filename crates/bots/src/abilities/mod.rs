//! What a search can know about a game, by ability. Every search needs [`Insight`]. Each other ability is a trait of
//! its own whose methods all have defaults: a game that lacks the ability says so with an empty `impl`.
//!
//! | ability | what a game with it can tell |
//! |---|---|
//! | [`Rollouts`] | how squires and knights play on, faster or better than by the guide |
//! | [`Learnt`] | a side's counts, and how a net judges by them |
//! | [`Sealed`] | which choices are made at the same time as others' |
//! | [`Exact`] | which moves are proven to win |
//! | [`Beliefs`] | what a seat believes beyond what samples already respect; `()` for nothing |

mod beliefs;
mod exact;
mod insight;
mod learnt;
mod rollouts;
mod sealed;

pub use beliefs::Beliefs;
pub use exact::Exact;
pub use insight::{Insight, Shares};
pub(crate) use insight::{key, shares, sigmoid, softmax};
pub(crate) use learnt::Net;
pub use learnt::{Learnt, UNITS};
pub use rollouts::Rollouts;
pub(crate) use rollouts::odds_by;
pub use sealed::Sealed;

/// A game that can be searched, with every ability. Every game of the house is one.
pub trait Searchable: Insight + Rollouts + Learnt + Sealed + Exact {}

impl<G: Insight + Rollouts + Learnt + Sealed + Exact> Searchable for G {}
