//! The knight phase and the joust (KD-R9 to KD-R13).

use roundtable_core::{Seat, Seats, Sink};

use crate::event::{Event, GrantedSeen, ReturnedSeen};
use crate::moves::Move;
use crate::state::{Display, Field, Joust, KnightsAndDamosels, PASSES, Phase};

impl KnightsAndDamosels {
    /// Asks the next player, from this seat on, who has a choice.
    pub(crate) fn begin_knight_turn<S: Sink<Event>>(&mut self, first: Seat, sink: &mut S) {
        let mut seat = first;
        loop {
            let candidates = self.lacking(seat) | self.contestable(seat);
            self.learn_from_asking(seat, candidates);
            if candidates & !self.display.own(seat) != 0 {
                self.phase = Phase::Selecting {
                    seat,
                    may_challenge: true,
                };
                return;
            }
            sink.tell_all(|| Event::Passed { seat });
            if seat == self.merlin {
                self.end_knight_phase(sink);
                return;
            }
            seat = seat.left(self.seat_count());
        }
    }

    /// If there is only one candidate, whether the player is asked or skipped tells everybody whether it comes from
    /// that player's own damosel.
    fn learn_from_asking(&mut self, seat: Seat, candidates: u8) {
        if candidates.count_ones() == 1 {
            self.display.learn(seat, candidates.trailing_zeros() as u8);
        }
    }

