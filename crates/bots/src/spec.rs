//! How bots are named on the command line, in a table's settings and in experiments.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::{Bot, Change, Level, Searchable, exec};

/// What kind of bot sits on a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum BotSpec {
    /// One of the levels: `knight`.
    Level(Level),
    /// A level with changed search settings: `knight:trees=single:iterations=500`.
    Changed(Level, Vec<Change>),
    /// Another program: `exec:./my-bot`, or with a time limit for each move `exec:seconds=2:python3 my_bot.py`.
    Exec {
        /// The program and its arguments, separated by spaces.
        program: String,
        /// How long it may think about a move, if given.
        seconds: Option<f32>,
    },
}

impl BotSpec {
    /// The same bot, but if it searches, this many threads work on each decision.
    #[must_use]
    pub fn with_jobs(self, jobs: usize) -> Self {
        match self {
            Self::Level(level) if level.searches() => Self::Changed(level, vec![Change::Jobs(jobs)]),
            Self::Changed(level, mut changes) => {
                changes.push(Change::Jobs(jobs));
                Self::Changed(level, changes)
            }
            Self::Level(_) | Self::Exec { .. } => self,
        }
    }

    /// A bot of this kind for the game `G`. The same seed makes the same choices.
    #[must_use]
    pub fn bot<G: Searchable>(&self, seed: u64) -> Box<dyn Bot<G>> {
        match self {
            Self::Level(level) => level.bot(seed),
            Self::Changed(level, changes) => level.changed(changes, seed),
            Self::Exec { program, seconds } => {
                let budget = seconds.map_or(exec::BUDGET, Duration::from_secs_f32);
                Box::new(exec::Exec::new(program, budget, seed))
            }
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
            Self::Exec { program, seconds: None } => write!(f, "exec:{program}"),
            Self::Exec {
                program,
                seconds: Some(seconds),
            } => write!(f, "exec:seconds={seconds}:{program}"),
        }
    }
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((level, changes)) = text.split_once(':') else {
            return text.parse().map(Self::Level);
        };
        if level == "exec" {
            return exec_spec(changes);
        }
        let level: Level = level.parse()?;
        if !level.searches() {
            return Err(format!("a {level} does not search, so `{changes}` changes nothing"));
        }
        let changes = changes.split(':').map(Change::parse).collect::<Result<_, _>>()?;
        Ok(Self::Changed(level, changes))
    }
}

/// Reads what follows `exec:`.
fn exec_spec(text: &str) -> Result<BotSpec, String> {
    let (seconds, program) = match text.strip_prefix("seconds=") {
        None => (None, text),
        Some(rest) => {
            let wrong = || format!("`{text}`: write exec:seconds=2:PROGRAM, with more than 0 and up to 3600 seconds");
            let (seconds, program) = rest.split_once(':').ok_or_else(wrong)?;
            let seconds = seconds.parse().ok().filter(|s: &f32| 0.0 < *s && *s <= 3600.0);
            (Some(seconds.ok_or_else(wrong)?), program)
        }
    };
    if program.trim().is_empty() {
        return Err("name the program that plays: exec:./my-bot, or exec:python3 my_bot.py".to_owned());
    }
    Ok(BotSpec::Exec {
        program: program.to_owned(),
        seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_written_and_read() {
        for text in [
            "page",
            "champion",
            "knight:trees=single:iterations=500",
            "exec:./my-bot",
            "exec:seconds=2:python3 bot.py",
        ] {
            assert_eq!(
                text.parse::<BotSpec>().map(|spec| spec.to_string()),
                Ok(text.to_owned())
            );
        }
        for (text, says) in [
            ("wizard", "there are: page"),
            ("squire:jobs=2", "does not search"),
            ("knight:depth=2", "trees=none"),
            ("knight:", "trees=none"),
            ("exec:", "name the program"),
            ("exec:seconds=0:bot", "more than 0"),
        ] {
            let error = text.parse::<BotSpec>().unwrap_err();
            assert!(error.contains(says), "{error}");
        }
    }
}
