//! Reviews of any game.

use std::marker::PhantomData;

use roundtable_bots::Searchable;
use roundtable_catalog::{GameId, with_game};
use roundtable_core::Record;
use roundtable_protocol::Refusal;

use crate::{Ask, Review, review};

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
    fn review(
        &self,
        record: &Record,
        ask: &Ask,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Option<Review>, Refusal>;
}

/// The game `G`, by its type alone.
struct Of<G>(PhantomData<fn() -> G>);

impl<G: Searchable> AnyReviews for Of<G> {
    fn review(
        &self,
        record: &Record,
        ask: &Ask,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Option<Review>, Refusal> {
        review::<G>(record, ask, progress)
    }
}

/// Reviews a finished game of any kind; see [`review`](crate::review).
///
/// # Errors
/// As [`review`](crate::review), or if the game is not in the catalog or was listed without its reviews.
pub fn review_record(
    record: &Record,
    ask: &Ask,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Option<Review>, Refusal> {
    let id: GameId = record.setup.game.parse().map_err(roundtable_core::Refusal::from)?;
    let reviews = with_game!(id, G => Some(Reviews::of::<G>()), else id.faculty::<Reviews>().copied());
    let reviews = reviews.ok_or_else(|| {
        let message = format!("there are no reviews for `{id}`; list the game with them (`Reviews::of`)");
        roundtable_core::Refusal::new(roundtable_core::Code::UnknownGame, message)
    })?;
    reviews.0.review(record, ask, progress)
}
