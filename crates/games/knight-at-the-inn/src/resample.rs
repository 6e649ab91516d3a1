//! Dealing anew what an eye cannot know: the order of the piles below what it has seen (KI-R11).

use roundtable_core::{Eye, Rng, Seat};

use crate::deck::{HOUSEHOLD, Kind};
use crate::state::KnightAtTheInn;

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
            if known == 0 && pile.exceeds > 0 {
                // Every order with a top token that is known to be too large is as likely as any other such order: draw
                // the top from those tokens, then shuffle the rest.
                let too_large = |kind: Kind| self.print.value(kind) > pile.exceeds;
                let candidates = unknown.iter().filter(|&&kind| too_large(kind)).count();
                if candidates > 0 {
                    let chosen = rng.below(candidates as u32) as usize;
                    let mut places = (0..unknown.len()).filter(|&i| too_large(unknown[i]));
                    if let Some(place) = places.nth(chosen) {
                        unknown.swap(0, place);
                    }
                }
                rng.shuffle(&mut unknown[1..]);
            } else {
                rng.shuffle(unknown);
            }
            pile.replace_below(known, unknown);
            self.households[seat.index()].pile = pile;
        }
    }
}
