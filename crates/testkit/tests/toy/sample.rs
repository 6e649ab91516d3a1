//! The toy's samples.

use roundtable_core::{Eye, Rng, Seat};

use super::{Fault, HIGHEST, LOWEST, Phase, Toy};

/// What a seat was told about its left neighbour's hand in this round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) seat: Seat,
    pub(super) asked: Seat,
    /// Whether the hand had more points than the lowest and the highest number together.
    pub(super) more: bool,
    /// The points that have gone from that hand since then.
    pub(super) tossed_since: u8,
}

pub(super) fn points(hand: &[u8]) -> u8 {
    hand.iter().sum()
}

impl<const F: u8> Toy<F> {
    /// Draws from all assignments of the unseen numbers, with equal probability, in which nobody who denied it has an
    /// odd one and what a seat was told about a hand is true.
    pub(super) fn sample_hidden(&mut self, eye: Eye, rng: &mut Rng) {
        let players = self.hands.len();
        // Who compares shows by it what is in that hand.
        let open = |seat: Seat| eye.sees_for(seat) || self.compared.is_some_and(|compared| compared.seat == seat);
        let hidden: Vec<Seat> = Seat::all(players).filter(|&seat| !open(seat)).collect();
        let sealing = self.phase == Phase::Seal;
        let mut unseen = self.pile.clone();
        for &seat in &hidden {
            unseen.extend(&self.hands[seat.index()]);
            if sealing {
                unseen.extend(self.sealed[seat.index()]);
            }
        }
        if !self.is(Fault::UnsortedSample) {
            unseen.sort_unstable();
        }
        loop {
            rng.shuffle(&mut unseen);
            let biased = self.is(Fault::BiasedSample) && sealing
                || self.is(Fault::BiasedAfterComparison) && self.compared.is_some() && rng.below(3) == 0;
            if biased {
                unseen.sort_unstable();
            }
            let mut rest = unseen.clone();
            for &seat in &hidden {
                let size = self.hands[seat.index()].len();
                self.hands[seat.index()] = rest.drain(..size).collect();
                self.hands[seat.index()].sort_unstable();
                if sealing && self.sealed[seat.index()].is_some() {
                    self.sealed[seat.index()] = rest.pop();
                }
            }
            rest.sort_unstable();
            self.pile = rest;
            let odd = |seat: Seat| self.hands[seat.index()].iter().any(|card| card % 2 == 1);
            // A seat that is asked to toss has an odd number; one that was passed over has none.
            let fits = |&seat: &Seat| {
                (self.phase != Phase::Toss(seat) || odd(seat)) && !(self.no_odd[seat.index()] && odd(seat))
            };
            if self.is(Fault::ForgetfulSample) || hidden.iter().all(fits) && self.agrees_with_comparison(eye) {
                break;
            }
        }
        if self.is(Fault::ComparisonLostInSamples) && self.phase != Phase::Over {
            self.compared = None;
        }
    }

    fn agrees_with_comparison(&self, eye: Eye) -> bool {
        let told = |compared: &Comparison| eye == Eye::Seat(compared.seat) && !self.is(Fault::ForgottenComparison);
        self.compared.filter(told).is_none_or(|compared| {
            let had = points(&self.hands[compared.asked.index()]) + compared.tossed_since;
            (had > LOWEST + HIGHEST) == compared.more
        })
    }
}
