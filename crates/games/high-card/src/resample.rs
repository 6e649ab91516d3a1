//! Dealing anew what an eye cannot know: the hands of others and the cards that were not dealt.

use roundtable_core::{Eye, Rng, Seat};

use crate::state::HighCard;

impl HighCard {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        if eye == Eye::All {
            return;
        }
        let hidden = |seat: &Seat| !eye.sees_for(*seat);
        let mut unseen = self.rest.clone();
        for seat in Seat::all(self.players.len()).filter(hidden) {
            unseen.extend(self.players[seat.index()].hand.iter().copied());
        }
        // Sorted first, so that the shuffle depends on nothing but which cards they are.
        unseen.sort_unstable();
        rng.shuffle(&mut unseen);
        for seat in Seat::all(self.players.len()).filter(hidden) {
            let hand = &mut self.players[seat.index()].hand;
            *hand = unseen.drain(unseen.len() - hand.len()..).collect();
            hand.sort_unstable();
        }
        self.rest = unseen;
    }
}
