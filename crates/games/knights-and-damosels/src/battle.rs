//! The Battle of Camlann (KD-R21 to KD-R26).

use roundtable_core::{Purpose, Seat, Seats, Sink};
use serde::Serialize;

use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet};
use crate::event::{Event, FoughtSeen, SideSeen, TakenSeen};
use crate::moves::Move;
use crate::score::{Cause, Ending};
use crate::state::{KnightsAndDamosels, Phase, SEATS};

const ELECTION: Purpose = Purpose::named("election at camlann");

/// The most cards a player can have at Camlann: one of each chivalry and one taken.
pub(crate) const MOST_CARDS: usize = CHIVALRIES + 1;

/// A side at Camlann.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Arthur's.
    Arthur,
    /// Mordred's.
    Mordred,
}

/// What became of a revealed card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Discarded.
    Beaten,
    /// Laid in front of its owner.
    Wounded,
    /// Back in the hand.
    Unharmed,
}

/// A player's cards at Camlann. Two cards of one chivalry are interchangeable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Force {
    pub side: Side,
    /// How many of each chivalry are in hand.
    pub hand: [u8; CHIVALRIES],
    /// How many of each chivalry were beaten.
    pub beaten: [u8; CHIVALRIES],
    wounded: [Chivalry; MOST_CARDS],
    wounded_len: u8,
    /// The card taken from a knight (KD-R21).
    pub taken: Option<Chivalry>,
}

impl Force {
    const NONE: Self = Self {
        side: Side::Arthur,
        hand: [0; CHIVALRIES],
        beaten: [0; CHIVALRIES],
        wounded: [Chivalry::Horse; MOST_CARDS],
        wounded_len: 0,
        taken: None,
    };

    /// How many cards are in hand.
    pub(crate) fn strength(&self) -> u8 {
        self.hand.iter().sum()
    }

    /// The wounded cards, from the left.
    pub(crate) fn wounded(&self) -> &[Chivalry] {
        &self.wounded[..usize::from(self.wounded_len)]
    }

    fn wound(&mut self, chivalry: Chivalry) {
        if let Some(place) = self.wounded.get_mut(usize::from(self.wounded_len)) {
            *place = chivalry;
            self.wounded_len += 1;
        }
    }

    fn heal(&mut self) -> Option<Chivalry> {
        let healed = *self.wounded().first()?;
        self.wounded.rotate_left(1);
        self.wounded_len -= 1;
        self.hand[healed as usize] += 1;
        Some(healed)
    }
}

/// The state of the battle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Battle {
    /// The round being fought, from 1; 0 before the first.
    pub round: u16,
    /// Who fought in the last finished round.
    pub fought: Seats,
    /// The smaller side, and the last round of its immunity.
    pub smaller: Side,
    pub immune_until: u16,
    /// By seat.
    pub forces: [Force; SEATS],
}

impl Battle {
    pub(crate) const NONE: Self = Self {
        round: 0,
        fought: Seats::NONE,
        smaller: Side::Arthur,
        immune_until: 0,
        forces: [Force::NONE; SEATS],
    };

    /// Who has cards in hand.
    pub(crate) fn standing(&self, players: usize) -> Seats {
        Seat::all(players)
            .filter(|seat| self.forces[seat.index()].strength() > 0)
            .collect()
    }

    fn is_immune(&self, side: Side) -> bool {
        side == self.smaller && self.round <= self.immune_until
    }
}

impl KnightsAndDamosels {
    /// The cards that this seat's damosel may take back from the knight of `from`, if he has enough of them (KD-R21).
    pub(crate) fn may_take(&self, seat: Seat, from: Seat) -> ChivalrySet {
        let cards = self.with[seat.index()][from.index()];
        if cards.len() >= usize::from(self.goals.given) {
            cards
        } else {
            ChivalrySet::NONE
        }
    }

    pub(crate) fn begin_camlann<S: Sink<Event>>(&mut self, sink: &mut S) {
        sink.aside().tell_all(|| Event::CamlannBegan);
        self.phase = Phase::Taking { waiting: Seats::NONE };
        let waiting = self.choosers();
        if waiting.is_empty() {
            self.begin_siding();
        } else {
            self.phase = Phase::Taking { waiting };
        }
    }

    /// Everybody has chosen which card to take.
    pub(crate) fn take_cards<S: Sink<Event>>(&mut self, sink: &mut S) {
        let takers = self.choosers();
        for seat in takers.iter() {
            if let Move::Take { seat: from, chivalry } = self.choices[seat.index()] {
                self.lift(seat.index(), from, chivalry);
                self.battle.forces[seat.index()].taken = Some(chivalry);
            }
        }
        sink.tell_all(|| Event::Taken {
            cards: takers
                .iter()
                .filter_map(|seat| {
                    let Move::Take { seat: from, chivalry } = self.choices[seat.index()] else {
                        return None;
                    };
                    Some(TakenSeen { seat, from, chivalry })
                })
                .collect(),
        });
        self.begin_siding();
    }

    fn begin_siding(&mut self) {
        self.phase = Phase::Siding { waiting: Seats::NONE };
        let waiting = self.choosers();
        self.phase = Phase::Siding { waiting };
    }

