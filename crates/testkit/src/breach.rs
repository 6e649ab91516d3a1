//! What the suite reports.

use std::fmt;

/// The checks of the suite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// The game starts for every number of players it is for, and for no other.
    Setup,
    /// Random games end.
    Termination,
    /// The same set-up and moves give the same game; a clone is independent; listening changes nothing.
    Determinism,
    /// The same cards are there from the first move to the last.
    Conservation,
    /// The game's own invariants hold between moves.
    Invariants,
    /// Somebody is to act exactly while the game goes on; those who are to act have a move, and nobody else has.
    Actors,
    /// The legal moves are listed once each, always in the same order, and no two have the same result.
    Moves,
    /// `legal_moves` and `check` agree on every numbered move.
    Agreement,
    /// Moves can be read back from notation, JSON and number, and unknown fields are refused.
    Writing,
    /// A refusal has a code, a rule and a sentence.
    Refusals,
    /// A refusal or a query leaves the position unchanged.
    Untouched,
    /// In a simultaneous phase the order of choosing changes nothing.
    Order,
    /// Nobody learns a choice before the last seat has chosen.
    Seal,
    /// What an eye gets does not depend on what it cannot know.
    Leak,
    /// Samples agree with everything an eye has seen, and vary the rest.
    Samples,
    /// Samples depend only on what the eye knows and on the generator.
    Seeds,
    /// Every kind of situation was judged: each that occurred, and each declared move.
    Coverage,
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
    /// What is wrong, with everything needed to reproduce it.
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
