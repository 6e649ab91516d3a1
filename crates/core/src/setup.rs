//! How a game is set up: as it is written, and as it is played.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Code, Dice, Game, GameDeck as _, GameInfo, Refusal, SetupError, Sink, deck, options};

/// Which game, by which version of its rules, how many play and with which switches: the head of whatever sets up,
/// stores or shows a game. Nothing in it has been checked; that is [`Setting::read`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// The slug of the game.
    pub game: String,
    /// The version of its rules. Whoever asks for a new game may leave it out: then it is the present one.
    #[serde(default)]
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// The switches, by name; those that are left out are off.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, bool>"))]
    pub options: Map<String, Value>,
}

impl Setup {
    /// A game by the present rules with every option off.
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

/// How a game is set up, with the game's own types: what was [`Setup`] before it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting<G: Game> {
    /// How many play.
    pub players: usize,
    /// The switches.
    pub options: G::Options,
    /// The text of the deck file, or nothing for the deck that the game comes with.
    pub deck: Option<String>,
    /// Its cards.
    pub cards: G::Deck,
}

impl<G: Game> Setting<G> {
    /// The standard deck with these switches.
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

    /// As it is written, with every switch named.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            options: options::to_json(&self.options),
            ..Setup::standard(&G::INFO, self.players)
        }
    }

    /// Deals.
    ///
    /// # Errors
    /// If the game is not for this number of players, or the deck not enough for them.
    pub fn deal<S: Sink<G::Event>>(&self, dice: Dice, sink: &mut S) -> Result<G, SetupError> {
        G::new(self.players, self.options, &self.cards, dice, sink)
    }
}
