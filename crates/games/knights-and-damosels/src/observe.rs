//! What a program that learns is shown: the table, the decision, the battle and the display here, `events` and
//! `players` in rooms of their own.

mod events;
mod players;

use roundtable_core::observe::{FromHere, Observe, Pen};
use roundtable_core::{Seat, Seats};

use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, EVENTS, EventCard, EventKind, Kind};
use crate::moves::Move;
use crate::state::{Field, KnightsAndDamosels, Phase, SEATS, display_size};

static SEAT_NUMBERS: [&str; SEATS] = ["0", "1", "2", "3", "4", "5"];

/// The six houses from here, with three, four, five and six players.
static HOUSES: [[&str; SEATS]; 4] = [
    ["self", "1st left", "2nd left", "1st unused", "2nd unused", "3rd unused"],
    ["self", "1st left", "2nd left", "3rd left", "1st unused", "2nd unused"],
    ["self", "1st left", "2nd left", "3rd left", "4th left", "1st unused"],
    ["self", "1st left", "2nd left", "3rd left", "4th left", "5th left"],
];

const FEWEST: usize = SEATS + 1 - HOUSES.len();

static CHIVALRY: [&str; CHIVALRIES] = {
    let mut names = [""; CHIVALRIES];
    let mut i = 0;
    while i < names.len() {
        names[i] = Chivalry::ALL[i].name();
        i += 1;
    }
    names
};

static EVENT: [&str; EVENTS] = {
    let mut names = [""; EVENTS];
    let mut i = 0;
    while i < names.len() {
        names[i] = EventCard::ALL[i].name();
        i += 1;
    }
    names
};

const KINDS: &[&str] = &[Kind::Arms.name(), Kind::Virtue.name(), Kind::Vassalage.name()];

const EVENT_KINDS: &[&str] = &[
    EventKind::War.name(),
    EventKind::Quest.name(),
    EventKind::Prosperity.name(),
    EventKind::Disaster.name(),
];

const STEPS: &[&str] = &[
    "Arthur discards",
    "Merlin discards",
    "giving",
    "selecting",
    "offering",
    "jousting",
    "replacing",
    "placing",
    "taking",
    "siding",
    "fighting",
    "over",
];

/// Sealed choices that are a word.
const WORDS: &[&str] = &["high", "low", "yield", "arthur", "mordred"];

const SIDES: &[&str] = &["Arthur's", "Mordred's"];

const VICTORIES: &[&str] = &["none", "worship", "knight", "damosel"];

const SERVICE_CARDS: &[&str] = &["1", "2", "3"];

/// The most worship that is told apart: a victory takes at most 30 with the standard deck (KD-R2).
const WORSHIP: i32 = 50;

/// The last round of a battle that is told apart.
const LAST: u16 = 99;

impl Observe for KnightsAndDamosels {
    const LAYOUT: u32 = 1;

    #[inline]
    fn observe<P: Pen>(&self, seat: Seat, pen: &mut P) {
        let from_here = FromHere::new(seat, self.seat_count());
        self.write_table(seat, from_here, pen);
        let stage = self.stage();
        self.write_step(seat, stage, from_here, pen);
        self.write_events(seat, stage, from_here, pen);
        self.write_battle(stage, pen);
        let mut by = [None; SEATS];
        for place in 0..from_here.players {
            if let Some(number) = self.display.selected[from_here.seat_at(place).index()] {
                by[usize::from(number) % SEATS] = Some(place);
            }
        }
        for (number, by) in by.into_iter().take(display_size(from_here.players)).enumerate() {
            pen.part("displayed", number);
            self.write_displayed(number, by, seat, from_here, pen);
        }
        let fresh = self.display.selected.map(|number| {
            let card = number.and_then(|number| self.display.get(number));
            card.map_or(usize::MAX, |card| card.house.into())
        });
        let mut piles = self.piles;
        for card in self.display.cards() {
            piles[usize::from(card.house) % SEATS].insert(card.chivalry);
        }
        for number in 0..from_here.players {
            pen.part("player", number);
            let player = from_here.seat_at(number);
            self.write_house(player.index(), piles, pen);
            self.write_player(player, seat, from_here, &fresh, pen);
            self.write_force(player, stage, pen);
        }
        for house in from_here.players..SEATS {
            pen.part("unused", house - from_here.players);
            self.write_house(house, piles, pen);
        }
    }
}

/// What the houses are called.
fn house_labels(from_here: FromHere) -> &'static [&'static str] {
    &HOUSES[(from_here.players - FEWEST) % HOUSES.len()]
}

