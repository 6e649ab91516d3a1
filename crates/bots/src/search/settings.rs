//! How a search thinks, and for how long.

use std::fmt;
use std::time::Duration;

/// Whose information the trees are built on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trees {
    /// No tree: the legal moves are compared on the same samples, and everybody plays on as in a rollout. Sealed
    /// choices have to be mixed, and are searched with a tree for each seat.
    None,
    /// One tree: everybody chooses by what the searching seat can tell apart.
    Single,
    /// One tree for the searching seat's own choices; the others choose as in a rollout, whatever was learnt about
    /// them.
    Own,
    /// A tree for each seat: every player chooses by what that player can tell apart.
    Multiple,
}

/// How to choose among moves about which nothing has been learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guidance {
    /// All moves are equal.
    Plain,
    /// By the game's quick guide.
    Guided,
    /// As the squire would choose: the best model of a sensible player, and slow.
    Squire,
    /// As knights usually choose, estimated quickly.
    Knight,
    /// In each rollout some seats choose as the squire would and the others as knights do, at random: nobody knows who
    /// the others are.
    Mixed,
    /// The same, but the odds follow what each of the others has done so far, if the searcher has a tree of its own to
    /// tell from. The searcher chooses as knights do.
    Read,
}

/// What a search relies on for judgement: for a position where a rollout is cut off, and for what the acts of others
/// say about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// Formulas and rules of thumb.
    Quick,
    /// What was fitted to games of bots, in games that have it.
    Learnt,
}

/// How many simulations are made for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// This many.
    Exactly(u32),
    /// This many with `players` or more players. With fewer, a simulation takes less time, roughly by the square of the
    /// number of players, and correspondingly more simulations are made.
    With {
        /// How many simulations.
        simulations: u32,
        /// With this number of players or more.
        players: u32,
    },
}

impl Budget {
    /// How many simulations that is at a table of this size.
    #[must_use]
    pub fn simulations(self, at_table: usize) -> u32 {
        match self {
            Self::Exactly(simulations) => simulations,
            Self::With { simulations, players } => {
                let fewer = at_table.clamp(1, players as usize) as u32;
                simulations * players * players / (fewer * fewer)
            }
        }
    }
}

/// How a search thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Whose information the trees are built on.
    pub trees: Trees,
    /// Which moves are tried first in a tree.
    pub priors: Guidance,
    /// How the game is played on below the trees.
    pub rollouts: Guidance,
    /// After how many turns or rounds of the game (whatever its clock counts) a rollout is cut off and judged; `None`
    /// for never.
    pub cut: Option<u32>,
    /// How a cut-off position is judged, and how the acts of others are read.
    pub judge: Judge,
    /// How much rarely tried moves are favoured.
    pub explore: f32,
    /// How much the squire's move is favoured at the root, from 0 to 1.
    pub advice: f32,
    /// Whether it makes claims and listens to those of others, in games that have them.
    pub claims: bool,
    /// How many simulations are made for a decision.
    pub budget: Budget,
    /// How many simulations one sample serves.
    pub reuse: u32,
    /// Stop after this time even if there are iterations left. With a time limit, decisions are no longer reproducible.
    pub time: Option<Duration>,
    /// How many threads work on one decision. With more than one, each grows its own trees, and the counts are added.
    pub jobs: usize,
}

impl Settings {
    /// What most knights have in common; each game states its differences.
    pub const KNIGHT: Self = Self {
        trees: Trees::Single,
        priors: Guidance::Guided,
        rollouts: Guidance::Guided,
        cut: Some(1),
        judge: Judge::Quick,
        explore: 0.15,
        advice: 0.4,
        claims: true,
        budget: Budget::Exactly(2_000),
        reuse: 1,
        time: None,
        jobs: 1,
    };

    /// The champion of most games: like this knight, but without a tree, with a better judge, and unsure who the others
    /// are.
    #[must_use]
    pub const fn champion(self, budget: Budget) -> Self {
        Self {
            trees: Trees::None,
            rollouts: Guidance::Mixed,
            judge: Judge::Learnt,
            budget,
            ..self
        }
    }
}

/// One setting that differs from the level's.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// `trees=none`, `trees=single`, `trees=own` or `trees=multiple`
    Trees(Trees),
    /// `priors=plain`, `priors=guided` or `priors=knight`
    Priors(Guidance),
    /// `rollouts=plain`, `rollouts=guided`, `rollouts=squire`, `rollouts=knight`, `rollouts=mixed` or `rollouts=read`
    Rollouts(Guidance),
    /// `cut=none` or `cut=3`
    Cut(Option<u32>),
    /// `judge=quick` or `judge=learnt`
    Judge(Judge),
    /// `explore=0.7`
    Explore(f32),
    /// `advice=0.4`
    Advice(f32),
    /// `claims=on` or `claims=off`
    Claims(bool),
    /// `iterations=2000`
    Iterations(u32),
    /// `reuse=4`
    Reuse(u32),
    /// `seconds=1.5`: as many iterations as fit into this time.
    Seconds(f32),
    /// `jobs=2`
    Jobs(usize),
}

/// What can be changed, for error messages.
const CHANGES: &str = "trees=none|single|own|multiple, priors=plain|guided|knight, \
                       rollouts=plain|guided|squire|knight|mixed|read, cut=none|N, judge=quick|learnt, explore=X, \
                       advice=X, claims=on|off, iterations=N, reuse=N, seconds=X, jobs=N";

