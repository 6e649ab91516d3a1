//! One test for every rule and ruling, named after it and written from its text, in the notation and from explicit
//! deals.

mod deck;
mod knowledge;
mod odds;
mod poison;
mod rounds;
mod trick;

use roundtable_core::{Dice, Eye, Game, GameDeck, Illegal, Told};
use roundtable_testkit::{asked, heard, play_lines, read_line};
use shock::{CardSet, CardsSeen, ChestCard, Deal, Deck, Event, Options, PlayerSeen, Shock, View};

pub(crate) use roundtable_testkit::seat;

pub(crate) struct Table {
    pub(crate) game: Shock,
    pub(crate) journal: Vec<Told<Event>>,
}

pub(crate) fn cards(text: &str) -> CardSet {
    text.parse().expect("cards")
}

/// The Chest with these cards on top (`2/1` or `bee`), then the deck's other cards, Jewel cards first.
pub(crate) fn chest(deck: &Deck, top: &str) -> Vec<ChestCard> {
    let mut rest = deck.chest.clone();
    rest.sort_unstable();
    let mut order = Vec::new();
    for name in top.split_whitespace() {
        let place = rest
            .iter()
            .position(|card| card.to_string() == name)
            .expect("a Chest card");
        order.push(rest.remove(place));
    }
    order.extend(rest);
    order
}

pub(crate) fn deal(hands: &[&str], trump: &str, leader: usize, top: &str) -> Deal {
    Deal {
        hands: hands.iter().map(|hand| cards(hand)).collect(),
        trump: trump.parse().expect("a card"),
        chest: chest(&Deck::standard(), top),
        leader: seat(leader),
        dice: Dice::from_seed(1),
    }
}

impl Table {
    pub(crate) fn new(hands: &[&str], trump: &str, leader: usize, top: &str) -> Self {
        Self::from(&deal(hands, trump, leader, top), Options::default())
    }

    pub(crate) fn from(deal: &Deal, options: Options) -> Self {
        let mut journal = Vec::new();
        let game = Shock::from_deal(deal, options, &Deck::standard(), &mut journal).expect("a deal");
        Self { game, journal }
    }

    /// Makes moves such as `0 play 7h`, separated by semicolons.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        play_lines(&mut self.game, moves, &mut self.journal);
        self
    }

    pub(crate) fn refused(&self, line: &str) -> Illegal {
        let (seat, mv) = read_line(line);
        self.game.check(seat, mv).expect_err(line)
    }

    /// The code and rule of a rejected move.
    pub(crate) fn refusal(&self, line: &str) -> (&'static str, &'static str) {
        let illegal = self.refused(line);
        (illegal.code, illegal.rule)
    }

    /// The seat to act and its legal moves: `0: play 7h, withdraw`.
    pub(crate) fn asked(&self) -> String {
        asked(&self.game)
    }

    pub(crate) fn to_act(&self) -> usize {
        self.game.to_act().first().expect("somebody is to act").index()
    }

    pub(crate) fn view(&self) -> View {
        self.game.view(Eye::All)
    }

    pub(crate) fn player(&self, index: usize) -> PlayerSeen {
        self.view().players[index].clone()
    }

    /// Jewels on the bags, by seat.
    pub(crate) fn on_top(&self) -> Vec<u16> {
        self.view().players.iter().map(|player| player.on_top.value).collect()
    }

    /// Jewels in the bags, by seat.
    pub(crate) fn inside(&self) -> Vec<u16> {
        self.view().players.iter().map(|player| player.inside.value).collect()
    }

    pub(crate) fn hand(&self, index: usize) -> CardSet {
        known(self.player(index).hand)
    }

    /// Everything an eye has been told so far.
    pub(crate) fn told(&self, eye: Eye) -> Vec<Event> {
        heard(&self.journal, eye)
    }

    /// What everybody was told since the last call.
    pub(crate) fn news(&mut self) -> Vec<Event> {
        let news = self.told(Eye::All);
        self.journal.clear();
        news
    }
}

pub(crate) fn known(cards: CardsSeen) -> CardSet {
    match cards {
        CardsSeen::Known { cards } => cards,
        CardsSeen::Hidden { .. } => panic!("hidden"),
    }
}

/// Three players, each with three hearts, spades and diamonds; all clubs are left over.
pub(crate) const EVEN: [&str; 3] = [
    "2h 5h 8h 2s 5s 8s 2d 5d 8d",
    "3h 6h 9h 3s 6s 9s 3d 6d 9d",
    "4h 7h 10h 4s 7s 10s 4d 7d 10d",
];

/// Three players: seat 0 holds the high cards, the others Poison and Potions; seat 2 has no spades.
pub(crate) const POISONED: [&str; 3] = [
    "10h 9h 8h 10s 9s 10d 9d 10c 9c",
    "7s 5c 2h 2s 2d 2c 3h 3d 8c",
    "7h 7d 4d 4h 3c 7c 5h 6h 6c",
];

/// Four players with a bit of everything; spades are left over.
pub(crate) const FOUR: [&str; 4] = [
    "1h 5h 9h 1d 5d 9d 1c 8c 9c",
    "2h 6h 10h 2d 6d 10d 2c 6c 10c",
    "3h 7h 1s 3d 7d 2s 3c 7c 3s",
    "4h 8h 4s 4d 8d 5s 4c 5c 6s",
];
