//! One test for every rule and ruling, named after it and written from its text, in the notation and from explicit
//! deals.
//!
//! The dealer is the last seat, so seat 0 is first in everything.

mod deck;
mod ending;
mod knowledge;
mod money;
mod odds;
mod play;
mod reveal;
mod samples;
mod setup;
mod talk;

use never_bring_a_knife::{
    Card, CardsSeen, Counts, Deck, Event, NeverBringAKnife, Options, PlayerSeen, Role, Scene, View,
};
use roundtable_core::{Dice, Eye, Game, GameDeck, Told};
use roundtable_testkit::{asked, heard, play_lines};

pub(crate) use roundtable_testkit::seat;

pub(crate) struct Table {
    pub(crate) game: NeverBringAKnife,
    pub(crate) journal: Vec<Told<Event>>,
}

/// How a table is set up. Numbers not given are zero; cards not named lie in the deck, Hit and Mole in the discard
/// pile.
#[derive(Clone, Default)]
pub(crate) struct Given {
    pub(crate) players: usize,
    /// A letter for each role card, `c` Cop or `r` Criminal: seats, boss, the undealt one.
    pub(crate) roles: &'static str,
    pub(crate) easy: bool,
    pub(crate) hard: bool,
    pub(crate) rounds: u8,
    pub(crate) wounds: &'static [u8],
    pub(crate) banks: &'static [u8],
    pub(crate) hit: Option<usize>,
    /// How many cards are in the deck; the others are in the discard pile. If none, all are in the deck.
    pub(crate) in_deck: Option<usize>,
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace()
        .map(|card| card.parse().expect("a card"))
        .collect()
}

pub(crate) fn counts(text: &str) -> Counts {
    cards(text).into_iter().collect()
}

/// Four players: seats 0 and 2 are Cops, 1 and 3 Criminals, the boss is a Cop, the undealt card a Criminal.
pub(crate) const FOUR: Given = Given {
    players: 4,
    roles: "crcrcr",
    easy: false,
    hard: false,
    rounds: 0,
    wounds: &[],
    banks: &[],
    hit: None,
    in_deck: None,
};

/// Seven players: even seats are Cops, odd ones Criminals, and so is the boss.
pub(crate) const SEVEN: Given = Given {
    players: 7,
    roles: "crcrcrcr",
    ..FOUR
};

/// The scene with these hands, dealt one card at a time.
pub(crate) fn scene(given: &Given, hands: &[&str]) -> Scene {
    let deck = Deck::standard();
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| cards(hand)).collect();
    let mut order: Vec<Card> = (0..4).flat_map(|lap| hands.iter().map(move |hand| hand[lap])).collect();
    let or_zero = |list: &[u8]| {
        if list.is_empty() {
            vec![0; given.players]
        } else {
            list.to_vec()
        }
    };
    let banks = or_zero(given.banks);
    let mut rest: Vec<Card> = deck.cards.cards().collect();
    let mut take = |card: Card| {
        let place = rest.iter().position(|&other| other == card).expect("enough cards");
        rest.remove(place);
    };
    let intel = if given.easy { 2 } else { deck.table(given.players).intel };
    (intel..2).for_each(|_| take(Card::Intel));
    order.iter().copied().for_each(&mut take);
    banks
        .iter()
        .for_each(|&money| (0..money).for_each(|_| take(Card::Money)));
    given.hit.iter().for_each(|_| take(Card::Hit));
    let (mut discard, rest): (Vec<Card>, Vec<Card>) = rest
        .into_iter()
        .partition(|card| matches!(card, Card::Hit | Card::Mole));
    order.extend(rest);
    if let Some(left) = given.in_deck {
        discard.extend(order.split_off(left));
    }
    let role = |letter| if letter == 'c' { Role::Cop } else { Role::Criminal };
    Scene {
        roles: given.roles.chars().map(role).collect(),
        dealer: seat(given.players - 1),
        deck: order,
        discard: discard.into_iter().collect(),
        rounds: given.rounds,
        wounds: or_zero(given.wounds),
        banks,
        hit: given.hit.map(seat),
        dice: Dice::from_seed(1),
    }
}

