//! The games of Roundtable behind one closed type. This is the only place that lists them: whoever wants to do something
//! with "whichever game" either drives a [`Box<dyn AnyMatch>`](AnyMatch) or sends a [`Visitor`], which is instantiated for each.

mod bots;
mod verify;

use std::fmt;
use std::str::FromStr;

use knight_at_the_inn::KnightAtTheInn;
use knight_shift::KnightShift;
use knights_and_damosels::KnightsAndDamosels;
use never_bring_a_knife::NeverBringAKnife;
use roundtable_bots::Insight;
use roundtable_core::{
    AnyMatch, Audit, DeckError, GameDeck as _, GameInfo, GameOptions as _, Match, Record, Refusal, Setup, Switch, deck,
};
use roundtable_lab::Subject;
use serde::Serialize;
use shock::Shock;

pub use bots::{AnyBot, hints};
pub use verify::{Deal, Earlier, Verified, verify};

/// A game of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameId {
    /// Knight Shift.
    KnightShift,
    /// SHOCK! Knights & Poisons.
    Shock,
    /// Never Bring a Knife.
    NeverBringAKnife,
    /// Knight at the Inn.
    KnightAtTheInn,
    /// Knights & Damosels.
    KnightsAndDamosels,
}

/// What every listed game can do: it keeps the contract, can be audited, searched, and studied in the laboratory.
pub trait Playable: Audit + Insight + Subject {}

impl<G: Audit + Insight + Subject> Playable for G {}

/// Something to do with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it with the game `G`.
    fn visit<G: Playable>(self) -> Self::Out;
}

impl GameId {
    /// All games, in the order in which they are listed.
    pub const ALL: [Self; 5] = [
        Self::KnightShift,
        Self::Shock,
        Self::NeverBringAKnife,
        Self::KnightAtTheInn,
        Self::KnightsAndDamosels,
    ];

    /// Does something with the type of this game.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Self::KnightShift => visitor.visit::<KnightShift>(),
            Self::Shock => visitor.visit::<Shock>(),
            Self::NeverBringAKnife => visitor.visit::<NeverBringAKnife>(),
            Self::KnightAtTheInn => visitor.visit::<KnightAtTheInn>(),
            Self::KnightsAndDamosels => visitor.visit::<KnightsAndDamosels>(),
        }
    }

    /// Name, players, version.
    #[must_use]
    pub fn info(self) -> &'static GameInfo {
        struct Info;
        impl Visitor for Info {
            type Out = &'static GameInfo;
            fn visit<G: Playable>(self) -> &'static GameInfo {
                const { &G::INFO }
            }
        }
        self.visit(Info)
    }

    /// The switches of the game.
    #[must_use]
    pub fn switches(self) -> &'static [Switch] {
        struct Switches;
        impl Visitor for Switches {
            type Out = &'static [Switch];
            fn visit<G: Playable>(self) -> &'static [Switch] {
                G::Options::SWITCHES
            }
        }
        self.visit(Switches)
    }

    /// The deck file that the game comes with.
    #[must_use]
    pub fn deck(self) -> &'static str {
        struct Text;
        impl Visitor for Text {
            type Out = &'static str;
            fn visit<G: Playable>(self) -> &'static str {
                G::Deck::DEFAULT
            }
        }
        self.visit(Text)
    }

    /// Whether this is a deck file that the game can be played with. `name` is how errors call it.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_deck(self, name: &str, text: &str) -> Result<(), DeckError> {
        struct CheckDeck<'a>(&'a str, &'a str);
        impl Visitor for CheckDeck<'_> {
            type Out = Result<(), DeckError>;
            fn visit<G: Playable>(self) -> Self::Out {
                deck::parse::<G::Deck>(self.0, self.1).map(drop)
            }
        }
        self.visit(CheckDeck(name, text))
    }

    /// Deals a new match.
    ///
    /// # Errors
    /// As [`Match::new`].
    pub fn start(self, setup: Setup) -> Result<Box<dyn AnyMatch>, Refusal> {
        struct Start(Setup);
        impl Visitor for Start {
            type Out = Result<Box<dyn AnyMatch>, Refusal>;
            fn visit<G: Playable>(self) -> Self::Out {
                Ok(Box::new(Match::<G>::new(self.0)?))
            }
        }
        self.visit(Start(setup))
    }

    /// What a list of games says about it.
    #[must_use]
    pub fn listing(self) -> Listing {
        let info = self.info();
        Listing {
            slug: info.slug,
            name: info.name,
            summary: info.summary,
            authors: info.authors,
            min_players: info.min_players,
            max_players: info.max_players,
            rules_version: info.rules_version,
            options: self
                .switches()
                .iter()
                .map(|&Switch { name, summary }| OptionListing { name, summary })
                .collect(),
        }
    }
}

