//! The squires: for each game a player that knows what matters in it, and looks one move ahead. It sees what its seat may see.

mod knight_at_the_inn;
mod knight_shift;
mod knights_and_damosels;
mod never_bring_a_knife;
mod shock;

use ::knight_at_the_inn::KnightAtTheInn;
use ::knight_shift::KnightShift;
use ::knights_and_damosels::KnightsAndDamosels;
use ::never_bring_a_knife::NeverBringAKnife;
use ::shock::Shock;
use roundtable_core::{Game, Rng, SeatHandle};

pub(crate) use knight_shift::choose_quickly;
pub(crate) use knights_and_damosels::choose_of;
pub use never_bring_a_knife::{Belief, Minds, Reading, squire_without_beliefs};
pub(crate) use never_bring_a_knife::{best as best_with_beliefs, claim as name_enemy};
pub(crate) use shock::best as best_by_counting;

/// A game that has a squire: every game of the house.
pub trait Squire: Game {
    /// Chooses a legal move of a seat that is to act. The same generator makes the same choices.
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move;

    /// What the squire has to say to the table now, if anything.
    fn squire_claim(_seat: &SeatHandle<'_, Self>) -> Option<Self::Claim> {
        None
    }
}

impl Squire for KnightAtTheInn {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        knight_at_the_inn::choose(seat, rng)
    }
}

impl Squire for KnightShift {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        knight_shift::choose(seat, rng)
    }
}

impl Squire for Shock {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        shock::choose(seat, rng)
    }
}

impl Squire for NeverBringAKnife {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        never_bring_a_knife::choose(seat, rng)
    }

    fn squire_claim(seat: &SeatHandle<'_, Self>) -> Option<Self::Claim> {
        never_bring_a_knife::claim(seat, &Reading::PLAIN)
    }
}

impl Squire for KnightsAndDamosels {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        knights_and_damosels::choose(seat, rng)
    }
}
