//! The games of a program: the house's, or others beside or instead of them.

use std::marker::PhantomData;

use roundtable_bots::Bots;
use roundtable_catalog::{Entry, GameId, ListError, list, with_game};
#[cfg(feature = "lab")]
use roundtable_lab::{Keep, KeepExample, LabError, Order, Part, Report, Run};
use roundtable_review::Reviews;

use crate::args::Play;
#[cfg(feature = "lab")]
use crate::lab::{self, Speeds};
use crate::{Console, Failure, play};

/// A game that the command can offer: it has bots, and the laboratory knows what to look at.
/// `roundtable::bots::plain!(MyGame)` and `impl Subject for MyGame {}` are enough.
#[cfg(feature = "lab")]
pub trait Offered: roundtable_lab::Subject {}
#[cfg(feature = "lab")]
impl<G: roundtable_lab::Subject> Offered for G {}

/// A game that the command can offer: it has bots. `roundtable::bots::plain!(MyGame)` is enough.
#[cfg(not(feature = "lab"))]
pub trait Offered: roundtable_bots::Searchable {}
#[cfg(not(feature = "lab"))]
impl<G: roundtable_bots::Searchable> Offered for G {}

/// The games of a program, in the order of its lists. [`games!`](crate::games) makes them.
#[derive(Default)]
pub struct Games(Vec<Entry>);

impl Games {
    /// No games.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The house's own games.
    #[must_use]
    pub fn house() -> Self {
        GameId::HOUSE
            .into_iter()
            .fold(Self::none(), |games, game| with_game!(game, G => games.and::<G>()))
    }

    /// These and one more.
    #[must_use]
    pub fn and<G: Offered>(mut self) -> Self {
        let entry = Entry::of::<G>().with(Bots::of::<G>()).with(Reviews::of::<G>());
        self.0.push(entry.with(Commands::of::<G>()));
        self
    }

    /// Makes these the games of the process.
    pub(crate) fn list(self) -> Result<(), ListError> {
        list(self.0)
    }
}

/// The games that [`main`](crate::main) offers: `games![house, MyGame]` are those of the house and one more,
/// `games![MyGame]` is one alone.
#[macro_export]
macro_rules! games {
    (house $(, $game:ty)* $(,)?) => {
        $crate::Games::house()$(.and::<$game>())*
    };
    ($($game:ty),+ $(,)?) => {
        $crate::Games::none()$(.and::<$game>())+
    };
}

/// What the command does with a game when it needs its type.
pub(crate) trait AnyCommands: Send + Sync {
    fn play(&self, args: Play, console: &mut Console<'_>) -> Result<(), Failure>;
    #[cfg(feature = "lab")]
    fn experiment(
        &self,
        order: &Order,
        range: std::ops::Range<u64>,
        keep: Option<&Keep<'_>>,
        run: &Run<'_>,
    ) -> Result<Part, LabError>;
    #[cfg(feature = "lab")]
    fn report(&self, whole: Part, keep: Option<&KeepExample<'_>>, run: &Run<'_>) -> Result<Report, LabError>;
    #[cfg(feature = "lab")]
    fn speed(&self, seed: u64, time: std::time::Duration) -> Result<Speeds, Failure>;
}

/// The faculty of a listed game.
#[derive(Clone, Copy)]
struct Commands(&'static dyn AnyCommands);

impl Commands {
    const fn of<G: Offered>() -> Self {
        Self(const { &Of::<G>(PhantomData) })
    }
}

struct Of<G>(PhantomData<fn() -> G>);

impl<G: Offered> AnyCommands for Of<G> {
    fn play(&self, args: Play, console: &mut Console<'_>) -> Result<(), Failure> {
        play::run::<G>(args, console)
    }

    #[cfg(feature = "lab")]
    fn experiment(
        &self,
        order: &Order,
        range: std::ops::Range<u64>,
        keep: Option<&Keep<'_>>,
        run: &Run<'_>,
    ) -> Result<Part, LabError> {
        roundtable_lab::play::<G>(order, range, keep, run)
    }

    #[cfg(feature = "lab")]
    fn report(&self, whole: Part, keep: Option<&KeepExample<'_>>, run: &Run<'_>) -> Result<Report, LabError> {
        roundtable_lab::report::<G>(whole, keep, run)
    }

    #[cfg(feature = "lab")]
    fn speed(&self, seed: u64, time: std::time::Duration) -> Result<Speeds, Failure> {
        lab::measure::<G>(seed, time)
    }
}

/// What the command can do with a game.
pub(crate) fn commands(game: GameId) -> Result<&'static dyn AnyCommands, Failure> {
    let commands = with_game!(game, G => Some(Commands::of::<G>()), else game.faculty::<Commands>().copied());
    commands
        .map(|commands| commands.0)
        .ok_or_else(|| Failure::said(format!("`{game}` was not listed by `games!`")))
}
