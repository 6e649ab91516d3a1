//! Many games of one kind, stepped together. Each has a lane of its own: it depends on its number and the seed alone,
//! so it makes no difference how many threads there are.

use std::ops::Range;

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
    /// A random legal move for each lane that was shown.
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
    /// How many words a set of moves takes.
    words: usize,
}

struct Lane<G: Taught> {
    position: G,
    journal: Vec<Told<G::Event>>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    /// Seeds of the games in this lane.
    seeds: Rng,
    seed: u64,
    /// Nobody has made a move since the deal, not even bots.
    fresh: bool,
}

/// What a step, `wrong` and `pick` look at in every lane lies together: a thousand lanes do not fit the nearest cache.
struct Lanes<G: Taught> {
    ground: Ground<G>,
    lanes: Vec<Lane<G>>,
    /// The legal moves of each lane, a bit for each.
    legal: Vec<u64>,
    /// What `pick` draws from.
    luck: Vec<Rng>,
}

impl<G: Taught> Lanes<G> {
    fn new(plan: &Plan) -> Result<Self, Refusal> {
        let setting = Setting::<G>::read(&plan.setup, "deck", plan.deck.clone())?;
        let position = setting.deal(Dice::from_seed(0), &mut Silent)?;
        let quick = [Level::Page, Level::Squire].map(BotSpec::Level);
        let listens = |bot: &Option<BotSpec>| bot.as_ref().is_some_and(|bot| *bot != BotSpec::Level(Level::Page));
        let actions = G::Move::count(setting.players) as usize;
        let ground = Ground {
            heard: plan.bots.iter().any(listens),
            slow: plan.bots.iter().flatten().any(|bot| !quick.contains(bot)),
            bots: plan.bots.clone(),
            size: Layout::of(&position).len(),
            actions,
            words: actions.div_ceil(64),
            setting,
        };
        let mut lanes = Self {
            lanes: (0..plan.lanes).map(|_| Lane::new(position.clone())).collect(),
            legal: vec![0; plan.lanes * ground.words],
            luck: vec![Rng::new(0); plan.lanes],
            ground,
        };
        lanes.restart(plan.seed);
        Ok(lanes)
    }

    fn run<T: Cell>(
        &mut self,
        range: Range<usize>,
        actions: Option<&[i64]>,
        rows: Rows<'_, T>,
        pool: Option<&ThreadPool>,
    ) {
        let Self {
            ground, lanes, legal, ..
        } = self;
        let ground = &*ground;
        let (size, width, players) = (ground.size, ground.actions, ground.setting.players);
        // Quick steps are not worth a thread each.
        let together = if ground.slow { 1 } else { 16 };
        let step =
            |moves: &mut Vec<G::Move>, number: usize, lane: &mut Lane<G>, legal: &mut [u64], row: Rows<'_, T>| {
                let action = actions.map(|actions| actions[range.start + number]);
                lane.step(ground, action, moves, legal, row);
            };
        let Rows {
            observations,
            masks,
            seats,
            rewards,
            done,
        } = rows;
        let lanes = &mut lanes[range.clone()];
        let legal = &mut legal[range.start * ground.words..range.end * ground.words];
        match pool {
            Some(pool) => pool.install(|| {
                let rows = (
                    lanes.par_iter_mut(),
                    legal.par_chunks_mut(ground.words),
                    observations.par_chunks_mut(size),
                    masks.par_chunks_mut(width),
                    seats.par_chunks_mut(1),
                    rewards.par_chunks_mut(players),
                    done.par_chunks_mut(1),
                );
                rows.into_par_iter().with_min_len(together).enumerate().for_each_init(
                    Vec::new,
                    |moves, (number, (lane, legal, observations, masks, seats, rewards, done))| {
                        let row = Rows {
                            observations,
                            masks,
                            seats,
                            rewards,
                            done,
                        };
                        step(moves, number, lane, legal, row);
                    },
                );
            }),
            None => {
                let mut moves = Vec::new();
                let games = lanes.iter_mut().zip(legal.chunks_mut(ground.words));
                let looks = observations.chunks_mut(size).zip(masks.chunks_mut(width));
                let ends = rewards.chunks_mut(players).zip(done.chunks_mut(1));
                let rows = games.zip(looks).zip(seats.chunks_mut(1).zip(ends)).enumerate();
                for (number, (((lane, legal), (observations, masks)), (seats, (rewards, done)))) in rows {
                    let row = Rows {
                        observations,
                        masks,
                        seats,
                        rewards,
                        done,
                    };
                    step(&mut moves, number, lane, legal, row);
                }
            }
        }
    }
}

