//! The conformance suite that every game of Roundtable must pass.
//!
//! The test of a game crate is one line, `roundtable_testkit::Suite::default().run::<MyGame>()`. It plays random games
//! with every number of players and every set of options, and checks each promise of [`Game`](roundtable_core::Game);
//! the leak test is one of the checks that [`Check`] lists. The suite's own tests prove that it catches faults, with a
//! toy game that breaks one promise at a time.
//!
//! The crate also has [`playthrough`] and [`move_table`] for golden files, [`play_line`], [`play_lines`], [`legal`] and
//! [`refused`] for tests of single rules in the notation, and [`mod@bench`] with the benchmarks that every game has.

pub mod bench;
mod breach;
mod contract;
mod leak;
mod lines;
mod playthrough;
mod print;
mod samples;
mod sealed;
mod seeded;
mod table;
mod walk;
mod whole;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use roundtable_core::{Audit, Eye, Silent};

pub use breach::{Breach, Check};
pub use lines::{asked, heard, legal, play_as, play_line, play_lines, read_line, refused, seat};
pub use playthrough::playthrough;
pub use table::move_table;
pub use walk::{Setting, settings, watch};

use samples::Variety;
use walk::Walk;

/// How much the suite does for each number of players and set of options.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The first seed.
    pub seed: u64,
    /// Games in which every position gets the quick checks.
    pub quick_games: u64,
    /// Games in which some positions get all checks.
    pub thorough_games: u64,
    /// In these games, about one in this many positions gets all checks.
    pub one_in: u32,
    /// How many revealing moves to check against samples, at most.
    pub evidence: usize,
    /// A longer random game counts as endless.
    pub longest: usize,
}

impl Default for Suite {
    fn default() -> Self {
        Self {
            seed: 1,
            quick_games: 300,
            thorough_games: 8,
            one_in: 12,
            evidence: 24,
            longest: 20_000,
        }
    }
}

impl Suite {
    /// The usual amount, or as many quick games as the variable `ROUNDTABLE_GAMES` says.
    ///
    /// # Panics
    /// If the variable is not a number.
    #[must_use]
    pub fn from_env() -> Self {
        let mut suite = Self::default();
        if let Ok(games) = std::env::var("ROUNDTABLE_GAMES") {
            suite.quick_games = games.parse().expect("ROUNDTABLE_GAMES is a number of games");
        }
        suite
    }

    /// Checks the game in every setting.
    ///
    /// # Panics
    /// With the first breach.
    pub fn run<G: Audit>(&self) {
        if let Err(breach) = self.check::<G>() {
            panic!("{breach}");
        }
    }

    /// Checks the game in every setting.
    ///
    /// # Errors
    /// The first breach.
    pub fn check<G: Audit>(&self) -> Result<(), Breach> {
        whole::setup::<G>()?;
        let settings = settings::<G>();
        let next = AtomicUsize::new(0);
        // Settings are independent, so they share the cores. The breach reported is that of the first setting.
        let work = || {
            let mut breaches = Vec::new();
            while let Some(&setting) = settings.get(next.fetch_add(1, Ordering::Relaxed)) {
                breaches.extend(
                    self.check_setting::<G>(setting)
                        .err()
                        .map(|breach| (setting.players, breach)),
                );
            }
            breaches
        };
        let cores = thread::available_parallelism()
            .map_or(1, usize::from)
            .min(settings.len());
        let breaches = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect::<Vec<_>>()
        });
        breaches
            .into_iter()
            .min_by_key(|(players, _)| *players)
            .map_or(Ok(()), |(_, breach)| Err(breach))
    }

    fn check_setting<G: Audit>(&self, setting: Setting<G::Options>) -> Result<(), Breach> {
        for seed in self.seed..self.seed + self.quick_games {
            self.quick_game::<G>(setting, seed)?;
        }
        for seed in self.seed..self.seed + 3 {
            whole::determinism::<G>(setting, seed, self.longest)?;
            whole::records::<G>(setting, seed)?;
        }
        let (mut variety, mut evidence) = (Variety::default(), 0);
        for seed in self.seed..self.seed + self.thorough_games {
            self.thorough_game::<G>(setting, seed, &mut variety, &mut evidence)?;
        }
        variety.verdict()?;
        samples::first_samples::<G>(setting, self.seed)
    }

    fn quick_game<G: Audit>(&self, setting: Setting<G::Options>, seed: u64) -> Result<(), Breach> {
        let mut walk = Walk::<G>::new(setting, seed, &mut Silent)?;
        let mut census = walk.position.census();
        census.sort_unstable();
        walk.finish(self.longest, |walk| {
            contract::quick(&walk.position, &census).map_err(|breach| breach.at(&walk.place()))
        })
    }

    fn thorough_game<G: Audit>(
        &self,
        setting: Setting<G::Options>,
        seed: u64,
        variety: &mut Variety,
        evidence: &mut usize,
    ) -> Result<(), Breach> {
        let mut walk = Walk::<G>::new(setting, seed, &mut Silent)?;
        walk.finish(self.longest, |walk| {
            let place = walk.place();
            let Walk { position, rng, .. } = walk;
            sealed::simultaneous(position, rng).map_err(|breach| breach.at(&place))?;
            // Always check the end, which every game has.
            if rng.below(self.one_in) == 0 || position.to_act().is_empty() {
                contract::thorough(position).map_err(|breach| breach.at(&place))?;
                for eye in Eye::limited(setting.players) {
                    leak::leak(position, eye, rng).map_err(|breach| breach.at(&place))?;
                    seeded::same_sample(position, eye, &mut rng.clone()).map_err(|breach| breach.at(&place))?;
                    variety.look(position, eye, rng);
                }
                seeded::same_sample(position, Eye::All, &mut rng.clone()).map_err(|breach| breach.at(&place))?;
                // Nothing that the all-seeing eye sees may change, except the future.
                leak::leak(position, Eye::All, &mut rng.clone()).map_err(|breach| breach.at(&place))?;
            }
            if *evidence < self.evidence && rng.below(2) == 0 {
                let position = walk.position.clone();
                if let Some(next) = walk.pick()? {
                    for eye in Eye::limited(setting.players) {
                        let told = samples::evidence(&position, next, eye, &mut walk.rng)
                            .map_err(|breach| breach.at(&place))?;
                        *evidence += usize::from(told);
                    }
                }
            }
            Ok(())
        })
    }
}
