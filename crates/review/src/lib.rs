//! The review of a finished game: how good was each decision *given what the player knew*, and how much was luck?
//!
//! For each seat, *result − fair share = luck of the deal + Σ luck − Σ loss*. A decision's loss is the value of the
//! best move less the value of the move made, both tried on the same samples of what the seat could not know, with the
//! same luck. What happens from then until the seat's next decision is luck. See docs/REVIEW.md.

mod any;
mod ask;
mod html;
mod plan;
mod words;

pub use any::{Reviews, plan, review};
pub use ask::{Ask, Quality, VERSION};
pub use html::page;
pub use plan::{AnyPlan, Found, Piece};
pub use words::text;
