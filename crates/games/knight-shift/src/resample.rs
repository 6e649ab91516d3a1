//! Redeals what an eye cannot know, in agreement with everything it has seen.
//!
//! First the hidden cards: all arrangements that agree with the lineage of the hands are equally likely. Then the past
//! draws of the others, which the arrangement determines only in part: they are made up so that every hand's history is
//! consistent, because the other seats remember it in the new position.

use arrayvec::ArrayVec;
use roundtable_core::{Dice, Eye, Rng, Seat};

use crate::fill::{Group, Pool, fill};
use crate::items::{FACES, Item, Items};
use crate::lineage::{MOST_SPANS, Span};
use crate::state::{HAND, ITEM_LAPS, KnightShift, Phase};

/// The most cards that go through one hand: those it was dealt, and one for each draw.
const MOST_CARDS: usize = ITEM_LAPS;

impl KnightShift {
    pub(crate) fn deal_unknown(&mut self, eye: Eye, rng: &mut Rng) {
        self.dice = Dice::from_rng(rng);
        match (eye, self.phase) {
            (Eye::All, _) | (_, Phase::Over) => {}
            (Eye::Seat(_) | Eye::Table, Phase::Turn | Phase::Show { .. }) => {
                let spans = self.spans(eye.seat());
                self.deal_hidden(eye.seat(), &spans, rng);
                for span in &spans {
                    self.redraw(span, rng);
                }
            }
        }
    }

    /// Deals the hidden cards: face-down plays, hands, the rest of the pile, and the cards set aside.
    fn deal_hidden(&mut self, seat: Option<Seat>, spans: &[Span], rng: &mut Rng) {
        let mut hidden = self.hidden(seat, spans);
        let mut bound = ArrayVec::<&Span, MOST_SPANS>::new();
        let mut groups = ArrayVec::<Group, MOST_SPANS>::new();
        let mut free = ArrayVec::<&Span, MOST_SPANS>::new();
        for span in spans {
            let required = self.required(seat, span);
            if required.is_empty() {
                free.push(span);
            } else {
                required.iter().for_each(|item| hidden[item as usize] -= 1);
                bound.push(span);
                groups.push(Group {
                    required,
                    others: self.hidden_cards(seat, span).count() - required.len(),
                });
            }
        }
        let mut pool = Pool::new(&hidden);
        for (span, items) in bound.into_iter().zip(fill(&groups, &mut pool, rng)) {
            let counts = Item::ALL.map(|item| items.count(item) as u8);
            self.lay(seat, span, &mut Pool::new(&counts), rng);
        }
        for span in free {
            self.lay(seat, span, &mut pool, rng);
        }
        for turn in self.drawn()..self.pile_size() {
            self.pile[turn] = pool.draw(rng);
        }
        self.aside.fill(0);
        for &item in pool.items() {
            self.aside[item as usize] += 1;
        }
    }

    /// How many cards of each face the eye does not see.
    fn hidden(&self, seat: Option<Seat>, spans: &[Span]) -> [u8; FACES] {
        let mut counts = self.aside;
        for &item in &self.pile[self.drawn()..self.pile_size()] {
            counts[item as usize] += 1;
        }
        for span in spans {
            self.hidden_cards(seat, span)
                .for_each(|item| counts[item as usize] += 1);
        }
        counts
    }

    /// The cards of a span that the eye does not see: unseen plays, and the hand if it has not come back.
    fn hidden_cards(&self, seat: Option<Seat>, span: &Span) -> impl Iterator<Item = Item> {
        let plays = self.played_in(span).map(|turn| &self.plays[turn]);
        let hand = match span.end {
            None => self.hands[self.holder(span.hand).index()],
            Some(_) => Items::default(),
        };
        plays
            .filter(move |play| !play.seen_by(seat))
            .map(|play| play.item)
            .chain(hand.iter())
    }

    /// What must be among the hidden cards of a span: everything that was in the hand before and has not been seen
    /// since.
    fn required(&self, seat: Option<Seat>, span: &Span) -> Items {
        let Some(start) = span.start else {
            return Items::default();
        };
        let plays = self.played_in(span).map(|turn| &self.plays[turn]);
        let seen: Items = plays.filter(|play| play.seen_by(seat)).map(|play| play.item).collect();
        start.without(seen.plus(span.end.unwrap_or_default()))
    }

    /// Puts cards drawn from `from` into the hidden places of a span.
    fn lay(&mut self, seat: Option<Seat>, span: &Span, from: &mut Pool, rng: &mut Rng) {
        for turn in self.played_in(span) {
            if !self.plays[turn].seen_by(seat) {
                self.plays[turn].item = from.draw(rng);
            }
        }
        if span.end.is_none() {
            let hand = self.holder(span.hand).index();
            self.hands[hand] = (0..self.hands[hand].len()).map(|_| from.draw(rng)).collect();
        }
    }

    /// Makes up what was drawn in a span. Of all the cards that were in the hand during it, those of the start were
    /// already there, and the others were drawn, each no later than it was played. One card is played per lap, and one
    /// is drawn per lap as long as there are any, so there is always a draw left that was early enough.
    fn redraw(&mut self, span: &Span, rng: &mut Rng) {
        // Each card with the last turn in which it can have been drawn, earliest first.
        let mut cards = [(Item::Axe, usize::MAX); MOST_CARDS];
        let mut count = 0;
        for turn in self.played_in(span) {
            cards[count] = (self.plays[turn].item, turn);
            count += 1;
        }
        let hand = self.hands[self.holder(span.hand).index()];
        for item in span.end.unwrap_or(hand).iter() {
            cards[count] = (item, usize::MAX);
            count += 1;
        }
        let mut drawn: [Option<(Item, usize)>; MOST_CARDS] = std::array::from_fn(|i| (i < count).then(|| cards[i]));
        match span.start {
            Some(start) => start
                .iter()
                .for_each(|item| strike(&mut drawn, |card| card.0 == item, rng)),
            None => (0..HAND).for_each(|_| strike(&mut drawn, |_| true, rng)),
        }
        let mut turns = [0; MOST_CARDS];
        let mut free = 0;
        for turn in self.drawn_in(span) {
            turns[free] = turn;
            free += 1;
        }
        for (item, latest) in drawn.into_iter().flatten() {
            let early = turns[..free].iter().filter(|&&turn| turn <= latest).count();
            let chosen = rng.below(early as u32) as usize;
            self.pile[turns[chosen]] = item;
            // Keeps the turns in order.
            turns.copy_within(chosen + 1..free, chosen);
            free -= 1;
        }
    }
}

/// Strikes out one of the cards that fit, all equally likely.
fn strike(cards: &mut [Option<(Item, usize)>], fits: impl Fn(&(Item, usize)) -> bool, rng: &mut Rng) {
    let fitting = |card: &Option<(Item, usize)>| card.as_ref().is_some_and(&fits);
    let count = cards.iter().filter(|card| fitting(card)).count();
    if count > 0 {
        let chosen = rng.below(count as u32) as usize;
        if let Some(card) = cards.iter_mut().filter(|card| fitting(card)).nth(chosen) {
            *card = None;
        }
    }
}