impl<G: Taught> Lane<G> {
    fn new(position: G) -> Self {
        Self {
            position,
            journal: Vec::new(),
            bots: Vec::new(),
            seat: Seat::new(0),
            seeds: Rng::new(0),
            seed: 0,
            fresh: true,
        }
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

    /// Makes a move, unless nobody has been asked yet, and shows what follows. `moves` is for listing them; what is in
    /// it makes no difference.
    fn step<T: Cell>(
        &mut self,
        ground: &Ground<G>,
        action: Option<i64>,
        moves: &mut Vec<G::Move>,
        legal: &mut [u64],
        row: Rows<'_, T>,
    ) {
        let players = ground.setting.players;
        let mut got = None;
        if std::mem::take(&mut self.fresh) {
            // What bots do before anybody else is asked is no step: a game that ends meanwhile is not told.
            self.settle(ground);
        } else if let Some(mv) = action.and_then(|action| G::Move::from_number(action as u32, players)) {
            self.play(ground, self.seat, mv);
            got = self.settle(ground);
        }
        row.done[0] = got.is_some();
        match got {
            Some(got) => row.rewards.copy_from_slice(&got[..row.rewards.len()]),
            None => row.rewards.fill(0.0),
        }
        row.seats[0] = self.seat.index() as i8;
        row.masks.fill(0);
        legal.fill(0);
        self.position.legal_moves(self.seat, moves);
        for number in moves.iter().filter_map(|mv| mv.number(players)) {
            row.masks[number as usize] = 1;
            legal[number as usize / 64] |= 1 << (number % 64);
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
        let start = Rng::new(seed).next_u64();
        for (number, (lane, luck)) in self.lanes.iter_mut().zip(&mut self.luck).enumerate() {
            // The generator mixes its seed well, so neighbouring lanes have nothing in common.
            let mut lots = Rng::new(start ^ number as u64);
            (lane.seeds, *luck) = (Rng::new(lots.next_u64()), Rng::new(lots.next_u64()));
            lane.deal(&self.ground);
            lane.fresh = true;
        }
    }

    fn wrong(&self, actions: &[i64]) -> Option<usize> {
        let is_legal = |(legal, &action): (&[u64], &i64)| {
            let word = usize::try_from(action).ok().and_then(|action| legal.get(action / 64));
            word.is_some_and(|word| word >> (action % 64) & 1 == 1)
        };
        let mut pairs = self.legal.chunks(self.ground.words).zip(actions);
        pairs.position(|pair| !is_legal(pair))
    }

    fn advance(&mut self, lanes: Range<usize>, actions: Option<&[i64]>, rows: AnyRows<'_>, pool: Option<&ThreadPool>) {
        match rows {
            AnyRows::Small(rows) => self.run(lanes, actions, rows, pool),
            AnyRows::Float(rows) => self.run(lanes, actions, rows, pool),
        }
    }

    fn pick(&mut self, actions: &mut [i64]) {
        let legal = self.legal.chunks(self.ground.words);
        for ((legal, luck), action) in legal.zip(&mut self.luck).zip(actions) {
            let count: u32 = legal.iter().map(|word| word.count_ones()).sum();
            if count == 0 {
                continue;
            }
            let mut place = luck.below(count);
            for (number, &word) in legal.iter().enumerate() {
                if place < word.count_ones() {
                    // The lowest bit that is left after `place` others.
                    let rest = (0..place).fold(word, |word, _| word & (word - 1));
                    *action = (number * 64) as i64 + i64::from(rest.trailing_zeros());
                    break;
                }
                place -= word.count_ones();
            }
        }
    }
}
