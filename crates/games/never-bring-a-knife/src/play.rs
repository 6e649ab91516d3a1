//! What a move does, and everything automatic that follows it.

use roundtable_core::{Seat, Seats, Sink};

use crate::cards::Card;
use crate::deck::HAND;
use crate::event::{CardSeen, Event, RoleSeen};
use crate::moves::{Move, Place};
use crate::roles::How;
use crate::state::{Laid, NeverBringAKnife, Open, Phase};

impl NeverBringAKnife {
    pub(crate) fn make_move<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        match mv {
            Move::Play { card, target } => self.play_card(seat, card, target, false, sink),
            Move::Show { card, target } => self.play_card(seat, card, target, true, sink),
            Move::Look { at } => match self.phase {
                Phase::Intel { left, .. } => {
                    self.look(seat, at, How::Intel, sink);
                    self.ask_intel(seat, left.saturating_sub(1), sink);
                }
                Phase::Talk { .. } => {
                    self.spend(seat, self.prices.look, sink);
                    self.look(seat, at, How::Paid, sink);
                    self.ask_talk(seat, sink);
                }
                Phase::Play { .. } | Phase::Hit { .. } | Phase::Over { .. } => {}
            },
            Move::Decline => {
                sink.tell_all(|| Event::Declined { seat });
                if let Phase::Intel { left, .. } = self.phase {
                    self.ask_intel(seat, left.saturating_sub(1), sink);
                }
            }
            Move::Hit { target } => self.use_hit(seat, target, sink),
            Move::Bank => {
                self.bank_hit(seat, sink);
                self.close_stack(seat, sink);
            }
            Move::Heal { target } => {
                self.spend(seat, self.prices.heal, sink);
                let player = self.player_mut(target);
                player.wounds -= 1;
                let total = player.wounds;
                sink.tell_all(|| Event::Healed { seat, target, total });
                self.ask_talk(seat, sink);
            }
            Move::Done => {
                sink.tell_all(|| Event::Finished { seat });
                self.next_talk(self.turn_of(seat) + 1, sink);
            }
        }
    }

    fn play_card<S: Sink<Event>>(&mut self, seat: Seat, card: Card, target: Seat, show: bool, sink: &mut S) {
        let lap = self.lap_of(seat);
        let face_up = show || self.player(target).stack_size == 0;
        let told = |card| Event::Played {
            seat,
            target,
            face_up,
            card,
        };
        let known = || told(CardSeen::Known { card });
        if face_up {
            sink.tell_all(known);
        } else {
            sink.tell_apart(Seats::one(seat), known, || told(CardSeen::Hidden));
        }
        let player = self.player_mut(seat);
        let Some(dealt) = player.find(card) else { return };
        player.in_hand &= !(1 << dealt);
        player.laid[lap % HAND] = Laid {
            dealt: dealt as u8,
            target: target.index() as u8,
            face_up,
        };
        let stack = self.player_mut(target);
        stack.stack[usize::from(stack.stack_size) % HAND] = (seat.index() * HAND + lap) as u8;
        stack.stack_size += 1;
        self.played += 1;
        if usize::from(self.played) < HAND * self.seat_count() {
            self.phase = Phase::Play {
                seat: seat.left(self.seat_count()),
            };
        } else {
            self.next_stack(sink);
        }
    }

    /// Turns up stacks one after another until there is a decision to make; after the last, Money Talks begins (NK-R4).
    fn next_stack<S: Sink<Event>>(&mut self, sink: &mut S) {
        if self.revealed < self.seats {
            let seat = self.seat_in_turn(self.revealed.into());
            self.revealed += 1;
            self.open_stack(seat, sink);
        } else {
            self.next_talk(0, sink);
        }
    }

    fn open_stack<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let cards = self.stack_counts(seat);
        sink.aside().tell_all(|| Event::Revealed {
            seat,
            cards: cards.into(),
        });
        let [gun, armor, money, crime, intel, _, mole] = cards;
        self.open = Open { cards, money };
        // The hard-mode look comes after Money and Crime, but depends on neither.
        let first_wound = self.wound(seat, gun.saturating_sub(armor) / 2, sink);
        let from_stack = crime.min(money);
        let from_bank = (crime - from_stack).min(self.player(seat).bank);
        if crime > 0 {
            self.open.money -= from_stack;
            self.player_mut(seat).bank -= from_bank;
            self.discard[Card::Money as usize] += from_bank;
            sink.aside().tell_all(|| Event::Robbed {
                seat,
                stack: from_stack,
                bank: from_bank,
            });
        }
        if first_wound {
            self.look_at_wounded(seat, sink);
        }
        if mole > 0 {
            let role = self.roles.swap(seat);
            let told = |role| Event::Swapped { seat, role };
            sink.aside().tell_apart(
                Seats::one(seat),
                || told(RoleSeen::Known { role }),
                || told(RoleSeen::Hidden),
            );
        }
        self.ask_intel(seat, intel, sink);
    }

    /// Gives wounds, and returns whether the neighbour now looks at the wounded player's role (NK-R7).
    fn wound<S: Sink<Event>>(&mut self, seat: Seat, wounds: u8, sink: &mut S) -> bool {
        if wounds == 0 {
            return false;
        }
        let hard = self.options.hard;
        let player = self.player_mut(seat);
        player.wounds += wounds;
        let total = player.wounds;
        let first = hard && !player.was_wounded;
        player.was_wounded = true;
        sink.aside().tell_all(|| Event::Wounded { seat, wounds, total });
        first
    }

    fn look_at_wounded<S: Sink<Event>>(&mut self, wounded: Seat, sink: &mut S) {
        let players = self.seat_count();
        let right = Seat::new((wounded.index() + players - 1) % players);
        self.look(right, Place::Seat(wounded), How::Wound, sink);
    }

    fn ask_intel<S: Sink<Event>>(&mut self, seat: Seat, left: u8, sink: &mut S) {
        if left > 0 {
            self.phase = Phase::Intel { seat, left };
        } else if self.open.cards[Card::Hit as usize] == 0 {
            self.close_stack(seat, sink);
        } else if self.player(seat).bank + self.open.money >= self.prices.hit {
            self.phase = Phase::Hit { seat };
        } else {
            self.bank_hit(seat, sink);
            self.close_stack(seat, sink);
        }
    }

    fn bank_hit<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        self.open.cards[Card::Hit as usize] = 0;
        self.player_mut(seat).hit = true;
        sink.tell_all(|| Event::HitBanked { seat });
    }

    /// Uses the Hit, from the stack or from the bank; the stack's Money is spent first.
    fn use_hit<S: Sink<Event>>(&mut self, seat: Seat, target: Seat, sink: &mut S) {
        let paid = self.prices.hit;
        sink.tell_all(|| Event::HitUsed { seat, target, paid });
        let resolving = matches!(self.phase, Phase::Hit { .. });
        let from_stack = if resolving { paid.min(self.open.money) } else { 0 };
        self.open.money -= from_stack;
        self.player_mut(seat).bank -= paid - from_stack;
        self.discard[Card::Money as usize] += paid - from_stack;
        if !resolving {
            self.player_mut(seat).hit = false;
            self.discard[Card::Hit as usize] += 1;
        }
        if self.wound(target, 1, sink) {
            self.look_at_wounded(target, sink);
        }
        if resolving {
            self.close_stack(seat, sink);
        } else {
            self.ask_talk(seat, sink);
        }
    }

    /// The stack is resolved: Money to the bank, the rest to the discard pile (NK-R15).
    fn close_stack<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        let Open { cards, money } = self.open;
        for (discarded, count) in self.discard.iter_mut().zip(cards) {
            *discarded += count;
        }
        self.discard[Card::Money as usize] -= money;
        self.player_mut(seat).bank += money;
        self.open = Open::NONE;
        if money > 0 {
            sink.aside().tell_all(|| Event::Banked { seat, money });
        }
        self.next_stack(sink);
    }

    fn spend<S: Sink<Event>>(&mut self, seat: Seat, money: u8, sink: &mut S) {
        self.player_mut(seat).bank -= money;
        self.discard[Card::Money as usize] += money;
        sink.aside().tell_all(|| Event::Spent { seat, money });
    }

    /// Continues a player's Money Talks, or moves on to the next player.
    fn ask_talk<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        self.next_talk(self.turn_of(seat), sink);
    }

    /// Asks the first player, from this turn on, who can afford anything; after the last player the round is over
    /// (NK-R10).
    fn next_talk<S: Sink<Event>>(&mut self, from: usize, sink: &mut S) {
        let cheapest = self.prices.cheapest();
        for turn in from..self.seat_count() {
            let seat = self.seat_in_turn(turn);
            if self.player(seat).bank >= cheapest {
                self.phase = Phase::Talk { seat };
                return;
            }
        }
        self.end_round(sink);
    }

    fn end_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        if let Some((ending, winners)) = self.ending() {
            self.phase = Phase::Over { ending, winners };
            let players = self.seat_count();
            sink.aside().tell_all(|| Event::Over {
                roles: Seat::all(players)
                    .map(|seat| self.roles.at(Place::Seat(seat)))
                    .collect(),
                boss: self.roles.at(Place::Boss),
                outcome: self.score(ending, winners),
            });
        } else {
            self.dealer = self.dealer.left(self.seat_count());
            self.begin_round(sink);
        }
    }
}
