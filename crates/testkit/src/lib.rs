//! The conformance suite that every game of Roundtable must pass.
//!
//! The test of a game crate is one line, `roundtable_testkit::Suite::default().run::<MyGame>()`. It plays random games
//! with every number of players and every set of options, and checks each promise of [`Game`](roundtable_core::Game);
//! the leak test is one of the checks that [`Check`] lists. It ends with a [`Report`] of the kinds of situations that
//! were judged with samples. The suite's own tests prove that it catches faults, with a toy game that breaks one
//! promise at a time.
//!
//! The crate also has [`playthrough`] and [`move_table`] for golden files, [`play_line`], [`play_lines`], [`legal`] and
//! [`refused`] for tests of single rules in the notation, and [`mod@bench`] with the benchmarks that every game has.

pub mod bench;
mod breach;
mod contract;
mod evidence;
mod judging;
mod kinds;
mod leak;
mod lines;
mod parts;
mod playthrough;
mod print;
mod report;
mod samples;
mod sealed;
mod seeded;
mod strata;
mod table;
mod tally;
mod variety;
mod walk;
mod whole;
mod workers;

use roundtable_core::{Audit, Eye, Silent};

pub use breach::{Breach, Check};
pub use kinds::{Ear, Kind};
pub use lines::{asked, heard, legal, play_as, play_line, play_lines, read_line, refused, seat};
pub use playthrough::playthrough;
pub use report::{Judged, Report};
pub use table::move_table;
pub use walk::{Setting, settings, watch};

use strata::Strata;
use variety::Variety;
use walk::Walk;
use workers::in_parallel;

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
    /// How many situations of every kind to judge with samples, over all settings together.
    pub evidence: usize,
    /// For a game that cannot draw samples exactly: how far a frequency may be off, besides chance.
    pub allowance: f64,
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
            evidence: 6,
            allowance: 0.0,
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
        Self::default().or_from_env()
    }

    /// As much as this, unless the variable `ROUNDTABLE_GAMES` asks for another number of quick games. Then the number
    /// of situations to judge grows with its square root: a hundred times as many games, ten times as many situations.
    ///
    /// # Panics
    /// If the variable is not a number.
    #[must_use]
    pub fn or_from_env(self) -> Self {
        match std::env::var("ROUNDTABLE_GAMES") {
            Ok(games) => self.with_games(games.parse().expect("ROUNDTABLE_GAMES is a number of games")),
            Err(_) => self,
        }
    }

    fn with_games(self, games: u64) -> Self {
        let more = (games as f64 / self.quick_games as f64).sqrt();
        Self {
            quick_games: games,
            evidence: (self.evidence as f64 * more).ceil() as usize,
            ..self
        }
    }

    /// Checks the game in every setting, and prints the report.
    ///
    /// # Panics
    /// With the first breach.
    pub fn run<G: Audit>(&self) {
        match self.check::<G>() {
            Ok(report) => println!("{}\n{report}", G::INFO.name),
            Err(breach) => panic!("{breach}"),
        }
    }

    /// Checks the game in every setting. Returns what was judged.
    ///
    /// # Errors
    /// The first breach.
    pub fn check<G: Audit>(&self) -> Result<Report, Breach> {
        whole::setup::<G>()?;
        let settings: Vec<_> = settings::<G>().into_iter().enumerate().collect();
        // Settings are independent, so they share the cores. The breach reported is that of the first setting.
        let checked = in_parallel(&settings, |&(place, setting)| self.check_setting::<G>(place, setting));
        let strata = checked.into_iter().collect::<Result<Vec<_>, _>>()?;
        let settings: Vec<_> = settings.into_iter().map(|(_, setting)| setting).collect();
        judging::judge::<G>(&settings, strata, self)
    }

    /// Checks the game in one setting. Returns the situations that random games came to.
    fn check_setting<G: Audit>(&self, place: usize, setting: Setting<G::Options>) -> Result<Strata, Breach> {
        let mut strata = Strata::new(place, setting.name(), self.evidence * 2);
        for seed in self.seed..self.seed + self.quick_games {
            self.quick_game::<G>(setting, seed, &mut strata)?;
        }
        for seed in self.seed..self.seed + 3 {
            whole::determinism::<G>(setting, seed, self.longest)?;
            whole::records::<G>(setting, seed)?;
        }
        let mut variety = Variety::default();
        for seed in self.seed..self.seed + self.thorough_games {
            self.thorough_game::<G>(setting, seed, &mut variety)?;
        }
        variety.verdict()?;
        samples::first_samples::<G>(setting, self.seed)?;
        Ok(strata)
    }

    fn quick_game<G: Audit>(&self, setting: Setting<G::Options>, seed: u64, strata: &mut Strata) -> Result<(), Breach> {
        let mut walk = Walk::<G>::new(setting, seed, &mut Silent)?;
        let mut census = walk.position.census();
        census.sort_unstable();
        let mut journal = Vec::new();
        walk.finish_with(
            self.longest,
            |walk| contract::quick(&walk.position, &census).map_err(|breach| breach.at(&walk.place())),
            |walk, next| {
                journal.clear();
                let ply = walk.moves.len();
                walk.play(next, &mut journal);
                strata.note::<G>((seed, ply), next, setting.players, &journal);
            },
        )
    }

    fn thorough_game<G: Audit>(
        &self,
        setting: Setting<G::Options>,
        seed: u64,
        variety: &mut Variety,
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
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Suite;

    #[test]
    fn more_games_judge_more_situations() {
        let usual = Suite::default();
        let long = usual.with_games(usual.quick_games * 100);
        assert_eq!((long.quick_games, long.evidence), (30_000, usual.evidence * 10));
        assert_eq!(usual.with_games(1).evidence, 1, "never none");
    }
}