    fn end_knight_turn<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        if seat == self.merlin {
            self.end_knight_phase(sink);
        } else {
            self.begin_knight_turn(seat.left(self.seat_count()), sink);
        }
    }

    pub(crate) fn take_knight_turn<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        if let Move::Select { number } = mv {
            self.select(seat, number, sink);
            self.end_knight_turn(seat, sink);
        } else if let Move::Challenge { seat: other, chivalry } = mv {
            if let Some(number) = self.display.selected[other.index()] {
                self.display.challenged |= 1 << number;
                self.display.learn(seat, number);
            }
            self.begin_joust(
                Joust {
                    field: Field::Knight,
                    challenger: seat,
                    challenged: other,
                    holder: other,
                    chivalry,
                    pass: 1,
                },
                sink,
            );
        } else {
            // A player who could select never passes: what the knight lacks comes from the player's own damosel.
            let lacking = self.lacking(seat);
            self.learn_from_asking(seat, lacking);
            sink.tell_all(|| Event::Passed { seat });
            self.end_knight_turn(seat, sink);
        }
    }

    fn select<S: Sink<Event>>(&mut self, seat: Seat, number: u8, sink: &mut S) {
        let Some(card) = self.display.get(number) else { return };
        self.display.learn(seat, number);
        self.display.taken |= 1 << number;
        self.display.selected[seat.index()] = Some(number);
        self.lay(card.house.into(), seat, card.chivalry);
        sink.tell_all(|| Event::Selected {
            seat,
            number,
            chivalry: card.chivalry,
        });
    }

    /// Reveals the damosels behind the granted cards and returns the other cards openly (KD-R10, KD-R8a).
    fn end_knight_phase<S: Sink<Event>>(&mut self, sink: &mut S) {
        for number in 0..self.display.len {
            if self.display.taken >> number & 1 == 0
                && let Some(card) = self.display.get(number)
            {
                self.piles[usize::from(card.house)].insert(card.chivalry);
                self.returned[usize::from(card.house)] = Some(card.chivalry);
            }
        }
        sink.aside().tell_all(|| Event::Granted {
            cards: self
                .turn_order()
                .filter_map(|seat| {
                    let card = self.display.get(self.display.selected[seat.index()]?)?;
                    Some(GrantedSeen {
                        seat,
                        chivalry: card.chivalry,
                        damosel: self.damosels[usize::from(card.house)],
                    })
                })
                .collect(),
        });
        if self.returned.iter().any(Option::is_some) {
            sink.aside().tell_all(|| Event::Returned {
                cards: self.returned_seen().collect(),
            });
        }
        self.display = Display::EMPTY;
        self.begin_service(sink);
    }

    /// The cards of this round that went back to their damosels.
    pub(crate) fn returned_seen(&self) -> impl Iterator<Item = ReturnedSeen> {
        let back = self.damosels.into_iter().zip(self.returned);
        back.filter_map(|(damosel, chivalry)| {
            Some(ReturnedSeen {
                chivalry: chivalry?,
                damosel,
            })
        })
    }

    pub(crate) fn begin_joust<S: Sink<Event>>(&mut self, joust: Joust, sink: &mut S) {
        sink.tell_all(|| Event::Challenged {
            seat: joust.challenger,
            other: joust.challenged,
            chivalry: joust.chivalry,
        });
        self.ask_for_pass(joust);
    }

    fn ask_for_pass(&mut self, joust: Joust) {
        self.phase = Phase::Jousting {
            joust,
            waiting: Seats::one(joust.challenger).with(joust.challenged),
        };
    }

    /// Both have chosen (KD-R12).
    pub(crate) fn pass_of_arms<S: Sink<Event>>(&mut self, mut joust: Joust, sink: &mut S) {
        let (holder, other) = (joust.holder, joust.other(joust.holder));
        let (held, tried) = (self.choices[holder.index()], self.choices[other.index()]);
        let goes_on = held == tried && held != Move::Yield;
        let yields = held == Move::Yield || tried == Move::Yield;
        if goes_on || (held == Move::Yield && tried != Move::Yield) {
            joust.holder = other;
        }
        sink.tell_all(|| Event::PassOfArms {
            pass: joust.pass,
            challenger: joust.challenger,
            challenged: joust.challenged,
            choices: [
                self.choices[joust.challenger.index()],
                self.choices[joust.challenged.index()],
            ],
            holder: joust.holder,
        });
        if goes_on && joust.pass < PASSES {
            joust.pass += 1;
            self.ask_for_pass(joust);
            return;
        }
        let loser = joust.other(joust.holder);
        let worship = u16::from(!goes_on && !yields).min(self.worship[loser.index()]);
        self.worship[loser.index()] -= worship;
        self.worship[joust.holder.index()] += worship;
        sink.aside().tell_all(|| Event::JoustEnded {
            winner: joust.holder,
            loser,
            chivalry: joust.chivalry,
            worship,
        });
        self.end_joust(joust, sink);
    }

    /// The card goes to the player with the right to it, and play goes on (KD-R13).
    fn end_joust<S: Sink<Event>>(&mut self, joust: Joust, sink: &mut S) {
        let won = joust.holder == joust.challenger;
        match joust.field {
            Field::Knight if won => self.hand_over(joust, sink),
            Field::Knight => self.go_on_selecting(joust.challenger, sink),
            Field::Service => self.end_service_joust(joust, won, sink),
        }
    }

    fn hand_over<S: Sink<Event>>(&mut self, joust: Joust, sink: &mut S) {
        let (challenger, loser) = (joust.challenger, joust.challenged);
        if let Some(number) = self.display.selected[loser.index()].take()
            && let Some(card) = self.display.get(number)
        {
            self.lift(card.house.into(), loser, card.chivalry);
            self.lay(card.house.into(), challenger, card.chivalry);
            self.display.selected[challenger.index()] = Some(number);
        }
        let candidates = self.lacking(loser);
        self.learn_from_asking(loser, candidates);
        if self.selectable(loser) != 0 {
            self.phase = Phase::Replacing {
                field: Field::Knight,
                loser,
                challenger,
            };
        } else {
            sink.tell_all(|| Event::Declined { seat: loser });
            self.end_knight_turn(challenger, sink);
        }
    }

    /// A challenger who lost gets an ordinary turn without a challenge.
    fn go_on_selecting<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let candidates = self.lacking(seat);
        self.learn_from_asking(seat, candidates);
        if self.selectable(seat) != 0 {
            self.phase = Phase::Selecting {
                seat,
                may_challenge: false,
            };
        } else {
            sink.tell_all(|| Event::Passed { seat });
            self.end_knight_turn(seat, sink);
        }
    }

    /// The loser of a joust selects or offers another card, or declines.
    pub(crate) fn replace<S: Sink<Event>>(
        &mut self,
        field: Field,
        loser: Seat,
        challenger: Seat,
        mv: Move,
        sink: &mut S,
    ) {
        if let Move::Select { number } = mv {
            self.select(loser, number, sink);
        } else if let Move::Offer { chivalry } = mv {
            self.offer(loser, chivalry, sink);
        } else {
            sink.tell_all(|| Event::Declined { seat: loser });
        }
        match field {
            Field::Knight => self.end_knight_turn(challenger, sink),
            Field::Service => self.end_service_turn(challenger, sink),
        }
    }
}