/// Brings a match back from its record.
///
/// # Errors
/// `unknown_game`, or as [`Match::replay`].
pub fn replay(record: &Record) -> Result<Box<dyn AnyMatch>, Refusal> {
    struct Replay<'a>(&'a Record);
    impl Visitor for Replay<'_> {
        type Out = Result<Box<dyn AnyMatch>, Refusal>;
        fn visit<G: Playable>(self) -> Self::Out {
            Ok(Box::new(Match::<G>::replay(self.0)?))
        }
    }
    let game: GameId = record.game.parse().map_err(|error: UnknownGame| Refusal::from(error))?;
    game.visit(Replay(record))
}

/// A game as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// The name in commands.
    pub slug: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is about.
    pub summary: &'static str,
    /// Who made the game.
    pub authors: &'static str,
    /// The fewest players.
    pub min_players: usize,
    /// The most players.
    pub max_players: usize,
    /// The version of its rules.
    pub rules_version: u32,
    /// Its switches.
    pub options: Vec<OptionListing>,
}

/// A switch as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionListing {
    /// As it is written.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().slug)
    }
}

/// There is no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slugs = GameId::ALL.map(|game| game.info().slug).join(", ");
        write!(f, "there is no game `{}`; there are: {slugs}", self.0)
    }
}

impl std::error::Error for UnknownGame {}

impl From<UnknownGame> for Refusal {
    fn from(error: UnknownGame) -> Self {
        Self::new("unknown_game", error.to_string())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(slug: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|game| game.info().slug == slug)
            .ok_or_else(|| UnknownGame(slug.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_slug_its_deck_and_its_rules() {
        for game in GameId::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(game.check_deck("deck.toml", game.deck()), Ok(()));
            assert_eq!(deck::game_of("deck.toml", game.deck()).as_deref(), Ok(game.info().slug));
            assert!(game.info().rules.contains(game.info().rule_prefix));
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_known_ones() {
        let error = "chess".parse::<GameId>().unwrap_err().to_string();
        assert!(
            error.contains("`chess`") && error.contains("knight-at-the-inn"),
            "{error}"
        );
    }

    /// A rule that a refusal can cite must be on the rule page.
    #[test]
    fn every_cited_rule_is_on_the_rule_page() {
        struct Cited;
        impl Visitor for Cited {
            type Out = ();
            fn visit<G: Playable>(self) {
                use roundtable_core::{Dice, GameMove as _, Rng, Seat, Silent};
                let players = G::INFO.min_players;
                let mut rng = Rng::new(1);
                let dice = Dice::from_seed(1);
                let mut position =
                    G::new(players, G::Options::default(), &G::Deck::standard(), dice, &mut Silent).expect("a game");
                let mut legal = Vec::new();
                while let Some(acting) = position.to_act().first() {
                    for number in 0..G::Move::count(players) {
                        let mv = G::Move::from_number(number, players).expect("a numbered move");
                        for seat in Seat::all(players) {
                            if let Err(illegal) = position.check(seat, mv) {
                                let anchor = format!("**{}", illegal.rule);
                                assert!(G::INFO.rules.contains(&anchor), "{} is not explained", illegal.rule);
                            }
                        }
                    }
                    position.legal_moves(acting, &mut legal);
                    position.play(acting, rng.pick(&legal), &mut Silent);
                }
            }
        }
        GameId::ALL.into_iter().for_each(|game| game.visit(Cited));
    }
}
