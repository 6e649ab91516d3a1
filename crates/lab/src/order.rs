//! What an experiment is, in full: everything that its results depend on. A part of an experiment carries it, so that
//! parts from many machines can be joined, and whoever joins them needs nothing else.

use std::ops::Range;

use roundtable_bots::BotSpec;
use roundtable_core::{GameInfo, Setup};
use serde::{Deserialize, Serialize};

use crate::{DeckFile, Experiment, LabError, Subject};

/// An experiment as it was ordered. Equal orders have equal results, as far as the bots are reproducible.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The version of the program that plays.
    pub program: String,
    /// The version of the game's samples, which bots that search depend on.
    pub samples_version: u32,
    /// The game, the version of its rules, how many play, and the options.
    pub setup: Setup,
    /// The source of all chance.
    pub seed: u64,
    /// The bots, as they are written.
    pub bots: Vec<String>,
    /// Whether bots may talk.
    pub claims: bool,
    /// How many games.
    pub games: u64,
    /// The decks, each with its whole text; `None` is the deck that the game comes with.
    pub decks: Vec<Option<DeckFile>>,
    /// What is done with the games.
    pub kind: Kind,
}

/// What is done with the games of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// They are counted.
    Sim,
    /// The bots are compared.
    Arena {
        /// The first bot alone against the others.
        field: bool,
        /// Whether results are also given without the luck of the dice.
        #[serde(default)]
        adjust: bool,
    },
    /// The game is taken apart.
    Balance(Balancing),
}

/// What a balance report looks at besides the games themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Balancing {
    /// The numbers of players, each with a table of its own in the report.
    pub players: Vec<usize>,
    /// What is varied, in a sweep: then every deck has another value.
    pub sweep: Option<Varied>,
    /// From how many games the tension is measured, for each deck.
    pub tension: u64,
    /// At least this many games for each step of skill.
    pub skill: u64,
    /// How many seconds people take for a decision.
    pub pace: f64,
}

/// A value of the deck that is varied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Varied {
    /// Its path in the deck file.
    pub path: String,
    /// Which of the decks has the value as it is.
    pub now: usize,
}

impl Order {
    /// An order for a game under the current rules.
    #[must_use]
    pub fn new(info: &GameInfo, setup: Setup, seed: u64, games: u64, bots: &[BotSpec], kind: Kind) -> Self {
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            samples_version: info.samples_version,
            setup: Setup {
                rules_version: info.rules_version,
                ..setup
            },
            seed,
            bots: bots.iter().map(ToString::to_string).collect(),
            claims: true,
            games,
            decks: vec![None],
            kind,
        }
    }

    /// The bots.
    ///
    /// # Errors
    /// If there is no such bot, in an order that was read from a file.
    pub fn specs(&self) -> Result<Vec<BotSpec>, LabError> {
        let read = |bot: &String| bot.parse().map_err(LabError::Design);
        self.bots.iter().map(read).collect()
    }

    /// One of its decks, played by this many.
    ///
    /// # Errors
    /// If the game cannot be played like this.
    pub fn experiment<G: Subject>(&self, players: usize, deck: usize) -> Result<Experiment<G>, LabError> {
        let setup = Setup {
            players,
            ..self.setup.clone()
        };
        Experiment::new(&setup, self.decks.get(deck).cloned().flatten(), self.seed)
    }

    /// Refuses what this program would play differently.
    ///
    /// # Errors
    /// What differs, and what to do.
    pub(crate) fn check_versions(&self, info: &GameInfo) -> Result<(), LabError> {
        let program = env!("CARGO_PKG_VERSION");
        if self.program != program {
            return Err(LabError::Design(format!(
                "this was played by version {} of the program, and this is version {program}: use the same for all",
                self.program
            )));
        }
        let own = (info.rules_version, info.samples_version);
        if (self.setup.rules_version, self.samples_version) != own {
            return Err(LabError::Design(format!(
                "this was played by rules {} and samples {} of {}, and this program has {} and {}: use the same for \
                 all",
                self.setup.rules_version, self.samples_version, info.name, own.0, own.1
            )));
        }
        Ok(())
    }

    /// What differs between two orders, in words: nothing if they are equal.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let [own, others] = [self, other].map(|order| serde_json::to_value(order).unwrap_or_default());
        let fields = own.as_object()?;
        let differs = fields.iter().find(|(name, value)| others.get(name) != Some(value));
        differs.map(|(name, value)| match name.as_str() {
            "decks" => "the decks are not the same".to_owned(),
            _ => format!("{name} is {value} in one and {} in the other", others[name]),
        })
    }
}

/// The part of `total` steps that belongs to a range of `games`. Ranges that cover the games exactly once have parts
/// that cover the steps exactly once.
pub(crate) fn part_of(range: &Range<u64>, games: u64, total: u64) -> Range<u64> {
    let place = |game: u64| (u128::from(game) * u128::from(total)).div_ceil(u128::from(games.max(1))) as u64;
    place(range.start)..place(range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_other_counts_cover_them_exactly_once() {
        for (games, total) in [(10, 3), (3, 10), (7, 7), (1000, 1), (5, 0)] {
            let mut covered = 0;
            for start in 0..games {
                let part = part_of(&(start..start + 1), games, total);
                assert_eq!(part.start, covered);
                covered = part.end;
            }
            assert_eq!(covered, total, "{total} in {games}");
        }
    }
}
