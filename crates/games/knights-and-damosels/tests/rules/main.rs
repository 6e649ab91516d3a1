//! One test for every rule and ruling, named after it and written from its text.
//!
//! The seats have the knights Bors, Gawain, Launcelot, Percival, Pelleas, Tristram and the damosels Elaine, Guenever,
//! Isoud, Morgan, Nimue, Viviane in this order; damosels without a seat are unused. Seat 0 is Merlin unless a test says
//! otherwise, so that the knight phase goes 1, 2, 3, 0 and the service phase 0, 3, 2, 1.

mod camlann;
mod data;
mod ending;
mod event_phase;
mod gifts;
mod joust;
mod knowledge;
mod odds;
mod service;
mod service_cards;

use knights_and_damosels::{
    Chivalry, Damosel, Deal, Deck, Event, EventCard, Knight, KnightsAndDamosels, Options, Scene, Stage, View,
};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, Seat, Silent};
use roundtable_testkit::{asked, heard, legal, play_lines, refused, seat};

const CAMLANN: Options = Options {
    camlann: true,
    service: false,
};

/// A deal with this event on top.
fn deal(players: usize, event: &str) -> Deal {
    let first: EventCard = event.parse().expect("an event");
    let mut events = EventCard::ALL;
    events.sort_by_key(|&card| card != first);
    Deal {
        knights: Knight::ALL[..players].to_vec(),
        damosels: Damosel::ALL,
        merlin: seat(0),
        events,
        services: [1, 2, 3],
        dice: Dice::from_seed(1),
    }
}

/// Cards as `elaine horse, nimue valor`.
fn cards(text: &str) -> Vec<(Damosel, Chivalry)> {
    let card = |card: &str| {
        let (damosel, chivalry) = card.trim().split_once(' ').expect("a damosel and a chivalry");
        (
            damosel.parse().expect("a damosel"),
            chivalry.parse().expect("a chivalry"),
        )
    };
    text.split(',')
        .filter(|text| !text.trim().is_empty())
        .map(card)
        .collect()
}

fn scene(event: &str, rows: &[&str], worship: &[u16], stage: Stage) -> Scene {
    Scene {
        deal: deal(rows.len(), event),
        round: 1,
        rows: rows.iter().map(|row| cards(row)).collect(),
        worship: worship.to_vec(),
        stage,
    }
}

/// A game under way, with moves written as `1 select 2; 2 high`.
struct Table {
    game: KnightsAndDamosels,
    news: Vec<Event>,
}

impl Table {
    fn from(scene: &Scene) -> Self {
        Self::with(scene, Options::default())
    }

    fn with(scene: &Scene, options: Options) -> Self {
        let game = KnightsAndDamosels::from_scene(scene, options, &Deck::standard(), &mut Silent);
        let game = game.expect("a possible scene");
        Self { game, news: Vec::new() }
    }

    /// A scene in the knight phase with this display.
    fn display(rows: &[&str], worship: &[u16], display: &str) -> Self {
        Self::from(&scene("excalibur", rows, worship, Stage::Display(cards(display))))
    }

    /// A scene in the service phase.
    fn service(event: &str, rows: &[&str], worship: &[u16]) -> Self {
        Self::from(&scene(event, rows, worship, Stage::Service))
    }

    /// The end of a round.
    fn round_end(rows: &[&str], worship: &[u16], camlann: bool) -> Self {
        let options = if camlann { CAMLANN } else { Options::default() };
        Self::with(&scene("excalibur", rows, worship, Stage::RoundEnd), options)
    }

    fn play(&mut self, line: &str) -> &mut Self {
        let mut journal = Vec::new();
        play_lines(&mut self.game, line, &mut journal);
        self.news.extend(heard(&journal, Eye::All));
        self
    }

    fn view(&self) -> View {
        self.game.view(Eye::Table)
    }

    fn to_act(&self) -> Vec<usize> {
        self.game.to_act().iter().map(Seat::index).collect()
    }

    /// The only seat to act and its legal moves.
    fn asked(&self) -> String {
        asked(&self.game)
    }

    fn moves(&self, number: usize) -> String {
        legal(&self.game, seat(number)).join(", ")
    }

    fn refused(&self, number: usize, mv: &str) -> (&'static str, &'static str) {
        refused(&self.game, seat(number), mv)
    }

    fn worship(&self) -> Vec<u16> {
        self.view()
            .players
            .iter()
            .map(|player| player.progress.worship)
            .collect()
    }

    /// The chivalries of a knight.
    fn row(&self, number: usize) -> String {
        let view = self.view();
        let row = view.players[number].row.iter().map(|card| card.chivalry.word());
        row.collect::<Vec<_>>().join(" ")
    }

    /// What is offered, as `0 horse, 1 sword`.
    fn offered(&self) -> String {
        let view = self.view();
        let each = view
            .offered
            .iter()
            .map(|card| format!("{} {}", card.seat, card.chivalry));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Worship earned or lost since the scene began.
    fn gains(&self, before: &[u16]) -> Vec<i32> {
        let now = self.worship();
        now.iter()
            .zip(before)
            .map(|(&now, &before)| i32::from(now) - i32::from(before))
            .collect()
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.outcome().expect("the game is over").ranks().to_vec()
    }

    fn reason(&self) -> &'static str {
        self.game.outcome().expect("the game is over").reason().known()
    }
}
