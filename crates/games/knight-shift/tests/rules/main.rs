//! One test for every rule and ruling, named after it and written from its text: turns, the end of a round, score
//! sheets, whole rounds, cards and deck files, and what samples of the hidden cards must agree with. Deals are written
//! in words.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod data;
mod ending;
mod knowledge;
mod odds;
mod rounds;
mod samples;
mod score_sheets;
mod turns;

use knight_shift::{CardsSeen, Deal, Deck, Event, Item, KnightShift};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, Seat, Sink, deck};
use roundtable_testkit::{legal, play_line, seat};

/// Items by their words.
fn items(words: &str) -> Vec<Item> {
    words.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A table as dealt: the Knights by their numbers in KS-D2, and the first cards of the draw pile; the rest of it comes
/// from what is left of the deck.
struct Table<'a> {
    head: usize,
    knights: &'a [usize],
    seeds: &'a str,
    hands: &'a [&'a str],
    pile: &'a str,
}

impl Table<'_> {
    fn deal(&self, deck: &Deck) -> Deal {
        let players = self.hands.len();
        let mut dealt = items(self.seeds);
        assert_eq!(dealt.len(), players + 1, "one Item for each Knight");
        for hand in self.hands {
            assert_eq!(items(hand).len(), 4, "{hand}");
            dealt.extend(items(hand));
        }
        dealt.extend(items(self.pile));
        let size = players + 1 + 10 * players;
        for item in Item::ALL {
            let used = dealt.iter().filter(|&&other| other == item).count();
            let spare = usize::from(deck.counts[item as usize]) - used;
            dealt.extend(std::iter::repeat_n(item, spare.min(size - dealt.len())));
        }
        Deal {
            head: Seat::new(self.head),
            knights: self.knights.iter().map(|number| number - 1).collect(),
            items: dealt,
        }
    }

    fn set_up<S: Sink<Event>>(&self, deck: &Deck, sink: &mut S) -> KnightShift {
        KnightShift::from_deal(self.hands.len(), &self.deal(deck), deck, Dice::from_seed(1), sink).unwrap()
    }

    fn start(&self) -> KnightShift {
        self.set_up(&Deck::standard(), &mut roundtable_core::Silent)
    }
}

/// A simple table with seat 0 as Head Squire: one Axe, one Booze, one Sword and one Food in every hand, Armor on top of
/// the pile.
fn plain(players: usize) -> KnightShift {
    let seeds = ["armor", "axe", "shield", "bow", "sword", "horse", "lance"];
    let hands = [
        "axe booze food2 sword",
        "axe booze food3 sword",
        "axe booze food4 sword",
    ];
    let hands: Vec<&str> = hands.into_iter().cycle().take(players).collect();
    Table {
        head: 0,
        knights: &[1, 2, 3, 4, 5, 6, 7][..=players],
        seeds: &seeds[..=players].join(" "),
        hands: &hands,
        pile: "armor armor armor armor armor armor arrows arrows arrows arrows arrows arrows",
    }
    .start()
}

/// The totals of all seats.
fn totals(position: &KnightShift) -> Vec<i32> {
    let view = position.view(Eye::Table);
    view.squires.iter().map(|squire| squire.total).collect()
}

/// The standard deck with some of its text replaced.
fn changed(changes: &[(&str, &str)]) -> String {
    let mut text = Deck::DEFAULT.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    text
}

/// A deck from its text.
fn read(text: &str) -> Deck {
    deck::parse("deck.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The hand of a seat, as that seat sees it.
fn hand(position: &KnightShift, index: usize) -> Vec<String> {
    match &position.view(Eye::Seat(seat(index))).squires[index].hand {
        CardsSeen::Known { items } => items.iter().map(ToString::to_string).collect(),
        CardsSeen::Hidden { count } => panic!("{count} hidden Items"),
    }
}

fn on_turn(position: &KnightShift) -> usize {
    let acting = position.to_act();
    assert_eq!(acting.len(), 1);
    acting.first().unwrap().index()
}

/// Plays the first legal move that begins with `verb`, this many times.
fn play_any(position: &mut KnightShift, times: usize, verb: &str) {
    for _ in 0..times {
        let moves = legal(position, seat(on_turn(position)));
        let found = moves.iter().find(|mv| mv.starts_with(verb));
        let found = found.unwrap_or_else(|| panic!("no {verb} among {moves:?}")).clone();
        play_line(position, &[&found]);
    }
}
