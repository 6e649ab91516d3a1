//! The games of Roundtable: the only list of them. It depends on the contract and the games, and not on bots,
//! laboratory, server or page.
//!
//! Code that works with any game drives a [`Box<dyn AnyMatch>`](AnyMatch), or gets the type with [`with_game!`].

mod verify;

use std::fmt;
use std::str::FromStr;

use roundtable_core::{
    AnyMatch, Code, DeckError, DiceSource, Game, GameDeck as _, GameInfo, GameOptions as _, Listing, Match, Record,
    Refusal, Replay, Setup, Switch, deck,
};

pub use verify::{verify, verify_with};

/// The crates of the games, for code that needs more of a game than the contract.
pub mod games {
    pub use knight_at_the_inn;
    pub use knight_shift;
    pub use knights_and_damosels;
    pub use never_bring_a_knife;
    pub use shock;
}

/// Passes the list of all games to a macro: `name!(… Name of module, …)`. `module` is the name of the game's crate, and
/// of the modules for that game in other crates. This is the list: a game that is not here does not exist.
#[macro_export]
macro_rules! for_each_game {
    ($($name:tt)::+ !($($argument:tt)*)) => {
        $($name)::+! { $($argument)*
            /// Knight Shift.
            KnightShift of knight_shift,
            /// SHOCK! Knights & Poisons.
            Shock of shock,
            /// Never Bring a Knife.
            NeverBringAKnife of never_bring_a_knife,
            /// Knight at the Inn.
            KnightAtTheInn of knight_at_the_inn,
            /// Knights & Damosels.
            KnightsAndDamosels of knights_and_damosels,
        }
    };
}

/// Evaluates an expression with the type of a game: `with_game!(id, G => G::INFO)`.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $game:ident => $do:expr) => {
        $crate::for_each_game!($crate::__with_game!(($id)($game)($do)))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __with_game {
    (($id:expr) ($game:ident) ($do:expr) $($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        match $id {
            $($crate::GameId::$name => {
                type $game = $crate::games::$module::$name;
                $do
            })+
        }
    };
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        /// One of our games.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameId {
            $($(#[$doc])* $name,)+
        }

        impl GameId {
            /// All games, in listing order.
            pub const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];
        }
    };
}

for_each_game!(ids!());

impl GameId {
    /// The game of a match.
    ///
    /// # Errors
    /// [`Code::UnknownGame`] if it is not one of ours.
    pub fn of(game: &dyn AnyMatch) -> Result<Self, Refusal> {
        Self::ALL
            .into_iter()
            .find(|id| with_game!(id, G => game.as_any().is::<Match<G>>()))
            .ok_or_else(|| UnknownGame(game.info().slug.to_owned()).into())
    }

    /// Name, players, version.
    #[must_use]
    pub fn info(self) -> &'static GameInfo {
        with_game!(self, G => const { &G::INFO })
    }

    /// The switches of the game.
    #[must_use]
    pub fn switches(self) -> &'static [Switch] {
        with_game!(self, G => <G as Game>::Options::SWITCHES)
    }

    /// The deck file that the game comes with.
    #[must_use]
    pub fn deck(self) -> &'static str {
        with_game!(self, G => <G as Game>::Deck::DEFAULT)
    }

    /// Checks that the game can be played with this deck file. Errors call it `name`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_deck(self, name: &str, text: &str) -> Result<(), DeckError> {
        with_game!(self, G => deck::parse::<<G as Game>::Deck>(name, text).map(drop))
    }

    /// The game under the current rules with every option off.
    #[must_use]
    pub fn setup(self, players: usize) -> Setup {
        Setup::standard(self.info(), players)
    }

    /// The entry of the game in a list.
    #[must_use]
    pub fn listing(self) -> Listing {
        Listing::new(self.info(), self.switches())
    }
}

/// Deals a new match, with the text of a deck file or the deck that the game comes with.
///
/// # Errors
/// [`Code::UnknownGame`], or as [`Match::new`].
pub fn deal(setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Box<dyn AnyMatch>, Refusal> {
    Ok(with_game!(setup.game.parse::<GameId>()?, G => Box::new(Match::<G>::new(setup, deck, dice)?)))
}

/// A replay cursor at the beginning of a record.
///
/// # Errors
/// [`Code::UnknownGame`], or as [`Match::begin`].
pub fn begin(record: &Record) -> Result<Replay<'_, dyn AnyMatch>, Refusal> {
    let game: Box<dyn AnyMatch> =
        with_game!(record.setup.game.parse::<GameId>()?, G => Box::new(Match::<G>::begin(record)?));
    Replay::new(record, game)
}

/// Restores a match from its record.
///
/// # Errors
/// As [`begin`] and [`Match::replay`].
pub fn replay(record: &Record) -> Result<Box<dyn AnyMatch>, Refusal> {
    begin(record)?.finish()
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
        let slugs: Vec<&str> = GameId::ALL.iter().map(|game| game.info().slug).collect();
        write!(f, "there is no game `{}`; there are: {}", self.0, slugs.join(", "))
    }
}

impl std::error::Error for UnknownGame {}

impl From<UnknownGame> for Refusal {
    fn from(error: UnknownGame) -> Self {
        Self::new(Code::UnknownGame, error.to_string())
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
    use roundtable_core::{Dice, GameMove as _, Rng, Seat, Setting, Silent};

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
    fn a_match_tells_which_game_it_is_of() {
        for game in GameId::ALL {
            let setup = game.setup(game.info().max_players);
            let table = deal(&setup, None, DiceSource::Seed(1)).expect("a game");
            assert_eq!(GameId::of(&*table), Ok(game));
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
        fn look<G: Game>() {
            let players = G::INFO.min_players;
            let mut rng = Rng::new(1);
            let setting = Setting::<G>::standard(players, G::Options::default());
            let mut position = setting.deal(Dice::from_seed(1), &mut Silent).expect("a game");
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
        GameId::ALL
            .into_iter()
            .for_each(|game| with_game!(game, G => look::<G>()));
    }
}
