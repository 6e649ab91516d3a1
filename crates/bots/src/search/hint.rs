//! Hints: what a search would tell a player who asks.

use std::collections::HashMap;

use roundtable_core::{GameMove as _, Seat, SeatHandle};
use roundtable_protocol::Hint;

use super::{Search, Thought};
use crate::abilities::Searchable;

/// The best three moves for a seat that is to act, best first, as a champion sees them. The same seed gives the same
/// hints.
#[must_use]
pub fn hints<G: Searchable>(seat: &SeatHandle<'_, G>, seed: u64) -> Vec<Hint> {
    Search::new(G::CHAMPION, seed).hints(seat)
}

impl<G: Searchable> Search<G> {
    /// The best three moves for a seat that is to act, best first.
    pub fn hints(&mut self, seat: &SeatHandle<'_, G>) -> Vec<Hint> {
        for worker in &mut self.workers {
            worker.replies = Some(HashMap::new());
        }
        let mut thoughts = self.think(seat);
        let sealed = G::sealed(&self.moves);
        thoughts.sort_by(|a, b| b.odds.total_cmp(&a.odds).then(b.share.total_cmp(&a.share)));
        let proven = G::exact(seat);
        if let Some(best) = proven.and_then(|mv| thoughts.iter().position(|thought| thought.mv == mv)) {
            thoughts[..=best].rotate_right(1);
        }
        let hints = thoughts
            .iter()
            .take(3)
            .map(|thought| self.hint(seat, thought, sealed, proven));
        let hints = hints.collect();
        for worker in &mut self.workers {
            worker.replies = None;
        }
        hints
    }

    fn hint(
        &self,
        seat: &SeatHandle<'_, G>,
        thought: &Thought<G::Move>,
        sealed: bool,
        proven: Option<G::Move>,
    ) -> Hint {
        let number = thought.mv.number(seat.players()).unwrap_or(0);
        let (share, error, reason) = if proven == Some(thought.mv) {
            (1.0, 0.0, "This wins, whatever the others do.".to_owned())
        } else {
            (thought.share, thought.error, self.reason(number, thought.visits))
        };
        Hint {
            number,
            notation: thought.mv.to_string(),
            json: serde_json::to_value(thought.mv).unwrap_or_default(),
            share,
            error,
            odds: sealed.then_some(thought.odds),
            reason,
        }
    }

    /// What the next player played most often after the move.
    fn reason(&self, number: u32, visits: u32) -> String {
        let mut replies: HashMap<(Seat, G::Move), u32> = HashMap::new();
        for (&(first, seat, mv), count) in self
            .workers
            .iter()
            .filter_map(|worker| worker.replies.as_ref())
            .flatten()
        {
            if first == number {
                *replies.entry((seat, mv)).or_insert(0) += count;
            }
        }
        let all: u32 = replies.values().sum();
        let order = |(seat, mv): &(Seat, G::Move)| (seat.index(), mv.to_string());
        let most = replies
            .iter()
            .max_by(|a, b| a.1.cmp(b.1).then_with(|| order(b.0).cmp(&order(a.0))));
        match most {
            _ if visits == 0 => "Nothing spoke for looking at it.".to_owned(),
            None => "Nobody else moves after it.".to_owned(),
            Some(((seat, mv), &count)) => {
                let percent = (100.0 * f64::from(count) / f64::from(all)).round();
                format!("Seat {seat} moves next, most often `{mv}` ({percent} %).")
            }
        }
    }
}
