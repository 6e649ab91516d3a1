//! One thread of a search: it grows its own trees, one simulation after the other.

mod outlook;
mod rehearsal;
mod trial;

use std::collections::HashMap;

use arrayvec::ArrayVec;
use roundtable_core::{Eye, GameMove as _, MAX_SEATS, Rng, Seat, SeatHandle, Silent, Sink, Told};

use super::impression::Impression;
use super::settings::{Guidance, Judge, Settings, Trees};
use super::tree::{ActionId, Forest, NONE, NodeId};
use crate::abilities::{Beliefs as _, Searchable, Shares};
pub(super) use trial::{Trials, mean};

/// How often a sealed choice is made at random, so that every answer to it keeps being explored.
const CURIOSITY: f32 = 0.1;

/// The most nodes and actions to keep: beyond this, the trees are planted anew at the next decision.
const MOST: usize = 8_000_000;

/// Everything one thread needs, kept between decisions so that nothing but the trees is allocated on the way.
#[derive(Debug)]
pub(super) struct Worker<G: Searchable> {
    pub forest: Forest,
    /// The root of each tree, by the seat that owns it. With a single tree there is only the searcher's.
    roots: [NodeId; MAX_SEATS],
    rng: Rng,
    moves: Vec<G::Move>,
    odds: Vec<f32>,
    /// For each move number, the action in the current node, valid only with the current stamp.
    slots: Vec<(u32, ActionId)>,
    stamp: u32,
    /// The actions possible in the current node, in the order of the moves.
    open: Vec<ActionId>,
    path: Vec<Step>,
    /// The possible actions of each sealed choice on the path.
    sealed: Vec<ActionId>,
    heard: Vec<(Seat, u64)>,
    /// How many simulations and decisions have been made.
    pub simulations: u64,
    pub decisions: u64,
    /// What was played next after each first move, if that is wanted.
    pub replies: Option<Replies<G::Move>>,
}

/// How often each move of another seat was the first reply to each first move, which is given by its number.
pub(super) type Replies<M> = HashMap<(u32, Seat, M), u32>;

/// A decision made in a tree.
#[derive(Clone, Copy, Debug)]
struct Step {
    action: ActionId,
    seat: Seat,
    /// Where the possible actions of a sealed choice are listed.
    sealed: (u32, u32),
}

/// Collects what every tree's owner is told about a move.
struct Ears<'a, G: Searchable> {
    owners: &'a [Seat],
    heard: &'a mut Vec<(Seat, u64)>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Searchable> Sink<G::Event> for Ears<'_, G> {
    fn hear(&mut self, told: impl FnOnce() -> Told<G::Event>) {
        let told = told();
        for &owner in self.owners {
            if let Some(key) = told.to(Eye::Seat(owner)).and_then(G::choice) {
                self.heard.push((owner, key));
            }
        }
    }

    /// This reveals nobody's choice, so no tree needs it.
    fn hear_aside(&mut self, _: impl FnOnce() -> Told<G::Event>) {}
}

/// The key that the owner of a tree hears when it makes a move of its own.
pub(super) const fn own_key(number: u32) -> u64 {
    number as u64 | 1 << 63
}

/// The parts of one search that all threads share.
pub(super) struct Task<'a, G: Searchable> {
    pub handle: SeatHandle<'a, G>,
    pub beliefs: &'a G::Beliefs,
    pub settings: &'a Settings,
    /// What the others are taken for.
    pub impression: &'a Impression,
    /// The number of the move that the squire would make.
    pub advice: Option<u32>,
}

