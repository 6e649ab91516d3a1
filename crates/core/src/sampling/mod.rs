//! Building blocks for [`resample`](crate::Game::resample): deals under constraints, rejection with a bound, weights.
//!
//! A sample is drawn in three steps: collect what the eye cannot see, say what it knows about where these cards can
//! lie, and draw one of the arrangements that agree with that, each with the same probability. [`Deal`] does the last
//! step for knowledge about single cards: who cannot hold what, who surely holds what, how many cards everybody has.
//! What cannot be said card by card ("at least one odd card", "more points than mine") is left to [`try_up_to`], and
//! what makes some arrangements more likely than others to [`weighted`].
//!
//! All of it is exact: counts are whole numbers, and nothing is approximated where they become too large. The result
//! depends on which cards are hidden, not on the order in which they are given, so a sample tells nothing about the
//! truth it was drawn from.
//!
//! # An example
//! Three players hold two cards each, two lie in the pile, and seat 0 wants a sample. It has seen its own hand, that
//! seat 1 could not follow hearts, and, by a look, the king of spades in the hand of seat 2:
//! ```
//! use roundtable_core::Rng;
//! use roundtable_core::sampling::{Deal, NoDeal};
//!
//! const SEAT_1: usize = 0;
//! const SEAT_2: usize = 1;
//!
//! // What seat 0 does not see: two cards at seat 1, two at seat 2, two in the pile.
//! let mut deal = Deal::new(["4h", "9h", "qh", "2s", "7s", "ks"], &[2, 2, 2]);
//! deal.give(SEAT_2, "ks")?;
//! let may_hold = |holder: usize, card: &str| !(holder == SEAT_1 && card.ends_with('h'));
//!
//! // Seat 1 has both spades that are left. Seat 2 has one of three hearts, and the pile gets the others.
//! assert_eq!(deal.count(may_hold), Ok(3));
//! let hands = deal.draw(may_hold, &mut Rng::new(1))?;
//! assert_eq!(hands[SEAT_1], ["2s", "7s"]);
//! assert!(hands[SEAT_2].contains(&"ks"));
//! # Ok::<(), NoDeal>(())
//! ```

mod count;
mod deal;
mod reject;
mod weights;

pub use deal::{Deal, NoDeal};
pub use reject::{GaveUp, try_up_to};
pub use weights::weighted;

/// The code of the chapter compiles and does what it says.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/RESAMPLE.md")]
struct Chapter;
