//! The deal, and what a move does.

use arrayvec::ArrayVec;
use roundtable_core::{Dice, Purpose, Seat, Seats, Sink};

use crate::deck::{Deck, HAND};
use crate::event::Event;
use crate::moves::{Card, Move};
use crate::state::{Cards, HighCard, Player};

const DEAL: Purpose = Purpose::named("deal");

impl HighCard {
    /// Shuffles and deals (HC-R1).
    pub(crate) fn shuffled<S: Sink<Event>>(players: usize, deck: &Deck, mut dice: Dice, sink: &mut S) -> Self {
        let mut rest: ArrayVec<Card, _> = Card::ALL.into_iter().take(deck.highest.into()).collect();
        dice.shuffle(DEAL, &mut rest);
        let deal = |_| {
            let mut hand: Cards = rest.drain(rest.len() - HAND..).collect();
            hand.sort_unstable();
            Player {
                hand,
                played: None,
                past: Cards::new(),
                tricks: 0,
            }
        };
        let players: ArrayVec<Player, _> = Seat::all(players).map(deal).collect();
        for (seat, player) in Seat::all(players.len()).zip(&players) {
            sink.aside().tell(Seats::one(seat), || Event::Dealt {
                seat,
                hand: player.hand.clone(),
            });
        }
        Self {
            players,
            rest,
            turn: Some(Seat::new(0)),
        }
    }

    pub(crate) fn make_move<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        let Move::Play { card } = mv;
        if self.players.iter().all(|player| player.played.is_some()) {
            self.clear_trick();
        }
        let player = &mut self.players[seat.index()];
        player.hand.retain(|own| *own != card);
        player.played = Some(card);
        sink.tell_all(|| Event::Played { seat, card });
        if self.players.iter().all(|player| player.played.is_some()) {
            self.resolve(sink);
        } else {
            self.turn = Some(seat.left(self.players.len()));
        }
    }

    /// The highest card takes the trick (HC-R3). It stays in sight until the next one begins.
    fn resolve<S: Sink<Event>>(&mut self, sink: &mut S) {
        let best = Seat::all(self.players.len()).max_by_key(|seat| self.players[seat.index()].played);
        let seat = best.expect("a game has players");
        self.players[seat.index()].tricks += 1;
        sink.aside().tell_all(|| Event::TrickTaken { seat });
        self.turn = (!self.players[0].hand.is_empty()).then_some(seat);
    }

    fn clear_trick(&mut self) {
        for player in &mut self.players {
            player.past.extend(player.played.take());
        }
    }
}
