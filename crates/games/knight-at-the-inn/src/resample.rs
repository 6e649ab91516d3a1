//! Redeals what an eye cannot know: the order of the piles below what it has seen (KI-R11).

use std::ops::RangeInclusive;

use roundtable_core::{Eye, Rng, Seat};

use crate::deck::{HOUSEHOLD, Kind};
use crate::state::{KnightAtTheInn, Phase};

impl KnightAtTheInn {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        for seat in Seat::all(2) {
            let mut pile = self.household(seat).pile;
            let known = pile.known_to(eye, seat);
            let mut kinds = [Kind::LoneKnight; HOUSEHOLD];
            for (place, kind) in kinds.iter_mut().zip(pile.kinds()) {
                *place = kind;
            }
            let unknown = &mut kinds[known..pile.len()];
            // Sort first, so that the shuffle depends only on which tokens they are.
            unknown.sort_unstable();
            let bounds = self.top_bounds(seat);
            if known == 0 && bounds != (1..=u8::MAX) {
                // All orders whose top token agrees with what is known of it are equally likely: draw the top from the
                // tokens that agree, then shuffle the rest.
                let possible = |&i: &usize| bounds.contains(&self.print.value(unknown[i]));
                let places = || (0..unknown.len()).filter(possible);
                let count = places().count() as u32;
                let chosen = if count > 0 {
                    places().nth(rng.below(count) as usize)
                } else {
                    None
                };
                if let Some(place) = chosen {
                    unknown.swap(0, place);
                }
                rng.shuffle(unknown.get_mut(1..).unwrap_or_default());
            } else {
                rng.shuffle(unknown);
            }
            pile.replace_below(known, unknown);
            self.households[seat.index()].pile = pile;
        }
    }

    /// What everybody knows about the value of a pile's top token: that it fitted nowhere when it had to be drawn, and
    /// that it fits somewhere if its owner must place it now.
    fn top_bounds(&self, seat: Seat) -> RangeInclusive<u8> {
        let least = self.household(seat).pile.exceeds + 1;
        let most = match self.phase {
            Phase::First { .. } | Phase::Draw { must: true } if seat == self.turn => self.widest_start(seat),
            Phase::First { .. } | Phase::Draw { .. } | Phase::Move { .. } | Phase::Over(_) => u8::MAX,
        };
        least..=most
    }
}
