//! Hints: what a champion would tell a player who asks.

use roundtable_core::{GameMove as _, SeatHandle};
use roundtable_protocol::Hint;

use super::{Appraisal, Depth, Doubt, Search, Settings};
use crate::abilities::Searchable;

/// How many moves hints name.
const HINTS: usize = 3;

/// A difference that no player would care about: half a point.
const TRIFLE: f64 = 0.005;

/// The best three moves for a seat that is to act, best first, as a champion sees them, and what sets them apart. None
/// where there is no real choice. The same seed gives the same hints.
#[must_use]
pub fn hints<G: Searchable>(seat: &SeatHandle<'_, G>, seed: u64) -> Vec<Hint> {
    Search::hints(&G::CHAMPION, seat, seed)
}

impl<G: Searchable> Search<G> {
    /// The same, as a search with these settings sees them.
    #[must_use]
    pub fn hints(settings: &Settings, seat: &SeatHandle<'_, G>, seed: u64) -> Vec<Hint> {
        let mut moves = Vec::new();
        seat.legal_moves(&mut moves);
        if moves.len() < 2 {
            return Vec::new();
        }
        let simulations = settings.budget.simulations(seat.players());
        let depth = Depth {
            simulations,
            enough: &|_| true,
        };
        let appraisal = Self::appraise(settings, seat, &[], depth, seed);
        if !appraisal.matters() {
            return Vec::new();
        }
        let ranking = appraisal.ranking();
        let places = ranking.iter().take(HINTS);
        places.map(|&place| hint(seat, &appraisal, &ranking, place)).collect()
    }
}

fn hint<G: Searchable>(
    seat: &SeatHandle<'_, G>,
    appraisal: &Appraisal<G::Move>,
    ranking: &[usize],
    place: usize,
) -> Hint {
    let (best, mv) = (ranking[0], appraisal.moves[place]);
    let (worth, behind) = (appraisal.value(place), appraisal.ahead(best, place));
    let mixed = |place: usize| appraisal.in_mixture(place);
    let clear = |behind: Doubt| behind.value > TRIFLE && behind.value > 2.0 * behind.error;
    let as_good = place != best && ((mixed(best) && mixed(place)) || !clear(behind));
    // What is as good as the best needs no reason, and the best is compared with the first move that is clearly worse.
    let worse = if place == best {
        let worse = ranking.iter().find(|&&other| clear(appraisal.ahead(best, other)));
        worse.or(ranking.get(1)).copied()
    } else {
        (!as_good).then_some(place)
    };
    let reason = worse.map_or_else(String::new, |worse| appraisal.reason(best, worse));
    Hint {
        number: mv.number(seat.players()).unwrap_or(0),
        notation: mv.to_string(),
        json: serde_json::to_value(mv).unwrap_or_default(),
        share: worth.value,
        error: worth.error,
        behind: behind.value,
        behind_error: behind.error,
        as_good,
        odds: appraisal.mixture.as_ref().map(|odds| odds[place]),
        reason,
    }
}
