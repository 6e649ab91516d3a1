//! The deal, the event phase, the damosel phase, and the transitions between phases.

use roundtable_core::{Dice, Purpose, Seat, Seats, SetupError, Sink};

use crate::Options;
use crate::calls::Calls;
use crate::cards::{Damosel, EventCard, Knight};
use crate::deck::Deck;
use crate::event::{Event, EventSeen, EventsSeen, HouseSeen};
use crate::moves::Move;
use crate::score::{Cause, Ending, Victory};
use crate::state::{DRAWN, Deal, Display, KnightsAndDamosels, Phase, ROUNDS, SEATS, Service, Shown};

const FIRST_MERLIN: Purpose = Purpose::named("first merlin");
const KNIGHTS: Purpose = Purpose::named("knights");
const DAMOSELS: Purpose = Purpose::named("damosels");
const EVENT_PILE: Purpose = Purpose::named("event pile");
const DISPLAY: Purpose = Purpose::named("display");
const LOTS: Purpose = Purpose::named("lots");

impl KnightsAndDamosels {
    /// Shuffles and deals a new game (KD-R1).
    pub(crate) fn shuffled<S: Sink<Event>>(
        players: usize,
        options: Options,
        deck: &Deck,
        mut dice: Dice,
        sink: &mut S,
    ) -> Self {
        let merlin = Seat::new(dice.below(FIRST_MERLIN, players as u32) as usize);
        let (mut knights, mut damosels, mut events) = (Knight::ALL, Damosel::ALL, EventCard::ALL);
        dice.shuffle(KNIGHTS, &mut knights);
        dice.shuffle(DAMOSELS, &mut damosels);
        dice.shuffle(EVENT_PILE, &mut events);
        let mut calls = Calls::new(deck.services);
        if options.service {
            calls.shuffle(&mut dice);
        }
        // Without a list of knights, so that a deal does not allocate.
        let deal = Deal {
            knights: Vec::new(),
            damosels,
            merlin,
            events,
            services: calls.cards,
            dice,
        };
        let mut position = Self::lay_out(&deal, options, deck);
        position.seats = players as u8;
        position.goals = deck.goals_for(players);
        position.knights = knights;
        position.open(sink);
        position
    }

    /// Starts a game from an explicit deal.
    ///
    /// # Errors
    /// If the deal does not fit this game.
    pub fn from_deal<S: Sink<Event>>(
        deal: &Deal,
        options: Options,
        deck: &Deck,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        let players = deal.knights.len();
        SetupError::unless_seats(&<Self as roundtable_core::Game>::INFO, players)?;
        let wrong = |message: &str| Err(SetupError::Deck(message.to_owned()));
        if (1..players).any(|i| deal.knights[..i].contains(&deal.knights[i])) {
            return wrong("a knight of the deal is dealt twice");
        }
        if (1..SEATS).any(|i| deal.damosels[..i].contains(&deal.damosels[i])) {
            return wrong("a damosel of the deal is dealt twice");
        }
        if (1..deal.events.len()).any(|i| deal.events[..i].contains(&deal.events[i])) {
            return wrong("an event of the deal is there twice");
        }
        if deal.merlin.index() >= players {
            return wrong("the first Merlin is not at the table");
        }
        let mut services = deal.services;
        services.sort_unstable();
        if services != [1, 2, 3] {
            return wrong("the Service cards of the deal are 1, 2 and 3, in any order");
        }
        let mut position = Self::lay_out(deal, options, deck);
        position.open(sink);
        Ok(position)
    }

    pub(crate) fn open<S: Sink<Event>>(&mut self, sink: &mut S) {
        sink.aside().tell_all(|| Event::Dealt {
            houses: self
                .all_seats()
                .map(|seat| HouseSeen {
                    seat,
                    knight: self.knights[seat.index()],
                    damosel: self.damosels[seat.index()],
                })
                .collect(),
            unused: self.damosels[self.seat_count()..].to_vec(),
        });
        self.begin_round(sink);
    }

