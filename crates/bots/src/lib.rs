//! Players that are programs. A bot gets a seat's handle and nothing else, so it cannot see more than a person on that seat.

mod any;
mod exec;
mod insight;
mod search;
mod spec;
mod squires;

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use roundtable_core::{Game, Rng, SeatHandle};

pub use any::{AnyBot, hints_for};
pub use exec::FALLBACK;
pub use insight::learnt::{Learnt, UNITS};
pub use insight::lesson::{Company, Lesson, read_lessons};
pub use insight::{Insight, Shares};
pub use roundtable_protocol::Hint;
pub use search::{Budget, Change, Effort, Guidance, Judge, Search, Settings, Thought, Trees, hints};
pub use spec::BotSpec;
pub use squires::{Belief, Minds, Reading, Squire, squire_without_beliefs};

/// A program that plays.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal moves of a seat that is to act.
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move;

    /// What it says to the table now, if anything. It may be asked at any time, and what it says changes nothing in the rules.
    fn claim(&mut self, _seat: &SeatHandle<'_, G>) -> Option<G::Claim> {
        None
    }

    /// What whoever runs the game should know: that a program failed, for one. It is told once.
    fn trouble(&mut self) -> Option<String> {
        None
    }
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Any legal move, each as likely as the others.
    #[default]
    Page,
    /// Knows what matters in the game, and looks one move ahead.
    Squire,
    /// Searches for a twentieth of a second, about.
    Knight,
    /// Searches for a second or two: the strongest there is.
    Champion,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 4] = [Self::Page, Self::Squire, Self::Knight, Self::Champion];

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Squire => "squire",
            Self::Knight => "knight",
            Self::Champion => "champion",
        }
    }

    /// How it plays, in a line for whoever chooses one.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Page => "Plays at random: a table to try things out",
            Self::Squire => "Knows what matters, and looks one move ahead",
            Self::Knight => "Thinks ahead for a moment: a good opponent",
            Self::Champion => "Thinks ahead for a second or two: the strongest there is",
        }
    }

    /// A bot of this level for the game `G`. The same seed makes the same choices.
    #[must_use]
    pub fn bot<G: Insight>(self, seed: u64) -> Box<dyn Bot<G>> {
        self.changed(&[], seed)
    }

    /// A bot of this level that searches otherwise. Levels that do not search cannot be changed.
    pub(crate) fn changed<G: Insight>(self, changes: &[Change], seed: u64) -> Box<dyn Bot<G>> {
        let mut settings = match self {
            Self::Page => return Box::new(Page::<G>::new(seed)),
            Self::Squire => {
                return Box::new(SquireBot {
                    rng: Rng::new(seed),
                    game: PhantomData,
                });
            }
            Self::Knight => G::KNIGHT,
            Self::Champion => G::CHAMPION,
        };
        for change in changes {
            change.apply(&mut settings);
        }
        Box::new(Search::<G>::new(settings, seed))
    }

    /// Whether bots of this level search.
    pub(crate) const fn searches(self) -> bool {
        match self {
            Self::Page | Self::Squire => false,
            Self::Knight | Self::Champion => true,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no level `{name}`; there are: {names}")
        })
    }
}

/// Plays any legal move, each as likely as the others.
struct Page<G: Game> {
    rng: Rng,
    moves: Vec<G::Move>,
}

impl<G: Game> Page<G> {
    fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            moves: Vec::new(),
        }
    }
}

impl<G: Game> Bot<G> for Page<G> {
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move {
        seat.legal_moves(&mut self.moves);
        self.rng.pick(&self.moves)
    }
}

/// The squire of a game.
struct SquireBot<G> {
    rng: Rng,
    game: PhantomData<fn() -> G>,
}

impl<G: Squire> Bot<G> for SquireBot<G> {
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move {
        G::squire(seat, &mut self.rng)
    }

    fn claim(&mut self, seat: &SeatHandle<'_, G>) -> Option<G::Claim> {
        G::squire_claim(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_written_and_read() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("wizard".parse::<Level>().unwrap_err().contains("page"));
    }
}