/// A bit set by seat as one by place; bits beyond the seats are dropped.
#[inline(always)]
fn turned(from_here: FromHere, bits: u8) -> u64 {
    let FromHere { seat, players } = from_here;
    let bits = u64::from(bits) & !(u64::MAX << players);
    (bits >> seat | bits << (players - seat)) & !(u64::MAX << players)
}

#[inline(always)]
fn places(from_here: FromHere, seats: Seats) -> u64 {
    (0..from_here.players).fold(0, |places, place| {
        places | u64::from(seats.contains(from_here.seat_at(place))) << place
    })
}

/// A number for each bit of a set, which is faster than looking for those that are set.
#[inline(always)]
fn bits<const N: usize>(set: u64) -> [(usize, i32); N] {
    std::array::from_fn(|place| (place, (set >> place & 1) as i32))
}

/// How many chivalries each set has: not every processor can count bits.
static SIZES: [u8; 1 << CHIVALRIES] = {
    let mut sizes = [0; 1 << CHIVALRIES];
    let mut set = 1;
    while set < sizes.len() {
        sizes[set] = sizes[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    sizes
};

/// Where in the game it is.
#[derive(Clone, Copy)]
struct Stage {
    /// The place of the phase among [`STEPS`].
    step: usize,
    may_challenge: bool,
    in_service: bool,
    /// The challenger, the challenged player, and whether the challenger has the right to the card.
    joust: Option<(Seat, Seat, bool)>,
    chivalry: Option<Chivalry>,
    pass: u8,
}

impl KnightsAndDamosels {
    #[inline(always)]
    fn stage(&self) -> Stage {
        let at = |step| Stage {
            step,
            may_challenge: false,
            in_service: false,
            joust: None,
            chivalry: None,
            pass: 0,
        };
        match self.phase {
            Phase::ArthurDiscards => at(0),
            Phase::MerlinDiscards => at(1),
            Phase::Giving { .. } => at(2),
            Phase::Selecting { may_challenge, .. } => Stage { may_challenge, ..at(3) },
            Phase::Offering { may_challenge, .. } => Stage { may_challenge, ..at(4) },
            Phase::Jousting { joust, .. } => Stage {
                in_service: joust.field == Field::Service,
                joust: Some((joust.challenger, joust.challenged, joust.holder == joust.challenger)),
                chivalry: Some(joust.chivalry),
                pass: joust.pass,
                ..at(5)
            },
            Phase::Replacing {
                field,
                loser,
                challenger,
            } => Stage {
                in_service: field == Field::Service,
                joust: Some((challenger, loser, true)),
                ..at(6)
            },
            Phase::Placing { .. } => at(7),
            Phase::Taking { .. } => at(8),
            Phase::Siding { .. } => at(9),
            Phase::Fighting { .. } => at(10),
            Phase::Over { .. } => at(11),
        }
    }

    #[inline(always)]
    fn write_table<P: Pen>(&self, seat: Seat, from_here: FromHere, pen: &mut P) {
        pen.one_of(
            "seat",
            &SEAT_NUMBERS[..from_here.players],
            Some(seat.index()),
            "which seat this is, as moves number them",
        );
        pen.number("round", (0, 60), self.round.into(), "the round, from 1 (KD-R20)");
        pen.flag(
            "camlann",
            self.options.camlann,
            "whether the game ends with the Battle of Camlann (KD-R21)",
        );
        pen.flag(
            "service",
            self.options.service,
            "whether the Service cards are in play (KD-R27a)",
        );
        pen.one_of(
            "Merlin",
            from_here.labels(),
            Some(from_here.place(self.merlin.index())),
            "who is Merlin; Arthur is to the left (KD-R1)",
        );
        let goals = self.goals;
        pen.number(
            "goal given",
            (0, 9),
            goals.given.into(),
            "cards with one knight for a damosel victory (KD-R2)",
        );
        pen.number(
            "goal earned",
            (0, 9),
            goals.earned.into(),
            "cards of the own knight for a knight victory (KD-R2)",
        );
        pen.number(
            "goal worship",
            (0, WORSHIP),
            goals.worship.into(),
            "worship for a worship victory (KD-R2)",
        );
    }

    #[inline(always)]
    fn write_step<P: Pen>(&self, seat: Seat, stage: Stage, from_here: FromHere, pen: &mut P) {
        pen.one_of("step", STEPS, Some(stage.step), "the decision to be made");
        let chosen = self.chosen();
        pen.some_of(
            "to act",
            from_here.labels(),
            places(from_here, self.seats_to_act()),
            "who has a decision to make",
        );
        pen.some_of(
            "chosen",
            from_here.labels(),
            places(from_here, chosen),
            "who has made a sealed choice while others have not (KD-P2)",
        );
        let mine = if chosen.contains(seat) {
            self.choices[seat.index()]
        } else {
            Move::Pass
        };
        let (cards, word) = match mine {
            Move::Give { chivalry } | Move::Fight { chivalry } | Move::Take { chivalry, .. } => {
                (ChivalrySet::one(chivalry), None)
            }
            Move::Face { up } => (up, None),
            Move::High => (ChivalrySet::NONE, Some(0)),
            Move::Low => (ChivalrySet::NONE, Some(1)),
            Move::Yield => (ChivalrySet::NONE, Some(2)),
            Move::Arthur => (ChivalrySet::NONE, Some(3)),
            Move::Mordred => (ChivalrySet::NONE, Some(4)),
            Move::Discard { .. } | Move::Offer { .. } | Move::Pass | Move::Select { .. } | Move::Challenge { .. } => {
                (ChivalrySet::NONE, None)
            }
        };
        pen.some_of(
            "sealed cards",
            &CHIVALRY,
            cards.0.into(),
            "the cards of this seat's own sealed choice: given, taken, revealed, or placed face-up (KD-P2)",
        );
        pen.one_of(
            "sealed word",
            WORDS,
            word,
            "this seat's own sealed choice in a joust or of a side (KD-P2)",
        );
        pen.flag(
            "may challenge",
            stage.may_challenge,
            "whether a challenge is allowed in this turn (KD-R11)",
        );
        pen.flag(
            "in service",
            stage.in_service,
            "whether a joust is for an offered card, not for a displayed one",
        );
        pen.one_of(
            "challenger",
            from_here.labels(),
            stage.joust.map(|(challenger, ..)| from_here.place(challenger.index())),
            "who challenged in the joust, or has just won it (KD-R11)",
        );
        pen.one_of(
            "challenged",
            from_here.labels(),
            stage
                .joust
                .map(|(_, challenged, _)| from_here.place(challenged.index())),
            "who was challenged, or has just lost the card (KD-R11)",
        );
        pen.flag(
            "right",
            stage.joust.is_some_and(|(.., right)| right),
            "whether the challenger has the right to the card (KD-R12)",
        );
        pen.one_of(
            "joust for",
            &CHIVALRY,
            stage.chivalry.map(|chivalry| chivalry as usize),
            "the chivalry that the joust is for",
        );
        pen.number("pass", (0, 20), stage.pass.into(), "the pass of arms, from 1 (KD-R12)");
        pen.some_of(
            "challenged offers",
            &CHIVALRY,
            self.service.challenged.0.into(),
            "the offered chivalries that cannot be challenged again (KD-R11)",
        );
    }

    #[inline(always)]
    fn write_battle<P: Pen>(&self, stage: Stage, pen: &mut P) {
        let battle = &self.battle;
        pen.number(
            "battle round",
            (0, LAST.into()),
            battle.round.min(LAST).into(),
            "the round of the battle, from 1; it stays at 99 (KD-R24)",
        );
        let left = (battle.immune_until + 1).saturating_sub(battle.round.max(1));
        let left = if stage.step < 10 { 0 } else { left };
        let smaller = (battle.immune_until > 0).then_some(battle.smaller as usize);
        pen.one_of("smaller side", SIDES, smaller, "the side with fewer players (KD-R23)");
        pen.number(
            "immune rounds",
            (0, 8),
            left.into(),
            "for how many rounds, this one included, it is immune (KD-R23)",
        );
    }

    #[inline(always)]
    fn write_displayed<P: Pen>(&self, number: usize, by: Option<usize>, seat: Seat, from_here: FromHere, pen: &mut P) {
        let card = self.display.get(number as u8);
        pen.one_of(
            "chivalry",
            &CHIVALRY,
            card.map(|card| card.chivalry as usize),
            "a card of the display (KD-R8)",
        );
        let players = from_here.players;
        let houses = card.map_or(0, |card| {
            let house = usize::from(card.house);
            if house == seat.index() || self.merlin == seat {
                let place = if house < players { from_here.place(house) } else { house };
                1 << place
            } else {
                let may = self.display.may[number];
                let unused = if may >> players & 1 == 1 {
                    u64::MAX << players
                } else {
                    0
                };
                (turned(from_here, may) & !1) | unused & !(u64::MAX << SEATS)
            }
        });
        let cells = if card.is_some() { SEATS } else { 0 };
        pen.each(
            "damosel",
            house_labels(from_here),
            1,
            bits::<SEATS>(houses).into_iter().take(cells),
            "whose damosels may be behind it, by what this seat sees and what players did (KD-R8, KD-P7)",
        );
        pen.one_of("selected by", from_here.labels(), by, "who has selected it (KD-R9)");
        pen.flag(
            "challenged",
            self.display.challenged >> number & 1 == 1,
            "whether it was challenged in this phase (KD-R11)",
        );
    }
}