impl<G: Searchable> Worker<G> {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            forest: Forest::default(),
            roots: [NONE; MAX_SEATS],
            rng: Rng::new(seed),
            moves: Vec::with_capacity(256),
            odds: Vec::with_capacity(256),
            slots: Vec::new(),
            stamp: 0,
            open: Vec::with_capacity(256),
            path: Vec::with_capacity(256),
            sealed: Vec::with_capacity(256),
            heard: Vec::with_capacity(64),
            simulations: 0,
            decisions: 0,
            replies: None,
        }
    }

    /// The root of the searcher's own tree.
    pub(super) fn root(&self, seat: Seat) -> NodeId {
        self.roots[seat.index()]
    }

    /// Moves the searcher's tree to the current position, or plants a new one. The trees of the others are planted
    /// anew, because nobody can know what they have seen since.
    pub(super) fn catch_up(&mut self, seat: Seat, heard: Option<&[u64]>) {
        let root = self.roots[seat.index()];
        let now = heard
            .filter(|_| root != NONE && self.forest.size() < MOST)
            .and_then(|keys| keys.iter().try_fold(root, |node, &key| self.forest.find(node, key)));
        self.roots = [NONE; MAX_SEATS];
        self.roots[seat.index()] = match now {
            Some(node) => self.forest.keep(node),
            None => {
                self.forest.clear();
                self.forest.plant()
            }
        };
    }

    /// Thinks for as long as the settings say, but with this many iterations.
    pub(super) fn run(&mut self, task: &Task<'_, G>, iterations: u32) {
        self.make_room(task);
        let me = task.handle.seat();
        if task.settings.trees == Trees::None {
            // The sample is not used, but drawing it keeps the choices for a seed the same.
            drop(task.beliefs.draw(&task.handle, &mut self.rng));
            task.handle.legal_moves(&mut self.moves);
            if !G::sealed(&self.moves) {
                return self.rehearse(task, iterations);
            }
        }
        let owners = self.plant(task);
        let start = std::time::Instant::now();
        let mut sample = None;
        for iteration in 0..iterations {
            if iteration % 16 == 0 && task.settings.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
            if iteration % task.settings.reuse == 0 {
                sample = None;
            }
            let position = sample.get_or_insert_with(|| {
                let mut position = task.beliefs.draw(&task.handle, &mut self.rng);
                position.reopen(me);
                position
            });
            let mut position = position.clone();
            if iteration == 0
                && let Some(advice) = task.advice
            {
                self.take_advice(&position, task, advice);
            }
            if iteration % task.settings.reuse != 0 {
                task.beliefs.vary(&mut position, &mut self.rng);
            }
            let shares = self.simulate(&mut position, task, &owners, None);
            self.learn(&shares);
            self.simulations += 1;
        }
    }

    /// Makes room for the moves of this game.
    fn make_room(&mut self, task: &Task<'_, G>) {
        let numbers = G::Move::count(task.handle.players()) as usize;
        self.slots.resize(numbers, (0, NONE));
        self.forest.expect(numbers);
        self.forest.forget_passers();
    }

    /// Plants the trees that are missing. Returns the seats that have one.
    fn plant(&mut self, task: &Task<'_, G>) -> ArrayVec<Seat, MAX_SEATS> {
        match task.settings.trees {
            Trees::Single | Trees::Own => std::iter::once(task.handle.seat()).collect(),
            Trees::None | Trees::Multiple => {
                let seats = Seat::all(task.handle.players());
                for seat in seats.clone() {
                    if self.roots[seat.index()] == NONE {
                        self.roots[seat.index()] = self.forest.plant();
                    }
                }
                seats.collect()
            }
        }
    }

    /// Raises the prior of the squire's move, so that it is explored early and well.
    fn take_advice(&mut self, position: &G, task: &Task<'_, G>, advice: u32) {
        let seat = task.handle.seat();
        let root = self.roots[seat.index()];
        position.legal_moves(seat, &mut self.moves);
        self.list(root, position, seat, task.settings.priors);
        let weight = task.settings.advice;
        for &id in &self.open {
            let action = self.forest.action_mut(id);
            let advised = if action.number() == advice { 1.0 } else { 0.0 };
            action.prior = (1.0 - weight) * action.prior + weight * advised;
        }
    }

    /// Plays one game from here, by the trees as far as they reach and then by rollout; returns everybody's shares. The
    /// searcher's first move may be given.
    fn simulate(
        &mut self,
        position: &mut G,
        task: &Task<'_, G>,
        owners: &[Seat],
        mut given: Option<G::Move>,
    ) -> Shares {
        let (me, settings) = (task.handle.seat(), task.settings);
        self.path.clear();
        self.sealed.clear();
        let horizon = settings.cut.map(|cut| position.clock() + cut);
        let mut cursors = self.roots;
        let mut first = None;
        let squires = self.squires(task);
        let reading = settings.rollouts == Guidance::Read;
        loop {
            let seat = match self.go_on(position, horizon, settings.judge) {
                Ok(seat) => seat,
                Err(shares) => return shares,
            };
            let tree = match settings.trees {
                Trees::Single => me.index(),
                Trees::None | Trees::Own | Trees::Multiple => seat.index(),
            };
            let mut fresh = false;
            let mv = if let Some(given) = given.take_if(|_| seat == me) {
                self.list(cursors[tree], position, seat, settings.priors);
                let place = self.moves.iter().position(|&mv| mv == given).unwrap_or(0);
                let action = self.open[place];
                let sealed = (0, 0);
                self.path.push(Step { action, seat, sealed });
                given
            } else if let [only] = self.moves[..] {
                only
            } else if settings.trees == Trees::Own && seat != me {
                self.go_by_rollout(position, seat, task, squires)
            } else {
                self.list(cursors[tree], position, seat, settings.priors);
                let (place, sealed) = if G::sealed(&self.moves) {
                    self.mix()
                } else {
                    (self.favourite(settings.explore), (0, 0))
                };
                let action = self.open[place];
                fresh = self.forest.action(action).visits == 0;
                self.path.push(Step { action, seat, sealed });
                self.moves[place]
            };
            let number = mv.number(position.players()).unwrap_or(0);
            self.note(&mut first, seat, mv, number, me);
            self.heard.clear();
            // Players know their own move before they hear of anything it brings about.
            if owners.contains(&seat) {
                self.heard.push((seat, own_key(number)));
            }
            let ears = &mut Ears::<G> {
                owners,
                heard: &mut self.heard,
                game: std::marker::PhantomData,
            };
            position.play(seat, mv, ears);
            self.decisions += 1;
            for &(owner, key) in &self.heard {
                let cursor = &mut cursors[owner.index()];
                *cursor = self.forest.follow(*cursor, key);
                if reading && owner == me {
                    self.forest.pass(*cursor, squires);
                }
            }
            // Others may choose before the searcher does; the given move is made all the same.
            if fresh && given.is_none() {
                break;
            }
        }
        self.roll_out(position, task, horizon, squires, &mut first)
    }

    /// Lists the moves of the seat that decides next; or returns everybody's shares, if the game or the rollout ends
    /// here.
    fn go_on(&mut self, position: &G, horizon: Option<u32>, judge: Judge) -> Result<Seat, Shares> {
        let Some(seat) = position.to_act().first() else {
            return Err(position.shares());
        };
        if horizon.is_some_and(|horizon| position.clock() >= horizon) {
            return Err(match judge {
                Judge::Quick => position.judge(),
                Judge::Learnt => position.judge_well(),
            });
        }
        position.legal_moves(seat, &mut self.moves);
        Ok(seat)
    }

    /// Which seats are squires in a rollout.
    fn squires(&mut self, task: &Task<'_, G>) -> u32 {
        match task.settings.rollouts {
            Guidance::Squire => u32::MAX,
            Guidance::Mixed => self.rng.below(1 << MAX_SEATS),
            Guidance::Read => {
                let (players, me) = (task.handle.players(), task.handle.seat());
                task.impression.draw(players, me, &mut self.rng)
            }
            Guidance::Plain | Guidance::Guided | Guidance::Knight => 0,
        }
    }

    /// The move of several that a seat makes in a rollout.
    fn go_by_rollout(&mut self, position: &G, seat: Seat, task: &Task<'_, G>, squires: u32) -> G::Move {
        match (task.settings.rollouts, &self.moves[..]) {
            (Guidance::Plain, moves) => self.rng.pick(moves),
            (_, moves) if squires >> seat.index() & 1 == 1 => {
                position.squire_on(seat, moves, task.beliefs, &mut self.rng)
            }
            (Guidance::Guided, moves) => {
                position.guide(seat, moves, &mut self.odds);
                moves[roulette(&self.odds, &mut self.rng)]
            }
            (_, moves) => {
                position.knightly(seat, moves, &mut self.odds);
                moves[roulette(&self.odds, &mut self.rng)]
            }
        }
    }

    /// Plays on below the trees.
    fn roll_out(
        &mut self,
        position: &mut G,
        task: &Task<'_, G>,
        horizon: Option<u32>,
        squires: u32,
        first: &mut Option<(u32, bool)>,
    ) -> Shares {
        let me = task.handle.seat();
        loop {
            let seat = match self.go_on(position, horizon, task.settings.judge) {
                Ok(seat) => seat,
                Err(shares) => return shares,
            };
            let mv = match self.moves[..] {
                [only] => only,
                _ => self.go_by_rollout(position, seat, task, squires),
            };
            self.note(first, seat, mv, 0, me);
            position.play(seat, mv, &mut Silent);
            self.decisions += 1;
        }
    }

    /// Notes the first move and the first reply to it, if that is wanted.
    fn note(&mut self, first: &mut Option<(u32, bool)>, seat: Seat, mv: G::Move, number: u32, me: Seat) {
        let Some(replies) = &mut self.replies else { return };
        match first {
            None if seat == me => *first = Some((number, false)),
            Some((number, answered)) if !*answered && seat != me => {
                *replies.entry((*number, seat, mv)).or_insert(0) += 1;
                *answered = true;
            }
            None | Some(_) => {}
        }
    }

    /// Lists the actions for the current moves, adding those that the node does not know.
    fn list(&mut self, node: NodeId, position: &G, seat: Seat, priors: Guidance) {
        let players = position.players();
        self.open.clear();
        let numbers = self.moves.iter().map(|mv| mv.number(players).unwrap_or(0));
        if let Some(start) = self.forest.row(node, seat, numbers) {
            self.open.extend(start..start + self.moves.len() as ActionId);
            return;
        }
        if let Some(shelf) = self.forest.shelf(node, seat) {
            let number = |mv: &G::Move| mv.number(players).unwrap_or(0) as usize;
            self.open.extend(self.moves.iter().map(|mv| shelf[number(mv)]));
        } else {
            self.stamp = self.stamp.wrapping_add(1);
            let mut length = 0;
            for id in self.forest.actions(node, seat) {
                self.slots[self.forest.action(id).number() as usize] = (self.stamp, id);
                length += 1;
            }
            for mv in &self.moves {
                let (stamp, id) = self.slots[mv.number(players).unwrap_or(0) as usize];
                self.open.push(if stamp == self.stamp { id } else { NONE });
            }
            self.forest.tidy(node, seat, length);
        }
        let complete = !self.open.contains(&NONE);
        if complete {
            return;
        }
        match priors {
            Guidance::Plain => {
                self.odds.clear();
                self.odds.resize(self.moves.len(), 1.0);
            }
            Guidance::Knight => position.knightly(seat, &self.moves, &mut self.odds),
            Guidance::Guided | Guidance::Squire | Guidance::Mixed | Guidance::Read => {
                position.guide(seat, &self.moves, &mut self.odds);
            }
        }
        let sum: f32 = self.odds.iter().sum();
        for ((id, mv), odds) in self.open.iter_mut().zip(&self.moves).zip(&self.odds) {
            if *id == NONE {
                let number = mv.number(players).unwrap_or(0);
                *id = self.forest.add_action(node, seat, number, odds / sum);
            }
        }
    }

    /// The index of the move most worth another try: what it has brought, plus a bonus for rarely tried moves.
    fn favourite(&self, explore: f32) -> usize {
        let (mut visits, mut total) = (0_u32, 0.0);
        for &id in &self.open {
            let action = self.forest.action(id);
            visits += action.visits;
            total += action.total;
        }
        let average = if visits == 0 {
            0.0
        } else {
            (total / f64::from(visits)) as f32
        };
        let bonus = explore * ((visits + 1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (place, &id) in self.open.iter().enumerate() {
            let action = self.forest.action(id);
            let value = if action.visits == 0 { average } else { action.mean() };
            let score = value + bonus * action.prior / (1.0 + action.visits as f32);
            if score > best.0 {
                best = (score, place);
            }
        }
        best.1
    }

    /// Draws a sealed choice by regret: what would have done better so far is chosen more often.
    fn mix(&mut self) -> (usize, (u32, u32)) {
        let sum: f32 = self.open.iter().map(|&id| self.forest.action(id).regret).sum();
        self.odds.clear();
        for &id in &self.open {
            let action = self.forest.action_mut(id);
            let odds = if sum > 0.0 { action.regret / sum } else { action.prior };
            action.mixed += odds;
            self.odds
                .push((1.0 - CURIOSITY) * odds + CURIOSITY / self.open.len() as f32);
        }
        let start = self.sealed.len() as u32;
        self.sealed.extend_from_slice(&self.open);
        let place = roulette(&self.odds, &mut self.rng);
        (place, (start, self.sealed.len() as u32))
    }

    /// Learns from what a simulation brought.
    fn learn(&mut self, shares: &Shares) {
        for &Step { action, seat, sealed } in &self.path {
            let share = shares[seat.index()];
            let action = self.forest.action_mut(action);
            action.visits += 1;
            action.total += f64::from(share);
            action.squares += f64::from(share * share);
            for &other in &self.sealed[sealed.0 as usize..sealed.1 as usize] {
                let other = self.forest.action_mut(other);
                if other.visits > 0 {
                    other.regret = (other.regret + other.mean() - share).max(0.0);
                }
            }
        }
    }
}

/// An index drawn by its odds.
fn roulette(odds: &[f32], rng: &mut Rng) -> usize {
    let sum: f32 = odds.iter().sum();
    let mut lot = sum * rng.lot();
    for (place, odds) in odds.iter().enumerate() {
        lot -= odds;
        if lot < 0.0 {
            return place;
        }
    }
    odds.len() - 1
}
