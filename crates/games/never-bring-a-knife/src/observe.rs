//! What a program that learns is shown.

use roundtable_core::observe::{FromHere, Observe, Pen};
use roundtable_core::{MAX_SEATS, Seat};

use crate::cards::KINDS;
use crate::deck::HAND;
use crate::roles::{MOST_ROLES, Roles};
use crate::state::{NeverBringAKnife, Phase};

static SEATS: [&str; MAX_SEATS] = ["0", "1", "2", "3", "4", "5", "6", "7"];

const CARDS: &[&str] = &["Gun", "Armor", "Money", "Crime", "Intel", "Hit", "Mole"];

const ROLES: &[&str] = &["Cop", "Criminal"];

const STEPS: &[&str] = &["play", "intel", "hit", "talk", "over"];

/// The cards of a stack, in the order they were laid.
const LAID: [[&str; 2]; HAND] = [
    ["first by", "first card"],
    ["second by", "second card"],
    ["third by", "third card"],
    ["fourth by", "fourth card"],
];

const ORDER: &[&str] = &["first", "second", "third", "fourth"];

impl Observe for NeverBringAKnife {
    const LAYOUT: u32 = 1;

    #[inline]
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let from_here = FromHere::new(seat, self.seat_count());
        let (turn, step, looks) = match self.phase {
            Phase::Play { seat } => (Some(seat), 0, 0),
            Phase::Intel { seat, left } => (Some(seat), 1, left),
            Phase::Hit { seat } => (Some(seat), 2, 0),
            Phase::Talk { seat } => (Some(seat), 3, 0),
            Phase::Over { .. } => (None, 4, 0),
        };
        pen.one_of(
            "seat",
            &SEATS[..from_here.players],
            Some(seat.index()),
            "which seat this is, as moves number them",
        );
        pen.one_of(
            "turn",
            from_here.labels(),
            turn.map(|seat| from_here.place(seat.index())),
            "whose decision it is",
        );
        pen.one_of("step", STEPS, Some(step), "the decision to be made");
        pen.number("round", (0, 60), self.round.into(), "the round, from 1 (NK-R14)");
        pen.one_of(
            "dealer",
            from_here.labels(),
            Some(from_here.place(self.dealer.index())),
            "who deals; the left neighbour is first in everything (NK-R2)",
        );
        pen.flag("easy", self.options.easy, "whether all Intel is in the deck (NK-R1)");
        pen.flag(
            "hard",
            self.options.hard,
            "whether the left neighbour's role is seen only at a wound (NK-R1)",
        );
        self.write_prices(pen);
        pen.number(
            "looks",
            (0, 2),
            looks.into(),
            "how many Intel of the open stack are left to use (NK-R8)",
        );
        pen.number(
            "stack money",
            (0, 4),
            self.open.money.into(),
            "the Money of the open stack after Crime (NK-R6)",
        );
        self.write_cards(seat, pen);
        let seen_by = seen_by(&self.roles, from_here);
        pen.part("boss", 0);
        let card = usize::from(self.roles.boss);
        self.write_role(card, seen_by[card], from_here, pen);
        for number in 0..from_here.players {
            pen.part("player", number);
            let seat = from_here.seat_at(number);
            let card = usize::from(self.roles.at_seat[seat.index()]);
            self.write_role(card, seen_by[card], from_here, pen);
            self.write_player(seat, from_here, pen);
        }
    }
}

/// Counts cards of which some may be missing, without a branch.
#[inline(always)]
fn count(cards: impl Iterator<Item = (u8, bool)>) -> impl Iterator<Item = (usize, i32)> {
    let mut counts = [0_i32; KINDS + 1];
    cards.for_each(|(card, is_there)| counts[usize::from(card & 7)] += i32::from(is_there));
    counts.into_iter().take(KINDS).enumerate()
}

/// Who has seen each role card, by its number: a bit for each place from here.
#[inline(always)]
fn seen_by(roles: &Roles, from_here: FromHere) -> [u8; MOST_ROLES] {
    let mut seen_by = [0; MOST_ROLES];
    for (index, seen) in roles.seen[..from_here.players].iter().enumerate() {
        let place = from_here.place(index);
        for (places, how) in seen_by.iter_mut().zip(seen) {
            *places |= u8::from(how.is_some()) << place;
        }
    }
    seen_by
}

impl NeverBringAKnife {
    /// What the deck file says of this table.
    #[inline(always)]
    fn write_prices<P: Pen>(&self, pen: &mut P) {
        let team = i32::from(self.roles.count / 2);
        pen.number("team", (0, 5), team, "how many role cards each team has");
        let fall = self.prices.fall.into();
        pen.number("fall", (0, 20), fall, "how many wounds make a player fall (NK-R11)");
        let heal = self.prices.heal.into();
        pen.number("heal price", (0, 20), heal, "the Money to heal a wound (NK-R10)");
        let look = self.prices.look.into();
        pen.number("look price", (0, 20), look, "the Money to look at a role card (NK-R10)");
        let hit = self.prices.hit.into();
        pen.number("hit price", (0, 20), hit, "the Money to use the Hit (NK-R9)");
    }

