//! What an eye has seen of every hand: the lineage described in the last section of the rulings.
//!
//! Hands travel: the hand dealt `h` places to the left of the Head Squire is `h + lap` places to the left in each later
//! lap. The holder of a hand sees it for the whole lap. Between two such looks (a [`Span`]) the hand changes unseen: in
//! every lap its holder draws an Item and plays or discards one. All that the eye knows about it is an equation of
//! bags: what was in the hand before plus what was drawn equals what is in it afterwards plus what was played.

use std::ops::Range;

use arrayvec::ArrayVec;
use roundtable_core::Seat;

use crate::MAX_PLAYERS;
use crate::items::Items;
use crate::state::{ITEM_LAPS, KnightShift};

/// The most spans there can be: between two spans of a hand lies a lap in which the eye held it.
pub(crate) const MOST_SPANS: usize = MAX_PLAYERS * ITEM_LAPS.div_ceil(2);

/// The time between two looks of an eye at a hand.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// Which hand: how far from the Head Squire it was dealt.
    pub hand: usize,
    /// The laps in which others held it.
    pub laps: Range<usize>,
    /// What the eye saw in it before; none if it has not held it since the deal.
    pub start: Option<Items>,
    /// What the eye saw in it afterwards; none if it has not come back.
    pub end: Option<Items>,
}

/// What was in a hand at the beginning of a lap, before the draw, and at its end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Content {
    pub before: Items,
    pub after: Items,
}

impl KnightShift {
    /// The number of the turn in which this hand is played in this lap.
    pub(crate) fn turn_of(&self, hand: usize, lap: usize) -> usize {
        lap * self.seats() + (hand + lap) % self.seats()
    }

    /// Who holds the hand now. Once the Items are used up, all hands are empty and it does not matter.
    pub(crate) fn holder(&self, hand: usize) -> Seat {
        self.seat_of(self.turn_of(hand, self.lap.into()))
    }

    /// The last lap in which Items are, or were, played.
    pub(crate) fn last_lap(&self) -> usize {
        usize::from(self.lap).min(ITEM_LAPS - 1)
    }

    /// What was in a hand in every lap, worked out backwards from what is in it now.
    pub(crate) fn contents(&self, hand: usize) -> [Content; ITEM_LAPS] {
        let mut contents = [Content::default(); ITEM_LAPS];
        let mut content = self.hands[self.holder(hand).index()];
        for lap in (0..=self.last_lap()).rev() {
            let turn = self.turn_of(hand, lap);
            contents[lap].after = content;
            if turn < self.played().len() {
                content.add(self.plays[turn].item);
            }
            if turn < self.drawn() {
                content.remove(self.pile[turn]);
            }
            contents[lap].before = content;
        }
        contents
    }

    /// The spans of every hand during which a seat (none for a spectator) did not hold it.
    pub(crate) fn spans(&self, seat: Option<Seat>) -> ArrayVec<Span, MOST_SPANS> {
        let mut spans = ArrayVec::new();
        for hand in 0..self.seats() {
            let contents = self.contents(hand);
            let (mut first, mut start, mut held) = (0, None, false);
            for (lap, content) in contents.iter().enumerate().take(self.last_lap() + 1) {
                if Some(self.seat_of(self.turn_of(hand, lap))) == seat {
                    if first < lap {
                        spans.push(Span {
                            hand,
                            laps: first..lap,
                            start,
                            end: Some(content.before),
                        });
                    }
                    start = Some(content.after);
                    first = lap + 1;
                    held = lap == usize::from(self.lap);
                }
            }
            if !held {
                spans.push(Span {
                    hand,
                    laps: first..self.last_lap() + 1,
                    start,
                    end: None,
                });
            }
        }
        spans
    }

    /// The turns of a span that have been played.
    pub(crate) fn played_in(&self, span: &Span) -> impl Iterator<Item = usize> + use<> {
        let (hand, players, played) = (span.hand, self.seats(), self.played().len());
        span.laps
            .clone()
            .map(move |lap| lap * players + (hand + lap) % players)
            .filter(move |&turn| turn < played)
    }

    /// The turns of a span in which an Item was drawn.
    pub(crate) fn drawn_in(&self, span: &Span) -> impl Iterator<Item = usize> + use<> {
        let (hand, players, drawn) = (span.hand, self.seats(), self.drawn());
        span.laps
            .clone()
            .map(move |lap| lap * players + (hand + lap) % players)
            .filter(move |&turn| turn < drawn)
    }
}
