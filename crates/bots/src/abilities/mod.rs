//! What a search can know of a game, by ability. [`Insight`] is what every search needs. The rest is a trait for each
//! ability, and all of it has defaults: a game that lacks an ability says so with an empty `impl`.
//!
//! | ability | what a game with it can tell |
//! |---|---|
//! | [`Rollouts`] | how squires and knights play on, in a quicker or a better way than by the guide |
//! | [`Learnt`] | what is counted of a side, and how a net judges by it |
//! | [`Sealed`] | which choices are made at the same time as those of others |
//! | [`Exact`] | which moves are proven to win |
//! | [`Beliefs`] | what a seat believes beyond what samples keep to; `()` for nothing |

mod beliefs;
mod exact;
mod insight;
mod learnt;
mod rollouts;
mod sealed;

pub use beliefs::Beliefs;
pub use exact::Exact;
pub use insight::{Insight, Shares};
pub(crate) use insight::{key, sigmoid, softmax};
pub(crate) use learnt::Net;
pub use learnt::{Learnt, UNITS};
pub use rollouts::Rollouts;
pub(crate) use rollouts::odds_by;
pub use sealed::Sealed;

/// A game that can be searched, with all that may be asked about it: every game of the house.
pub trait Searchable: Insight + Rollouts + Learnt + Sealed + Exact {}

impl<G: Insight + Rollouts + Learnt + Sealed + Exact> Searchable for G {}
