//! What everybody can expect of a position in which nothing is hidden but the future.

use roundtable_core::Eye;

use super::{Task, Worker};
use crate::abilities::{Searchable, Shares};

impl<G: Searchable> Worker<G> {
    /// Plays on from the position, each time with another future.
    pub(in crate::search) fn outlooks(&mut self, position: &G, task: &Task<'_, G>, simulations: u32) -> Vec<Shares> {
        let outlook = |_| {
            let mut position = position.clone();
            position.resample(Eye::All, &mut self.rng);
            let horizon = task.settings.cut.map(|cut| position.clock() + cut);
            let squires = self.squires(task);
            self.roll_out(&mut position, task, horizon, squires, &mut None)
        };
        (0..simulations).map(outlook).collect()
    }
}
