//! How an eye looks at a position: fills in the view from what the eye may know.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Seat};

use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, EVENTS, EventCard};
use crate::event::{EventSeen, EventsSeen};
use crate::state::{DRAWN, Field, Joust, KnightsAndDamosels, Phase, SEATS};
use crate::view::{
    BattleSeen, DamoselSeen, EventPrinted, ForceSeen, JoustSeen, OfferedSeen, PastEvents, PileSeen, PlayerSeen,
    Progress, RowSeen, SealedSeen, ShownSeen, Step, UnusedSeen, View,
};

impl KnightsAndDamosels {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let players = self.seat_count();
        let (step, finished) = self.step_seen();
        let revealed = !matches!(step, Step::ArthurDiscards | Step::MerlinDiscards);
        View {
            eye,
            round: self.round,
            camlann: self.options.camlann,
            arthur: self.arthur(),
            merlin: self.merlin,
            goals: self.goals,
            to_act: self.seats_to_act(),
            step,
            sealed: self.chosen().iter().map(|seat| self.sealed_seen(seat, eye)).collect(),
            events: EventCard::ALL.into_iter().map(|event| self.printed(event)).collect(),
            event: revealed.then(|| self.printed(self.event())),
            service: self.calls.as_ref().map(|calls| calls.seen_by(eye)),
            event_hand: self.event_hand_seen(eye),
            event_pile: self.event_pile_seen(eye),
            past_events: self.past_events_seen(eye, revealed),
            display: self.display_seen(eye),
            returned: self.returned_seen().collect(),
            joust: self.joust_seen(),
            offered: self.offered_seen(),
            players: self.all_seats().map(|seat| self.player_seen(seat, eye)).collect(),
            unused: (players..SEATS)
                .map(|house| UnusedSeen {
                    damosel: self.damosels[house],
                    pile: self.pile_seen(house, eye),
                })
                .collect(),
            standings: finished.then(|| self.finish.standings[..players].iter().copied().collect()),
            battle: self.battle_seen(step),
            outcome: roundtable_core::Game::outcome(self),
        }
    }

    fn printed(&self, event: EventCard) -> EventPrinted {
        let print = self.prints[event as usize];
        EventPrinted {
            event,
            kind: print.kind,
            listed: print.listed,
            bonus: print.bonus,
        }
    }

    /// The step, and whether the rounds are over.
    fn step_seen(&self) -> (Step, bool) {
        match self.phase {
            Phase::ArthurDiscards => (Step::ArthurDiscards, false),
            Phase::MerlinDiscards => (Step::MerlinDiscards, false),
            Phase::Giving { .. } => (Step::Giving, false),
            Phase::Selecting { may_challenge, .. } => (Step::Selecting { may_challenge }, false),
            Phase::Offering { may_challenge, .. } => (Step::Offering { may_challenge }, false),
            Phase::Jousting { .. } => (Step::Jousting, false),
            Phase::Replacing { .. } => (Step::Replacing, false),
            Phase::Placing { .. } => (Step::Placing, false),
            Phase::Taking { .. } => (Step::Taking, true),
            Phase::Siding { .. } => (Step::Siding, true),
            Phase::Fighting { .. } => (Step::Fighting, true),
            Phase::Over { .. } => (Step::Over, true),
        }
    }

    fn sealed_seen(&self, seat: Seat, eye: Eye) -> SealedSeen {
        SealedSeen {
            seat,
            choice: eye.sees_for(seat).then(|| self.choices[seat.index()]),
        }
    }

    fn event_hand_seen(&self, eye: Eye) -> Option<EventsSeen> {
        let first = match self.phase {
            Phase::ArthurDiscards => 0,
            Phase::MerlinDiscards => 1,
            Phase::Giving { .. }
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Jousting { .. }
            | Phase::Replacing { .. }
            | Phase::Placing { .. }
            | Phase::Taking { .. }
            | Phase::Siding { .. }
            | Phase::Fighting { .. }
            | Phase::Over { .. } => return None,
        };
        let known = self.knows_event(eye, usize::from(self.events.drawn) - DRAWN + first);
        let events: ArrayVec<_, DRAWN> = self.events.hand()[first..].iter().copied().collect();
        Some(if known {
            EventsSeen::Known { events }
        } else {
            EventsSeen::Hidden { count: events.len() }
        })
    }

    fn event_pile_seen(&self, eye: Eye) -> PileSeen {
        let left = &self.events.cards[usize::from(self.events.drawn)..];
        PileSeen {
            count: left.len(),
            order: (eye == Eye::All).then(|| left.to_vec()),
        }
    }

    fn event_seen(&self, eye: Eye, place: usize) -> EventSeen {
        if self.knows_event(eye, place) {
            EventSeen::Known {
                event: self.events.cards[place],
            }
        } else {
            EventSeen::Hidden
        }
    }

    fn past_events_seen(&self, eye: Eye, revealed: bool) -> ArrayVec<PastEvents, { EVENTS / DRAWN }> {
        let drawn = usize::from(self.events.drawn) / DRAWN;
        let players = self.seat_count();
        (0..drawn - usize::from(!revealed))
            .map(|round| {
                let back = (drawn - 1 - round) % players;
                let merlin = Seat::new((self.merlin.index() + players - back) % players);
                PastEvents {
                    arthur: merlin.left(players),
                    merlin,
                    arthur_discard: self.event_seen(eye, DRAWN * round),
                    merlin_discard: self.event_seen(eye, DRAWN * round + 1),
                    revealed: self.events.cards[DRAWN * round + 2],
                }
            })
            .collect()
    }

    /// Whether the eye knows if the damosel of this house is behind a displayed card (KD-R8).
    fn knows_house(&self, eye: Eye, house: usize) -> bool {
        eye.sees_for(self.merlin) || eye.seat().is_some_and(|seat| seat.index() == house)
    }

    fn damosel_seen(&self, known: bool, house: usize) -> DamoselSeen {
        if known {
            DamoselSeen::Known {
                damosel: self.damosels[house],
            }
        } else {
            DamoselSeen::Hidden
        }
    }

    fn display_seen(&self, eye: Eye) -> ArrayVec<ShownSeen, SEATS> {
        let cards = (0..).zip(self.display.cards());
        cards
            .map(|(number, card): (u8, _)| {
                let house = usize::from(card.house);
                ShownSeen {
                    number,
                    chivalry: card.chivalry,
                    damosel: self.damosel_seen(self.knows_house(eye, house), house),
                    selected_by: self
                        .all_seats()
                        .find(|seat| self.display.selected[seat.index()] == Some(number)),
                    challenged: self.display.challenged >> number & 1 != 0,
                }
            })
            .collect()
    }

    fn joust_seen(&self) -> Option<JoustSeen> {
        let Phase::Jousting { joust, .. } = self.phase else {
            return None;
        };
        let Joust {
            field,
            challenger,
            challenged,
            holder,
            chivalry,
            pass,
        } = joust;
        Some(JoustSeen {
            in_service: field == Field::Service,
            challenger,
            challenged,
            holder,
            chivalry,
            pass,
        })
    }

    fn offered_seen(&self) -> ArrayVec<OfferedSeen, CHIVALRIES> {
        let owner = |chivalry| {
            self.all_seats()
                .find(|seat| self.service.offered[seat.index()].contains(chivalry))
        };
        let seen = |chivalry| {
            Some(OfferedSeen {
                seat: owner(chivalry)?,
                chivalry,
                challenged: self.service.challenged.contains(chivalry),
            })
        };
        self.service.all.iter().filter_map(seen).collect()
    }

    /// A pile as everybody can work it out; only the open eye sees which card has left it for the display.
    fn pile_seen(&self, house: usize, eye: Eye) -> ChivalrySet {
        match eye {
            Eye::All => self.piles[house],
            Eye::Seat(_) | Eye::Table => self.public_pile(house),
        }
    }

    fn player_seen(&self, seat: Seat, eye: Eye) -> PlayerSeen {
        // The damosel behind a card selected in this phase has not been revealed yet.
        let fresh = self
            .display
            .selected
            .map(|number| number.and_then(|number| self.display.get(number)));
        let row = self.row(seat).iter().filter_map(|chivalry| {
            let house = self.house_behind(seat, chivalry)?;
            let hidden = fresh[seat.index()].is_some_and(|card| card.chivalry == chivalry);
            Some(RowSeen {
                chivalry,
                damosel: self.damosel_seen(!hidden || self.knows_house(eye, house), house),
            })
        });
        let given: ArrayVec<u8, SEATS> = self
            .all_seats()
            .map(|other| {
                let fresh = fresh[other.index()].is_some_and(|card| usize::from(card.house) == seat.index());
                let unrevealed = fresh && eye != Eye::All;
                self.with[seat.index()][other.index()].len() as u8 - u8::from(unrevealed)
            })
            .collect();
        PlayerSeen {
            seat,
            knight: self.knights[seat.index()],
            damosel: self.damosels[seat.index()],
            row: row.collect(),
            pile: self.pile_seen(seat.index(), eye),
            taken: self.battle.forces[seat.index()].taken,
            progress: Progress {
                given: given.iter().copied().max().unwrap_or(0),
                earned: self.row(seat).len() as u8,
                worship: self.worship[seat.index()],
            },
            given,
        }
    }

    fn battle_seen(&self, step: Step) -> Option<BattleSeen> {
        let fights = step == Step::Fighting || step == Step::Over && self.options.camlann;
        let cards = |counts: &[u8]| {
            let each = Chivalry::ALL.into_iter().zip(counts);
            each.flat_map(|(chivalry, &count)| std::iter::repeat_n(chivalry, count.into()))
                .collect()
        };
        fights.then(|| BattleSeen {
            round: self.battle.round,
            smaller: (self.battle.immune_until > 0).then_some(self.battle.smaller),
            immune_until: self.battle.immune_until,
            forces: self
                .all_seats()
                .map(|seat| {
                    let force = &self.battle.forces[seat.index()];
                    ForceSeen {
                        seat,
                        side: force.side,
                        hand: cards(&force.hand),
                        wounded: force.wounded().iter().copied().collect(),
                        beaten: cards(&force.beaten),
                    }
                })
                .collect(),
        })
    }
}
