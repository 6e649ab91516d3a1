//! A game as it appears in a list.

use serde::Serialize;

use crate::{GameInfo, Look, Switch};

/// A game as it appears in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The name in commands and addresses.
    pub slug: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What the game is about.
    pub summary: &'static str,
    /// Who made the game.
    pub authors: &'static str,
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// The version of its rules.
    pub rules_version: u32,
    /// Whether it has a lesson.
    pub lesson: bool,
    /// Its switches.
    pub options: &'static [Switch],
    /// How to draw its views, for a page that has no board of its own for the game.
    pub looks: &'static [Look],
}

impl Listing {
    /// The entry of a game in a list.
    #[must_use]
    pub const fn new(info: &'static GameInfo, options: &'static [Switch], looks: &'static [Look]) -> Self {
        Self {
            slug: info.slug,
            name: info.name,
            summary: info.summary,
            authors: info.authors,
            min_players: info.min_players,
            max_players: info.max_players,
            rules_version: info.rules_version,
            lesson: info.lesson.is_some(),
            options,
            looks,
        }
    }
}
