//! Deck files: what is printed on the cards, in TOML, so that owners of the boxed game can replace them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde::de::DeserializeOwned;
pub use toml::Spanned;

/// The cards of a game, read from a deck file and checked to be playable.
///
/// Everything outside passes a deck as its TOML text (records too); only [`parse`] turns the text into a deck.
pub trait GameDeck: Clone + PartialEq + fmt::Debug + Send + Sync + Sized + 'static {
    /// The deck file that the game comes with.
    const DEFAULT: &'static str;

    /// The file's shape. Give it `deny_unknown_fields` and a field `game` for [`Problems::expect_game`], and wrap in
    /// [`Spanned`] what [`build`](Self::build) may complain about.
    type File: DeserializeOwned;

    /// Makes the deck, or reports everything that is wrong with the file to `problems`, each with its place.
    fn build(file: Self::File, problems: &mut Problems<'_>) -> Option<Self>;

    /// The deck that the game comes with.
    ///
    /// # Panics
    /// If the embedded file is wrong; every game has a test against that.
    #[must_use]
    fn standard() -> Self {
        // Reading TOML takes longer than dealing, so it happens once for each game.
        if let Some(deck) = standards(|decks| {
            decks
                .get(&TypeId::of::<Self>())
                .and_then(|deck| deck.downcast_ref())
                .cloned()
        }) {
            return deck;
        }
        let deck: Self =
            parse("deck.toml", Self::DEFAULT).unwrap_or_else(|error| panic!("the embedded deck is valid:\n{error}"));
        standards(|decks| decks.insert(TypeId::of::<Self>(), Box::new(deck.clone())));
        deck
    }
}

/// The decks that games come with, by their types.
type Standards = HashMap<TypeId, Box<dyn Any + Send + Sync>>;

fn standards<T>(with: impl FnOnce(&mut Standards) -> T) -> T {
    static STANDARDS: LazyLock<Mutex<Standards>> = LazyLock::new(Mutex::default);
    with(&mut STANDARDS.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Reads a deck file. Errors call it `name`.
///
/// # Errors
/// Everything that is wrong with the file, each problem with its line and field.
pub fn parse<D: GameDeck>(name: &str, text: &str) -> Result<D, DeckError> {
    let mut problems = Problems {
        name,
        text,
        found: Vec::new(),
    };
    let file = toml::Deserializer::parse(text)
        .map_err(|error| (String::new(), error))
        .and_then(|toml| {
            serde_path_to_error::deserialize::<_, D::File>(toml)
                .map_err(|error| (error.path().to_string(), error.into_inner()))
        });
    match file {
        Ok(file) => {
            if let Some(deck) = D::build(file, &mut problems)
                && problems.found.is_empty()
            {
                return Ok(deck);
            }
        }
        Err((path, error)) => {
            // `Spanned` reads its value from a field of its own, which is not a field of the file.
            let field = path.split(".$__serde").next().unwrap_or_default();
            let field = if field == "." { "" } else { field };
            problems.add(error.span(), field, error.message().trim_end());
        }
    }
    Err(DeckError(problems.found))
}

/// The slug of the game that a deck file names. Errors call the file `name`.
///
/// # Errors
/// If the text is not TOML, or names no game.
pub fn game_of(name: &str, text: &str) -> Result<String, DeckError> {
    let mut problems = Problems {
        name,
        text,
        found: Vec::new(),
    };
    match toml::from_str::<toml::Table>(text) {
        Ok(table) => match table.get("game") {
            Some(toml::Value::String(game)) => return Ok(game.clone()),
            _ => problems.whole("game", "the file must say for which game it is: game = \"…\""),
        },
        Err(error) => problems.add(error.span(), "", error.message().trim_end()),
    }
    Err(DeckError(problems.found))
}

/// The text of a deck file that was given as JSON.
///
/// # Errors
/// A sentence if it holds something that TOML cannot express, such as null.
pub fn from_json(json: &serde_json::Value) -> Result<String, String> {
    toml::to_string(json).map_err(|error| format!("a deck file cannot say this: {error}"))
}

/// Collects the problems of a deck file.
#[derive(Debug)]
pub struct Problems<'a> {
    name: &'a str,
    text: &'a str,
    found: Vec<DeckProblem>,
}

impl Problems<'_> {
    /// Reports that the value at this place is wrong. `field` is its path in the file, such as `token.king.value`.
    pub fn at<T>(&mut self, place: &Spanned<T>, field: &str, message: impl fmt::Display) {
        self.add(Some(place.span()), field, message);
    }

    /// Checks that the file's `game` field names this game, so that no other game's file is accepted.
    pub fn expect_game(&mut self, written: &Spanned<String>, slug: &str) {
        if written.get_ref() != slug {
            self.at(
                written,
                "game",
                format_args!("this is a deck of `{}`, not of `{slug}`", written.get_ref()),
            );
        }
    }

    /// Reports that the file as a whole is wrong.
    pub fn whole(&mut self, field: &str, message: impl fmt::Display) {
        self.add(None, field, message);
    }

    fn add(&mut self, span: Option<Range<usize>>, field: &str, message: impl fmt::Display) {
        let line = span.map(|span| {
            let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
            1 + before.iter().filter(|&&byte| byte == b'\n').count()
        });
        self.found.push(DeckProblem {
            file: self.name.to_owned(),
            line,
            field: field.to_owned(),
            message: message.to_string(),
        });
    }
}

