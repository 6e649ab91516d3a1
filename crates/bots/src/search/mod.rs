//! Information-set Monte-Carlo tree search: it plays many games on from samples of what the seat cannot know, and keeps
//! what it learns in trees whose nodes are information sets, the situations a seat can tell apart.

mod appraisal;
mod hint;
mod impression;
mod settings;
mod tree;
mod worker;

use roundtable_core::{GameMove as _, Rng, Seat, SeatHandle};

use appraisal::SELDOM;
pub use appraisal::{Appraisal, Depth, Doubt, open_cards};
pub use hint::hints;
pub use settings::{Budget, Change, Guidance, Judge, Settings, Trees};

use crate::Bot;
use crate::abilities::{Beliefs as _, Searchable};
use impression::{Impression, Passers};
use tree::NONE;
use worker::{Task, Worker, own_key};

/// A bot that searches.
#[derive(Debug)]
pub struct Search<G: Searchable> {
    settings: Settings,
    workers: Vec<Worker<G>>,
    rng: Rng,
    moves: Vec<G::Move>,
    impression: Impression,
    /// How many events there were at the last decision, and what was chosen then.
    last: Option<(usize, G::Move)>,
}

/// What a search thinks of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u32,
    /// The share of victories it is expected to bring.
    pub share: f64,
    /// The standard error of that.
    pub error: f64,
    /// How often it should be chosen: for a sealed choice the odds of the mixture, otherwise its share of all visits.
    pub odds: f64,
}

/// How much a search has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Games that were played to their end or cut off.
    pub simulations: u64,
    /// Decisions made in them, in the trees and below.
    pub decisions: u64,
}

impl<G: Searchable> Search<G> {
    /// A searcher. The same seed makes the same choices, as long as no time limit is set.
    #[must_use]
    pub fn new(settings: Settings, seed: u64) -> Self {
        let workers = (0..settings.jobs.max(1) as u64).map(|job| Worker::new(seed.wrapping_add(job << 32)));
        Self {
            workers: workers.collect(),
            settings,
            rng: Rng::new(!seed),
            moves: Vec::new(),
            impression: Impression::STRANGERS,
            last: None,
        }
    }

