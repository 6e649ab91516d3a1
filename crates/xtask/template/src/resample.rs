//! Dealing anew what an eye cannot know: the hands of others and the cards that were not dealt.

use arrayvec::ArrayVec;
use roundtable_core::sampling::Deal;
use roundtable_core::{Eye, Rng, Seat};

use crate::deck::SEATS;
use crate::state::HighCard;

impl HighCard {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        if eye == Eye::All {
            return;
        }
        let seats = Seat::all(self.players.len());
        let others: ArrayVec<usize, SEATS> = seats.filter(|&seat| !eye.sees_for(seat)).map(Seat::index).collect();
        let hands = others.iter().map(|&other| &self.players[other].hand);
        let rooms: ArrayVec<usize, { SEATS + 1 }> =
            hands.clone().map(|hand| hand.len()).chain([self.rest.len()]).collect();
        let unseen = hands.flatten().chain(&self.rest).copied();
        // Anybody may hold any card. What a rule shows about hands, such as who cannot follow suit, is said here.
        let may_hold = |_, _| true;
        // The real cards agree with everything that was seen, so there is a deal.
        if let Ok(dealt) = Deal::new(unseen, &rooms).draw(may_hold, rng) {
            for (&other, hand) in others.iter().zip(&dealt) {
                self.players[other].hand = hand.iter().copied().collect();
            }
            self.rest = dealt.into_iter().skip(others.len()).flatten().collect();
            rng.shuffle(&mut self.rest);
        }
    }
}
