//! What a move does, and everything automatic that follows it.

use roundtable_core::{Dice, Outcome, Purpose, Seat, Seats, SetupError, Sink};

use crate::MAX_PLAYERS;
use crate::deck::{Deck, MOST_ITEMS, MOST_KNIGHTS};
use crate::event::Event;
use crate::items::{FACES, Item, Items};
use crate::moves::{Knight, Move};
use crate::state::{
    DRAWING_LAPS, Deal, Equipped, HAND, ITEM_LAPS, KnightShift, MAX_KNIGHTS, Middle, Phase, Place, Play, ROUNDS,
    items_for,
};
use crate::view::CardSeen;

const HEAD: Purpose = Purpose::named("head squire");
const KNIGHTS: Purpose = Purpose::named("knights");
const ITEMS: Purpose = Purpose::named("items");

impl KnightShift {
    /// A game whose first round is dealt like this; later rounds come from the dice.
    ///
    /// # Errors
    /// If the number of players, Knights or Items is wrong for a round, or the deck does not have these cards.
    pub fn from_deal<S: Sink<Event>>(
        players: usize,
        deal: &Deal,
        deck: &Deck,
        dice: Dice,
        sink: &mut S,
    ) -> Result<Self, SetupError> {
        SetupError::unless_seats(&<Self as roundtable_core::Game>::INFO, players)?;
        let wrong = |what: &str| Err(SetupError::Deck(what.to_owned()));
        let mut cards = [0_u8; MAX_KNIGHTS];
        if deal.head.index() >= players {
            return wrong("the Head Squire is no player");
        }
        if deal.knights.len() != players + 1 || deal.items.len() != items_for(players) {
            return wrong("the deal has not the Knights and Items of a round");
        }
        for (i, (place, &knight)) in cards.iter_mut().zip(&deal.knights).enumerate() {
            if knight >= deck.knights.len() || deal.knights[..i].contains(&knight) {
                return wrong("the deal has a Knight twice, or one that is not in the deck");
            }
            *place = knight as u8;
        }
        let dealt = |item: Item| deal.items.iter().filter(|&&other| other == item).count();
        if Item::ALL
            .iter()
            .any(|&item| dealt(item) > usize::from(deck.counts[item as usize]))
        {
            return wrong("the deal has more Items of a kind than the deck");
        }
        let mut position = Self::empty(players, deck, dice, deal.head);
        position.lay_out(&cards[..=players], &deal.items, sink);
        Ok(position)
    }

    /// Deals a game from dice alone.
    pub(crate) fn deal_game<S: Sink<Event>>(players: usize, deck: &Deck, mut dice: Dice, sink: &mut S) -> Self {
        let head = Seat::new(dice.below(HEAD, players as u32) as usize);
        let mut position = Self::empty(players, deck, dice, head);
        position.deal_round(sink);
        position
    }

    fn empty(players: usize, deck: &Deck, dice: Dice, head: Seat) -> Self {
        Self {
            deck: deck.clone(),
            dice,
            players: players as u8,
            round: 0,
            head,
            seat: head,
            turn: 0,
            lap: 0,
            phase: Phase::Turn,
            middle: [Middle::NOBODY; MAX_KNIGHTS],
            unclaimed: 0,
            claims: [None; MAX_PLAYERS],
            hands: [Items::default(); MAX_PLAYERS],
            pile: [Item::Axe; DRAWING_LAPS * MAX_PLAYERS],
            plays: [Play::NONE; ITEM_LAPS * MAX_PLAYERS],
            aside: [0; FACES],
            finished: [[Equipped::NOBODY; MAX_KNIGHTS]; ROUNDS],
            totals: [0; MAX_PLAYERS],
        }
    }

    /// KS-R10: reshuffles all Knights and all Items. Both are dealt from the end of the list, which is the top of the
    /// pile.
    fn deal_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        let (players, number) = (self.seats(), self.deck.knights.len());
        let mut knights: [u8; MOST_KNIGHTS] = std::array::from_fn(|i| i as u8);
        self.dice.deal(KNIGHTS, &mut knights[..number], players + 1);
        let knights = &mut knights[number - (players + 1)..number];
        knights.reverse();

