//! Reviews of any game.

use std::marker::PhantomData;

use roundtable_bots::Searchable;
use roundtable_catalog::{GameId, with_game};
use roundtable_core::Record;
use roundtable_protocol::Refusal;
use roundtable_protocol::review::Review;

use crate::plan::{AnyPlan, Plan};
use crate::{Ask, Found};

/// The reviews of one game, whatever the game. A program that lists games of its own lists them with this faculty.
#[derive(Clone, Copy)]
pub struct Reviews(&'static dyn AnyReviews);

impl Reviews {
    /// The reviews of the game `G`.
    #[must_use]
    pub const fn of<G: Searchable>() -> Self {
        Self(const { &Of::<G>(PhantomData) })
    }
}

trait AnyReviews: Send + Sync {
    fn plan(&self, record: Record, ask: Ask) -> Result<Box<dyn AnyPlan>, Refusal>;
}

/// The game `G`, by its type alone.
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Searchable> AnyReviews for Of<G> {
    fn plan(&self, record: Record, ask: Ask) -> Result<Box<dyn AnyPlan>, Refusal> {
        Ok(Box::new(Plan::<G>::new(record, ask)?))
    }
}

/// What there is to work out for the review of a finished game.
///
/// # Errors
/// [`Code::NotOver`](roundtable_protocol::Code::NotOver) if the game is not over, a seat that is not there, whatever is
/// wrong with the record, or if the game is not in the catalog or was listed without its reviews.
pub fn plan(record: Record, ask: Ask) -> Result<Box<dyn AnyPlan>, Refusal> {
    let id: GameId = record.setup.game.parse().map_err(roundtable_core::Refusal::from)?;
    let reviews = with_game!(id, G => Some(Reviews::of::<G>()), else id.faculty::<Reviews>().copied());
    let reviews = reviews.ok_or_else(|| {
        let message = format!("there are no reviews for `{id}`; list the game with them (`Reviews::of`)");
        roundtable_core::Refusal::new(roundtable_core::Code::UnknownGame, message)
    })?;
    reviews.0.plan(record, ask)
}

/// Reviews a finished game at once. `progress` is told after each piece how many of all are done; the review ends
/// early, with `None`, when it returns false.
///
/// # Errors
/// As [`plan`].
pub fn review(
    record: Record,
    ask: Ask,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Review>, Refusal> {
    let plan = plan(record, ask)?;
    let pieces = plan.pieces();
    let mut found: Vec<Found> = Vec::with_capacity(pieces.len());
    for &piece in pieces {
        found.push(plan.look(piece)?);
        if !progress(found.len(), pieces.len()) {
            return Ok(None);
        }
    }
    Ok(Some(plan.sum(found)))
}
