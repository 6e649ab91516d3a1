//! What a program that learns is shown.

use roundtable_core::Seat;
use roundtable_core::observe::{Observe, Pen};

use crate::deck::Kind;
use crate::road::Inn;
use crate::state::{Household, KnightAtTheInn, Phase, Stack};

const KINDS: &[&str] = &Kind::NAMES;

const INNS: &[&str] = &["1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"];

/// A token's owner and kind, in the order of [`guest`].
const GUESTS: &[&str] = &[
    "own Lone Knight",
    "own Patrol",
    "own Vanguard",
    "own Rearguard",
    "own Flank",
    "own King",
    "other's Lone Knight",
    "other's Patrol",
    "other's Vanguard",
    "other's Rearguard",
    "other's Flank",
    "other's King",
];

const STEPS: &[&str] = &[
    "first token",
    "second token",
    "may draw",
    "must draw",
    "move",
    "move after a draw",
    "over",
];

/// How many tokens of an inn are shown one by one, from the top.
const DEPTH: usize = 3;

const FROM_TOP: [(&str, &str); DEPTH] = [
    ("top", "the token on top"),
    ("second", "the token below it"),
    ("third", "the third token from the top"),
];

/// How many tokens of a pile are shown in order: as many as can be known before the first turn (KI-R2).
const KNOWN: [&str; 2] = ["next", "after next"];

impl Observe for KnightAtTheInn {
    const LAYOUT: u32 = 1;

    #[inline]
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let (step, drawn) = match self.phase {
            Phase::First { placed } => (placed.into(), None),
            Phase::Draw { must } => (2 + usize::from(must), None),
            Phase::Move { drawn: None } => (4, None),
            Phase::Move { drawn } => (5, drawn),
            Phase::Over(_) => (6, None),
        };
        pen.one_of(
            "seat",
            &["0", "1"],
            Some(seat.index()),
            "which seat this is; seat 0 starts in row 1",
        );
        pen.flag(
            "turn",
            self.turn == seat,
            "whether it is this seat's turn, or was at the end",
        );
        pen.one_of("step", STEPS, Some(step), "the decision to be made");
        pen.one_of(
            "drawn",
            INNS,
            drawn.map(Inn::index),
            "the inn whose top token was drawn in this turn",
        );
        let repeated = i32::from(self.history.count());
        pen.number(
            "repetition",
            (0, 5),
            repeated,
            "how many times this position has begun a turn (KI-R8)",
        );
        pen.flag(
            "forfeited",
            self.forfeited,
            "whether the turn before was forfeited (KI-R7)",
        );
        for (number, (&rooms, stack)) in self.print.rooms.iter().zip(&self.stacks).enumerate() {
            pen.part("inn", number);
            write_inn(rooms, stack, seat, pen);
        }
        pen.part("household", 0);
        let own = self.household(seat);
        write_household(own, own.pile.seen, pen);
        pen.part("household", 1);
        let other = self.household(seat.other());
        write_household(other, other.pile.shown, pen);
    }
}

#[inline(always)]
fn write_inn<P: Pen>(rooms: u8, stack: &Stack, seat: Seat, pen: &mut P) {
    pen.number("rooms", (0, 20), rooms.into(), "all its rooms");
    pen.number("free", (0, 20), stack.free.into(), "the rooms that are free");
    pen.number("height", (0, 16), stack.height().into(), "how many tokens stay there");
    let mut guests = stack
        .top_down()
        .map(|token| token.kind as usize + if token.seat == seat { 0 } else { KINDS.len() });
    for (name, meaning) in FROM_TOP {
        pen.one_of(name, GUESTS, guests.next(), meaning);
    }
    let mut below = [0; GUESTS.len()];
    guests.for_each(|guest| below[guest] += 1);
    pen.each(
        "below",
        GUESTS,
        8,
        below.into_iter().enumerate(),
        "all tokens further below, counted",
    );
}

#[inline(always)]
fn write_household<P: Pen>(household: &Household, known: u8, pen: &mut P) {
    let pile = household.pile;
    let home = household.home.map(i32::from).into_iter().enumerate();
    pen.each("home", KINDS, 8, home, "the tokens in the castle");
    pen.number(
        "home value",
        (0, 127),
        household.home_value.into(),
        "their value: the score",
    );
    pen.number("pile", (0, 8), pile.len() as i32, "how many tokens are in the pile");
    let mut left = [0; KINDS.len()];
    pile.kinds().for_each(|kind| left[kind as usize] += 1);
    pen.each(
        "left",
        KINDS,
        8,
        left.into_iter().enumerate(),
        "the tokens in the pile, which everybody can count",
    );
    let mut kinds = pile.kinds().take(known.into()).map(|kind| kind as usize);
    for name in KNOWN {
        pen.one_of(
            name,
            KINDS,
            kinds.next(),
            "the token in this place of the pile, if this seat knows it (KI-R11)",
        );
    }
    let exceeds = pile.exceeds.into();
    pen.number(
        "exceeds",
        (0, 20),
        exceeds,
        "the next token takes more rooms than this (KI-R11); 0 if that is unknown",
    );
}
