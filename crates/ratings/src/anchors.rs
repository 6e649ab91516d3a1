//! Fixed places on the scale: levels of bots, as the laboratory has measured them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::Rating;

/// The measured levels, and how they were measured.
const FILE: &str = include_str!("../anchors.toml");

static ANCHORS: LazyLock<Anchors> = LazyLock::new(|| toml::from_str(FILE).unwrap_or_default());

/// All anchors.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchors {
    /// The version of the measurements.
    pub version: u32,
    /// The levels of each game, by its slug.
    pub games: BTreeMap<String, BTreeMap<String, Anchor>>,
}

/// A measured level.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Its place on the scale.
    pub points: f64,
    /// The standard error of that.
    pub error: f64,
    /// Where the figure is from.
    pub from: String,
}

/// All anchors.
#[must_use]
pub fn anchors() -> &'static Anchors {
    &ANCHORS
}

/// The fixed rating of a level in a game. `None` if it was not measured: then it is rated like a person.
#[must_use]
pub fn anchor(game: &str, level: &str) -> Option<Rating> {
    let anchor = ANCHORS.games.get(game)?.get(level)?;
    Some(Rating::of(anchor.points, anchor.error))
}
