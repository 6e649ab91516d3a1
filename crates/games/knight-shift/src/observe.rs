//! What a program that learns is shown.

use roundtable_core::Seat;
use roundtable_core::observe::{Field, FromHere, Observe, Pen};

use crate::items::{self, FACES, Item, Items, Kind};
use crate::moves::Knight;
use crate::state::{DRAWING_LAPS, HAND, ITEM_LAPS, KnightShift, MAX_KNIGHTS, Phase, Place};

const STEPS: &[&str] = &["turn", "show", "over"];

const KNIGHTS: &[&str; MAX_KNIGHTS] = &["0", "1", "2", "3", "4", "5", "6"];

const ITEMS: &[&str; FACES] = &Item::WORDS;

const KINDS: &[&str; items::KINDS] = &Kind::WORDS;

/// How many of the hands that this seat has passed on are shown: the others have changed too much since.
const PASSED: usize = 2;

/// What is known of a Knight's equipment. Its places: the Items that lie face-up, by Item; those that lie face-down and
/// that this seat knows; those that it does not know, by who put them there.
#[derive(Clone, Copy)]
struct Pile {
    counts: [u8; 64],
    /// A bit for each that is not 0.
    present: u64,
}

const UP: usize = 0;
const SECRET: usize = UP + FACES;
const UNKNOWN: usize = SECRET + FACES;

impl Pile {
    const EMPTY: Self = Self {
        counts: [0; 64],
        present: 0,
    };

    #[inline(always)]
    fn add(&mut self, place: usize) {
        self.counts[place % 64] += 1;
        self.present |= 1 << (place % 64);
    }

    /// Those that are not 0 among some places, which are counted from the first of them.
    #[inline(always)]
    fn counted(&self, first: usize, len: usize) -> impl Iterator<Item = (usize, i32)> {
        let mut left = self.present >> first & ((1 << len) - 1);
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                (place, self.counts[(first + place) % 64].into())
            })
        })
    }
}

/// The Items of the round as one seat knows them.
struct Known {
    /// By Knight, and after the last the discard pile, which lies face-up.
    piles: [Pile; MAX_KNIGHTS + 1],
    /// How far to the left of the seat each Knight's Squire is.
    claimed: [Option<usize>; MAX_KNIGHTS],
}

impl Observe for KnightShift {
    const LAYOUT: u32 = 1;

    #[inline]
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let known = self.known_to(seat);
        self.write_decision(seat, &known, pen);
        for knight in self.knights() {
            pen.part("knight", knight.index());
            self.write_knight(knight, seat, &known, pen);
        }
        let mut other = seat;
        for number in 0..self.seats() {
            pen.part("player", number);
            self.write_player(seat, other, number, pen);
            other = other.left(self.seats());
        }
    }
}

