//! Many games of one kind, stepped together. Each has a lane of its own: it depends on its number and the seed alone,
//! so it makes no difference how many threads there are.

use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;
use roundtable_bots::{Bot, BotSpec, Level};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::observe::{Cell, Layout, Row};
use roundtable_core::{Dice, GameMove as _, Refusal, Rng, Seat, SeatHandle, Setting, Setup, Silent, Told};

use crate::Taught;
use crate::seated::rewards;

/// Where the results of a step go: a row of each array for each lane.
pub(crate) struct Rows<'a, T> {
    pub observations: &'a mut [T],
    pub masks: &'a mut [i8],
    pub seats: &'a mut [i8],
    pub rewards: &'a mut [f32],
    pub done: &'a mut [bool],
}

/// Lanes of a game of any type.
pub(crate) trait AnyLanes: Send {
    fn len(&self) -> usize;
    fn players(&self) -> usize;
    fn actions(&self) -> usize;
    fn size(&self) -> usize;
    /// Whether a step may take long, because bots search.
    fn is_slow(&self) -> bool;
    /// The seed of the game in a lane, for a table.
    fn seed(&self, lane: usize) -> u64;
    /// Deals new games in all lanes.
    fn restart(&mut self, seed: u64);
    /// The first lane whose action is not legal.
    fn wrong(&self, actions: &[i64]) -> Option<usize>;
    /// Makes the moves in these lanes; they must be legal. Without actions, only shows.
    fn advance(&mut self, lanes: Range<usize>, actions: Option<&[i64]>, rows: AnyRows<'_>, pool: Option<&ThreadPool>);
    /// A random legal move for each lane.
    fn pick(&mut self, actions: &mut [i64]);
}

/// Rows with observations of either type.
pub(crate) enum AnyRows<'a> {
    Small(Rows<'a, i8>),
    Float(Rows<'a, f32>),
}

/// Which games: how many, how they are set up, and where bots sit.
pub(crate) struct Plan {
    pub lanes: usize,
    pub setup: Setup,
    pub deck: Option<String>,
    pub bots: Vec<Option<BotSpec>>,
    pub seed: u64,
}

pub(crate) fn lanes(plan: &Plan) -> Result<Box<dyn AnyLanes>, Refusal> {
    let id: GameId = plan.setup.game.parse()?;
    with_game!(id, G => Ok(Box::new(Lanes::<G>::new(plan)?)))
}

/// What all lanes share.
struct Ground<G: Taught> {
    setting: Setting<G>,
    bots: Vec<Option<BotSpec>>,
    /// Whether bots listen to what happens.
    heard: bool,
    /// Whether a step may take long, because bots search.
    slow: bool,
    size: usize,
    actions: usize,
}

struct Lane<G: Taught> {
    position: G,
    journal: Vec<Told<G::Event>>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    moves: Vec<G::Move>,
    numbers: Vec<u32>,
    /// Seeds of the games in this lane, and what `pick` draws from.
    seeds: Rng,
    luck: Rng,
    seed: u64,
    /// Nobody has made a move since the deal, not even bots.
    fresh: bool,
}

struct Lanes<G: Taught> {
    ground: Arc<Ground<G>>,
    lanes: Vec<Lane<G>>,
}

impl<G: Taught> Lanes<G> {
    fn new(plan: &Plan) -> Result<Self, Refusal> {
        let setting = Setting::<G>::read(&plan.setup, "deck", plan.deck.clone())?;
        let position = setting.deal(Dice::from_seed(0), &mut Silent)?;
        let quick = [Level::Page, Level::Squire].map(BotSpec::Level);
        let listens = |bot: &Option<BotSpec>| bot.as_ref().is_some_and(|bot| *bot != BotSpec::Level(Level::Page));
        let ground = Arc::new(Ground {
            heard: plan.bots.iter().any(listens),
            slow: plan.bots.iter().flatten().any(|bot| !quick.contains(bot)),
            bots: plan.bots.clone(),
            size: Layout::of(&position).len(),
            actions: G::Move::count(setting.players) as usize,
            setting,
        });
        let lanes = (0..plan.lanes).map(|number| Lane::new(&ground, position.clone(), plan.seed, number));
        let lanes = lanes.collect();
        Ok(Self { ground, lanes })
    }

    fn run<T: Cell>(
        &mut self,
        range: Range<usize>,
        actions: Option<&[i64]>,
        rows: Rows<'_, T>,
        pool: Option<&ThreadPool>,
    ) {
        let Self { ground, lanes } = self;
        let (size, width, players) = (ground.size, ground.actions, ground.setting.players);
        // Quick steps are not worth a thread each.
        let together = if ground.slow { 1 } else { 16 };
        let step = |number: usize, lane: &mut Lane<G>, row: Rows<'_, T>| {
            let action = actions.map(|actions| actions[range.start + number]);
            lane.step(ground, action, row);
        };
        let Rows {
            observations,
            masks,
            seats,
            rewards,
            done,
        } = rows;
        let lanes = &mut lanes[range.clone()];
        match pool {
            Some(pool) => pool.install(|| {
                let rows = (
                    lanes.par_iter_mut(),
                    observations.par_chunks_mut(size),
                    masks.par_chunks_mut(width),
                    seats.par_chunks_mut(1),
                    rewards.par_chunks_mut(players),
                    done.par_chunks_mut(1),
                );
                rows.into_par_iter().with_min_len(together).enumerate().for_each(
                    |(number, (lane, observations, masks, seats, rewards, done))| {
                        step(
                            number,
                            lane,
                            Rows {
                                observations,
                                masks,
                                seats,
                                rewards,
                                done,
                            },
                        );
                    },
                );
            }),
            None => {
                let rows = observations.chunks_mut(size).zip(masks.chunks_mut(width));
                let ends = seats
                    .chunks_mut(1)
                    .zip(rewards.chunks_mut(players))
                    .zip(done.chunks_mut(1));
                for (number, ((lane, (observations, masks)), ((seats, rewards), done))) in
                    lanes.iter_mut().zip(rows).zip(ends).enumerate()
                {
                    step(
                        number,
                        lane,
                        Rows {
                            observations,
                            masks,
                            seats,
                            rewards,
                            done,
                        },
                    );
                }
            }
        }
    }
}

impl<G: Taught> Lane<G> {
    fn new(ground: &Ground<G>, position: G, seed: u64, number: usize) -> Self {
        let mut lane = Self {
            position,
            journal: Vec::new(),
            bots: Vec::new(),
            seat: Seat::new(0),
            moves: Vec::new(),
            numbers: Vec::new(),
            seeds: Rng::new(0),
            luck: Rng::new(0),
            seed: 0,
            fresh: true,
        };
        lane.restart(ground, seed, number);
        lane
    }

