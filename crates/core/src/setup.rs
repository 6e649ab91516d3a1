//! How a game is set up: as it is written, and as it is played.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Code, Dice, Game, GameDeck as _, GameInfo, Refusal, SetupError, Sink, deck, options};

/// Which game, under which version of its rules, how many play and with which switches: the head of everything that
/// sets up, stores or shows a game. Nothing in it is checked until [`Setting::read`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// The slug of the game.
    pub game: String,
    /// The version of its rules. A request for a new game may leave it out; then it is the current one.
    #[serde(default)]
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// The switches, by name; missing ones are off.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, bool>"))]
    pub options: Map<String, Value>,
}

impl Setup {
    /// A game under the current rules with every option off.
    #[must_use]
    pub fn standard(info: &GameInfo, players: usize) -> Self {
        Self {
            game: info.slug.to_owned(),
            rules_version: info.rules_version,
            players,
            options: Map::new(),
        }
    }

    /// Refuses another game, and another version of its rules.
    pub(crate) fn check(&self, info: &GameInfo) -> Result<(), Refusal> {
        if self.game != info.slug {
            return Err(Refusal::new(
                Code::OtherGame,
                format!("this is a record of `{}`, not of `{}`", self.game, info.slug),
            ));
        }
        if ![0, info.rules_version].contains(&self.rules_version) {
            return Err(Refusal::new(
                Code::OtherRules,
                format!(
                    "this is played by version {} of the rules of {}; this program has version {}",
                    self.rules_version, info.name, info.rules_version
                ),
            ));
        }
        Ok(())
    }
}

/// How a game is set up, in the game's own types: a [`Setup`] that has been read.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting<G: Game> {
    /// How many play.
    pub players: usize,
    /// The switches.
    pub options: G::Options,
    /// The text of the deck file, or `None` for the deck that the game comes with.
    pub deck: Option<String>,
    /// The cards of the deck.
    pub cards: G::Deck,
}

impl<G: Game> Setting<G> {
    /// A setting with the standard deck and these switches.
    #[must_use]
    pub fn standard(players: usize, options: G::Options) -> Self {
        Self {
            players,
            options,
            deck: None,
            cards: G::Deck::standard(),
        }
    }

    /// Reads a set-up and the text of a deck file, which errors call `name`.
    ///
    /// # Errors
    /// [`Code::OtherGame`], [`Code::OtherRules`], [`Code::BadOptions`] or [`Code::BadDeck`].
    pub fn read(setup: &Setup, name: &str, deck: Option<String>) -> Result<Self, Refusal> {
        setup.check(&G::INFO)?;
        let bad = |message| Refusal::new(Code::BadOptions, message);
        Ok(Self {
            players: setup.players,
            options: options::from_json(&setup.options).map_err(bad)?,
            cards: match &deck {
                None => G::Deck::standard(),
                Some(text) => deck::parse(name, text)?,
            },
            deck,
        })
    }

    /// The set-up as it is written, with every switch named.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            options: options::to_json(&self.options),
            ..Setup::standard(&G::INFO, self.players)
        }
    }

    /// Deals a game.
    ///
    /// # Errors
    /// If the game is not for this number of players, or the deck is too small for them.
    pub fn deal<S: Sink<G::Event>>(&self, dice: Dice, sink: &mut S) -> Result<G, SetupError> {
        G::new(self.players, self.options, &self.cards, dice, sink)
    }
}