    pub(crate) fn begin_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        let (arthur, merlin) = (self.arthur(), self.merlin);
        self.returned = [None; SEATS];
        if let Some(calls) = &mut self.calls {
            calls.open = false;
        }
        sink.aside().tell_all(|| Event::RoundBegan {
            round: self.round,
            arthur,
            merlin,
        });
        if usize::from(self.events.drawn) == self.events.cards.len() {
            self.events.drawn = 0;
            self.events.cards.sort_unstable();
            self.dice.shuffle(EVENT_PILE, &mut self.events.cards);
            sink.aside().tell_all(|| Event::EventsShuffled);
        }
        self.events.drawn += DRAWN as u8;
        // The order in which they were drawn does not matter.
        let mut hand = self.events.hand();
        hand.sort_unstable();
        self.events.set_hand(hand);
        sink.aside().tell_apart(
            Seats::one(arthur),
            || Event::EventsDrawn {
                seat: arthur,
                events: EventsSeen::Known { events: hand.into() },
            },
            || Event::EventsDrawn {
                seat: arthur,
                events: EventsSeen::Hidden { count: DRAWN },
            },
        );
        self.phase = Phase::ArthurDiscards;
    }

    pub(crate) fn make_move<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        match self.phase {
            Phase::ArthurDiscards => self.arthur_discards(mv, sink),
            Phase::MerlinDiscards => self.merlin_discards(mv, sink),
            Phase::Selecting { .. } => self.take_knight_turn(seat, mv, sink),
            Phase::Offering { .. } => self.take_service_turn(seat, mv, sink),
            Phase::Replacing { field, challenger, .. } => self.replace(field, seat, challenger, mv, sink),
            Phase::Giving { ref mut waiting }
            | Phase::Jousting { ref mut waiting, .. }
            | Phase::Placing { ref mut waiting }
            | Phase::Taking { ref mut waiting }
            | Phase::Siding { ref mut waiting }
            | Phase::Fighting { ref mut waiting } => {
                *waiting = waiting.without(seat);
                let last = waiting.is_empty();
                self.choices[seat.index()] = mv;
                sink.tell_apart(
                    Seats::one(seat),
                    || Event::Chose { seat, choice: Some(mv) },
                    || Event::Chose { seat, choice: None },
                );
                if last {
                    self.resolve(sink);
                }
            }
            Phase::Over { .. } => {}
        }
    }

    /// The last choice of a simultaneous phase has been made.
    fn resolve<S: Sink<Event>>(&mut self, sink: &mut S) {
        match self.phase {
            Phase::Giving { .. } => self.show_cards(sink),
            Phase::Jousting { joust, .. } => self.pass_of_arms(joust, sink),
            Phase::Placing { .. } => self.uncover(sink),
            Phase::Taking { .. } => self.take_cards(sink),
            Phase::Siding { .. } => self.take_sides(sink),
            Phase::Fighting { .. } => self.fight(sink),
            Phase::ArthurDiscards
            | Phase::MerlinDiscards
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Replacing { .. }
            | Phase::Over { .. } => {}
        }
    }

    fn arthur_discards<S: Sink<Event>>(&mut self, mv: Move, sink: &mut S) {
        let Move::Discard { event } = mv else { return };
        self.events.discard(event, 0);
        let (arthur, merlin) = (self.arthur(), self.merlin);
        sink.tell_apart(
            Seats::one(arthur),
            || Event::Discarded {
                seat: arthur,
                event: EventSeen::Known { event },
            },
            || Event::Discarded {
                seat: arthur,
                event: EventSeen::Hidden,
            },
        );
        let [_, one, other] = self.events.hand();
        sink.aside().tell_apart(
            Seats::one(arthur).with(merlin),
            || Event::EventsGiven {
                seat: merlin,
                events: EventsSeen::Known {
                    events: [one, other].into_iter().collect(),
                },
            },
            || Event::EventsGiven {
                seat: merlin,
                events: EventsSeen::Hidden { count: DRAWN - 1 },
            },
        );
        self.phase = Phase::MerlinDiscards;
    }

    fn merlin_discards<S: Sink<Event>>(&mut self, mv: Move, sink: &mut S) {
        let Move::Discard { event } = mv else { return };
        self.events.discard(event, 1);
        let (arthur, merlin) = (self.arthur(), self.merlin);
        sink.tell_apart(
            Seats::one(arthur).with(merlin),
            || Event::Discarded {
                seat: merlin,
                event: EventSeen::Known { event },
            },
            || Event::Discarded {
                seat: merlin,
                event: EventSeen::Hidden,
            },
        );
        sink.tell_all(|| Event::EventRevealed { event: self.event() });
        self.turn_over_service(sink);
        self.ask_for_gifts(sink);
    }

    pub(crate) fn ask_for_gifts<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.phase = Phase::Giving { waiting: Seats::NONE };
        let waiting = self.choosers();
        if waiting.is_empty() {
            self.show_cards(sink);
        } else {
            self.phase = Phase::Giving { waiting };
        }
    }

    /// Merlin takes the given cards and one from the unused damosels, shuffles them and displays them (KD-R7, KD-R8).
    fn show_cards<S: Sink<Event>>(&mut self, sink: &mut S) {
        let players = self.seat_count();
        let givers = self.choosers();
        let mut shown = Display::EMPTY.cards;
        let mut len = 0;
        for seat in givers.iter() {
            if let Move::Give { chivalry } = self.choices[seat.index()] {
                let house = seat.index() as u8;
                shown[len] = Shown { house, chivalry };
                len += 1;
            }
        }
        let unused: u32 = self.piles[players..].iter().map(|pile| pile.len() as u32).sum();
        let cards = len + usize::from(unused > 0);
        // One draw for both the unused card and the order: two would cost twice as much.
        let orders: u32 = (1..=cards as u32).product();
        let mut lot = self.dice.below(DISPLAY, orders * unused.max(1));
        if unused > 0 {
            let chosen = (lot / orders) as usize;
            let mut houses = (players..SEATS).flat_map(|house| {
                let cards = self.piles[house].iter();
                cards.map(move |chivalry| Shown {
                    house: house as u8,
                    chivalry,
                })
            });
            if let Some(card) = houses.nth(chosen) {
                shown[len] = card;
                len += 1;
            }
            lot %= orders;
        }
        for last in (1..len).rev() {
            shown.swap(last, lot as usize % (last + 1));
            lot /= last as u32 + 1;
        }
        self.display(&shown[..len], sink);
    }

    /// Lays these cards out and begins the knight phase.
    pub(crate) fn display<S: Sink<Event>>(&mut self, cards: &[Shown], sink: &mut S) {
        self.display = Display::EMPTY;
        self.display.len = cards.len() as u8;
        for (place, &card) in self.display.cards.iter_mut().zip(cards) {
            *place = card;
            self.piles[usize::from(card.house)].remove(card.chivalry);
        }
        sink.tell_all(|| Event::Displayed {
            chivalries: cards.iter().map(|card| card.chivalry).collect(),
        });
        let merlin = self.merlin;
        sink.aside().tell(Seats::one(merlin), || Event::DamoselsSeen {
            damosels: cards
                .iter()
                .map(|card| self.damosels[usize::from(card.house)])
                .collect(),
        });
        for seat in self.all_seats() {
            let own = self.display.own(seat);
            if own != 0 {
                sink.aside().tell(Seats::one(seat), || Event::OwnCardSeen {
                    seat,
                    number: own.trailing_zeros() as u8,
                });
            }
        }
        self.begin_knight_turn(self.arthur(), sink);
    }

    /// The worship phase is over: the game ends, or the next round begins (KD-R19, KD-R20).
    pub(crate) fn end_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.service = Service::NONE;
        let won = self.all_seats().any(|seat| self.victory(seat) != Victory::None);
        if !won && self.round < ROUNDS {
            self.round += 1;
            self.merlin = self.arthur();
            self.begin_round(sink);
            return;
        }
        let mut lots: [u8; SEATS] = std::array::from_fn(|i| i as u8);
        self.dice.shuffle(LOTS, &mut lots[..usize::from(self.seats)]);
        self.finish = self.rank(lots);
        sink.aside().tell_all(|| Event::Ranked {
            order: self.finish.order[..self.seat_count()].to_vec(),
            standings: self.finish.standings[..self.seat_count()].to_vec(),
        });
        if self.options.camlann {
            self.begin_camlann(sink);
        } else {
            let ending = Ending {
                winner: self.finish.order[0],
                cause: Cause::Ranking,
            };
            self.end_game(ending, sink);
        }
    }

    pub(crate) fn end_game<S: Sink<Event>>(&mut self, ending: Ending, sink: &mut S) {
        self.phase = Phase::Over { ending };
        sink.aside().tell_all(|| Event::Over {
            outcome: self.score(ending),
        });
    }
}
