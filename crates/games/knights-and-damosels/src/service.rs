//! The service phase and the worship phase (KD-R14 to KD-R18).

use roundtable_core::{Seat, Seats, Sink};

use crate::cards::{Chivalry, ChivalrySet, EventKind};
use crate::event::{EarnedSeen, Event, GrantedSeen, LostSeen, PlacedSeen};
use crate::moves::Move;
use crate::state::{Field, Joust, KnightsAndDamosels, Phase, SEATS, Service};

/// The worship that offered Arms or Virtues share (KD-R15).
const SHARED: u16 = 6;

/// The worship that a card on the minority side of a disaster costs (KD-R17).
const MINORITY: u16 = 2;

impl KnightsAndDamosels {
    pub(crate) fn begin_service<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.service = Service::NONE;
        match self.print().kind {
            EventKind::Disaster => self.begin_placing(sink),
            EventKind::War | EventKind::Quest | EventKind::Prosperity => {
                if self.nobody_can_offer() {
                    self.end_service(sink);
                } else {
                    self.begin_service_turn(self.merlin, sink);
                }
            }
        }
    }

    fn nobody_can_offer(&self) -> bool {
        let rows = self.rows.iter().fold(ChivalrySet::NONE, |all, &row| all.and(row));
        rows.within(self.print().listed).without(self.service.all).is_empty()
    }

    /// Asks the next player who has a choice; there is one, since somebody can offer.
    fn begin_service_turn<S: Sink<Event>>(&mut self, first: Seat, sink: &mut S) {
        let mut seat = first;
        while self.offerable(seat).is_empty() && self.disputable(seat).is_empty() {
            sink.tell_all(|| Event::Passed { seat });
            seat = self.right(seat);
        }
        self.phase = Phase::Offering {
            seat,
            may_challenge: true,
        };
    }

    /// The turn of this seat is over.
    pub(crate) fn end_service_turn<S: Sink<Event>>(&mut self, seat: Seat, sink: &mut S) {
        if self.nobody_can_offer() {
            self.end_service(sink);
        } else {
            self.begin_service_turn(self.right(seat), sink);
        }
    }

    pub(crate) fn take_service_turn<S: Sink<Event>>(&mut self, seat: Seat, mv: Move, sink: &mut S) {
        if let Move::Offer { chivalry } = mv {
            self.offer(seat, chivalry, sink);
            self.end_service_turn(seat, sink);
        } else if let Move::Challenge { seat: other, chivalry } = mv {
            self.service.challenged.insert(chivalry);
            self.begin_joust(
                Joust {
                    field: Field::Service,
                    challenger: seat,
                    challenged: other,
                    holder: other,
                    chivalry,
                    pass: 1,
                },
                sink,
            );
        } else {
            sink.tell_all(|| Event::Passed { seat });
            self.end_service_turn(seat, sink);
        }
    }

    pub(crate) fn offer<S: Sink<Event>>(&mut self, seat: Seat, chivalry: Chivalry, sink: &mut S) {
        self.service.offered[seat.index()].insert(chivalry);
        self.service.all.insert(chivalry);
        sink.tell_all(|| Event::Offered { seat, chivalry });
    }

    pub(crate) fn end_service_joust<S: Sink<Event>>(&mut self, joust: Joust, won: bool, sink: &mut S) {
        let Joust {
            challenger,
            challenged: loser,
            chivalry,
            ..
        } = joust;
        if won {
            self.service.offered[loser.index()].remove(chivalry);
            self.service.offered[challenger.index()].insert(chivalry);
        }
        if self.nobody_can_offer() {
            self.end_service(sink);
        } else if won {
            if self.offerable(loser).is_empty() {
                sink.tell_all(|| Event::Declined { seat: loser });
                self.end_service_turn(challenger, sink);
            } else {
                self.phase = Phase::Replacing {
                    field: Field::Service,
                    loser,
                    challenger,
                };
            }
        } else if self.offerable(challenger).is_empty() {
            sink.tell_all(|| Event::Passed { seat: challenger });
            self.end_service_turn(challenger, sink);
        } else {
            self.phase = Phase::Offering {
                seat: challenger,
                may_challenge: false,
            };
        }
    }

    fn end_service<S: Sink<Event>>(&mut self, sink: &mut S) {
        sink.aside().tell_all(|| Event::ServiceEnded);
        self.begin_placing(sink);
    }

    /// Everybody who has cards to place does so at the same time.
    fn begin_placing<S: Sink<Event>>(&mut self, sink: &mut S) {
        self.phase = Phase::Placing { waiting: Seats::NONE };
        let waiting = self.choosers();
        if waiting.is_empty() {
            self.uncover(sink);
        } else {
            self.phase = Phase::Placing { waiting };
        }
    }

    /// All cards are placed.
    pub(crate) fn uncover<S: Sink<Event>>(&mut self, sink: &mut S) {
        let mut placed = [ChivalrySet::NONE; SEATS];
        let mut up = [ChivalrySet::NONE; SEATS];
        for seat in self.choosers().iter() {
            placed[seat.index()] = self.placeable(seat);
            if let Move::Face { up: faces } = self.choices[seat.index()] {
                up[seat.index()] = faces;
            }
        }
        if placed.iter().any(|cards| !cards.is_empty()) {
            sink.tell_all(|| Event::Placed {
                cards: self
                    .all_seats()
                    .flat_map(|seat| {
                        let face_up = up[seat.index()];
                        placed[seat.index()].iter().map(move |chivalry| PlacedSeen {
                            seat,
                            chivalry,
                            face_up: face_up.contains(chivalry),
                        })
                    })
                    .collect(),
            });
        }
        match self.print().kind {
            EventKind::Disaster => self.strike(&placed, &up, sink),
            EventKind::War | EventKind::Quest | EventKind::Prosperity => self.award(&up, sink),
        }
        self.end_round(sink);
    }

    /// Worship for the offered cards (KD-R15, KD-R16).
    fn award<S: Sink<Event>>(&mut self, up: &[ChivalrySet; SEATS], sink: &mut S) {
        let share = Share::new(self.service.all.within(self.print().placed()), up);
        let (bonus, called) = (self.print().bonus, self.called());
        let worship = |chivalry: Chivalry| {
            // A Service card's call adds to the worship, like the bonus of the event (KD-R27a).
            let more = u16::from(bonus == Some(chivalry)) + u16::from(called.contains(chivalry));
            share.worship(chivalry, more)
        };
        let mut earned = [0; SEATS];
        for (sum, offered) in earned.iter_mut().zip(&self.service.offered) {
            *sum = offered.iter().map(worship).sum();
        }
        sink.aside().tell_all(|| Event::Awarded {
            cards: self
                .all_seats()
                .flat_map(|seat| {
                    self.service.offered[seat.index()]
                        .iter()
                        .map(move |chivalry| EarnedSeen {
                            seat,
                            chivalry,
                            worship: worship(chivalry),
                        })
                })
                .collect(),
        });
        for (worship, earned) in self.worship.iter_mut().zip(earned) {
            *worship += earned;
        }
    }

    /// The majority of the cards is lost; the minority costs worship (KD-R17).
    fn strike<S: Sink<Event>>(&mut self, placed: &[ChivalrySet; SEATS], up: &[ChivalrySet; SEATS], sink: &mut S) {
        let count = |sets: &[ChivalrySet; SEATS]| sets.iter().map(|set| set.len()).sum::<usize>();
        let (all, ups) = (count(placed), count(up));
        let (mut cards, mut paid) = ([ChivalrySet::NONE; SEATS], [0; SEATS]);
        if 2 * ups != all {
            for i in 0..SEATS {
                let down = placed[i].without(up[i]);
                let (lost, kept) = if 2 * ups > all { (up[i], down) } else { (down, up[i]) };
                cards[i] = lost;
                paid[i] = (MINORITY * kept.len() as u16).min(self.worship[i]);
            }
        }
        sink.aside().tell_all(|| Event::Struck {
            cards: self
                .all_seats()
                .flat_map(|seat| cards[seat.index()].iter().map(move |chivalry| (seat, chivalry)))
                .filter_map(|(seat, chivalry)| {
                    let damosel = self.damosels[self.house_behind(seat, chivalry)?];
                    Some(GrantedSeen {
                        seat,
                        chivalry,
                        damosel,
                    })
                })
                .collect(),
            worship: self
                .all_seats()
                .filter(|seat| paid[seat.index()] > 0)
                .map(|seat| LostSeen {
                    seat,
                    worship: paid[seat.index()],
                })
                .collect(),
        });
        for i in 0..SEATS {
            self.worship[i] -= paid[i];
            self.rows[i] = self.rows[i].without(cards[i]);
            for house in 0..SEATS {
                let back = self.with[house][i].within(cards[i]);
                self.with[house][i] = self.with[house][i].without(back);
                self.piles[house] = self.piles[house].and(back);
            }
        }
    }
}

/// How the worship of a war, a quest or a prosperity is divided (KD-R15).
struct Share {
    /// The offered cards that were placed.
    placed: ChivalrySet,
    up: ChivalrySet,
    each: u16,
}

impl Share {
    fn new(placed: ChivalrySet, up: &[ChivalrySet; SEATS]) -> Self {
        let number = placed.len().max(1) as u16;
        Self {
            placed,
            up: up.iter().fold(ChivalrySet::NONE, |all, &up| all.and(up)),
            each: SHARED / number,
        }
    }

    /// What a card earns.
    fn worship(&self, chivalry: Chivalry, bonus: u16) -> u16 {
        let (ups, downs) = (self.up.len() as u16, self.placed.without(self.up).len() as u16);
        let is_placed = self.placed.contains(chivalry);
        let plain = bonus + if is_placed { self.each } else { 1 };
        if downs == 0 {
            plain
        } else if ups == 0 {
            plain.saturating_sub(1)
        } else if !is_placed {
            plain
        } else if downs == 2 {
            // Three cards, one of them face-up.
            if self.up.contains(chivalry) {
                plain + downs
            } else {
                plain - 1
            }
        } else if self.up.contains(chivalry) {
            plain - 1
        } else {
            plain + ups
        }
    }
}
