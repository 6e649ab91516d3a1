//! What the suite reports.

use std::fmt;

/// The checks of the suite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// The game starts for every number of players it is for, and for no other.
    Setup,
    /// Random games end.
    Termination,
    /// Same set-up, same moves: same game; a clone has a life of its own; listening changes nothing.
    Determinism,
    /// The same cards are there from the first move to the last.
    Conservation,
    /// What the game itself says must hold between moves.
    Invariants,
    /// Somebody is to act exactly while the game goes on, and has a move; nobody else has.
    Actors,
    /// The legal moves are listed once each, always in the same order, and no two have the same result.
    Moves,
    /// `legal_moves` and `check` agree on every numbered move.
    Agreement,
    /// Moves survive notation, JSON and number, and have no unknown fields.
    Writing,
    /// A refusal has a code, a rule and a sentence.
    Refusals,
    /// A refusal, or asking, leaves the position as it was.
    Untouched,
    /// In a simultaneous phase the order of choosing changes nothing.
    Order,
    /// Nobody learns a choice before the last has chosen.
    Seal,
    /// What an eye gets does not depend on what it cannot know.
    Leak,
    /// Samples agree with all an eye has seen, and vary everything else.
    Samples,
    /// Samples depend on what the eye knows and on the generator alone.
    Seeds,
    /// A record replays to the same game.
    Records,
    /// The outcome fits the table.
    Outcome,
    /// Texts fit a terminal of 80 columns.
    Text,
}

/// A promise of the contract that a game breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// Which check found it.
    pub check: Check,
    /// What is wrong, with everything needed to see it again.
    pub what: String,
}

impl Breach {
    pub(crate) fn new(check: Check, what: impl Into<String>) -> Self {
        Self {
            check,
            what: what.into(),
        }
    }

    pub(crate) fn at(mut self, place: &impl fmt::Display) -> Self {
        self.what = format!("{} ({place})", self.what);
        self
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.check, self.what)
    }
}

impl std::error::Error for Breach {}

/// `Ok` if the condition holds, otherwise a breach with these words.
macro_rules! holds {
    ($check:expr, $condition:expr, $($words:tt)+) => {
        if !$condition {
            return Err($crate::breach::Breach::new($check, format!($($words)+)));
        }
    };
}
pub(crate) use holds;
