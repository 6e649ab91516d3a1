//! What a seat believes about hidden cards.

use roundtable_core::{Eye, Rng, SeatHandle};

use crate::Squire;
use crate::search::Judge;

/// What a seat of the game `G` believes about the hidden cards beyond what samples already respect. By default it draws
/// plain samples and says what the squire says. `()` believes nothing.
pub trait Beliefs<G: Squire>: Sync + Sized {
    /// What the seat believes, by rule of thumb or by what was learnt.
    fn new(seat: &SeatHandle<'_, G>, judge: Judge) -> Self;

    /// What the seat has to say to the table now, if anything.
    fn claim(seat: &SeatHandle<'_, G>, _judge: Judge) -> Option<G::Claim> {
        G::squire_claim(seat)
    }

    /// A sample, drawn as likely as the seat believes it to be.
    fn draw(&self, seat: &SeatHandle<'_, G>, rng: &mut Rng) -> G {
        seat.sample(rng)
    }

    /// Varies a sample that is used again: another future, and whatever else is cheap to redraw.
    fn vary(&self, sample: &mut G, rng: &mut Rng) {
        sample.resample(Eye::All, rng);
    }
}

impl<G: Squire> Beliefs<G> for () {
    fn new(_seat: &SeatHandle<'_, G>, _judge: Judge) {}
}
