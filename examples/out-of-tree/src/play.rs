//! The deal, what is allowed, and what a move does.

use arrayvec::ArrayVec;
use roundtable_core::{Dice, Game as _, Illegal, Outcome, Purpose, Seat, Seats, Sink};

use crate::cards::{Card, Toll};
use crate::deck::{CARTS, Deck};
use crate::event::Event;
use crate::moves::Move;
use crate::state::{Cards, Phase, Player, SEATS, Spied, TollGate, Tolls};

const DEAL: Purpose = Purpose::named("deal");
const TOLLS: Purpose = Purpose::named("tolls");

impl TollGate {
    /// Shuffles and deals (TG-R1).
    pub(crate) fn shuffled<S: Sink<Event>>(players: usize, deck: &Deck, mut dice: Dice, sink: &mut S) -> Self {
        let (mut cards, mut tolls) = (Card::ALL, deck.tolls);
        dice.deal(DEAL, &mut cards, players * CARTS);
        dice.shuffle(TOLLS, &mut tolls);
        let hands: ArrayVec<[Card; CARTS], SEATS> = cards.as_rchunks().1.iter().rev().take(players).copied().collect();
        Self::dealt(&hands, tolls, sink)
    }

    /// A game with these hands, by seat, and the tolls in the order in which they come.
    pub fn dealt<S: Sink<Event>>(hands: &[[Card; CARTS]], mut tolls: [Toll; CARTS], sink: &mut S) -> Self {
        let players = hands.iter().map(|hand| {
            let mut hand = Cards::from(*hand);
            hand.sort_unstable();
            Player {
                hand,
                offer: None,
                shown: Cards::new(),
                worth: 0,
                spied: [None; SEATS],
            }
        });
        // The next one is the last in the pile.
        tolls.reverse();
        let mut game = Self {
            players: players.collect(),
            aside: Card::ALL
                .into_iter()
                .filter(|card| !hands.as_flattened().contains(card))
                .collect(),
            coming: tolls.into(),
            gate: Tolls::new(),
            phase: Phase::Offers,
        };
        for (seat, player) in game.seats().zip(&game.players) {
            let hand = || player.hand.clone();
            sink.aside()
                .tell(Seats::one(seat), || Event::Dealt { seat, hand: hand() });
        }
        game.next_cart(sink);
        game
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players.len())
    }

    pub(crate) fn acting(&self) -> Seats {
        match self.phase {
            Phase::Offers => self
                .seats()
                .filter(|&seat| self.player(seat).offer.is_none())
                .fold(Seats::NONE, Seats::with),
            Phase::Spying(spy) => Seats::one(spy),
            Phase::Over => Seats::NONE,
        }
    }

    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if !self.acting().contains(seat) {
            return;
        }
        match self.phase {
            Phase::Offers => out.extend(self.player(seat).hand.iter().map(|&card| Move::Offer { card })),
            Phase::Spying(spy) => out.extend(self.seats().filter(|&on| on != spy).map(|on| Move::Spy { on })),
            Phase::Over => {}
        }
    }

    pub(crate) fn check_move(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        let rule = match self.phase {
            Phase::Offers => "TG-R3",
            Phase::Spying(_) => "TG-R5",
            Phase::Over => "TG-R6",
        };
        Illegal::unless_to_act(self.to_act(), seat, rule)?;
        let refuse = |code, message: &'static str| Err(Illegal::new(code, rule, message));
        match (self.phase, mv) {
            (Phase::Offers, Move::Offer { card }) if self.player(seat).hand.contains(&card) => Ok(()),
            (Phase::Offers, Move::Offer { .. }) => refuse("not_in_hand", "That card is not in your hand."),
            (Phase::Offers, Move::Spy { .. }) => refuse("time_to_offer", "Now everybody offers a card."),
            (Phase::Spying(_), Move::Spy { on }) if on == seat => refuse("own_hand", "You know your own cards."),
            (Phase::Spying(_), Move::Spy { on }) if on.index() < self.players.len() => Ok(()),
            (Phase::Spying(_), Move::Spy { .. }) => refuse("no_such_seat", "Nobody sits there."),
            (Phase::Spying(_), Move::Offer { .. }) => refuse("time_to_spy", "Choose whose lowest card you look at."),
            (Phase::Over, _) => refuse("over", "The game is over."),
        }
    }

    pub(crate) fn make_move<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        match mv {
            Move::Offer { card } => {
                let player = &mut self.players[seat.index()];
                player.hand.retain(|own| *own != card);
                player.offer = Some(card);
                sink.tell_apart(
                    Seats::one(seat),
                    || Event::Offered { seat, card: Some(card) },
                    || Event::Offered { seat, card: None },
                );
                if self.acting().is_empty() {
                    self.open(sink);
                }
            }
            Move::Spy { on } => {
                let other = self.player(on);
                let (card, after) = (other.hand[0], other.shown.len() as u8);
                self.players[seat.index()].spied[on.index()] = Some(Spied { card, after });
                let spied = |card| Event::Spied { spy: seat, on, card };
                sink.tell_apart(Seats::one(seat), || spied(Some(card)), || spied(None));
                self.next_cart(sink);
            }
        }
    }

    /// Turns all offers up and pays (TG-R4), and finds the spy (TG-R5).
    fn open<S: Sink<Event>>(&mut self, sink: &mut S) {
        let cards: ArrayVec<Card, SEATS> = self
            .players
            .iter_mut()
            .filter_map(|player| player.offer.take())
            .collect();
        for (player, card) in self.players.iter_mut().zip(&cards) {
            player.shown.push(*card);
        }
        sink.aside().tell_all(|| Event::Opened { cards: cards.clone() });
        let colour = self.gate[self.gate.len() - 1].colour;
        let count = |seat: &Seat| cards[seat.index()].count(colour);
        let alone = |seat: &Seat| self.seats().filter(|other| count(other) == count(seat)).count() == 1;
        let taker = self.seats().filter(alone).max_by_key(count);
        let lowest = self.seats().map(|seat| count(&seat)).min();
        let spy = self
            .seats()
            .filter(alone)
            .find(|seat| Some(count(seat)) == lowest && Some(*seat) != taker);
        match taker {
            Some(seat) => {
                let worth = self.gate.drain(..).map(|toll| toll.worth).sum();
                self.players[seat.index()].worth += worth;
                sink.aside().tell_all(|| Event::Taken { seat, worth });
            }
            None => sink.aside().tell_all(|| Event::Stayed),
        }
        match spy {
            Some(spy) if !self.coming.is_empty() => self.phase = Phase::Spying(spy),
            _ => self.next_cart(sink),
        }
    }

    /// Turns up the next toll (TG-R2), or ends the game (TG-R6).
    fn next_cart<S: Sink<Event>>(&mut self, sink: &mut S) {
        let Some(toll) = self.coming.pop() else {
            self.phase = Phase::Over;
            return;
        };
        self.gate.push(toll);
        self.phase = Phase::Offers;
        sink.aside().tell_all(|| Event::Came { toll });
    }

    /// The result of a finished game (TG-R6).
    pub(crate) fn result(&self) -> Option<Outcome> {
        let worth: ArrayVec<i32, SEATS> = self.players.iter().map(|player| player.worth.into()).collect();
        (self.phase == Phase::Over)
            .then(|| Outcome::ranked(&worth, &worth, "five_carts", "Whoever was paid the most wins."))
    }
}