    /// The deck, the discard pile, and the cards that the seat was dealt.
    #[inline(always)]
    fn write_cards<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let left = self.pile.left().len() as i32;
        pen.number("deck", (0, 62), left, "how many cards are left in the deck");
        pen.number(
            "before shuffle",
            (0, 31),
            self.before_shuffle.into(),
            "how many cards of this round were dealt before the discards were shuffled (NK-P3)",
        );
        pen.each(
            "discard",
            CARDS,
            23,
            self.discard.map(i32::from).into_iter().enumerate(),
            "the discard pile (NK-R12)",
        );
        let own = self.player(seat);
        let held = (0..).zip(own.dealt).map(|(i, card)| (card, own.in_hand >> i & 1 == 1));
        pen.each("hand", CARDS, 4, count(held), "this seat's hand");
        let old = if self.before_shuffle > 0 {
            self.dealt_before_shuffle(seat)
        } else {
            0
        };
        let old = own.dealt.into_iter().enumerate().map(|(i, card)| (card, i < old));
        pen.each(
            "old",
            CARDS,
            4,
            count(old),
            "the cards that this seat was dealt before the shuffle, played or not (NK-P3)",
        );
    }

    /// A role card, with the places that have seen it.
    #[inline(always)]
    fn write_role<P: Pen>(&self, card: usize, seen_by: u8, from_here: FromHere, pen: &mut P) {
        // At the end all but the undealt card are shown.
        let known = seen_by & 1 == 1 || matches!(self.phase, Phase::Over { .. });
        pen.each(
            "role",
            ROLES,
            1,
            [(self.roles.role(card) as usize, known.into())],
            "what the role card shows, if this seat knows (NK-R7)",
        );
        pen.some_of(
            "seen by",
            from_here.labels(),
            seen_by.into(),
            "who has seen this role card, wherever it lay then (NK-R12)",
        );
    }

    #[inline(always)]
    fn write_player<P: Pen>(&self, seat: Seat, from_here: FromHere, pen: &mut P) {
        let player = self.player(seat);
        pen.number("wounds", (0, 5), player.wounds.into(), "the wounds (NK-R5)");
        pen.flag(
            "was wounded",
            player.was_wounded,
            "whether the player was ever wounded (NK-R7)",
        );
        pen.number("bank", (0, 17), player.bank.into(), "the banked Money (NK-R15)");
        pen.flag("banked hit", player.hit, "whether the Hit is banked here (NK-R9)");
        let hand = player.in_hand.count_ones() as i32;
        pen.number("cards", (0, 4), hand, "how many cards are in hand");
        self.write_stack(seat, from_here, pen);
    }

    /// The stack before a player. Cards that are missing or unknown are written as zeros, which is faster than asking.
    #[inline(always)]
    fn write_stack<P: Pen>(&self, seat: Seat, from_here: FromHere, pen: &mut P) {
        let player = self.player(seat);
        let mut shown = [0; HAND];
        for (i, [by_name, card_name]) in LAID.into_iter().enumerate() {
            let is_there = i < usize::from(player.stack_size);
            let (by, lap) = (
                player.stack[i] as usize / HAND % MAX_SEATS,
                player.stack[i] as usize % HAND,
            );
            let layer = &self.players[by];
            let laid = layer.laid[lap];
            let known = is_there && (laid.face_up || by == from_here.seat);
            let card = usize::from(layer.dealt[usize::from(laid.dealt) % HAND]);
            shown[i] = i32::from(is_there && laid.face_up);
            pen.each(
                by_name,
                from_here.labels(),
                1,
                [(from_here.place(by), is_there.into())],
                "who laid this card of the stack in this round (NK-R3)",
            );
            pen.each(
                card_name,
                CARDS,
                1,
                [(card, known.into())],
                "which card it is, if it lies face-up or this seat laid it (NK-R12)",
            );
        }
        pen.each(
            "face up",
            ORDER,
            1,
            shown.into_iter().enumerate(),
            "which cards of the stack were laid face-up",
        );
        let counts = if self.is_revealed(seat) {
            Some(self.stack_counts(seat))
        } else {
            None
        };
        pen.each(
            "revealed",
            CARDS,
            4,
            counts.into_iter().flatten().map(i32::from).enumerate(),
            "all cards of the stack once it is turned up, until the next deal (NK-R4)",
        );
    }
}
