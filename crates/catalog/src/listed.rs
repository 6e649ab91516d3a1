//! A game on the list, whatever its type, and what a program brings along for games that are not the house's.

use std::any::{Any, TypeId};
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use roundtable_core::{
    AnyMatch, DeckError, DiceSource, Game, GameDeck as _, GameInfo, GameOptions as _, Listing, Match, Record, Refusal,
    Setup, Switch, deck,
};

use crate::GameId;

/// What the catalog asks of a game, whatever its type.
pub(crate) trait AnyGame: Send + Sync {
    fn game_type(&self) -> TypeId;
    fn info(&self) -> &'static GameInfo;
    fn switches(&self) -> &'static [Switch];
    fn listing(&self) -> Listing;
    fn deck(&self) -> &'static str;
    fn check_deck(&self, name: &str, text: &str) -> Result<(), DeckError>;
    fn deal(&self, setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Box<dyn AnyMatch>, Refusal>;
    fn begin(&self, record: &Record) -> Result<Box<dyn AnyMatch>, Refusal>;
    fn is_of(&self, game: &dyn AnyMatch) -> bool;
}

/// The game `G`.
pub(crate) struct Typed<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Game> AnyGame for Typed<G> {
    fn game_type(&self) -> TypeId {
        TypeId::of::<G>()
    }

    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn switches(&self) -> &'static [Switch] {
        G::Options::SWITCHES
    }

    fn listing(&self) -> Listing {
        Listing::new(self.info(), self.switches(), G::LOOKS)
    }

    fn deck(&self) -> &'static str {
        G::Deck::DEFAULT
    }

    fn check_deck(&self, name: &str, text: &str) -> Result<(), DeckError> {
        deck::parse::<G::Deck>(name, text).map(drop)
    }

    fn deal(&self, setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::new(setup, deck, dice)?))
    }

    fn begin(&self, record: &Record) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::begin(record)?))
    }

    fn is_of(&self, game: &dyn AnyMatch) -> bool {
        game.as_any().is::<Match<G>>()
    }
}

/// A game to be listed, with its faculties: what crates above the catalog ask of a game. Each of them defines its own
/// kind of faculty, looks it up by type, and knows those of the house's games by itself.
pub struct Entry {
    game: GameId,
    faculties: Vec<Box<dyn Any + Send + Sync>>,
}

impl Entry {
    /// The game, so far without faculties.
    #[must_use]
    pub fn of<G: Game>() -> Self {
        Self {
            game: GameId::of_type::<G>(),
            faculties: Vec::new(),
        }
    }

    /// The same with one more faculty.
    #[must_use]
    pub fn with(mut self, faculty: impl Any + Send + Sync) -> Self {
        self.faculties.push(Box::new(faculty));
        self
    }
}

struct List {
    games: Vec<GameId>,
    entries: Vec<Entry>,
}

static LIST: OnceLock<List> = OnceLock::new();

/// Makes these the games of the process, in this order, instead of the house's. A program does so once, before
/// anything else.
///
/// # Errors
/// What is wrong with the list; then nothing has changed.
pub fn list(entries: Vec<Entry>) -> Result<(), ListError> {
    let games: Vec<GameId> = entries.iter().map(|entry| entry.game).collect();
    if games.is_empty() {
        return Err(ListError::Empty);
    }
    for (at, game) in games.iter().enumerate() {
        let slug = game.info().slug;
        let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if slug.is_empty() || !slug.chars().all(letters) {
            return Err(ListError::BadSlug(slug));
        }
        if games[..at].contains(game) {
            return Err(ListError::Twice(slug));
        }
        game.check_deck("deck.toml", game.deck())
            .map_err(|error| ListError::BadDeck(slug, error))?;
    }
    LIST.set(List { games, entries }).map_err(|_| ListError::Late)
}

/// Why games cannot be listed.
#[derive(Clone, PartialEq, Debug)]
pub enum ListError {
    /// There is no game in the list.
    Empty,
    /// Two games have the same slug.
    Twice(&'static str),
    /// A slug has other letters than `a` to `z`, `0` to `9` and `-`.
    BadSlug(&'static str),
    /// The deck that a game comes with cannot be read.
    BadDeck(&'static str, DeckError),
    /// There is a list already.
    Late,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no game is listed; list at least one"),
            Self::Twice(slug) => write!(f, "two games are called `{slug}`; give one of them another slug"),
            Self::BadSlug(slug) => write!(
                f,
                "`{slug}` is no slug of a game; use lower-case letters, digits and `-`"
            ),
            Self::BadDeck(slug, error) => write!(f, "the deck of `{slug}` cannot be read:\n{error}"),
            Self::Late => f.write_str("the games were listed already; list them once, before anything else"),
        }
    }
}

impl std::error::Error for ListError {}

impl GameId {
    /// All games of the process: those that were [listed](list), or else the house's.
    #[must_use]
    pub fn all() -> &'static [Self] {
        LIST.get().map_or(const { &Self::HOUSE }, |list| &list.games)
    }

    /// What a crate above the catalog asks of the game, if the game was listed with it.
    #[must_use]
    pub fn faculty<F: Any>(self) -> Option<&'static F> {
        let entry = LIST.get()?.entries.iter().find(|entry| entry.game == self)?;
        entry.faculties.iter().find_map(|faculty| faculty.downcast_ref())
    }
}
