//! How a bot is named on the command line, in a table's settings and in experiments.

use std::fmt;
use std::str::FromStr;

use crate::{Bot, Level, Squire};

/// What kind of bot sits on a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum BotSpec {
    /// One of the levels.
    Level(Level),
}

impl BotSpec {
    /// A bot of this kind for the game `G`. The same seed makes the same choices.
    #[must_use]
    pub fn bot<G: Squire>(&self, seed: u64) -> Box<dyn Bot<G>> {
        match self {
            Self::Level(level) => level.bot(seed),
        }
    }
}

impl Default for BotSpec {
    fn default() -> Self {
        Self::Level(Level::default())
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
        }
    }
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self::Level)
    }
}
