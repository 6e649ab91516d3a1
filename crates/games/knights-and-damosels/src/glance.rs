//! What a search reads from a sample without building a view: cheap, and as open as
//! [`Eye::All`](roundtable_core::Eye::All).

use roundtable_core::Seat;

use crate::cards::{Chivalry, ChivalrySet};
use crate::deck::{EventPrint, Goals};
use crate::state::{KnightsAndDamosels, Phase};

impl KnightsAndDamosels {
    /// Which round it is, from 1.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// What it takes to win.
    #[must_use]
    pub const fn goals(&self) -> Goals {
        self.goals
    }

    /// The chivalries of a seat's knight.
    #[must_use]
    pub fn chivalries(&self, seat: Seat) -> ChivalrySet {
        self.row(seat)
    }

    /// The worship of a seat.
    #[must_use]
    pub fn worship_of(&self, seat: Seat) -> u16 {
        self.worship[seat.index()]
    }

    /// How many cards of one seat's damosel lie with the knight of another.
    #[must_use]
    pub fn given_to(&self, giver: Seat, knight: Seat) -> usize {
        self.with[giver.index()][knight.index()].len()
    }

    /// The cards that a seat's damosel still has.
    #[must_use]
    pub fn pile_of(&self, seat: Seat) -> ChivalrySet {
        self.piles[seat.index()]
    }

    /// Who is Merlin.
    #[must_use]
    pub const fn merlin_seat(&self) -> Seat {
        self.merlin
    }

    /// What is printed on the event of this round; meaningful once it is revealed.
    #[must_use]
    pub fn event_print(&self) -> EventPrint {
        self.print()
    }

    /// A displayed card: its chivalry, and the seat whose damosel is behind it, unless she is an unused one.
    #[must_use]
    pub fn displayed(&self, number: u8) -> Option<(Chivalry, Option<Seat>)> {
        let card = self.display.get(number)?;
        let owner = Some(usize::from(card.house)).filter(|&house| house < self.seat_count());
        Some((card.chivalry, owner.map(Seat::new)))
    }

    /// The card being jousted for, and who has the right to it, if there is a joust.
    #[must_use]
    pub const fn jousted(&self) -> Option<(Chivalry, Seat)> {
        match self.phase {
            Phase::Jousting { joust, .. } => Some((joust.chivalry, joust.holder)),
            _ => None,
        }
    }

    /// What a seat has offered.
    #[must_use]
    pub fn offered_by(&self, seat: Seat) -> ChivalrySet {
        self.service.offered[seat.index()]
    }

    /// Whether the current decision is a sealed one that several players make at the same time.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        !self.choosers().is_empty()
    }

    /// Takes back the choices of everybody but this seat in a simultaneous phase: nobody can have seen them, and they
    /// have had no effect yet.
    pub fn take_back_choices(&mut self, seat: Seat) {
        let mut reopened = self.choosers();
        if reopened.contains(seat) && !self.seats_to_act().contains(seat) {
            reopened = reopened.without(seat);
        }
        match &mut self.phase {
            Phase::Giving { waiting }
            | Phase::Jousting { waiting, .. }
            | Phase::Placing { waiting }
            | Phase::Taking { waiting }
            | Phase::Siding { waiting }
            | Phase::Fighting { waiting } => *waiting = reopened,
            Phase::ArthurDiscards
            | Phase::MerlinDiscards
            | Phase::Selecting { .. }
            | Phase::Offering { .. }
            | Phase::Replacing { .. }
            | Phase::Over { .. } => {}
        }
    }
}
