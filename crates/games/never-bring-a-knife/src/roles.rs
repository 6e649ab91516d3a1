//! Role cards: where they lie, what they show, and who has seen them.
//!
//! Knowledge is about *cards* (NK-R7): a role card keeps its number wherever it goes, and what each player has seen is
//! recorded by that number.

use roundtable_core::{Seat, Seats};
use serde::Serialize;

use crate::cards::Role;
use crate::deck::SEATS;
use crate::moves::Place;

/// The most role cards: eight players, the boss, and an undealt one.
pub const MOST_ROLES: usize = SEATS + 2;

/// How a player came to know a role card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It was the player's own from the start.
    Own,
    /// Seen at the set-up as the left neighbour's.
    Neighbour,
    /// Seen when the left neighbour was first wounded (hard mode).
    Wound,
    /// Seen by an Intel card.
    Intel,
    /// Seen for Money.
    Paid,
    /// Taken up from the centre by the Mole.
    Mole,
}

/// The role cards. A card's number is where it lay after the set-up: a seat, the boss, or the card that was not dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Roles {
    /// How many there are.
    pub count: u8,
    /// A bit for each card that is a Cop.
    pub cops: u16,
    /// Which card lies before each player.
    pub at_seat: [u8; SEATS],
    /// Which card lies in the centre.
    pub boss: u8,
    /// How each player came to know each card.
    pub seen: [[Option<How>; MOST_ROLES]; SEATS],
}

impl Roles {
    /// Roles as they were dealt: to the seats, then the boss, then the undealt one.
    pub(crate) fn new(players: usize, dealt: &[Role]) -> Self {
        let mut roles = Self {
            count: dealt.len() as u8,
            cops: 0,
            at_seat: std::array::from_fn(|i| i as u8),
            boss: players as u8,
            seen: [[None; MOST_ROLES]; SEATS],
        };
        for (card, role) in dealt.iter().enumerate() {
            roles.cops |= u16::from(*role == Role::Cop) << card;
        }
        for (seat, seen) in roles.seen.iter_mut().enumerate().take(players) {
            seen[seat] = Some(How::Own);
        }
        roles
    }

    pub(crate) const fn role(&self, card: usize) -> Role {
        if self.cops >> card & 1 == 1 {
            Role::Cop
        } else {
            Role::Criminal
        }
    }

    pub(crate) const fn card(&self, place: Place) -> usize {
        match place {
            Place::Seat(seat) => self.at_seat[seat.index()] as usize,
            Place::Boss => self.boss as usize,
        }
    }

    /// What the card at this place shows.
    pub(crate) const fn at(&self, place: Place) -> Role {
        self.role(self.card(place))
    }

    /// A seat sees the card at this place. If it was already known, the record of how stays.
    pub(crate) fn look(&mut self, seat: Seat, place: Place, how: How) -> Role {
        let card = self.card(place);
        self.seen[seat.index()][card].get_or_insert(how);
        self.role(card)
    }

    /// The Mole: swaps the card of this seat and the boss, and the seat looks at its new card.
    pub(crate) fn swap(&mut self, seat: Seat) -> Role {
        std::mem::swap(&mut self.at_seat[seat.index()], &mut self.boss);
        self.look(seat, Place::Seat(seat), How::Mole)
    }

    /// Who has seen the card at this place.
    pub(crate) fn seen_by(&self, place: Place, players: usize) -> Seats {
        let card = self.card(place);
        Seat::all(players)
            .filter(|seat| self.seen[seat.index()][card].is_some())
            .collect()
    }
}
