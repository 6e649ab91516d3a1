//! What a program that learns is shown.

use roundtable_core::Seat;
use roundtable_core::observe::{FromHere, Observe, Pen};

use crate::cards::{CARDS, CardSet, KINDS};
use crate::deck::ChestCard;
use crate::state::{Past, Phase, Player, Shock, Standing};

const STEPS: &[&str] = &["turn", "down", "must cover", "may cover", "challenge", "over"];

const STANDINGS: &[&str] = &["in", "withdrawn", "shocked"];

const SUITS: &[&str] = &["hearts", "spades", "diamonds", "clubs"];

const POISONS: &[&str; KINDS] = &["jellyfish", "spider", "bee"];

/// All Number cards in their order. Those in play are a range.
const NUMBER_CARDS: &[&str; CARDS] = &[
    "1h", "1s", "1d", "1c", "2h", "2s", "2d", "2c", "3h", "3s", "3d", "3c", "4h", "4s", "4d", "4c", "5h", "5s", "5d",
    "5c", "6h", "6s", "6d", "6c", "7h", "7s", "7d", "7c", "8h", "8s", "8d", "8c", "9h", "9s", "9d", "9c", "10h", "10s",
    "10d", "10c", "11h", "11s", "11d", "11c",
];

/// Chest cards: Jewel cards by their large and small icons, in the order of [`chest_place`], then Poison cards.
const CHEST_CARDS: &[&str; CHEST_PLACES] = &[
    "0/0",
    "0/1",
    "0/2",
    "1/0",
    "1/1",
    "1/2",
    "2/0",
    "2/1",
    "2/2",
    "3/0",
    "3/1",
    "3/2",
    "jellyfish",
    "spider",
    "bee",
];

/// The most icons of each size that are told apart: as many as there are (SH-D3).
const MOST_LARGE: u8 = 3;
const MOST_SMALL: u8 = 2;

const JEWEL_PLACES: usize = (MOST_LARGE as usize + 1) * (MOST_SMALL as usize + 1);
const CHEST_PLACES: usize = JEWEL_PLACES + KINDS;

#[inline(always)]
fn chest_place(card: ChestCard) -> usize {
    match card {
        ChestCard::Jewels { large, small } => {
            usize::from(large.min(MOST_LARGE) * (MOST_SMALL + 1) + small.min(MOST_SMALL))
        }
        ChestCard::Poison { kind } => JEWEL_PLACES + kind as usize,
    }
}

impl Observe for Shock {
    const LAYOUT: u32 = 1;

    #[inline]
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        self.write_decision(seat, pen);
        self.write_trick(seat, pen);
        self.write_cards(seat, pen);
        self.write_chest(pen);
        let past = self.memory.rounds().last();
        let mut other = seat;
        for number in 0..self.seat_count() {
            pen.part("player", number);
            self.write_player(other, other == seat, past, pen);
            other = other.left(self.seat_count());
        }
    }
}