        let mut items = [Item::Axe; MOST_ITEMS];
        let mut size = 0;
        for (item, &count) in Item::ALL.into_iter().zip(&self.deck.counts) {
            items[size..size + usize::from(count)].fill(item);
            size += usize::from(count);
        }
        self.dice.deal(ITEMS, &mut items[..size], items_for(players));
        let items = &mut items[size - items_for(players)..size];
        items.reverse();
        self.lay_out(knights, items, sink);
    }

    /// Lays out a round: one Item for each Knight, four for each seat, the draw pile. Then the Head Squire's turn
    /// begins.
    fn lay_out<S: Sink<Event>>(&mut self, knights: &[u8], items: &[Item], sink: &mut S) {
        let players = self.seats();
        let (seeds, rest) = items.split_at(knights.len());
        let (hands, pile) = rest.split_at(HAND * players);
        for ((place, &card), &seed) in self.middle.iter_mut().zip(knights).zip(seeds) {
            *place = Middle { card, seed, top: None };
        }
        for (hand, items) in self.hands.iter_mut().zip(hands.chunks_exact(HAND)) {
            *hand = items.iter().copied().collect();
        }
        self.pile[..pile.len()].copy_from_slice(pile);
        // The last round's plays are forgotten.
        self.plays.fill(Play::NONE);
        self.aside = self.deck.counts;
        for &item in items {
            self.aside[item as usize] -= 1;
        }
        self.unclaimed = (1 << knights.len()) - 1;
        self.claims = [None; MAX_PLAYERS];
        self.seat = self.head;
        self.turn = 0;
        self.lap = 0;
        sink.aside().tell_all(|| Event::RoundBegan {
            round: self.round + 1,
            head: self.head,
            knights: self.knights().map(|knight| self.knight_print(knight)).collect(),
            seeds: seeds.to_vec(),
        });
        self.tell_hands(sink);
        self.begin_turn(sink);
    }

    /// Everybody looks at their own hand.
    fn tell_hands<S: Sink<Event>>(&self, sink: &mut S) {
        for seat in Seat::all(self.seats()) {
            sink.aside().tell(Seats::one(seat), || Event::Hand {
                seat,
                items: self.hands[seat.index()].iter().collect(),
            });
        }
    }

    pub(crate) fn make_move<S: Sink<Event>>(&mut self, mv: Move, sink: &mut S) {
        match mv {
            Move::Play { item, knight } => {
                self.put(item, Place::Down(knight));
                let played = |card| Event::Played {
                    seat: self.seat,
                    knight,
                    card,
                    face_up: false,
                };
                let seat = Seats::one(self.seat);
                sink.tell_apart(seat, || played(CardSeen::Known { item }), || played(CardSeen::Hidden));
                self.end_turn(sink);
            }
            Move::Show { item, knight } => {
                self.put(item, Place::Up(knight));
                sink.tell_all(|| Event::Played {
                    seat: self.seat,
                    knight,
                    card: CardSeen::Known { item },
                    face_up: true,
                });
                self.end_turn(sink);
            }
            Move::Peek { knight } => {
                self.peek(knight, sink);
                self.phase = Phase::Show { peeked: knight };
            }
            Move::Claim { knight, discard } => {
                if let Some(item) = discard {
                    self.put(item, Place::Discard(knight));
                }
                self.claims[self.seat.index()] = Some(knight);
                self.unclaimed &= !(1 << knight.index());
                sink.tell_all(|| Event::Claimed {
                    seat: self.seat,
                    knight,
                    discard,
                });
                // When everybody has a Knight, one is left over.
                if self.unclaimed.count_ones() == 1 {
                    self.end_round(sink);
                } else {
                    self.end_turn(sink);
                }
            }
        }
    }

    /// Puts the Item of this turn in its place.
    #[inline]
    fn put(&mut self, item: Item, place: Place) {
        let seat = self.seat;
        self.hands[seat.index()].remove(item);
        let play = Play {
            item,
            place,
            known: Seats::one(seat),
        };
        self.plays[usize::from(self.turn)] = play;
        if let Some(knight) = play.knight() {
            self.middle[knight.index()].top = Some(self.turn);
        }
    }

    fn peek<S: Sink<Event>>(&mut self, knight: Knight, sink: &mut S) {
        let seat = self.seat;
        let middle = self.middle[knight.index()];
        let (item, face_up) = match middle.top {
            None => (middle.seed, true),
            Some(turn) => {
                let play = &mut self.plays[usize::from(turn)];
                play.known = play.known.with(seat);
                (play.item, !matches!(play.place, Place::Down(_)))
            }
        };
        let peeked = |card| Event::Peeked { seat, knight, card };
        let others = if face_up {
            CardSeen::Known { item }
        } else {
            CardSeen::Hidden
        };
        let seat = Seats::one(seat);
        sink.tell_apart(seat, || peeked(CardSeen::Known { item }), || peeked(others));
    }

    #[inline]
    fn end_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.next_seat(sink);
        self.begin_turn(sink);
    }

    /// Moves on to the next seat; at the end of a lap all hands pass to the left (KS-R1).
    #[inline]
    fn next_seat<S: Sink<Event>>(&mut self, sink: &mut S) {
        let players = self.seats();
        self.turn += 1;
        self.seat = self.seat.left(players);
        if self.seat == self.head {
            self.lap += 1;
            if usize::from(self.lap) < ITEM_LAPS {
                self.hands[..players].rotate_right(1);
                sink.aside().tell_all(|| Event::HandsPassed);
                self.tell_hands(sink);
            }
        }
    }

    /// The draw (KS-R2); skips turns in which there is nothing to choose.
    #[inline]
    fn begin_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.phase = Phase::Turn;
        let turn = usize::from(self.turn);
        if turn < self.pile_size() {
            let (seat, item) = (self.seat, self.pile[turn]);
            self.hands[seat.index()].add(item);
            let drew = |card| Event::Drew { seat, card };
            let drawer = Seats::one(seat);
            sink.aside()
                .tell_apart(drawer, || drew(CardSeen::Known { item }), || drew(CardSeen::Hidden));
            return;
        }
        // This ends: somebody has no Knight yet, or the round would be over.
        while self.hands[self.seat.index()].is_empty() && self.claims[self.seat.index()].is_some() {
            let seat = self.seat;
            sink.aside().tell_all(|| Event::Passed { seat });
            self.next_seat(sink);
        }
    }

    /// KS-R8: everything is shown and scored; then comes the next round, or the end.
    fn end_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        // From here on, everything lies open.
        self.phase = Phase::Over;
        let round = usize::from(self.round);
        let equipment = self.equipment();
        for knight in self.knights() {
            let place = self.claimed_by(knight).map_or(self.seats(), Seat::index);
            self.finished[round][place] = Equipped {
                card: self.middle[knight.index()].card,
                equipment: equipment[knight.index()],
            };
        }
        let sheets = self.sheets(round);
        for (total, sheet) in self.totals.iter_mut().zip(&sheets) {
            *total += sheet.total;
        }
        self.round += 1;
        sink.aside().tell_all(|| Event::Revealed {
            knights: self.knights().map(|knight| self.equipped_seen(knight)).collect(),
            hands: self.hands[..self.seats()]
                .iter()
                .map(|hand| hand.iter().collect())
                .collect(),
            draw_pile: self.pile[self.drawn()..self.pile_size()].to_vec(),
        });
        sink.aside().tell_all(|| Event::Scored {
            round: self.round,
            sheets: Seat::all(self.seats())
                .map(|seat| self.sheet_seen(round, seat, &sheets))
                .collect(),
            totals: self.totals[..self.seats()].to_vec(),
        });
        if usize::from(self.round) < ROUNDS {
            self.head = self.next_head(&sheets.map(|sheet| sheet.total)[..self.seats()]);
            self.deal_round(sink);
        } else {
            sink.aside().tell_all(|| Event::Over {
                outcome: self.final_outcome(),
            });
        }
    }

    /// KS-R9: the round's best; among equals, the first to the left, starting with the Head Squire.
    fn next_head(&self, totals: &[i32]) -> Seat {
        let best = totals.iter().max();
        let mut seat = self.head;
        while Some(&totals[seat.index()]) != best {
            seat = seat.left(self.seats());
        }
        seat
    }

    /// KS-R11.
    pub(crate) fn final_outcome(&self) -> Outcome {
        let totals = &self.totals[..self.seats()];
        let best = totals.iter().max();
        let text = if totals.iter().filter(|&total| Some(total) == best).count() == 1 {
            "The best total after three rounds is Top Squire."
        } else {
            "The best total after three rounds is shared, and so is the victory."
        };
        Outcome::ranked(totals, totals, "three_rounds", text)
    }
}