/// One thing that is wrong with a deck file.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct DeckProblem {
    /// The file's name.
    pub file: String,
    /// The line, from 1, unless the file as a whole is meant.
    pub line: Option<usize>,
    /// The path of the field in the file; empty if the text is not TOML at all.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for DeckProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.field.is_empty() {
            write!(f, ": {}", self.field)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A deck file that cannot be played with: everything that is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError(pub Vec<DeckProblem>);

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, PartialEq, Debug)]
    struct Purse(u32);

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct PurseFile {
        coin: Vec<Coin>,
    }

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Coin {
        value: Spanned<u32>,
    }

    impl GameDeck for Purse {
        const DEFAULT: &'static str = "[[coin]]\nvalue = 3\n";
        type File = PurseFile;

        fn build(file: PurseFile, problems: &mut Problems<'_>) -> Option<Self> {
            for (i, coin) in file.coin.iter().enumerate() {
                if *coin.value.get_ref() == 0 {
                    problems.at(&coin.value, &format!("coin[{i}].value"), "a coin is worth 1 or more");
                }
            }
            Some(Self(file.coin.iter().map(|coin| coin.value.get_ref()).sum()))
        }
    }

    fn complaint(text: &str) -> String {
        parse::<Purse>("purse.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_good_file_is_read() {
        assert_eq!(Purse::standard(), Purse(3));
    }

    #[test]
    fn every_problem_names_file_line_and_field() {
        let text = "[[coin]]\nvalue = 0\n[[coin]]\nvalue = 2\n\n[[coin]]\nvalue = 0\n";
        assert_eq!(
            complaint(text),
            "purse.toml:2: coin[0].value: a coin is worth 1 or more\n\
             purse.toml:7: coin[2].value: a coin is worth 1 or more"
        );
    }

    #[test]
    fn wrong_types_names_and_syntax_are_placed_too() {
        let wrong_type = complaint("[[coin]]\nvalue = \"x\"\n");
        assert!(
            wrong_type.starts_with("purse.toml:2: coin[0].value: invalid type"),
            "{wrong_type}"
        );
        let unknown = complaint("[[coin]]\nvalue = 1\nvlaue = 2\n");
        assert!(
            unknown.starts_with("purse.toml:3: coin[0].vlaue: unknown field"),
            "{unknown}"
        );
        let missing = complaint("\n[[coin]]\n");
        assert!(
            missing.starts_with("purse.toml:2: coin[0]: missing field `value`"),
            "{missing}"
        );
        let broken = complaint("[[coin]]\nvalue = = 1\n");
        assert!(broken.starts_with("purse.toml:2: "), "{broken}");
    }
}
