//! The arguments of the laboratory.

mod balance;

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use roundtable_bots::{BotSpec, Level};
use roundtable_catalog::GameId;
use roundtable_review::Quality;

use crate::args::Variant;
use balance::{BALANCE_HELP, MERGE_HELP};
pub use balance::{BalanceArgs, MergeArgs, Players};

/// `lab`
#[derive(Args, Debug)]
pub struct Lab {
    /// What to measure.
    #[command(subcommand)]
    pub command: LabCommand,
}

/// What can be measured.
#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// Play many games and report who wins, how long they take and how they end
    #[command(after_help = SIM_HELP)]
    Sim(SimArgs),
    /// Compare bots on the same deals, with win shares, ranks and ratings
    #[command(after_help = ARENA_HELP)]
    Arena(ArenaArgs),
    /// Tell a designer what a change does: fairness, length, scores, tension, choices, and what each card is worth
    #[command(after_help = BALANCE_HELP)]
    Balance(BalanceArgs),
    /// Join the parts of an experiment that were played with --range, and print what one run would have printed
    #[command(after_help = MERGE_HELP)]
    Merge(MergeArgs),
    /// Review many finished games, and sum them up: results without luck, what decisions lose, whether the values are
    /// right
    #[command(after_help = REVIEW_HELP)]
    Review(ReviewArgs),
    /// Measure random moves and games per second, and simulations and decisions per second inside a search, on one
    /// thread
    #[command(
        after_help = "Examples:\n  roundtable lab speed\n  roundtable lab speed knight-at-the-inn --seconds 5 --json"
    )]
    Speed {
        /// Which game [default: all]
        game: Option<GameId>,
        /// How long to measure each number of players
        #[arg(long, default_value_t = 2.0, value_parser = seconds)]
        seconds: f64,
        /// The seed of deals and moves
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// What an experiment plays.
#[derive(Args, Debug)]
pub struct Experiment {
    /// Which game, and how
    #[command(flatten)]
    pub variant: Variant,
    /// The seed of all deals and bots
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Keep bots from talking, in a game that has claims
    #[arg(long)]
    pub no_claims: bool,
    /// Number of threads; the results are the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print JSON
    #[arg(long, conflicts_with = "range")]
    pub json: bool,
    /// Play only these of the games, from A up to but without B, and write the results into the --part file
    #[arg(long, value_name = "A..B", value_parser = range, requires = "part")]
    pub range: Option<Range<u64>>,
    /// The file for the results of a --range, for `lab merge`
    #[arg(long, value_name = "FILE", requires = "range")]
    pub part: Option<PathBuf>,
}

/// `lab sim`
#[derive(Args, Debug)]
pub struct SimArgs {
    /// What is played
    #[command(flatten)]
    pub experiment: Experiment,
    /// How many play [default: the fewest the game allows]
    #[arg(long)]
    pub players: Option<usize>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The bots by seat; the last one serves for all the rest
    #[arg(long, value_delimiter = ',', default_value = "page")]
    pub bots: Vec<BotSpec>,
    /// Write the record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
}

/// `lab arena`
#[derive(Args, Debug)]
pub struct ArenaArgs {
    /// What is played
    #[command(flatten)]
    pub experiment: Experiment,
    /// How many play [default: the fewest the game allows]
    #[arg(long)]
    pub players: Option<usize>,
    /// Least number of games; every deal is played in all its seatings
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The bots to compare
    #[arg(long, value_delimiter = ',', required = true)]
    pub bots: Vec<BotSpec>,
    /// The first bot alone against the others (in a game of teams, sides are compared anyway)
    #[arg(long)]
    pub field: bool,
    /// Give win shares without the luck of the dice, too: the same on average, with narrower intervals
    #[arg(long, value_enum)]
    pub adjust: Option<Adjust>,
}

/// What results are adjusted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Adjust {
    /// The luck of the dice: of the deal and of every later shuffle
    Luck,
}

/// `lab review`
#[derive(Args, Debug)]
pub struct ReviewArgs {
    /// The folder with the records
    pub folder: PathBuf,
    /// Only this seat
    #[arg(long)]
    pub seat: Option<usize>,
    /// The level that everybody is taken to play on with after a move
    #[arg(long, default_value_t = Level::Champion)]
    pub level: Level,
    /// How closely to look at each game: `coarse`, `standard` or `fine`
    #[arg(long, default_value_t = Quality::Coarse)]
    pub quality: Quality,
    /// Look at this many decisions of each seat only, drawn at random, and estimate the sums from them
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub decisions: Option<u32>,
    /// Ask these bots what they would have done at the same decisions, and compare what they lose
    #[arg(long, value_delimiter = ',', value_name = "BOT")]
    pub bots: Vec<BotSpec>,
    /// What the simulations are drawn with
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Number of threads; the results are the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Draw predicted chances against what was won into this SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

pub(crate) const REVIEW_HELP: &str = "Examples:
  roundtable lab sim shock --players 4 --bots squire --games 200 --records games/
  roundtable lab review games/
  roundtable lab review games/ --decisions 2 --plot calibration.svg     many games, a few decisions of each
  roundtable lab review games/ --decisions 1 --bots squire,knight,champion     what these would have lost there

See docs/REVIEW.md.";

pub(crate) const SIM_HELP: &str = "Examples:
  roundtable lab sim shock --players 4 --games 1000000
  roundtable lab sim knight-shift --players 3 --bots squire,page --games 2000 --json
  roundtable lab sim knight-at-the-inn --bots squire --games 20 --records games/
  roundtable lab sim shock --games 1000000 --range 0..500000 --part a.json     half of it, for `lab merge`";

pub(crate) const ARENA_HELP: &str = "Examples:
  roundtable lab arena knight-at-the-inn --bots squire,page --games 1000
  roundtable lab arena shock --players 4 --bots squire,page --field     one squire against three pages
  roundtable lab arena never-bring-a-knife --players 6 --bots squire,page --no-claims

Every deal is played once for each seating, so that cards and seats favour nobody. In a game of teams a bot plays all
seats that were dealt one role, and each deal is played with the sides swapped. See docs/LAB.md.";

/// A range of games: `0..500`.
fn range(text: &str) -> Result<Range<u64>, String> {
    let ends = text
        .split_once("..")
        .map(|(from, to)| (from.trim().parse(), to.trim().parse()));
    match ends {
        Some((Ok(from), Ok(to))) if from < to => Ok(from..to),
        _ => Err("a range of games is written 0..500: from the first up to but without the last".to_owned()),
    }
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 and up to 3600".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{range, seconds};

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("0..500"), Ok(0..500));
        assert!(
            ["5..5", "7..3", "..3", "3", "a..b"]
                .iter()
                .all(|text| range(text).is_err())
        );
    }

    #[test]
    fn seconds_are_read() {
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("2.5").is_ok());
    }
}
