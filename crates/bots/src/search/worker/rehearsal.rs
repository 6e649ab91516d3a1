//! Compares the legal moves without a tree: each is tried on the same samples, with the same future and the same luck
//! in the rollout, so that only the move differs. After each stage the worse half is dropped, and the rest is compared
//! more closely.

use std::time::Instant;

use roundtable_core::{Rng, Silent};

use super::{Task, Worker};
use crate::abilities::{Beliefs as _, Searchable};
use crate::search::tree::ActionId;

/// A move still under consideration.
struct Entrant<M> {
    mv: M,
    action: ActionId,
    number: u32,
}

impl<G: Searchable> Worker<G> {
    /// Thinks for as long as the settings say, but with this many iterations.
    pub(super) fn rehearse(&mut self, task: &Task<'_, G>, iterations: u32) {
        let mut entrants = self.entrants(task);
        let stages = usize::BITS - (entrants.len().max(2) - 1).leading_zeros();
        let start = Instant::now();
        let (mut spent, mut drawn) = (0_u64, 0_u32);
        let mut sample: Option<G> = None;
        for stage in 1..=stages {
            let part = |whole: u64| whole * u64::from(stage) / u64::from(stages);
            let late = |time: std::time::Duration| start.elapsed() >= time * stage / stages;
            while spent < part(iterations.into()) && !task.settings.time.is_some_and(late) {
                let position = self.renew(&mut sample, drawn, task);
                drawn += 1;
                let luck = self.rng.next_u64();
                for entrant in &entrants {
                    let share = self.share_after(position.clone(), (entrant.mv, entrant.number), luck, task);
                    let action = self.forest.action_mut(entrant.action);
                    action.visits += 1;
                    action.total += f64::from(share);
                    action.squares += f64::from(share * share);
                    spent += 1;
                }
            }
            self.drop_worse_half(&mut entrants, task.advice);
        }
    }

    /// Every legal move, listed at the root.
    fn entrants(&mut self, task: &Task<'_, G>) -> Vec<Entrant<G::Move>> {
        let me = task.handle.seat();
        let position = task.beliefs.draw(&task.handle, &mut self.rng);
        position.legal_moves(me, &mut self.moves);
        self.list(self.root(me), &position, me, task.settings.priors);
        let all = self.moves.iter().zip(&self.open);
        let entrant = |(&mv, &action)| Entrant {
            mv,
            action,
            number: self.forest.action(action).number(),
        };
        all.map(entrant).collect()
    }

    /// The next sample to try moves on: a new one, or the last one varied, as long as the settings let it serve.
    pub(super) fn renew<'s>(&mut self, sample: &'s mut Option<G>, drawn: u32, task: &Task<'_, G>) -> &'s G {
        if drawn.is_multiple_of(task.settings.reuse) {
            *sample = None;
        }
        match sample {
            Some(position) => {
                task.beliefs.vary(position, &mut self.rng);
                position
            }
            None => {
                let position = sample.insert(task.beliefs.draw(&task.handle, &mut self.rng));
                position.reopen(task.handle.seat());
                position
            }
        }
    }

    /// Makes a move, given also by its number, and plays on with this luck: what that brings the seat.
    pub(super) fn share_after(
        &mut self,
        mut position: G,
        (mv, number): (G::Move, u32),
        luck: u64,
        task: &Task<'_, G>,
    ) -> f32 {
        let me = task.handle.seat();
        let horizon = task.settings.cut.map(|cut| position.clock() + cut);
        let own = std::mem::replace(&mut self.rng, Rng::new(luck));
        let mut first = None;
        self.note(&mut first, me, mv, number, me);
        position.play(me, mv, &mut Silent);
        self.decisions += 1;
        let squires = self.squires(task);
        let shares = self.roll_out(&mut position, task, horizon, squires, &mut first);
        self.rng = own;
        self.simulations += 1;
        shares[me.index()]
    }

    /// Keeps the better half. The squire's move stays to the end: whatever is played instead has to be better on the
    /// most samples.
    fn drop_worse_half(&self, entrants: &mut Vec<Entrant<G::Move>>, advice: Option<u32>) {
        let mean = |entrant: &Entrant<G::Move>| self.forest.action(entrant.action).mean();
        entrants.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        let half = entrants.len().div_ceil(2).max(2);
        let mut place = 0;
        entrants.retain(|entrant| {
            place += 1;
            place <= half || advice == Some(entrant.number)
        });
    }
}