    /// How much it has done so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        for worker in &self.workers {
            effort.simulations += worker.simulations;
            effort.decisions += worker.decisions;
        }
        effort
    }

    /// Thinks about the decision of a seat that is to act, and returns a thought for each legal move, in their order.
    pub fn think(&mut self, seat: &SeatHandle<'_, G>) -> Vec<Thought<G::Move>> {
        self.catch_up(seat);
        let beliefs = G::Beliefs::new(seat, self.settings.judge);
        let advice = if self.settings.advice > 0.0 {
            G::squire(seat, &mut self.rng).number(seat.players())
        } else {
            None
        };
        let task = Task {
            handle: *seat,
            beliefs: &beliefs,
            settings: &self.settings,
            impression: &self.impression,
            advice,
        };
        let jobs = self.workers.len() as u32;
        let simulations = self.settings.budget.simulations(seat.players());
        let part = |job: u32| (simulations / jobs + u32::from(job < simulations % jobs)).max(1);
        if let [worker] = &mut self.workers[..] {
            worker.run(&task, part(0));
        } else {
            std::thread::scope(|scope| {
                for (job, worker) in (0..).zip(&mut self.workers) {
                    let task = &task;
                    scope.spawn(move || worker.run(task, part(job)));
                }
            });
        }
        self.sum_up(seat)
    }

    /// Moves the trees to the current position.
    fn catch_up(&mut self, seat: &SeatHandle<'_, G>) {
        let heard = self.last.map(|(since, mv)| {
            let own = own_key(mv.number(seat.players()).unwrap_or(0));
            let told = seat.events(since).flatten().filter_map(G::choice);
            std::iter::once(own).chain(told).collect::<Vec<u64>>()
        });
        if let Some(keys) = &heard {
            self.read(seat.seat(), keys);
        }
        for worker in &mut self.workers {
            worker.catch_up(seat.seat(), heard.as_deref());
        }
    }

    /// Learns who the others are from what happened since the last decision, as far as simulations went the same way.
    fn read(&mut self, seat: Seat, keys: &[u64]) {
        let way = |worker: &Worker<G>| Some(worker.root(seat)).filter(|&root| root != NONE);
        let mut nodes = self.workers.iter().map(way).collect::<Vec<_>>();
        let mut first = None;
        let mut last = Passers::default();
        for &key in keys {
            let mut here = Passers::default();
            for (worker, node) in self.workers.iter().zip(&mut nodes) {
                *node = node.and_then(|node| worker.forest.find(node, key));
                if let Some(node) = *node {
                    here += worker.forest.passers(node);
                }
            }
            if here.is_empty() {
                break;
            }
            first.get_or_insert(here);
            last = here;
        }
        if let Some(first) = first {
            self.impression.learn(&first, &last);
        }
    }

    /// What all workers together think of the legal moves.
    fn sum_up(&mut self, seat: &SeatHandle<'_, G>) -> Vec<Thought<G::Move>> {
        seat.legal_moves(&mut self.moves);
        let (mut thoughts, mut odds) = (Vec::with_capacity(self.moves.len()), Vec::new());
        for &mv in &self.moves {
            let number = mv.number(seat.players());
            let (mut visits, mut total, mut squares, mut mixed) = (0_u32, 0.0, 0.0, 0.0);
            for worker in &self.workers {
                let mut actions = worker.forest.actions(worker.root(seat.seat()), seat.seat());
                if let Some(id) = actions.find(|&id| Some(worker.forest.action(id).number()) == number) {
                    let action = worker.forest.action(id);
                    visits += action.visits;
                    total += action.total;
                    squares += action.squares;
                    mixed += f64::from(action.mixed);
                }
            }
            let count = f64::from(visits.max(1));
            let share = total / count;
            thoughts.push(Thought {
                mv,
                visits,
                share,
                error: ((squares / count - share * share).max(0.0) / count).sqrt(),
                odds: 0.0,
            });
            odds.push(mixed);
        }
        // Only sealed choices have a mixture.
        if odds.iter().sum::<f64>() == 0.0 {
            odds = thoughts.iter().map(|thought| f64::from(thought.visits)).collect();
        }
        let sum: f64 = odds.iter().sum();
        for (thought, odds) in thoughts.iter_mut().zip(odds) {
            thought.odds = odds / sum.max(f64::MIN_POSITIVE);
        }
        thoughts
    }

    /// The move to make: for a sealed choice one drawn by the odds, otherwise the one tried most.
    fn decide(&mut self, seat: &SeatHandle<'_, G>, thoughts: &[Thought<G::Move>]) -> G::Move {
        // The sample is not used, but drawing it keeps the choices for a seed the same.
        drop(G::Beliefs::new(seat, self.settings.judge).draw(seat, &mut self.rng));
        if G::sealed(&self.moves) {
            let often = thoughts.iter().filter(|thought| thought.odds >= SELDOM);
            let sum: f64 = often.clone().map(|thought| thought.odds).sum();
            let mut lot = sum * f64::from(self.rng.lot());
            for thought in often {
                lot -= thought.odds;
                if lot < 0.0 {
                    return thought.mv;
                }
            }
        }
        let best = thoughts
            .iter()
            .max_by(|a, b| (a.visits, a.share).partial_cmp(&(b.visits, b.share)).expect("numbers"));
        best.map_or(self.moves[0], |thought| thought.mv)
    }
}

impl<G: Searchable> Bot<G> for Search<G> {
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move {
        let seat = &if self.settings.claims { *seat } else { seat.hearing(&[]) };
        seat.legal_moves(&mut self.moves);
        let mv = match self.moves[..] {
            [only] => {
                self.catch_up(seat);
                only
            }
            _ => match G::exact(seat) {
                Some(mv) => {
                    self.catch_up(seat);
                    mv
                }
                None => {
                    let thoughts = self.think(seat);
                    self.decide(seat, &thoughts)
                }
            },
        };
        self.last = Some((seat.events(0).count(), mv));
        mv
    }

    fn claim(&mut self, seat: &SeatHandle<'_, G>) -> Option<G::Claim> {
        if self.settings.claims {
            G::Beliefs::claim(seat, self.settings.judge)
        } else {
            None
        }
    }
}