impl Table {
    pub(crate) fn new(given: &Given, hands: &[&str]) -> Self {
        Self::from(given, &scene(given, hands))
    }

    pub(crate) fn from(given: &Given, scene: &Scene) -> Self {
        let mut journal = Vec::new();
        let options = Options {
            easy: given.easy,
            hard: given.hard,
        };
        let game = NeverBringAKnife::from_scene(scene, options, &Deck::standard(), &mut journal).expect("a scene");
        Self { game, journal }
    }

    /// A round in which everybody plays the first card on their left neighbour, the second one seat further, and so on.
    /// These are the resulting stacks, each in the order of the laps. Stacks not given are harmless.
    pub(crate) fn stacks(given: &Given, stacks: &[&str]) -> Self {
        let n = given.players;
        // There is not enough Armor for two in each stack of a large table.
        let harmless = if n < 6 {
            "gun armor armor gun"
        } else {
            "gun armor money gun"
        };
        let stacks: Vec<Vec<Card>> = (0..n)
            .map(|seat| {
                cards(
                    stacks
                        .get(seat)
                        .copied()
                        .filter(|stack| !stack.is_empty())
                        .unwrap_or(harmless),
                )
            })
            .collect();
        let hands: Vec<String> = (0..n)
            .map(|by| {
                (0..4)
                    .map(|lap| format!("{} ", stacks[(by + 1 + lap) % n][lap]))
                    .collect()
            })
            .collect();
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let mut table = Self::new(given, &hands);
        for turn in 0..4 * n {
            let (lap, by) = (turn / n, turn % n);
            let target = (by + 1 + lap) % n;
            table.play(&format!("{by} play {} {target}", stacks[target][lap]));
        }
        table
    }

    /// Makes moves such as `0 play gun 1`, separated by semicolons.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        play_lines(&mut self.game, moves, &mut self.journal);
        self
    }

    /// The code and rule of a rejected move.
    pub(crate) fn refusal(&self, line: &str) -> (&'static str, &'static str) {
        let (by, mv) = line.split_once(' ').expect("a seat and a move");
        roundtable_testkit::refused(&self.game, seat(by.parse().expect("a seat")), mv)
    }

    /// The seat to act and its legal moves: `0: play gun 1, play gun 2`.
    pub(crate) fn asked(&self) -> String {
        asked(&self.game)
    }

    pub(crate) fn view(&self) -> View {
        self.game.view(Eye::All)
    }

    pub(crate) fn player(&self, index: usize) -> PlayerSeen {
        self.view().players[index].clone()
    }

    pub(crate) fn wounds(&self) -> Vec<u8> {
        self.view().players.iter().map(|player| player.wounds).collect()
    }

    pub(crate) fn banks(&self) -> Vec<u8> {
        self.view().players.iter().map(|player| player.bank).collect()
    }

    pub(crate) fn hand(&self, index: usize) -> Counts {
        match self.player(index).hand {
            CardsSeen::Known { cards } => cards,
            CardsSeen::Hidden { .. } => panic!("hidden"),
        }
    }

    /// Everything an eye has been told so far.
    pub(crate) fn told(&self, eye: Eye) -> Vec<Event> {
        heard(&self.journal, eye)
    }

    /// The role that a seat knows to lie at a place, and how it knows, in words; `-` if it knows nothing.
    pub(crate) fn knows(&self, who: usize, at: &str) -> String {
        let view = self.game.view(Eye::Seat(seat(who)));
        let card = match at {
            "boss" => view.boss,
            index => view.players[index.parse::<usize>().expect("a seat")].role,
        };
        match card.known {
            never_bring_a_knife::KnownRole::Known { role, how } => format!("{role} {how:?}"),
            never_bring_a_knife::KnownRole::Open { role } => format!("{role} open"),
            never_bring_a_knife::KnownRole::Unknown => "-".to_owned(),
        }
    }
}
