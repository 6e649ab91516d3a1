//! How a bot is named on the command line, in a table's settings and in experiments.

use std::fmt;
use std::str::FromStr;

use crate::{Bot, Change, Insight, Level};

/// What kind of bot sits on a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum BotSpec {
    /// One of the levels: `knight`.
    Level(Level),
    /// A level that searches otherwise: `knight:trees=single:iterations=500`.
    Changed(Level, Vec<Change>),
}

impl BotSpec {
    /// A bot of this kind for the game `G`. The same seed makes the same choices.
    #[must_use]
    pub fn bot<G: Insight>(&self, seed: u64) -> Box<dyn Bot<G>> {
        match self {
            Self::Level(level) => level.bot(seed),
            Self::Changed(level, changes) => level.changed(changes, seed),
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
            Self::Changed(level, changes) => {
                level.fmt(f)?;
                changes.iter().try_for_each(|change| write!(f, ":{change}"))
            }
        }
    }
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((level, changes)) = text.split_once(':') else {
            return text.parse().map(Self::Level);
        };
        let level: Level = level.parse()?;
        if !level.searches() {
            return Err(format!("a {level} does not search, so `{changes}` changes nothing"));
        }
        let changes = changes.split(':').map(Change::parse).collect::<Result<_, _>>()?;
        Ok(Self::Changed(level, changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_written_and_read() {
        for text in ["page", "champion", "knight:trees=single:iterations=500"] {
            assert_eq!(
                text.parse::<BotSpec>().map(|spec| spec.to_string()),
                Ok(text.to_owned())
            );
        }
        for (text, says) in [
            ("wizard", "there are: page"),
            ("squire:jobs=2", "does not search"),
            ("knight:depth=2", "trees=single"),
            ("knight:", "trees=single"),
        ] {
            let error = text.parse::<BotSpec>().unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
