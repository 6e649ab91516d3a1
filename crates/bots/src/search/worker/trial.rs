//! Tries the legal moves on the same samples with the same luck, and keeps every result, so that any two moves can be
//! compared as a pair. Where the settings ask for trees, those after the move grow on the way.

use roundtable_core::{GameMove as _, Rng, Seat};

use super::{Task, Worker};
use crate::abilities::Searchable;
use crate::search::settings::Trees;

/// What a move brought, sample by sample. Moves that fell behind were tried on the first samples only.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::search) struct Trials(pub(in crate::search) Vec<f32>);

impl Trials {
    pub(in crate::search) fn mean(&self) -> f64 {
        mean(&self.0)
    }
}

/// The mean of some results; 0 of none.
pub(in crate::search) fn mean(results: &[f32]) -> f64 {
    results.iter().copied().map(f64::from).sum::<f64>() / results.len().max(1) as f64
}

impl<G: Searchable> Worker<G> {
    /// Tries the moves, about this often in all. After each stage the worse half is tried no more, except for the moves
    /// in `keep`. Variations of one sample are not independent of each other, so their mean counts as one result.
    pub(in crate::search) fn trials(
        &mut self,
        task: &Task<'_, G>,
        moves: &[G::Move],
        keep: &[usize],
        simulations: u32,
    ) -> Vec<Trials> {
        let mut trials = vec![Trials::default(); moves.len()];
        let mut entrants: Vec<usize> = (0..moves.len()).collect();
        let numbered = moves
            .iter()
            .map(|&mv| (mv, mv.number(task.handle.players()).unwrap_or(0)));
        let numbered: Vec<(G::Move, u32)> = numbered.collect();
        let owners = (task.settings.trees != Trees::None).then(|| {
            self.make_room(task);
            self.catch_up(task.handle.seat(), None);
            self.plant(task)
        });
        let stages = usize::BITS - (moves.len().max(2) - 1).leading_zeros();
        let (mut spent, mut sample, mut sums) = (0_u64, None, Vec::new());
        for stage in 1..=stages {
            let until = u64::from(simulations) * u64::from(stage) / u64::from(stages);
            // Without a few results in the end nothing is known about their spread.
            let least = if stage == stages { 8 } else { 2 };
            while spent < until || trials[entrants[0]].0.len() < least {
                sums.clear();
                sums.resize(entrants.len(), 0.0);
                for drawn in 0..task.settings.reuse {
                    let position = self.renew(&mut sample, drawn, task);
                    let luck = self.rng.next_u64();
                    for (sum, &entrant) in sums.iter_mut().zip(&entrants) {
                        let (position, mv) = (position.clone(), numbered[entrant]);
                        *sum += match &owners {
                            Some(owners) => self.share_along(position, mv.0, luck, task, owners),
                            None => self.share_after(position, mv, luck, task),
                        };
                        spent += 1;
                    }
                }
                for (sum, &entrant) in sums.iter().zip(&entrants) {
                    trials[entrant].0.push(sum / task.settings.reuse as f32);
                }
            }
            entrants.sort_by(|&a, &b| trials[b].mean().total_cmp(&trials[a].mean()));
            let half = entrants.len().div_ceil(2).max(2);
            let mut place = 0;
            entrants.retain(|entrant| {
                place += 1;
                place <= half || keep.contains(entrant)
            });
        }
        trials
    }

    /// Makes a move and plays on by the trees, and below them with this luck: what that brings the seat.
    fn share_along(&mut self, mut position: G, mv: G::Move, luck: u64, task: &Task<'_, G>, owners: &[Seat]) -> f32 {
        let own = std::mem::replace(&mut self.rng, Rng::new(luck));
        let shares = self.simulate(&mut position, task, owners, Some(mv));
        self.learn(&shares);
        self.rng = own;
        self.simulations += 1;
        shares[task.handle.seat().index()]
    }
}
