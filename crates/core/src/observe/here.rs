//! The table as a seat sees it: itself first, the others in turn.

use crate::{MAX_SEATS, Seat};

/// What a seat and those after it are called in labels.
static LABELS: [&str; MAX_SEATS] = [
    "self", "1st left", "2nd left", "3rd left", "4th left", "5th left", "6th left", "7th left",
];

/// The table from a seat.
#[derive(Clone, Copy, Debug)]
pub struct FromHere {
    /// The seat's number.
    pub seat: usize,
    /// How many play.
    pub players: usize,
}

impl FromHere {
    /// The table from this seat.
    #[must_use]
    #[inline(always)]
    pub const fn new(seat: Seat, players: usize) -> Self {
        Self {
            seat: seat.index(),
            players,
        }
    }

    /// What the seats are called, the own first.
    #[must_use]
    #[inline(always)]
    pub fn labels(self) -> &'static [&'static str] {
        &LABELS[..self.players]
    }

    /// How far to the left the seat with this number is.
    #[must_use]
    #[inline(always)]
    pub const fn place(self, index: usize) -> usize {
        let place = index + self.players - self.seat;
        if place >= self.players {
            place - self.players
        } else {
            place
        }
    }

    /// The seat that is this far to the left.
    #[must_use]
    #[inline(always)]
    pub const fn seat_at(self, place: usize) -> Seat {
        let index = self.seat + place;
        Seat::new(if index >= self.players {
            index - self.players
        } else {
            index
        })
    }
}
