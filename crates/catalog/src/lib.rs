//! The games of Roundtable: the only list of them. It depends on the contract and the games, and not on bots,
//! laboratory, server or page.
//!
//! Code that works with any game has a [`GameId`] and drives a [`Box<dyn AnyMatch>`](AnyMatch). A program with games of
//! its own [lists](list) them; nothing above the catalog needs to know that it did.

mod listed;
mod verify;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use roundtable_core::{
    AnyMatch, Code, DeckError, DiceSource, Game, GameInfo, Listing, Record, Refusal, Replay, Setup, Switch,
};

use listed::{AnyGame, Typed};
pub use listed::{Entry, ListError, list};
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
/// of the modules for that game in other crates. This is the list: a game that is not here is not one of the house's.
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

/// Evaluates an expression with the type of one of the house's games: `with_game!(id, G => G::INFO)`. For any other
/// game it evaluates `else`, or panics without one.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $game:ident => $do:expr) => {
        $crate::with_game!($id, $game => $do, else panic!("not one of the house's games"))
    };
    ($id:expr, $game:ident => $do:expr, else $else:expr) => {
        $crate::for_each_game!($crate::__with_game!(($id)($game)($do)($else)))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __with_game {
    (($id:expr) ($game:ident) ($do:expr) ($else:expr) $($(#[$doc:meta])* $name:ident of $module:ident,)+) => {{
        let id: $crate::GameId = $id;
        $(if id.is::<$crate::games::$module::$name>() {
            type $game = $crate::games::$module::$name;
            $do
        } else)+ {
            $else
        }
    }};
}

/// A game: one of the house's, or one that the program [lists](list).
#[derive(Clone, Copy)]
pub struct GameId(&'static dyn AnyGame);

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        #[allow(non_upper_case_globals, reason = "they are called like the types of the games")]
        impl GameId {
            $($(#[$doc])* pub const $name: Self = Self::of_type::<games::$module::$name>();)+

            /// The house's own games, in listing order.
            pub const HOUSE: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];
        }
    };
}

for_each_game!(ids!());

impl GameId {
    /// The game of this type.
    #[must_use]
    pub const fn of_type<G: Game>() -> Self {
        Self(const { &Typed::<G>(PhantomData) })
    }

    /// Whether it is the game of this type.
    #[must_use]
    pub fn is<G: Game>(self) -> bool {
        self.0.game_type() == std::any::TypeId::of::<G>()
    }

    /// The game of a match.
    ///
    /// # Errors
    /// [`Code::UnknownGame`] if it is not on the list.
    pub fn of(game: &dyn AnyMatch) -> Result<Self, Refusal> {
        let found = Self::all().iter().copied().find(|id| id.0.is_of(game));
        found.ok_or_else(|| UnknownGame(game.info().slug.to_owned()).into())
    }

    /// Name, players, version.
    #[must_use]
    pub fn info(self) -> &'static GameInfo {
        self.0.info()
    }

    /// The switches of the game.
    #[must_use]
    pub fn switches(self) -> &'static [Switch] {
        self.0.switches()
    }

    /// The deck file that the game comes with.
    #[must_use]
    pub fn deck(self) -> &'static str {
        self.0.deck()
    }

    /// Checks that the game can be played with this deck file. Errors call it `name`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn check_deck(self, name: &str, text: &str) -> Result<(), DeckError> {
        self.0.check_deck(name, text)
    }

    /// The game under the current rules with every option off.
    #[must_use]
    pub fn setup(self, players: usize) -> Setup {
        Setup::standard(self.info(), players)
    }

    /// The entry of the game in a list.
    #[must_use]
    pub fn listing(self) -> Listing {
        self.0.listing()
    }
}

/// Deals a new match, with the text of a deck file or the deck that the game comes with.
///
/// # Errors
/// [`Code::UnknownGame`], or as [`Match::new`](roundtable_core::Match::new).
pub fn deal(setup: &Setup, deck: Option<String>, dice: DiceSource) -> Result<Box<dyn AnyMatch>, Refusal> {
    setup.game.parse::<GameId>()?.0.deal(setup, deck, dice)
}

/// A replay cursor at the beginning of a record.
///
/// # Errors
/// [`Code::UnknownGame`], or as [`Match::begin`](roundtable_core::Match::begin).
pub fn begin(record: &Record) -> Result<Replay<'_, dyn AnyMatch>, Refusal> {
    Replay::new(record, record.setup.game.parse::<GameId>()?.0.begin(record)?)
}

/// Restores a match from its record.
///
/// # Errors
/// As [`begin`] and [`Match::replay`](roundtable_core::Match::replay).
pub fn replay(record: &Record) -> Result<Box<dyn AnyMatch>, Refusal> {
    begin(record)?.finish()
}

impl PartialEq for GameId {
    fn eq(&self, other: &Self) -> bool {
        self.info().slug == other.info().slug
    }
}

impl Eq for GameId {}

impl Hash for GameId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.info().slug.hash(state);
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().slug)
    }
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
        let slugs: Vec<&str> = GameId::all().iter().map(|game| game.info().slug).collect();
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
        let mut all = Self::all().iter().copied();
        all.find(|game| game.info().slug == slug)
            .ok_or_else(|| UnknownGame(slug.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::{Dice, GameMove as _, Rng, Seat, Setting, Silent, deck};

    use super::*;

    #[test]
    fn every_game_has_its_slug_its_deck_and_its_rules() {
        for game in GameId::HOUSE {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(game.check_deck("deck.toml", game.deck()), Ok(()));
            assert_eq!(deck::game_of("deck.toml", game.deck()).as_deref(), Ok(game.info().slug));
            assert!(game.info().rules.contains(game.info().rule_prefix));
        }
    }

    #[test]
    fn a_match_tells_which_game_it_is_of() {
        for game in GameId::HOUSE {
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
        GameId::HOUSE
            .into_iter()
            .for_each(|game| with_game!(game, G => look::<G>()));
    }
}
