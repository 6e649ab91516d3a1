//! The review of a finished game: how good was each decision *given what the player knew*, and how much was luck?
//!
//! For each seat, *result − fair share = luck of the deal + Σ luck − Σ loss*. A decision's loss is the value of the
//! best move less the value of the move made, both tried on the same samples of what the seat could not know, with the
//! same luck. What happens from then until the seat's next decision is luck. See docs/REVIEW.md.

mod any;
mod html;
mod points;
mod report;
mod reviewer;
mod words;

pub use any::{Reviews, review_record};
pub use html::page;
pub use points::Points;
pub use report::{Decision, Review, SeatReview, Summary, Verdict};
pub use reviewer::{Ask, Quality, VERSION, review};
pub use words::{Names, text};
