//! What to review, and how closely.

use std::fmt;
use std::str::FromStr;

use roundtable_bots::Level;
use roundtable_core::Seat;

/// The version of reviews: of the arithmetic, of the thresholds, and of the bots and samples that values come from.
pub const VERSION: u32 = 2;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quality {
    /// A first look, in a second or two.
    Coarse,
    /// About ten seconds for a whole game.
    #[default]
    Standard,
    /// Five times as long.
    Fine,
}

impl Quality {
    /// All, quickest first.
    pub const ALL: [Self; 3] = [Self::Coarse, Self::Standard, Self::Fine];

    /// The name as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coarse => "coarse",
            Self::Standard => "standard",
            Self::Fine => "fine",
        }
    }

    /// A whole review takes as many simulations as this many decisions of a champion.
    pub(crate) const fn decisions(self) -> f64 {
        match self {
            Self::Coarse => 0.4,
            Self::Standard => 8.0,
            Self::Fine => 40.0,
        }
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Quality {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|quality| quality.name() == name);
        found.ok_or_else(|| format!("there is no quality `{name}`; there are: coarse, standard, fine"))
    }
}

/// What to review.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// Which seat; all if `None`.
    pub seat: Option<Seat>,
    /// The level that everybody is taken to play on with after a move.
    pub level: Level,
    /// How closely to look.
    pub quality: Quality,
    /// Whether to work out the chances with open cards, too.
    pub open: bool,
    /// What the simulations are drawn with.
    pub seed: u64,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            seat: None,
            level: Level::Champion,
            quality: Quality::default(),
            open: false,
            seed: 0,
        }
    }
}