impl KnightShift {
    /// The seats as they are labelled.
    #[inline(always)]
    fn seat_labels(&self) -> &'static [&'static str] {
        FromHere::new(Seat::new(0), self.seats()).labels()
    }

    /// How far to the left of a seat another is.
    #[inline(always)]
    fn distance(&self, seat: Seat, other: Seat) -> usize {
        FromHere::new(seat, self.seats()).place(other.index())
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    #[inline(always)]
    fn known_to(&self, seat: Seat) -> Known {
        let mut known = Known {
            piles: [Pile::EMPTY; MAX_KNIGHTS + 1],
            claimed: [None; MAX_KNIGHTS],
        };
        for (pile, middle) in known.piles.iter_mut().zip(&self.middle[..=self.seats()]) {
            pile.add(UP + middle.seed as usize);
        }
        for (other, knight) in Seat::all(self.seats()).zip(self.claims) {
            if let Some(knight) = knight {
                known.claimed[knight.index()] = Some(self.distance(seat, other));
            }
        }
        // At the end everything is shown (KS-R8).
        let open = self.is_over();
        let mut by = self.distance(seat, self.head);
        for play in self.played() {
            let item = play.item as usize;
            let seen = open | play.known.contains(seat);
            let (pile, place) = match play.place {
                Place::Up(knight) => (knight.index(), UP + item),
                Place::Down(knight) => (knight.index(), if seen { SECRET + item } else { UNKNOWN + by }),
                Place::Discard(_) => (MAX_KNIGHTS, UP + item),
            };
            known.piles[pile].add(place);
            by = if by + 1 == self.seats() { 0 } else { by + 1 };
        }
        known
    }

    #[inline(always)]
    fn write_decision<P: Pen>(&self, seat: Seat, known: &Known, pen: &mut P) {
        let (step, turn, peeked) = match self.phase {
            Phase::Turn => (0, Some(self.seat), None),
            Phase::Show { peeked } => (1, Some(self.seat), Some(peeked)),
            Phase::Over => (2, None, None),
        };
        pen.one_of(
            "turn",
            self.seat_labels(),
            turn.map(|turn| self.distance(seat, turn)),
            "whose turn it is",
        );
        pen.one_of("step", STEPS, Some(step), "the decision to be made");
        pen.one_of(
            "peeked",
            &KNIGHTS[..=self.seats()],
            peeked.map(Knight::index),
            "the Knight whose top Item was looked at in this turn (KS-R4)",
        );
        pen.one_of(
            "head",
            self.seat_labels(),
            Some(self.distance(seat, self.head)),
            "who is Head Squire and begins each lap (KS-R1)",
        );
        let round = i32::from(self.round) + i32::from(turn.is_some());
        pen.number("round", (1, 3), round, "which round it is");
        pen.number("lap", (1, 11), i32::from(self.lap) + 1, "which lap of the round it is");
        let left = self.pile_size() - self.drawn();
        pen.number(
            "draw pile",
            (0, 36),
            left as i32,
            "how many Items are left to draw (KS-R2)",
        );
        pen.each("hand", ITEMS, 5, counted(self.hands[seat.index()]), "the own hand");
        pen.each(
            "discards",
            ITEMS,
            6,
            known.piles[MAX_KNIGHTS].counted(UP, FACES),
            "the Items discarded for claims (KS-R5)",
        );
    }

    #[inline(always)]
    fn write_knight<P: Pen>(&self, knight: Knight, seat: Seat, known: &Known, pen: &mut P) {
        let middle = &self.middle[knight.index()];
        let card = &self.deck.knights[usize::from(middle.card)];
        // One field instead of two: nothing is both liked and hated (KS-P1).
        pen.begin(Field {
            name: "taste",
            meaning: "1 for each kind that the Knight likes, -1 for each that it hates (KS-R13, KS-R14)",
            least: -1,
            most: 1,
            len: KINDS.len(),
            labels: KINDS,
        });
        card.likes.iter().for_each(|kind| pen.set(kind as usize, 1));
        card.dislikes.iter().for_each(|kind| pen.set(kind as usize, -1));
        pen.number(
            "bonus",
            (0, 10),
            card.bonus.into(),
            "what a set of what it likes is worth",
        );
        let claimed = known.claimed[knight.index()];
        pen.one_of("claimed by", self.seat_labels(), claimed, "whose it is (KS-R5)");
        let pile = &known.piles[knight.index()];
        pen.each(
            "face-up",
            ITEMS,
            12,
            pile.counted(UP, FACES),
            "its Items that lie face-up",
        );
        pen.each(
            "secret",
            ITEMS,
            12,
            pile.counted(SECRET, FACES),
            "its face-down Items that this seat put there or has seen (KS-R7)",
        );
        pen.each(
            "unknown",
            &self.seat_labels()[1..],
            10,
            pile.counted(UNKNOWN + 1, self.seats() - 1),
            "its other face-down Items, by who put them there",
        );
        let top = middle.top.and_then(|turn| self.plays.get(usize::from(turn)));
        pen.flag(
            "top unknown",
            !self.is_over() && top.is_some_and(|top| !top.seen_by(Some(seat))),
            "whether its top Item is one of these, so that a peek would tell something (KS-R4)",
        );
    }

    #[inline(always)]
    fn write_player<P: Pen>(&self, seat: Seat, other: Seat, number: usize, pen: &mut P) {
        let total = self.totals[other.index()];
        pen.number("total", (-127, 127), total, "the points of all finished rounds");
        let held = self.hand_size(other);
        debug_assert_eq!(held, self.hands[other.index()].len());
        pen.number("cards", (0, 5), held as i32, "how many Items are in the hand");
        if (1..=PASSED).contains(&number) {
            pen.each(
                "passed",
                ITEMS,
                4,
                counted(self.passed_on(seat, other, number)),
                "what this seat passed on in this hand, less what it knows to have been played from it since (KS-R1)",
            );
        }
    }

    /// How many Items are in a hand, as everybody can count: all are dealt four, and draw and play one a lap.
    #[inline(always)]
    fn hand_size(&self, holder: Seat) -> usize {
        let (lap, place) = (usize::from(self.lap), self.distance(self.head, holder));
        let turn = lap * self.seats() + place;
        let size = HAND + lap.min(DRAWING_LAPS) + usize::from(turn < self.drawn());
        size - lap.min(ITEM_LAPS) - usize::from(turn < self.played().len())
    }

    /// What a seat passed on in the hand that came to this holder some laps later, less what the seat knows to have
    /// been played or discarded from it since.
    #[inline(always)]
    fn passed_on(&self, seat: Seat, holder: Seat, laps: usize) -> Items {
        let mut hand = self.hands[holder.index()];
        let lap = usize::from(self.lap);
        if lap < laps || lap >= ITEM_LAPS {
            return Items::default();
        }
        let (place, players) = (self.distance(self.head, holder), self.seats());
        let turns = (0..laps).map(|back| (lap - back) * players + (place + players - back) % players);
        let plays = self.played();
        for turn in turns.clone() {
            if let Some(play) = plays.get(turn) {
                hand.add(play.item);
            }
            if turn < self.drawn() {
                hand.remove(self.pile[turn]);
            }
        }
        for play in turns.filter_map(|turn| plays.get(turn)) {
            if play.seen_by(Some(seat)) {
                hand.remove(play.item);
            }
        }
        hand
    }
}

/// The Items of a hand, counted.
#[inline(always)]
fn counted(items: Items) -> impl Iterator<Item = (usize, i32)> {
    items.faces().map(move |item| (item as usize, items.count(item) as i32))
}
