//! Ratings: how strong people and bots are, from the results of their games.
//!
//! Pure arithmetic that knows no server: the same games in the same order give the same ratings to the last byte. The
//! model is Weng and Lin's (Bradley and Terry's for any number of players and teams), on Elo's scale: 400 points are
//! odds of ten to one. Every rating has a deviation, which shrinks as games say more.
//!
//! - The members of a side are rated as their mean, so a side is not stronger for being larger.
//! - Levels of bots that were measured have fixed places on the scale ([`anchor`]), so that a point means the same on
//!   every site. What they do on a site is rated as well, beside their anchors.
//! - Ratings are whole millionths of a point, rounded after every game: they are stored and compared exactly.

mod anchors;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

pub use anchors::{Anchor, Anchors, anchor, anchors};

/// The version of the arithmetic and of the anchors: ratings of another version are rebuilt.
pub const VERSION: i64 = 1;

/// The middle of the scale: a squire, in every game.
pub const MIDDLE: f64 = 1500.0;

/// How uncertain the rating of somebody is of whom nothing is known.
const UNKNOWN: f64 = 350.0;

/// How much a player may change from one game to the next, as a deviation.
const CHANGE: f64 = 6.0;

/// A rating is provisional while its deviation is greater than this.
const SURE: f64 = 90.0;

/// How many deviations the ends of a 95 % interval are from the middle.
const Z: f64 = 1.96;

/// Points of Elo's scale per natural logarithm of the odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// Parts of a point that are told apart.
const PARTS: f64 = 1_000_000.0;

/// How strong somebody is, as far as it is known: a mean and a deviation in millionths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The mean.
    pub mean: i64,
    /// The standard deviation.
    pub deviation: i64,
}

impl Rating {
    /// The rating of somebody of whom nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self::of(MIDDLE, UNKNOWN)
    }

    /// A rating in points.
    #[must_use]
    pub fn of(mean: f64, deviation: f64) -> Self {
        Self {
            mean: (mean * PARTS).round() as i64,
            deviation: (deviation * PARTS).round() as i64,
        }
    }

    /// The mean in points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.mean as f64 / PARTS
    }

    /// The deviation in points.
    #[must_use]
    pub fn uncertainty(self) -> f64 {
        self.deviation as f64 / PARTS
    }

    /// The ends of the 95 % interval, in points.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        let half = Z * self.uncertainty();
        (self.points() - half, self.points() + half)
    }

    /// Whether too little is known for the rating to be compared.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.uncertainty() > SURE
    }
}

/// A party of a game: a player, or all players of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// Its place, from 1; equals share a place.
    pub place: u8,
    /// The ratings of its members before the game.
    pub members: Vec<Rating>,
}

/// The ratings of all members of all parties after a game, in the same order.
#[must_use]
pub fn rate(parties: &[Party]) -> Vec<Vec<Rating>> {
    let shared: Vec<Vec<WengLinRating>> = parties
        .iter()
        .map(|party| {
            party
                .members
                .iter()
                .map(|own| {
                    let size = party.members.len() as f64;
                    WengLinRating {
                        // From the middle of the scale, and in equal shares: sides of any size are compared by
                        // their means.
                        rating: (own.points() - MIDDLE) / size,
                        uncertainty: own.uncertainty().hypot(CHANGE) / size,
                    }
                })
                .collect()
        })
        .collect();
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = parties
        .iter()
        .zip(&shared)
        .map(|(party, members)| (members.as_slice(), MultiTeamOutcome::new(party.place.into())))
        .collect();
    let model = WengLinConfig {
        // With players who are known well, the difference counts as on Elo's scale.
        beta: POINTS / std::f64::consts::SQRT_2,
        uncertainty_tolerance: 1e-6,
    };
    let size = |members: &[WengLinRating]| members.len() as f64;
    weng_lin_multi_team(&ranked, &model)
        .iter()
        .map(|members| {
            let back =
                |own: &WengLinRating| Rating::of(MIDDLE + own.rating * size(members), own.uncertainty * size(members));
            members.iter().map(back).collect()
        })
        .collect()
}
