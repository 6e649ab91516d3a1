//! Positions set up by hand: for tests, puzzles and studies.

use roundtable_core::{Seat, Sink};

use crate::Options;
use crate::cards::{Chivalry, Damosel, EventCard};
use crate::deck::Deck;
use crate::event::Event;
use crate::state::{DRAWN, Deal, KnightsAndDamosels, ROUNDS, SEATS, Shown, display_size};

/// A position between two phases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Knights, damosels, this round's Merlin, and the events in order with none drawn.
    pub deal: Deal,
    /// From 1.
    pub round: u8,
    /// The cards of each knight, by seat.
    pub rows: Vec<Vec<(Damosel, Chivalry)>>,
    /// By seat.
    pub worship: Vec<u16>,
    /// Where the game goes on.
    pub stage: Stage,
}

/// Where a scene begins. The event of the round, if there is one, is the first of the deal's events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// With the event phase.
    Round,
    /// With the damosel phase.
    Gifts,
    /// With the knight phase, with these cards in Merlin's display.
    Display(Vec<(Damosel, Chivalry)>),
    /// With the service phase.
    Service,
    /// After the worship phase, with the check whether the game ends.
    RoundEnd,
}

impl KnightsAndDamosels {
    /// The game from this scene on.
    ///
    /// # Errors
    /// A sentence if a card occurs twice or lies with the knight of its own damosel, or if something does not fit the
    /// table.
    pub fn from_scene<S: Sink<Event>>(
        scene: &Scene,
        options: Options,
        deck: &Deck,
        sink: &mut S,
    ) -> Result<Self, String> {
        let whole = Self::from_deal(&scene.deal, options, deck, &mut roundtable_core::Silent);
        whole.map_err(|error| error.to_string())?;
        let mut position = Self::lay_out(&scene.deal, options, deck);
        let players = position.seat_count();
        if scene.rows.len() != players || scene.worship.len() != players {
            return Err("a scene has a row and worship for every player".to_owned());
        }
        if !(1..=ROUNDS).contains(&scene.round) {
            return Err(format!("the rounds go from 1 to {ROUNDS}"));
        }
        position.round = scene.round;
        for (seat, row) in Seat::all(players).zip(&scene.rows) {
            position.worship[seat.index()] = scene.worship[seat.index()];
            for &(damosel, chivalry) in row {
                let house = position.take_out(damosel, chivalry)?;
                if house == seat.index() || position.row(seat).contains(chivalry) {
                    return Err(format!("the knight of {seat:?} cannot have this {chivalry}"));
                }
                position.lay(house, seat, chivalry);
            }
        }
        match &scene.stage {
            Stage::Round => position.begin_round(sink),
            Stage::Gifts => {
                position.reveal_first(sink);
                position.ask_for_gifts(sink);
            }
            Stage::Display(cards) => {
                position.reveal_first(sink);
                let shown = position.read_display(cards)?;
                position.display(&shown, sink);
            }
            Stage::Service => {
                position.reveal_first(sink);
                position.begin_service(sink);
            }
            Stage::RoundEnd => {
                position.reveal_first(sink);
                position.end_round(sink);
            }
        }
        Ok(position)
    }

    /// Takes a card out of its pile and returns its house.
    fn take_out(&mut self, damosel: Damosel, chivalry: Chivalry) -> Result<usize, String> {
        let house = self.damosels.iter().position(|&other| other == damosel);
        let found = house.filter(|&house| self.piles[house].contains(chivalry));
        let house = found.ok_or_else(|| format!("the {chivalry} of {} is there twice", damosel.name()))?;
        self.piles[house].remove(chivalry);
        Ok(house)
    }

    /// The first event is this round's; the two after it were discarded.
    fn reveal_first<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.events.drawn = DRAWN as u8;
        let event: EventCard = self.events.cards[0];
        let [_, one, other] = self.events.hand();
        self.events.set_hand([one, other, event]);
        self.turn_over_service(sink);
    }

    /// The display from the notation of a scene: at most one card of each player and one of the unused damosels.
    fn read_display(&self, cards: &[(Damosel, Chivalry)]) -> Result<Vec<Shown>, String> {
        let players = self.seat_count();
        let mut rest = self.clone();
        let mut sources = [false; SEATS];
        let mut shown = Vec::new();
        for &(damosel, chivalry) in cards {
            let house = rest.take_out(damosel, chivalry)?;
            let twice = std::mem::replace(&mut sources[house.min(players).min(SEATS - 1)], true);
            if twice || shown.len() == display_size(players) {
                return Err("a display has one card of each player and one of the unused damosels".to_owned());
            }
            shown.push(Shown {
                house: house as u8,
                chivalry,
            });
        }
        Ok(shown)
    }
}
