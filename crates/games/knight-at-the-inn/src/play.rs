//! What a move does, and everything automatic that follows it.

use roundtable_core::{Dice, Purpose, Seat, Seats, Sink};

use crate::deck::{Deck, HOUSEHOLD};
use crate::event::{Event, TokenSeen};
use crate::history::Change;
use crate::moves::{Column, Move, PushDirection};
use crate::road::{Inn, push_line};
use crate::state::{Deal, Ending, Household, KnightAtTheInn, Phase, Token};

const INNS: Purpose = Purpose::named("inns");
const PILE: Purpose = Purpose::named("pile");
const LOT: Purpose = Purpose::named("lot");

/// How many times a position must stand at the start of a turn to end the game (KI-R8).
const REPETITIONS: u8 = 5;

/// With this many tokens of their own in the start row, a player may not draw (KI-R5).
const FULL_START: u8 = 3;

impl Deal {
    /// Shuffles a deal.
    #[must_use]
    pub fn shuffled(deck: &Deck, mut dice: Dice) -> Self {
        let mut inns = deck.inns;
        dice.shuffle(INNS, &mut inns);
        let mut piles = [deck.household(); 2];
        for pile in &mut piles {
            dice.shuffle(PILE, pile);
        }
        let lot = Seat::new(dice.below(LOT, 2) as usize);
        Self { inns, piles, lot }
    }
}

impl KnightAtTheInn {
    /// Starts a game from an explicit deal. The deal must be made of the deck's inns and tokens.
    pub fn from_deal<S: Sink<Event>>(deal: &Deal, deck: &Deck, sink: &mut S) -> Self {
        let mut position = Self::lay_out(deal, deck);
        position.choose_first_player(deal.lot, sink);
        for seat in Seat::all(2) {
            position.tell_seen(seat, sink);
        }
        position.begin_turn(sink);
        position
    }

    /// KI-R2: by the top tokens, then the second ones, then by lot.
    fn choose_first_player<S: Sink<Event>>(&mut self, lot: Seat, sink: &mut S) {
        let mut shown = 0;
        self.turn = loop {
            if shown == 2 {
                break lot;
            }
            let values = self
                .households
                .map(|household| household.pile.kinds().nth(shown).map(|kind| self.print.value(kind)));
            shown += 1;
            if values[0] != values[1] {
                break Seat::new(usize::from(values[1] < values[0]));
            }
        };
        for household in &mut self.households {
            household.pile.shown = shown as u8;
            household.pile.seen = shown as u8;
        }
        sink.aside().tell_all(|| Event::FirstPlayer {
            seat: self.turn,
            shown: self
                .households
                .map(|household| household.pile.kinds().take(shown).collect()),
        });
    }

    /// Tells the owner of a pile which tokens they may look at, if the others have not seen them.
    fn tell_seen<S: Sink<Event>>(&self, seat: Seat, sink: &mut S) {
        let pile = self.household(seat).pile;
        if pile.seen > pile.shown {
            sink.aside().tell(Seats::one(seat), || Event::Seen {
                seat,
                kinds: pile.kinds().take(pile.seen.into()).collect(),
            });
        }
    }

    pub(crate) fn make_move<S: Sink<Event>>(&mut self, mv: Move, sink: &mut S) {
        let seat = self.turn;
        match mv {
            Move::Place { column } => {
                let inn = self.place(column, sink);
                match self.phase {
                    Phase::First { placed: 0 } => self.go_on_placing(1, sink),
                    Phase::First { .. } => self.end_turn(sink),
                    Phase::Draw { .. } | Phase::Move { .. } | Phase::Over(_) => {
                        self.phase = Phase::Move { drawn: Some(inn) };
                    }
                }
            }
            Move::Keep => {
                sink.tell_all(|| Event::Kept { seat });
                self.phase = Phase::Move { drawn: None };
            }
            Move::Move { from, direction } => {
                if let Some(to) = direction.step(seat, from) {
                    let token = self.take(from);
                    self.put(to, token);
                    self.history.changed(Change::step(from, to));
                    sink.tell_all(|| Event::Moved {
                        seat,
                        kind: token.kind,
                        from,
                        to,
                    });
                }
                self.end_turn(sink);
            }
            Move::Home { from } => self.go_home(from, sink),
            Move::Push { from, direction, count } => {
                self.push(from, direction, count.get(), sink);
                self.end_turn(sink);
            }
            Move::Rest => {
                sink.tell_all(|| Event::Rested { seat });
                self.end_turn(sink);
            }
        }
    }

