//! Deals and rounds written down in words.

#![allow(dead_code, reason = "every test file uses its own part")]

use knight_shift::{Deal, Deck, Event, Item, KnightShift};
use roundtable_core::{Dice, Game as _, GameDeck as _, Seat, Sink, deck};

/// Items by their words.
pub(crate) fn items(words: &str) -> Vec<Item> {
    words.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A table as it is dealt: the Knights by their numbers in KS-D2, the first cards of the draw pile, the rest of it from what the
/// deck has left.
pub(crate) struct Table<'a> {
    pub(crate) head: usize,
    pub(crate) knights: &'a [usize],
    pub(crate) seeds: &'a str,
    pub(crate) hands: &'a [&'a str],
    pub(crate) pile: &'a str,
}

impl Table<'_> {
    pub(crate) fn deal(&self, deck: &Deck) -> Deal {
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

    pub(crate) fn set_up<S: Sink<Event>>(&self, deck: &Deck, sink: &mut S) -> KnightShift {
        KnightShift::from_deal(self.hands.len(), &self.deal(deck), deck, Dice::from_seed(1), sink).unwrap()
    }

    pub(crate) fn start(&self) -> KnightShift {
        self.set_up(&Deck::standard(), &mut roundtable_core::Silent)
    }
}

/// A simple table with seat 0 as Head Squire: one Axe, one Booze, one Sword and one Food in every hand, Armor first in the pile.
pub(crate) fn plain(players: usize) -> KnightShift {
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
pub(crate) fn totals(position: &KnightShift) -> Vec<i32> {
    let view = position.view(roundtable_core::Eye::Table);
    view.squires.iter().map(|squire| squire.total).collect()
}

/// The standard deck with some of its text replaced.
pub(crate) fn changed(changes: &[(&str, &str)]) -> String {
    let mut text = Deck::DEFAULT.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    text
}

/// A deck from its text.
pub(crate) fn read(text: &str) -> Deck {
    deck::parse("deck.toml", text).unwrap_or_else(|error| panic!("{error}"))
}
