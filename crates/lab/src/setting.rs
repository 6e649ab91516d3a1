//! What is played in an experiment, and the seeds of its games.

use roundtable_core::{DeckError, Dice, DiceSource, Game, GameDeck as _, Setup, SetupError, Silent, deck, options};
use serde::Serialize;
use serde_json::{Map, Value};

/// Why an experiment cannot be made, or could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The game cannot be set up like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is something wrong with a deck.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// The experiment makes no sense.
    #[error("{0}")]
    Design(String),
    /// A bot chose a move that is not legal.
    #[error("the bot {bot} chose wrongly in the game with seed {seed}: {why}")]
    Bot {
        /// Which bot.
        bot: String,
        /// The seed of the deal.
        seed: u64,
        /// What is wrong with the move.
        why: String,
    },
    /// A record could not be kept.
    #[error("cannot keep a record: {0}")]
    Record(String),
}

/// The deck of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedDeck<G: Game> {
    /// How reports call it: `standard`, or the name of its file.
    pub name: String,
    /// The text of its file, or nothing for the one that the game comes with.
    pub text: Option<String>,
    /// Its cards.
    pub cards: G::Deck,
}

impl<G: Game> NamedDeck<G> {
    /// The deck that the game comes with.
    #[must_use]
    pub fn standard() -> Self {
        Self {
            name: "standard".to_owned(),
            text: None,
            cards: G::Deck::standard(),
        }
    }

    /// The deck of a file.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(name: &str, text: String) -> Result<Self, DeckError> {
        Ok(Self {
            name: name.to_owned(),
            cards: deck::parse(name, &text)?,
            text: Some(text),
        })
    }
}

/// What is played: how many, with which switches and cards, and from which seed.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting<G: Game> {
    /// How many play.
    pub players: usize,
    /// The switches.
    pub options: G::Options,
    /// The cards.
    pub deck: NamedDeck<G>,
    /// Where all chance of the experiment comes from.
    pub seed: u64,
}

impl<G: Game> Setting<G> {
    /// Checks that the game can be played like this.
    ///
    /// # Errors
    /// If there is no such option, or the game is not for so many players, or not with this deck.
    pub fn new(players: usize, switches: &Map<String, Value>, deck: NamedDeck<G>, seed: u64) -> Result<Self, LabError> {
        let setting = Self {
            players,
            options: options::from_json(switches).map_err(LabError::Design)?,
            deck,
            seed,
        };
        G::new(
            players,
            setting.options,
            &setting.deck.cards,
            Dice::from_seed(seed),
            &mut Silent,
        )?;
        Ok(setting)
    }

    /// The same with other cards: the same seeds shuffle them.
    ///
    /// # Errors
    /// If the deck does not serve for so many players.
    pub fn with_deck(&self, deck: NamedDeck<G>) -> Result<Self, LabError> {
        Self::new(self.players, &options::to_json(&self.options), deck, self.seed)
    }

    /// The seed of a deal.
    #[must_use]
    pub fn deal_seed(&self, deal: u64) -> u64 {
        // As short as seeds from the operating system are, for readers of JSON that count in floating point.
        mix(self.seed, deal) >> 11
    }

    /// The seed of a bot: another one for each time that a deal is played.
    #[must_use]
    pub fn bot_seed(&self, deal: u64, turn: u64, seat: usize) -> u64 {
        mix(mix(self.deal_seed(deal), turn), 1 + seat as u64)
    }

    /// The set-up of a deal, as records have it.
    #[must_use]
    pub fn setup(&self, deal: u64) -> Setup {
        Setup {
            players: self.players,
            options: options::to_json(&self.options),
            deck: self.deck.text.clone(),
            dice: DiceSource::Seed(self.deal_seed(deal)),
        }
    }

    /// What a report says about it.
    #[must_use]
    pub fn describe(&self) -> Described {
        Described {
            game: G::INFO.slug,
            name: G::INFO.name,
            rules_version: G::INFO.rules_version,
            players: self.players,
            options: options::to_json(&self.options),
            deck: self.deck.name.clone(),
            seed: self.seed,
        }
    }
}

/// A setting as reports show it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Described {
    /// The slug of the game.
    pub game: &'static str,
    /// The name of the game.
    #[serde(skip)]
    pub name: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// The switches.
    pub options: Map<String, Value>,
    /// How the deck is called.
    pub deck: String,
    /// Where all chance comes from.
    pub seed: u64,
}

impl Described {
    /// Game, players, switches that are on, deck and seed in a line.
    #[must_use]
    pub fn line(&self) -> String {
        let on = self.options.iter().filter(|(_, on)| on.as_bool() == Some(true));
        let on: String = on.map(|(name, _)| format!(", {name}")).collect();
        format!(
            "{}, {} players{on}, {} deck, seed {}",
            self.name, self.players, self.deck, self.seed
        )
    }
}

/// A number that looks random for each pair (the finish of SplitMix64).
const fn mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
