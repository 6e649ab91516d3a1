//! A position: what lies where, and whose decision is asked.

use arrayvec::ArrayVec;
use roundtable_core::Seat;

use crate::deck::{HAND, MOST, SEATS};
use crate::moves::Card;

/// The cards of one player.
pub(crate) type Cards = ArrayVec<Card, HAND>;

/// A position of High Card: plain data, cloned without allocation.
#[derive(Clone, Debug)]
pub struct HighCard {
    pub(crate) players: ArrayVec<Player, SEATS>,
    /// The cards that were not dealt. Nothing is ever drawn from them.
    pub(crate) rest: ArrayVec<Card, { MOST as usize }>,
    /// Who plays next; nobody once the game is over.
    pub(crate) turn: Option<Seat>,
}

#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// In ascending order.
    pub(crate) hand: Cards,
    /// The card in the trick, until the next trick begins.
    pub(crate) played: Option<Card>,
    /// Cards of earlier tricks.
    pub(crate) past: Cards,
    pub(crate) tricks: u8,
}
