//! Who was friendly or hostile to whom, and what that says about roles.
//!
//! A Gun on another player suggests two teams, Armor one, and more strongly if the player has seen the other's role
//! card. But somebody may act at random, so each player's acts as a whole are weighed against that: an inconsistent
//! player is not believed. Acts are noted by role *card*, since a card may go to the centre (NK-R7).

use roundtable_catalog::games::never_bring_a_knife::{CardSeen, Counts, Event, MOST_ROLES, Place};
use roundtable_core::{MAX_SEATS, Seat};

use super::belief::role;

/// How acts are read: how much each of them says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reading {
    /// How friendly it is to give somebody a card, by kind of card.
    pub kindness: [f64; 7],
    /// How friendly it is to use the Hit on somebody.
    pub hit: f64,
    /// How friendly it is to heal somebody.
    pub heal: f64,
    /// The factor for acts towards somebody whose role card the player has seen.
    pub knowing: f64,
    /// The factor for a face-down card, which is only known to be one of several.
    pub hidden: f64,
    /// How likely somebody is to act at random.
    pub random: f64,
}

impl Reading {
    /// How squires and knights read: by rule of thumb.
    pub const PLAIN: Self = Self {
        kindness: [-0.6, 0.6, 0.3, -0.3, 0.3, 0.18, 0.0],
        hit: -1.2,
        heal: 1.2,
        knowing: 1.0,
        hidden: 1.0,
        random: 0.5,
    };

    /// How champions read: fitted by `examples/reading.rs` to the lessons `never-bring-a-knife 4000 mixed`.
    pub const LEARNT: Self = Self {
        kindness: [-0.55, 0.45, 0.45, -0.1, 0.3, 0.38, -0.2],
        hit: -3.6,
        heal: 1.55,
        knowing: 3.15,
        hidden: 0.7,
        random: 0.05,
    };

    /// How friendly these cards are together.
    fn of(&self, cards: &Counts) -> f64 {
        cards.cards().map(|card| self.kindness[card as usize]).sum()
    }
}

/// How friendly everybody was to everybody else, by role card.
pub(super) struct Acts<'a> {
    reading: &'a Reading,
    pub at_seat: [usize; MAX_SEATS],
    pub boss: usize,
    /// Which role cards each player has seen.
    known: [u16; MAX_SEATS],
    kindness: [[f64; MOST_ROLES]; MOST_ROLES],
    /// For each card, how its owner's acts would weigh if they had no reason: the logarithm of the average over both
    /// answers.
    surprise: [f64; MOST_ROLES],
    /// For each stack, who else laid a card face-down there.
    hidden: [Vec<Seat>; MAX_SEATS],
    /// For each stack, how friendly the cards are that the player has seen in it, and how many there are.
    seen: [(f64, usize); MAX_SEATS],
}

impl<'a> Acts<'a> {
    pub(super) fn new(players: usize, reading: &'a Reading) -> Self {
        Self {
            reading,
            at_seat: std::array::from_fn(|seat| seat),
            boss: players,
            known: [0; MAX_SEATS],
            kindness: [[0.0; MOST_ROLES]; MOST_ROLES],
            surprise: [0.0; MOST_ROLES],
            hidden: Default::default(),
            seen: [(0.0, 0); MAX_SEATS],
        }
    }

    fn act(&mut self, by: Seat, to: Seat, value: f64) {
        if by != to {
            let (card, other) = (self.at_seat[by.index()], self.at_seat[to.index()]);
            let knows = self.known[by.index()] >> other & 1 == 1;
            let value = if knows { self.reading.knowing * value } else { value };
            self.kindness[card][other] += value;
            self.surprise[card] += value.cosh().ln();
        }
    }

    /// How much the acts of a card's owner speak for a deal.
    pub(super) fn speak(&self, by: usize, deal: u32, count: usize) -> f64 {
        let mut speaks = -self.surprise[by];
        for (to, &value) in self.kindness[by].iter().enumerate().take(count) {
            let together = role(deal, by) == role(deal, to);
            speaks += if together { value } else { -value };
        }
        self.reading.random + (1.0 - self.reading.random) * speaks.exp()
    }

    /// Notes an event as the player `own` hears it, who knows its own acts; without one, as the whole table does.
    pub(super) fn hear(&mut self, own: Option<Seat>, event: &Event) {
        match *event {
            Event::RoundBegan { .. } => {
                self.hidden = Default::default();
                self.seen = [(0.0, 0); MAX_SEATS];
            }
            Event::Played {
                seat,
                target,
                card: CardSeen::Known { card },
                face_up,
            } if face_up || own.is_some() => {
                let kindness = self.reading.kindness[card as usize];
                let seen = &mut self.seen[target.index()];
                *seen = (seen.0 + kindness, seen.1 + 1);
                if own != Some(seat) {
                    self.act(seat, target, kindness);
                }
            }
            Event::Played { seat, target, .. } => self.hidden[target.index()].push(seat),
            Event::Revealed { seat: target, cards } => {
                // Nobody knows who laid which card, so each of them counts as having laid the average.
                let (seen, count) = self.seen[target.index()];
                let unseen = (cards.total() - count).max(1) as f64;
                let average = self.reading.hidden * (self.reading.of(&cards) - seen) / unseen;
                for by in std::mem::take(&mut self.hidden[target.index()]) {
                    self.act(by, target, average);
                }
            }
            Event::Swapped { seat, .. } => {
                std::mem::swap(&mut self.at_seat[seat.index()], &mut self.boss);
                self.known[seat.index()] |= 1 << self.at_seat[seat.index()];
            }
            Event::Looked { seat, at, .. } => {
                let card = match at {
                    Place::Seat(at) => self.at_seat[at.index()],
                    Place::Boss => self.boss,
                };
                self.known[seat.index()] |= 1 << card;
            }
            Event::HitUsed { seat, target, .. } => self.act(seat, target, self.reading.hit),
            Event::Healed { seat, target, .. } => self.act(seat, target, self.reading.heal),
            Event::Dealt { .. }
            | Event::Shuffled { .. }
            | Event::Wounded { .. }
            | Event::Robbed { .. }
            | Event::Declined { .. }
            | Event::HitBanked { .. }
            | Event::Banked { .. }
            | Event::Spent { .. }
            | Event::Finished { .. }
            | Event::Over { .. } => {}
        }
    }
}
