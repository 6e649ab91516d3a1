//! The arguments of `lab balance` and `lab merge`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use roundtable_bots::BotSpec;

use super::{Experiment, seconds};

/// `lab balance`
#[derive(Args, Debug)]
pub struct BalanceArgs {
    /// What is played
    #[command(flatten)]
    pub experiment: Experiment,
    /// How many play, or `all` for every number that the game allows [default: the fewest]
    #[arg(long, value_name = "N|all")]
    pub players: Option<Players>,
    /// How many games with each deck
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    /// The bots by seat; the last one serves for all the rest
    #[arg(long, value_delimiter = ',', default_value = "squire")]
    pub bots: Vec<BotSpec>,
    /// Also play the same deals with this deck file, or with the `standard` deck, and report the differences
    #[arg(long, value_name = "FILE|standard")]
    pub against: Option<PathBuf>,
    /// Vary a value of the deck, on the same deals: the path of keys, names and places (from 1), and the values
    #[arg(long, value_name = "PATH=V1,V2,…", conflicts_with = "against")]
    pub vary: Option<String>,
    /// From how many games tension is measured, for each deck and number of players; 0 leaves it out
    #[arg(long, default_value_t = 100, value_name = "GAMES")]
    pub tension: u64,
    /// At least how many games a knight plays among squires, and a tenth of those that a squire plays among pages; 0
    /// leaves them out [default: 40, and 0 with --vary]
    #[arg(long, value_name = "GAMES")]
    pub skill: Option<u64>,
    /// How many seconds people take for a decision, to estimate minutes
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds)]
    pub pace: f64,
    /// What is written
    #[command(flatten)]
    pub written: Written,
}

/// What a report writes besides what it prints.
#[derive(Args, Debug)]
pub struct Written {
    /// Write a report with plots into this file
    #[arg(long, value_name = "FILE.html", conflicts_with = "range")]
    pub report: Option<PathBuf>,
    /// Write the records of some games worth a look into this folder, and link them from the report
    #[arg(long, value_name = "DIR", conflicts_with_all = ["range", "vary"])]
    pub records: Option<PathBuf>,
}

/// `lab merge`
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The files of all parts, in any order
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// Write a balance report with plots into this file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the records of some games worth a look into this folder, and link them from a balance report
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// How many play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// Every number that the game allows.
    All,
    /// This many.
    Exactly(usize),
}

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            number => number
                .parse()
                .map(Self::Exactly)
                .map_err(|_| format!("`{number}` is neither a number of players nor `all`")),
        }
    }
}

pub(super) const BALANCE_HELP: &str = "Examples:
  roundtable lab balance knight-shift --players 4 --report knights.html
  roundtable deck show shock > mine.toml      (and edit it)
  roundtable lab balance shock --players all --deck mine.toml --against standard --report change.html
  roundtable lab balance knight-shift --vary \"knight.Dame Oda.bonus=5,10,15\" --report oda.html
  roundtable lab balance shock --range 0..2500 --part part-0.json      a quarter of it, for `lab merge`

See docs/LAB.md for what the figures mean, and docs/BALANCE.md for what they say about the decks that the games come \
with.";

pub(super) const MERGE_HELP: &str = "Examples:
  roundtable lab merge part-*.json
  roundtable lab merge part-*.json --report change.html --json

The parts must belong to the same experiment (the same program, game, rules, decks, bots, seed and number of games) and
cover its games exactly once; the same part twice does no harm. What is printed is the same, to the last byte, as if one
run had played all games.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("all".parse(), Ok(Players::All));
        assert_eq!("4".parse(), Ok(Players::Exactly(4)));
        assert!("every".parse::<Players>().is_err());
    }
}
