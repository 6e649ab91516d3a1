//! A position.

use arrayvec::ArrayVec;
use roundtable_core::Seat;

use crate::cards::{CARDS, Card, Toll};
use crate::deck::CARTS;

/// The most players.
pub(crate) const SEATS: usize = 4;

/// Cards of one player.
pub(crate) type Cards = ArrayVec<Card, CARTS>;

/// Tolls on a pile or at the gate.
pub(crate) type Tolls = ArrayVec<Toll, CARTS>;

/// A position of Toll Gate: plain data, cloned without allocation.
#[derive(Clone, Debug)]
pub struct TollGate {
    pub(crate) players: ArrayVec<Player, SEATS>,
    /// The cards that were set aside, in ascending order: their order means nothing.
    pub(crate) aside: ArrayVec<Card, CARDS>,
    /// The tolls still to come; the last comes next.
    pub(crate) coming: Tolls,
    /// The tolls at the gate; the last was just turned up.
    pub(crate) gate: Tolls,
    pub(crate) phase: Phase,
}

#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// In ascending order.
    pub(crate) hand: Cards,
    /// The card offered, until all are turned up.
    pub(crate) offer: Option<Card>,
    /// Cards turned up so far, in order.
    pub(crate) shown: Cards,
    pub(crate) worth: u8,
    /// What this player last saw in each other hand.
    pub(crate) spied: [Option<Spied>; SEATS],
}

impl Player {
    /// How many cards others cannot see.
    pub(crate) fn hidden(&self) -> usize {
        self.hand.len() + usize::from(self.offer.is_some())
    }
}

/// A look into a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spied {
    /// The lowest card.
    pub(crate) card: Card,
    /// How many cards the hand's owner had shown before.
    pub(crate) after: u8,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Everybody offers a card.
    Offers,
    /// One player spies.
    Spying(Seat),
    /// The game is over.
    Over,
}