    fn restart(&mut self, ground: &Ground<G>, seed: u64, number: usize) {
        // The generator mixes its seed well, so neighbouring lanes have nothing in common.
        let mut lots = Rng::new(Rng::new(seed).next_u64() ^ number as u64);
        (self.seeds, self.luck) = (Rng::new(lots.next_u64()), Rng::new(lots.next_u64()));
        self.deal(ground);
        self.fresh = true;
    }

    /// A new game, with new bots.
    fn deal(&mut self, ground: &Ground<G>) {
        self.seed = self.seeds.next_u64() >> 1;
        let dice = Dice::from_seed(self.seed);
        self.journal.clear();
        // The same setting was dealt before.
        let dealt = if ground.heard {
            ground.setting.deal(dice, &mut self.journal)
        } else {
            ground.setting.deal(dice, &mut Silent)
        };
        if let Ok(position) = dealt {
            self.position = position;
        }
        let seeds = &mut self.seeds;
        if ground.bots.iter().any(Option::is_some) {
            let bots = ground.bots.iter();
            self.bots = bots
                .map(|bot| bot.as_ref().map(|bot| bot.bot::<G>(seeds.next_u64())))
                .collect();
        }
    }

    fn play(&mut self, ground: &Ground<G>, seat: Seat, mv: G::Move) {
        if ground.heard {
            self.position.play(seat, mv, &mut self.journal);
        } else {
            self.position.play(seat, mv, &mut Silent);
        }
    }

