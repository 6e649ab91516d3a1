//! A race: who has the shorter way home, and whose tokens lie under the other's.

use roundtable_catalog::games::knight_at_the_inn::{Direction, Event, Inn, KnightAtTheInn, Move};
use roundtable_core::{Game as _, MAX_SEATS, Seat};

use crate::abilities::{Insight, Shares, key, sigmoid};
use crate::search::{Budget, Settings};

/// How many steps an undrawn token has before it.
const UNDRAWN: f32 = 4.2;

/// What lying under one of the other player's tokens, or one's own, is worth in steps.
const UNDER_OTHER: f32 = 0.9;
const UNDER_OWN: f32 = 0.3;

/// A lead of about this many steps makes victory certain.
const STEPS: f32 = 4.0;

/// How many rows a token has to go, its castle included.
pub(super) fn way(seat: Seat, inn: Inn) -> usize {
    if seat.index() == 0 {
        3 - inn.row()
    } else {
        1 + inn.row()
    }
}

impl Insight for KnightAtTheInn {
    type Beliefs = ();

    const KNIGHT: Settings = Settings {
        cut: Some(30),
        explore: 0.3,
        advice: 0.0,
        budget: Budget::Exactly(5_000),
        ..Settings::KNIGHT
    };

    const CHAMPION: Settings = Settings {
        budget: Budget::Exactly(200_000),
        ..Self::KNIGHT
    };

    fn choice(event: &Event) -> Option<u64> {
        Some(match *event {
            Event::Placed { inn, .. } => key(1, [inn.index(), 0, 0]),
            Event::Kept { .. } => key(2, [0, 0, 0]),
            Event::Moved { from, to, .. } => key(3, [from.index(), to.index(), 0]),
            Event::WentHome { from, .. } => key(4, [from.index(), 0, 0]),
            Event::Pushed {
                from, into, ref tokens, ..
            } => key(5, [from.index(), into.index(), tokens.len()]),
            Event::Rested { .. } => key(6, [0, 0, 0]),
            Event::FirstPlayer { .. }
            | Event::Seen { .. }
            | Event::NoRoom { .. }
            | Event::Forfeited { .. }
            | Event::Repeated { .. }
            | Event::Over { .. } => return None,
        })
    }

    fn clock(&self) -> u32 {
        self.turn_count()
    }

    fn guide(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        odds.clear();
        let top = |inn: Inn| self.tokens(inn).next().map(|(_, owner)| owner);
        // Covering a rival's token is worth more than uncovering one's own.
        let covers = |inn: Inn| match top(inn) {
            Some(owner) if owner != seat => 1.6,
            Some(_) => 0.8,
            None => 1.0,
        };
        let uncovers = |inn: Inn| match self.tokens(inn).nth(1) {
            Some((_, owner)) if owner != seat => 0.6,
            Some(_) => 1.3,
            None => 1.0,
        };
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Home { from } => 12.0 * uncovers(from),
            Move::Place { column } => {
                let row = if seat.index() == 0 { 0 } else { 2 };
                5.0 * covers(Inn::at(row, column.index()))
            }
            Move::Keep => 1.5,
            Move::Rest => 0.7,
            Move::Move { from, direction } => {
                let there = direction.step(seat, from).map_or(1.0, covers);
                advance(direction) * uncovers(from) * there
            }
            Move::Push { from, direction, .. } => 1.2 * advance(direction.get()) * uncovers(from),
        }));
    }

    fn judge(&self) -> Shares {
        let mut left = [0.0_f32; 2];
        for seat in Seat::all(2) {
            left[seat.index()] = UNDRAWN * self.pile_size(seat) as f32;
        }
        for inn in Inn::all() {
            let mut under = [0.0_f32; 2];
            for (_, owner) in self.tokens(inn) {
                let (own, other) = (owner.index(), 1 - owner.index());
                left[own] += way(owner, inn) as f32 + UNDER_OWN * under[own] + UNDER_OTHER * under[other];
                under[own] += 1.0;
            }
        }
        let tempo = if self.to_act().contains(Seat::new(0)) {
            0.5
        } else {
            -0.5
        };
        let ahead = sigmoid((left[1] - left[0] + tempo) / STEPS);
        let mut shares = [0.0; MAX_SEATS];
        (shares[0], shares[1]) = (ahead, 1.0 - ahead);
        shares
    }
}

const fn advance(direction: Direction) -> f32 {
    match direction {
        Direction::F | Direction::Fl | Direction::Fr => 5.0,
        Direction::L | Direction::R => 0.6,
        Direction::B | Direction::Bl | Direction::Br => 0.3,
    }
}
