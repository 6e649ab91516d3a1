//! What is played in an experiment, and the seeds of its games.

use std::sync::Arc;

use roundtable_core::{Dice, Game, Refusal, Setting, Setup, SetupError, Silent};
use serde::{Deserialize, Serialize};

/// Why an experiment cannot be set up, or could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The game cannot be set up like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot be set up like this, or a record cannot be kept.
    #[error("{}", .0.message)]
    Refused(#[from] Refusal),
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

/// What reports call the deck that a game comes with.
const STANDARD: &str = "standard";

/// A deck other than the one a game comes with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeckFile {
    /// What reports and errors call it.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// What an experiment plays, and from which seed.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment<G: Game> {
    /// How the game is set up, shared by all matches of the experiment.
    pub setting: Arc<Setting<G>>,
    /// What reports call the deck: `standard`, or the name of its file.
    pub deck: String,
    /// The source of all chance in the experiment.
    pub seed: u64,
}

impl<G: Game> Experiment<G> {
    /// Checks that the game can be played like this. Without a deck it uses the one the game comes with.
    ///
    /// # Errors
    /// If there is no such option, or the game cannot be played with this many players or this deck.
    pub fn new(setup: &Setup, deck: Option<DeckFile>, seed: u64) -> Result<Self, LabError> {
        let (name, text) = deck.map_or((STANDARD.to_owned(), None), |deck| (deck.name, Some(deck.text)));
        let setting = Setting::read(setup, &name, text)?;
        setting.deal(Dice::from_seed(seed), &mut Silent)?;
        Ok(Self {
            setting: Arc::new(setting),
            deck: name,
            seed,
        })
    }

    /// The same with other cards, shuffled by the same seeds.
    ///
    /// # Errors
    /// If the deck cannot be used with this many players.
    pub fn with_deck(&self, deck: Option<DeckFile>) -> Result<Self, LabError> {
        Self::new(&self.setting.setup(), deck, self.seed)
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.setting.players
    }

    /// The seed of a deal.
    #[must_use]
    pub fn deal_seed(&self, deal: u64) -> u64 {
        // As short as seeds from the operating system, for JSON readers that use floating point.
        mix(self.seed, deal) >> 11
    }

    /// The seed of a bot, different each time that a deal is played.
    #[must_use]
    pub fn bot_seed(&self, deal: u64, turn: u64, seat: usize) -> u64 {
        mix(mix(self.deal_seed(deal), turn), 1 + seat as u64)
    }

    /// What a report says about it.
    #[must_use]
    pub fn describe(&self) -> Described {
        Described {
            name: G::INFO.name,
            setup: self.setting.setup(),
            deck: self.deck.clone(),
            seed: self.seed,
        }
    }
}

/// An experiment as reports show it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Described {
    /// The name of the game.
    #[serde(skip)]
    pub name: &'static str,
    /// What was played.
    #[serde(flatten)]
    pub setup: Setup,
    /// What the deck is called.
    pub deck: String,
    /// The source of all chance.
    pub seed: u64,
}

impl Described {
    /// Game, players, options that are on, deck and seed in one line.
    #[must_use]
    pub fn line(&self) -> String {
        self.line_with(&format!("{} players", self.setup.players))
    }

    /// The same for a report on several numbers of players.
    #[must_use]
    pub fn line_for_all(&self) -> String {
        self.line_with("several numbers of players")
    }

    fn line_with(&self, players: &str) -> String {
        let on = self.setup.options.iter().filter(|(_, on)| on.as_bool() == Some(true));
        let on: String = on.map(|(name, _)| format!(", {name}")).collect();
        format!("{}, {players}{on}, {} deck, seed {}", self.name, self.deck, self.seed)
    }
}

/// A pseudorandom number for each pair (the finaliser of SplitMix64).
const fn mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