impl Shock {
    /// The seats as they are labelled.
    #[inline(always)]
    fn seat_labels(&self) -> &'static [&'static str] {
        FromHere::new(Seat::new(0), self.seat_count()).labels()
    }

    /// How far to the left of a seat another is.
    #[inline(always)]
    fn distance(&self, seat: Seat, other: Seat) -> usize {
        FromHere::new(seat, self.seat_count()).place(other.index())
    }

    #[inline(always)]
    fn write_decision<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let (step, turn, more, fresh) = match self.phase {
            Phase::Turn { seat } => (0, Some(seat), 0, CardSet::NONE),
            Phase::Down { seat } => (1, Some(seat), 0, CardSet::NONE),
            Phase::MustCover { seat, fresh } => (2, Some(seat), 0, fresh),
            Phase::MayCover { seat, fresh } => (3, Some(seat), 0, fresh),
            Phase::Challenge { seat, more } => (4, Some(seat), more, CardSet::NONE),
            Phase::Over => (5, None, 0, CardSet::NONE),
        };
        let turn = turn.map(|turn| self.distance(seat, turn));
        pen.one_of("turn", self.seat_labels(), turn, "whose decision it is");
        pen.one_of("step", STEPS, Some(step), "the decision to be made");
        pen.number(
            "more",
            (0, 2),
            more.into(),
            "how many more Chest cards may be revealed (SH-R17)",
        );
        let fresh = fresh.into_iter().count() as i32;
        pen.number(
            "new potions",
            (0, 5),
            fresh,
            "the Potions of the trick that are still to be decided about (SH-R13)",
        );
        pen.number("round", (1, 5), self.round.into(), "which round it is");
        pen.flag(
            "simplified",
            self.options.simplified,
            "whether hands are given back at the end of a round (SH-R20)",
        );
        pen.one_of(
            "trump",
            SUITS,
            Some(self.trump.suit() as usize),
            "the suit of the card under the Round Board (SH-R4)",
        );
        pen.number(
            "trump number",
            (0, 11),
            self.trump.number().into(),
            "the number of that card",
        );
        pen.one_of(
            "last winner",
            self.seat_labels(),
            self.last_winner.map(|winner| self.distance(seat, winner)),
            "who won the last trick of this round, and would lead the next round (SH-R19)",
        );
    }

    #[inline(always)]
    fn write_trick<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let (trick, seats) = (&self.trick, self.seat_labels());
        let first = self.distance(seat, trick.first);
        pen.one_of("first", seats, Some(first), "whose turn was first in the trick");
        let lead = trick.best.map(|best| best.lead as usize);
        pen.one_of(
            "lead",
            SUITS,
            lead,
            "the suit to follow, once a card lies face-up (SH-R5)",
        );
        let best = trick.best.map(|best| self.distance(seat, best.seat));
        pen.one_of("best", seats, best, "who has the best card of the trick (SH-R11)");
        let suit = trick.best.map(|best| best.card.suit() as usize);
        pen.one_of("best suit", SUITS, suit, "the suit of that card");
        let number = trick.best.map_or(0, |best| best.card.number().into());
        pen.number("best number", (0, 11), number, "its number");
        let won = trick.count == self.seats;
        pen.flag("won", won, "whether the trick is complete and its winner has taken it");
        let (jewels, cards) = if won {
            (0, CardSet::NONE)
        } else {
            (trick.jewels, trick.up)
        };
        pen.number(
            "jewels",
            (0, 5),
            jewels.into(),
            "the jewels on the cards of the trick, until it is won",
        );
        pen.each(
            "trick poison",
            POISONS,
            2,
            counts(self.print.poison.map(|kind| cards.within(kind))),
            "the Poison cards of each kind in the trick, until it is won",
        );
        pen.number(
            "trick potions",
            (0, 2),
            count(cards.within(self.print.potions)),
            "the Potion cards in the trick, until it is won",
        );
    }

    /// What this seat knows about each card.
    #[inline(always)]
    fn write_cards<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let in_play = CardSet::in_play(self.seat_count()).bits();
        let lowest = in_play.trailing_zeros();
        let labels = &NUMBER_CARDS[lowest as usize..][..in_play.count_ones() as usize];
        let own = self.player(seat);
        pen.some_of("hand", labels, own.hand.bits() >> lowest, "the own hand");
        pen.some_of(
            "down",
            labels,
            own.down.bits() >> lowest,
            "the cards this seat has played face-down in this round (SH-R7)",
        );
        let played = self
            .players
            .iter()
            .fold(CardSet::NONE, |set, player| set.and(player.up));
        pen.some_of(
            "played",
            labels,
            played.bits() >> lowest,
            "the cards played face-up in this round, by anybody",
        );
        let mut not_kept = CardSet::NONE;
        if let Some(past) = self.memory.rounds().last() {
            not_kept = past.up.iter().fold(past.down[seat.index()], |set, &up| set.and(up));
            not_kept = not_kept.and(past.kept[seat.index()]);
            not_kept.insert(past.trump);
        }
        pen.some_of(
            "not kept",
            labels,
            not_kept.bits() >> lowest,
            "the cards that others cannot have kept from the round before, if anybody kept cards: they lay open or \
             were this seat's (SH-P4)",
        );
    }

    #[inline(always)]
    fn write_chest<P: Pen>(&self, pen: &mut P) {
        pen.each(
            "centre",
            POISONS,
            2,
            self.centre.map(i32::from).into_iter().enumerate(),
            "the Chest's Poison cards in the centre (SH-R16)",
        );
        let mut left = [0; CHEST_PLACES];
        self.chest.hidden().for_each(|card| left[chest_place(card)] += 1);
        pen.each(
            "chest",
            CHEST_CARDS,
            3,
            left.into_iter().enumerate(),
            "the face-down Chest cards, which everybody can count: Jewel cards by large and small icons (SH-R17), and \
             Poison cards",
        );
    }

    #[inline(always)]
    fn write_player<P: Pen>(&self, seat: Seat, own: bool, past: Option<&Past>, pen: &mut P) {
        let player: &Player = self.player(seat);
        let standing = match player.standing {
            Standing::In => 0,
            Standing::Withdrawn => 1,
            Standing::Shocked => 2,
        };
        pen.one_of("standing", STANDINGS, Some(standing), "in the round, or why not");
        let inside = i32::from(player.banked);
        pen.number("golden", (0, 20), inside / 10, "the jewels inside the bag, in tens");
        pen.number("inside", (0, 9), inside % 10, "those beyond the tens");
        pen.number("on top", (0, 80), player.on_top.into(), "the jewels on top of the bag");
        pen.number(
            "cards",
            (0, 9),
            player.hand.len() as i32,
            "how many cards are in the hand",
        );
        pen.number(
            "played down",
            (0, 9),
            count(player.down),
            "how many cards were played face-down in this round (SH-R7)",
        );
        let front = self.print.poison.map(|kind| player.front.within(kind));
        pen.each(
            "poison",
            POISONS,
            2,
            counts(front.map(|cards| cards.without(player.covered))),
            "the uncovered Poison cards in front (SH-R12)",
        );
        pen.each(
            "covered",
            POISONS,
            2,
            counts(front.map(|cards| cards.within(player.covered))),
            "the Poison cards in front that a Potion covers",
        );
        pen.number(
            "potions",
            (0, 2),
            count(player.potions(&self.print)),
            "the Potions in front that cover nothing yet (SH-R13)",
        );
        pen.some_of(
            "voids",
            SUITS,
            player.voids.into(),
            "the suits in which a void was shown since the deal",
        );
        let (kept, voids) = past.map_or((0, 0), |past| {
            (count(past.kept[seat.index()]), past.voids[seat.index()])
        });
        pen.number(
            "kept",
            (0, 9),
            kept,
            "how many cards were kept from the round before (SH-R20)",
        );
        pen.some_of(
            "kept voids",
            SUITS,
            voids.into(),
            "the suits that the kept cards have none of, as was shown in the round before (SH-P4)",
        );
        let laid = self.trick.cards[seat.index()];
        let known = laid.filter(|laid| laid.face_up || own).map(|laid| laid.card);
        pen.one_of(
            "suit",
            SUITS,
            known.map(|card| card.suit() as usize),
            "the suit of the card in the trick, if this seat knows it",
        );
        pen.number(
            "number",
            (0, 11),
            known.map_or(0, |card| card.number().into()),
            "the number of that card",
        );
        pen.flag(
            "face-down",
            laid.is_some_and(|laid| !laid.face_up),
            "whether the card in the trick lies face-down (SH-R7)",
        );
    }
}

/// How many cards there are, fast if there are none.
#[inline(always)]
fn count(cards: CardSet) -> i32 {
    if cards.is_empty() { 0 } else { cards.len() as i32 }
}

/// How many cards there are of each kind of poison, without the zeros.
#[inline(always)]
fn counts(kinds: [CardSet; KINDS]) -> impl Iterator<Item = (usize, i32)> {
    let kinds = kinds.into_iter().enumerate();
    kinds
        .filter(|(_, cards)| !cards.is_empty())
        .map(|(kind, cards)| (kind, cards.len() as i32))
}
