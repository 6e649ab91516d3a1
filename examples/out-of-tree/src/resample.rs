//! Dealing again what an eye cannot know: hands and offers of others, the cards set aside, the tolls to come.
//!
//! All an eye ever learns about hidden cards is the lowest card in a hand, by spying. Everything else in that hand was
//! higher, and a hand only shrinks, so the last look says it all: the card itself, until it is shown, and no other card
//! below it.
//!
//! Hands are dealt in the order of these bounds, highest first. What may go into one hand may then go into every later
//! one too, so however the first hands are filled, the later ones can be filled in the same number of ways: every deal
//! that agrees with what was seen is equally likely.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Rng, Seat};

use crate::cards::{CARDS, Card};
use crate::state::{Cards, SEATS, TollGate};

impl TollGate {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        if eye == Eye::All {
            return;
        }
        // Sorted first, so that the shuffle depends on nothing but which tolls they are.
        self.coming.sort_unstable();
        rng.shuffle(&mut self.coming);

        let mut unseen: ArrayVec<Card, CARDS> = self.aside.take();
        let mut hidden: ArrayVec<Seat, SEATS> = self.seats().filter(|seat| !eye.sees_for(*seat)).collect();
        for seat in &hidden {
            let player = self.player(*seat);
            unseen.extend(player.hand.iter().chain(&player.offer).copied());
        }
        unseen.sort_unstable();

        hidden.sort_by_key(|seat| std::cmp::Reverse(self.bound(eye, *seat)));
        // Cards that are known to be held are taken out of the pile before anybody else is dealt one.
        let known: ArrayVec<Option<Card>, SEATS> = hidden.iter().map(|seat| self.known(eye, *seat)).collect();
        unseen.retain(|card| !known.contains(&Some(*card)));
        for (seat, known) in hidden.iter().zip(known) {
            let (size, bound) = (self.player(*seat).hidden(), self.bound(eye, *seat));
            let mut cards: Cards = known.into_iter().collect();
            // Shuffled for every hand: the last one has left lower cards in front.
            rng.shuffle(&mut unseen);
            while cards.len() < size {
                let at = unseen.iter().position(|card| Some(*card) > bound);
                cards.push(unseen.remove(at.expect("the real cards agree with what was seen")));
            }
            let player = &mut self.players[seat.index()];
            if player.offer.is_some() {
                player.offer = Some(cards.swap_remove(rng.below(size as u32) as usize));
            }
            player.hand = cards;
            player.hand.sort_unstable();
        }
        unseen.sort_unstable();
        self.aside = unseen;
        for spy in hidden {
            self.look_again(spy);
        }
    }

    /// The last card that the eye saw in this hand. All hidden cards are higher, except that card itself.
    fn bound(&self, eye: Eye, seat: Seat) -> Option<Card> {
        let spied = self.player(eye.seat()?).spied[seat.index()];
        spied.map(|spied| spied.card)
    }

    /// The card that the eye knows to be hidden with this player.
    fn known(&self, eye: Eye, seat: Seat) -> Option<Card> {
        self.bound(eye, seat)
            .filter(|card| !self.player(seat).shown.contains(card))
    }

    /// Sets what a spy has seen to what there was to see in these hands.
    fn look_again(&mut self, spy: Seat) {
        for on in self.seats() {
            let Some(mut spied) = self.player(spy).spied[on.index()] else {
                continue;
            };
            let player = self.player(on);
            let later = player.shown.iter().skip(spied.after.into());
            spied.card = later
                .chain(&player.hand)
                .chain(&player.offer)
                .copied()
                .min()
                .expect("a hand that somebody spied on had cards");
            self.players[spy.index()].spied[on.index()] = Some(spied);
        }
    }
}