    /// Everybody has chosen a side: hands are taken up.
    pub(crate) fn take_sides<S: Sink<Event>>(&mut self, sink: &mut S) {
        let (leader, rival) = (self.finish.order[0], self.finish.order[1]);
        let mut sizes = [0_u16; 2];
        for seat in self.all_seats() {
            let side = if seat == leader {
                Side::Arthur
            } else if seat == rival || self.choices[seat.index()] == Move::Mordred {
                Side::Mordred
            } else {
                Side::Arthur
            };
            sizes[side as usize] += 1;
            let row = self.row(seat);
            let force = &mut self.battle.forces[seat.index()];
            force.side = side;
            for chivalry in row.iter().chain(force.taken) {
                force.hand[chivalry as usize] += 1;
            }
        }
        let [arthurs, mordreds] = sizes;
        self.battle.smaller = if arthurs < mordreds {
            Side::Arthur
        } else {
            Side::Mordred
        };
        self.battle.immune_until = 2 * arthurs.abs_diff(mordreds);
        sink.tell_all(|| Event::SidesChosen {
            sides: self
                .all_seats()
                .map(|seat| SideSeen {
                    seat,
                    side: self.battle.forces[seat.index()].side,
                })
                .collect(),
            smaller: (self.battle.immune_until > 0).then_some(self.battle.smaller),
            immune_until: self.battle.immune_until,
        });
        self.begin_battle_round(sink);
    }

    /// Checks for a winner and, if there is none, asks for the next cards (KD-R26).
    fn begin_battle_round<S: Sink<Event>>(&mut self, sink: &mut S) {
        let left = self.battle.standing(self.seat_count());
        let side_of = |seat: Seat| self.battle.forces[seat.index()].side;
        let ending = if let Some(first) = left.first() {
            if left.len() == 1 {
                Some((first, Cause::Survivor))
            } else if left.iter().all(|seat| side_of(seat) == side_of(first)) {
                Some((self.strongest(left).unwrap_or(first), Cause::Side))
            } else {
                None
            }
        } else if self.battle.fought.is_empty() {
            Some((self.finish.order[0], Cause::Unfought))
        } else {
            Some((self.elect(), Cause::Election))
        };
        match ending {
            Some((winner, cause)) => self.end_game(Ending { winner, cause }, sink),
            None => {
                self.battle.round += 1;
                self.phase = Phase::Fighting { waiting: left };
            }
        }
    }

    /// The one of these seats with the most cards in hand; among equals, the one ranked highest.
    fn strongest(&self, left: Seats) -> Option<Seat> {
        let ranked = self.finish.order[..self.seat_count()].iter().rev().copied();
        let candidates = ranked.filter(|&seat| left.contains(seat));
        // This finds the last of equals, which is the highest in rank.
        candidates.max_by_key(|seat| self.battle.forces[seat.index()].strength())
    }

    /// Draws lots among the last fighters, weighted by worship (KD-R26).
    fn elect(&mut self) -> Seat {
        let fought = self.battle.fought;
        let worship = |seat: Seat| u32::from(self.worship[seat.index()]);
        let least = fought.iter().map(worship).filter(|&worship| worship > 0).min();
        let weight = |seat: Seat| match least {
            None => 1,
            Some(_) if worship(seat) == 0 => 0,
            Some(least) => worship(seat) - least + 1,
        };
        let mut weights = [0; SEATS];
        for seat in fought.iter() {
            weights[seat.index()] = weight(seat);
        }
        let mut lot = self.dice.below(ELECTION, weights.iter().sum::<u32>().max(1));
        for seat in fought.iter() {
            match lot.checked_sub(weights[seat.index()]) {
                None => return seat,
                Some(rest) => lot = rest,
            }
        }
        self.finish.order[0]
    }

    /// Everybody has revealed a card.
    pub(crate) fn fight<S: Sink<Event>>(&mut self, sink: &mut S) {
        let fighters = self.battle.standing(self.seat_count());
        let mut cards = [None; SEATS];
        for seat in fighters.iter() {
            if let Move::Fight { chivalry } = self.choices[seat.index()] {
                cards[seat.index()] = Some(chivalry);
            }
        }
        let mut fates = [Fate::Unharmed; SEATS];
        let mut healed = [None; SEATS];
        for seat in fighters.iter() {
            let Some(chivalry) = cards[seat.index()] else { continue };
            let fate = self.fate(seat, chivalry, &cards);
            let force = &mut self.battle.forces[seat.index()];
            match fate {
                Fate::Beaten => {
                    force.hand[chivalry as usize] -= 1;
                    force.beaten[chivalry as usize] += 1;
                }
                Fate::Wounded => {
                    force.hand[chivalry as usize] -= 1;
                    force.wound(chivalry);
                }
                Fate::Unharmed => healed[seat.index()] = force.heal(),
            }
            fates[seat.index()] = fate;
        }
        self.battle.fought = fighters;
        sink.tell_all(|| Event::Fought {
            round: self.battle.round,
            cards: fighters
                .iter()
                .filter_map(|seat| {
                    Some(FoughtSeen {
                        seat,
                        chivalry: cards[seat.index()]?,
                        fate: fates[seat.index()],
                        healed: healed[seat.index()],
                    })
                })
                .collect(),
        });
        self.begin_battle_round(sink);
    }

    /// What becomes of a revealed card. Only the sides and the revealed cards matter, so all fates can be decided
    /// together.
    fn fate(&self, seat: Seat, chivalry: Chivalry, cards: &[Option<Chivalry>; SEATS]) -> Fate {
        let side = self.battle.forces[seat.index()].side;
        if self.battle.is_immune(side) {
            return Fate::Unharmed;
        }
        let mut fate = Fate::Unharmed;
        for (force, card) in self.battle.forces.iter().zip(cards) {
            let Some(card) = card else { continue };
            if force.side == side {
                continue;
            }
            if card.kind().beats(chivalry.kind()) {
                return Fate::Beaten;
            }
            if card.kind() == chivalry.kind() {
                fate = Fate::Wounded;
            }
        }
        fate
    }
}