    fn place<S: Sink<Event>>(&mut self, column: Column, sink: &mut S) -> Inn {
        let seat = self.turn;
        let inn = Inn::at(if seat.index() == 0 { 0 } else { 2 }, column.index());
        if let Some(kind) = self.household(seat).pile.top() {
            self.households[seat.index()].pile.draw();
            self.put(inn, Token { kind, seat });
            self.history.clear();
            sink.tell_all(|| Event::Placed { seat, kind, inn });
            // In the first turn the player has already seen the second token.
            if !matches!(self.phase, Phase::First { placed: 0 }) {
                self.tell_seen(seat, sink);
            }
        }
        inn
    }

    fn go_home<S: Sink<Event>>(&mut self, from: Inn, sink: &mut S) {
        let Token { kind, seat } = self.take(from);
        let value = self.print.value(kind);
        let household = &mut self.households[seat.index()];
        household.home[kind as usize] += 1;
        household.home_count += 1;
        household.home_value += u16::from(value);
        let all_home = usize::from(household.home_count) == HOUSEHOLD;
        self.history.clear();
        sink.tell_all(|| Event::WentHome { seat, kind, from });
        if all_home {
            self.end_game(Ending::Home, sink);
        } else {
            self.end_turn(sink);
        }
    }

    /// KI-R9: the pushed tokens go to the next inn one by one, which reverses their order; then the King follows.
    fn push<S: Sink<Event>>(&mut self, from: Inn, direction: PushDirection, count: u32, sink: &mut S) {
        let seat = self.turn;
        let Some((into, onto)) = push_line(seat, from, direction) else {
            return;
        };
        for _ in 0..count {
            let token = self.take(into);
            self.put(onto, token);
        }
        let king = self.take(from);
        self.put(into, king);
        self.history.changed(Change::push(from, into, onto, count));
        sink.tell_all(|| Event::Pushed {
            seat,
            from,
            into,
            onto,
            tokens: self
                .stack(onto)
                .top_down()
                .take(count as usize)
                .rev()
                .map(|token| TokenSeen {
                    kind: token.kind,
                    seat: token.seat,
                })
                .collect(),
        });
    }

    fn end_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.forfeited = false;
        self.next_player();
        self.begin_turn(sink);
    }

    fn next_player(&mut self) {
        self.turns += 1;
        self.turn = self.turn.other();
    }

    /// Advances to the next decision, through turns with nothing to decide, or to the end of the game.
    pub(crate) fn begin_turn<S: Sink<Event>>(&mut self, sink: &mut S) {
        if self.turns < 2 {
            let household = &mut self.households[self.turn.index()];
            let unseen = household.pile.seen < 2;
            household.pile.seen = 2;
            if unseen {
                self.tell_seen(self.turn, sink);
            }
            self.go_on_placing(0, sink);
            return;
        }
        loop {
            let seat = self.turn;
            let count = self.history.note(self.mark(), &self.stacks);
            if count >= 2 {
                sink.aside().tell_all(|| Event::Repeated { count });
            }
            if count >= REPETITIONS {
                self.end_game(Ending::Repetition, sink);
                return;
            }
            let can_walk = self.can_walk();
            let Household {
                pile, in_start, tops, ..
            } = *self.household(seat);
            if pile.len() > 0 && in_start < FULL_START {
                let must = in_start <= 1 || tops == 0 || !can_walk;
                if !must || self.places_for_top(seat) != 0 {
                    self.phase = Phase::Draw { must };
                    return;
                }
                self.reveal_no_room(sink);
            }
            if can_walk {
                self.phase = Phase::Move { drawn: None };
                return;
            }
            sink.aside().tell_all(|| Event::Forfeited { seat });
            if self.forfeited {
                self.end_game(Ending::Forfeits, sink);
                return;
            }
            self.forfeited = true;
            self.history.changed(Change::NOTHING);
            self.next_player();
        }
    }

    /// The first turn with `placed` tokens on the road: asks for the next one, unless it fits nowhere (KI-R3).
    fn go_on_placing<S: Sink<Event>>(&mut self, placed: u8, sink: &mut S) {
        self.phase = Phase::First { placed };
        if self.places_for_top(self.turn) == 0 {
            self.reveal_no_room(sink);
            self.end_turn(sink);
        }
    }

    /// A token that had to come into play did not: now everybody knows that it fits in no inn of the start row
    /// (KI-R11).
    fn reveal_no_room<S: Sink<Event>>(&mut self, sink: &mut S) {
        let seat = self.turn;
        let widest = self.widest_start(seat);
        let pile = &mut self.households[seat.index()].pile;
        pile.exceeds = pile.exceeds.max(widest);
        sink.aside().tell_all(|| Event::NoRoom { seat });
    }

    fn end_game<S: Sink<Event>>(&mut self, ending: Ending, sink: &mut S) {
        self.phase = Phase::Over(ending);
        sink.aside().tell_all(|| Event::Over {
            outcome: self.score(ending),
        });
    }
}