impl Change {
    /// Reads `name=value`.
    ///
    /// # Errors
    /// A message that lists the possible changes.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` changes nothing about a search; there are: {CHANGES}");
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        let count = |most: u32| value.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(wrong);
        let amount = |most: f32| {
            let amount = value.parse().ok().filter(|x| (0.0..=most).contains(x));
            amount.ok_or_else(wrong)
        };
        Ok(match (name, value) {
            ("trees", "none") => Self::Trees(Trees::None),
            ("trees", "single") => Self::Trees(Trees::Single),
            ("trees", "own") => Self::Trees(Trees::Own),
            ("trees", "multiple") => Self::Trees(Trees::Multiple),
            ("priors", _) => Self::Priors(
                guidance(value)
                    .filter(|&guidance| matches!(guidance, Guidance::Plain | Guidance::Guided | Guidance::Knight))
                    .ok_or_else(wrong)?,
            ),
            ("rollouts", _) => Self::Rollouts(guidance(value).ok_or_else(wrong)?),
            ("cut", "none") => Self::Cut(None),
            ("cut", _) => Self::Cut(Some(count(1_000_000)?)),
            ("judge", "quick") => Self::Judge(Judge::Quick),
            ("judge", "learnt") => Self::Judge(Judge::Learnt),
            ("explore", _) => Self::Explore(amount(100.0)?),
            ("advice", _) => Self::Advice(amount(1.0)?),
            ("claims", "on") => Self::Claims(true),
            ("claims", "off") => Self::Claims(false),
            ("iterations", _) => Self::Iterations(count(100_000_000)?),
            ("reuse", _) => Self::Reuse(count(1_000_000)?),
            ("seconds", _) => Self::Seconds(amount(3600.0)?),
            ("jobs", _) => Self::Jobs(count(256)? as usize),
            _ => return Err(wrong()),
        })
    }

    /// Makes the change.
    pub(crate) fn apply(&self, settings: &mut Settings) {
        match *self {
            Self::Trees(trees) => settings.trees = trees,
            Self::Priors(priors) => settings.priors = priors,
            Self::Rollouts(rollouts) => settings.rollouts = rollouts,
            Self::Cut(cut) => settings.cut = cut,
            Self::Judge(judge) => settings.judge = judge,
            Self::Explore(explore) => settings.explore = explore,
            Self::Advice(advice) => settings.advice = advice,
            Self::Claims(claims) => settings.claims = claims,
            Self::Iterations(iterations) => settings.budget = Budget::Exactly(iterations),
            Self::Reuse(reuse) => settings.reuse = reuse,
            Self::Seconds(seconds) => {
                settings.time = Some(Duration::from_secs_f32(seconds));
                settings.budget = Budget::Exactly(u32::MAX);
            }
            Self::Jobs(jobs) => settings.jobs = jobs,
        }
    }
}

fn guidance(value: &str) -> Option<Guidance> {
    match value {
        "plain" => Some(Guidance::Plain),
        "guided" => Some(Guidance::Guided),
        "squire" => Some(Guidance::Squire),
        "knight" => Some(Guidance::Knight),
        "mixed" => Some(Guidance::Mixed),
        "read" => Some(Guidance::Read),
        _ => None,
    }
}

impl fmt::Display for Guidance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::Guided => "guided",
            Self::Squire => "squire",
            Self::Knight => "knight",
            Self::Mixed => "mixed",
            Self::Read => "read",
        })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trees(Trees::None) => f.write_str("trees=none"),
            Self::Trees(Trees::Single) => f.write_str("trees=single"),
            Self::Trees(Trees::Own) => f.write_str("trees=own"),
            Self::Trees(Trees::Multiple) => f.write_str("trees=multiple"),
            Self::Priors(guidance) => write!(f, "priors={guidance}"),
            Self::Rollouts(guidance) => write!(f, "rollouts={guidance}"),
            Self::Cut(None) => f.write_str("cut=none"),
            Self::Cut(Some(cut)) => write!(f, "cut={cut}"),
            Self::Judge(Judge::Quick) => f.write_str("judge=quick"),
            Self::Judge(Judge::Learnt) => f.write_str("judge=learnt"),
            Self::Explore(explore) => write!(f, "explore={explore}"),
            Self::Advice(advice) => write!(f, "advice={advice}"),
            Self::Claims(claims) => write!(f, "claims={}", if *claims { "on" } else { "off" }),
            Self::Iterations(iterations) => write!(f, "iterations={iterations}"),
            Self::Reuse(reuse) => write!(f, "reuse={reuse}"),
            Self::Seconds(seconds) => write!(f, "seconds={seconds}"),
            Self::Jobs(jobs) => write!(f, "jobs={jobs}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_written_and_read() {
        for text in [
            "trees=none",
            "trees=single",
            "trees=own",
            "priors=guided",
            "rollouts=plain",
            "rollouts=squire",
            "rollouts=knight",
            "rollouts=mixed",
            "rollouts=read",
            "cut=none",
            "cut=3",
            "judge=learnt",
            "explore=0.7",
            "advice=0.4",
            "claims=off",
            "iterations=2000",
            "reuse=4",
            "seconds=1.5",
            "jobs=2",
        ] {
            assert_eq!(
                Change::parse(text).map(|change| change.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "",
            "trees",
            "trees=many",
            "priors=squire",
            "cut=0",
            "judge=good",
            "jobs=0",
            "seconds=-1",
            "seconds=nan",
            "depth=3",
        ] {
            assert!(Change::parse(text).unwrap_err().contains("trees=none"), "{text}");
        }
    }
}