    /// Lets bots play until somebody else is to act. Returns what everybody got, if a game ended on the way.
    fn settle(&mut self, ground: &Ground<G>) -> Option<[f32; 8]> {
        let mut got = None;
        loop {
            while let Some(seat) = self.position.to_act().first() {
                let Some(Some(bot)) = self.bots.get_mut(seat.index()) else {
                    self.seat = seat;
                    return got;
                };
                let mv = bot.choose(&SeatHandle::new(&self.position, &self.journal, seat));
                self.play(ground, seat, mv);
            }
            // Of several games without a decision in between, the first is the one that was played.
            if let (None, Some(outcome)) = (got, self.position.outcome()) {
                let mut shares = [0.0; 8];
                for (share, reward) in shares.iter_mut().zip(rewards(&outcome)) {
                    *share = reward as f32;
                }
                got = Some(shares);
            }
            self.deal(ground);
        }
    }

    fn list(&mut self, ground: &Ground<G>) {
        self.position.legal_moves(self.seat, &mut self.moves);
        let players = ground.setting.players;
        self.numbers.clear();
        self.numbers
            .extend(self.moves.iter().filter_map(|mv| mv.number(players)));
    }

    fn step<T: Cell>(&mut self, ground: &Ground<G>, action: Option<i64>, row: Rows<'_, T>) {
        let mut got = None;
        if std::mem::take(&mut self.fresh) {
            // What bots do before anybody else is asked is no step: a game that ends meanwhile is not told.
            self.settle(ground);
            self.list(ground);
        } else if let Some(action) = action {
            let place = self.numbers.iter().position(|&number| i64::from(number) == action);
            if let Some(&mv) = place.and_then(|place| self.moves.get(place)) {
                self.play(ground, self.seat, mv);
                got = self.settle(ground);
                self.list(ground);
            }
        }
        row.done[0] = got.is_some();
        match got {
            Some(got) => row.rewards.copy_from_slice(&got[..row.rewards.len()]),
            None => row.rewards.fill(0.0),
        }
        row.seats[0] = self.seat.index() as i8;
        row.masks.fill(0);
        for &number in &self.numbers {
            row.masks[number as usize] = 1;
        }
        self.position.observe(self.seat, &mut Row::new(row.observations));
    }
}

impl<G: Taught> AnyLanes for Lanes<G> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn players(&self) -> usize {
        self.ground.setting.players
    }

    fn actions(&self) -> usize {
        self.ground.actions
    }

    fn size(&self) -> usize {
        self.ground.size
    }

    fn is_slow(&self) -> bool {
        self.ground.slow
    }

    fn seed(&self, lane: usize) -> u64 {
        self.lanes[lane].seed
    }

    fn restart(&mut self, seed: u64) {
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            lane.restart(&self.ground, seed, number);
        }
    }

    fn wrong(&self, actions: &[i64]) -> Option<usize> {
        let legal = |(lane, action): (&Lane<G>, &i64)| lane.numbers.iter().any(|&number| i64::from(number) == *action);
        self.lanes.iter().zip(actions).position(|pair| !legal(pair))
    }

    fn advance(&mut self, lanes: Range<usize>, actions: Option<&[i64]>, rows: AnyRows<'_>, pool: Option<&ThreadPool>) {
        match rows {
            AnyRows::Small(rows) => self.run(lanes, actions, rows, pool),
            AnyRows::Float(rows) => self.run(lanes, actions, rows, pool),
        }
    }

    fn pick(&mut self, actions: &mut [i64]) {
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            *action = lane.luck.pick(&lane.numbers).into();
        }
    }
}
