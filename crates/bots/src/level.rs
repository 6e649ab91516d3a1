//! The levels of bots. Everything about a level is declared here, for all code that shows, names or paces bots.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use roundtable_core::{Game, Rng, SeatHandle};

use crate::search::{Change, Search, Settings};
use crate::{Bot, Searchable, Squire};

/// Declares the levels, weakest first: the name, a line for people who choose one, the least time it seems to think (as
/// a multiple of the shortest time), and how it plays.
macro_rules! levels {
    ($($(#[$meta:meta])* $level:ident: $name:literal, $summary:literal, pace $pace:literal, $plays:expr;)+) => {
        /// How well a bot plays.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub enum Level {
            $($(#[$meta])* $level,)+
        }

        impl Level {
            /// All levels, weakest first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$level),+];

            /// The name as it is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$level => $name,)+
                }
            }

            /// How it plays, in a line for people who choose a level.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$level => $summary,)+
                }
            }

            /// The least time that a bot of this level seems to think, as a multiple of the shortest time: long enough
            /// for what it usually computes.
            #[must_use]
            pub const fn pace(self) -> u64 {
                match self {
                    $(Self::$level => $pace,)+
                }
            }

            const fn plays(self) -> Plays {
                match self {
                    $(Self::$level => $plays,)+
                }
            }
        }
    };
}

levels! {
    /// Any legal move, each as likely as the others.
    #[default]
    Page: "page", "Plays at random: a table to try things out", pace 1, Plays::Anything;
    /// Knows what matters in the game, and looks one move ahead.
    Squire: "squire", "Knows what matters, and looks one move ahead", pace 1, Plays::AsSquire;
    /// Searches for up to a thirtieth of a second.
    Knight: "knight", "Thinks ahead for a moment: a good opponent", pace 1, Plays::Searching(Thinks::AsKnight);
    /// Searches for a second or two: the strongest there is.
    Champion: "champion", "Thinks ahead for a second or two: the strongest there is", pace 4,
        Plays::Searching(Thinks::AsChampion);
}

/// How bots of a level come to a move.
#[derive(Clone, Copy)]
enum Plays {
    Anything,
    AsSquire,
    Searching(Thinks),
}

/// Which of the game's settings a level searches with.
#[derive(Clone, Copy)]
enum Thinks {
    AsKnight,
    AsChampion,
}

impl Thinks {
    const fn settings<G: Searchable>(self) -> Settings {
        match self {
            Self::AsKnight => G::KNIGHT,
            Self::AsChampion => G::CHAMPION,
        }
    }
}

impl Level {
    /// A bot of this level for the game `G`. The same seed makes the same choices.
    #[must_use]
    pub fn bot<G: Searchable>(self, seed: u64) -> Box<dyn Bot<G>> {
        self.changed(&[], seed)
    }

    /// A bot of this level with changed search settings. Levels that do not search cannot be changed.
    pub(crate) fn changed<G: Searchable>(self, changes: &[Change], seed: u64) -> Box<dyn Bot<G>> {
        match self.plays() {
            Plays::Anything => Box::new(Page::<G>::new(seed)),
            Plays::AsSquire => Box::new(SquireBot {
                rng: Rng::new(seed),
                game: PhantomData,
            }),
            Plays::Searching(thinks) => {
                let mut settings = thinks.settings::<G>();
                for change in changes {
                    change.apply(&mut settings);
                }
                Box::new(Search::<G>::new(settings, seed))
            }
        }
    }

    /// Whether bots of this level search.
    pub(crate) const fn searches(self) -> bool {
        matches!(self.plays(), Plays::Searching(_))
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
