//! Kinds of situations: what was done, what was told of it and to whom, as one eye knows it.
//!
//! A fault often shows in one rare kind of event alone. Situations are therefore told apart by kind, and every kind
//! gets its share of samples, however seldom it occurs.

use std::collections::BTreeSet;
use std::fmt;

use roundtable_core::{Audit, Eye, GameMove as _, Seat, Told};
use serde::Serialize;

use crate::print::json;

/// What a situation is an example of. Most situations are examples of several kinds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A move.
    Move {
        /// Its `type` in JSON.
        name: String,
        /// Whether it is the eye's own.
        own: bool,
    },
    /// An event that follows from a move.
    Event {
        /// Its `type` in JSON.
        name: String,
        /// How it reaches the eye.
        ear: Ear,
    },
    /// Any move that is made soon after a move or an event of this name: what it showed may not be forgotten.
    After(String),
    /// Any move in this setting.
    Setting(String),
}

/// How an event reaches an eye.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ear {
    /// Everybody is told.
    Everybody,
    /// Some seats are told, and the eye is one of them.
    Among,
    /// Some seats are told, and the eye learns nothing.
    Kept,
    /// Some seats are told more than the others, and the eye is one of them.
    Apart,
    /// Some seats are told more than the eye.
    Otherwise,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { name, own: true } => write!(f, "move {name}, the eye's own"),
            Self::Move { name, own: false } => write!(f, "move {name}, another's"),
            Self::Event { name, ear } => write!(f, "event {name}, {ear}"),
            Self::After(name) => write!(f, "soon after {name}"),
            Self::Setting(name) => write!(f, "{name}"),
        }
    }
}

impl fmt::Display for Ear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Everybody => "told to everybody",
            Self::Among => "told to the eye and not to all",
            Self::Kept => "kept from the eye",
            Self::Apart => "told to the eye in full",
            Self::Otherwise => "told to the eye in part",
        })
    }
}

impl Ear {
    fn of<E: PartialEq>(told: &Told<E>, eye: Eye) -> Self {
        // Spectators are never among the seats that are told.
        let heard = told.to(eye).is_some();
        let in_full = heard && told.to(eye) == told.to(Eye::All);
        match (told.is_public(), told.to(Eye::Table).is_some()) {
            (true, _) => Self::Everybody,
            (false, true) if in_full => Self::Apart,
            (false, true) => Self::Otherwise,
            (false, false) if heard => Self::Among,
            (false, false) => Self::Kept,
        }
    }
}

/// The `type` of a move or an event as it is written.
pub(crate) fn name(thing: &impl Serialize) -> String {
    let text = json(thing);
    let rest = text.strip_prefix("{\"type\":\"").unwrap_or("untagged");
    rest.split('"').next().unwrap_or(rest).to_owned()
}

/// The names of all moves that a game declares, in games of every number of players.
pub(crate) fn declared_moves<G: Audit>() -> BTreeSet<String> {
    let counts = G::INFO.min_players..=G::INFO.max_players;
    let every = counts.flat_map(|players| (0..G::Move::count(players)).map(move |number| (number, players)));
    every
        .filter_map(|(number, players)| G::Move::from_number(number, players))
        .map(|mv| name(&mv))
        .collect()
}

/// A move that was made, with the names of everything that it is an example of.
pub(crate) struct Happening<'a, E> {
    seat: Seat,
    mv: String,
    events: Vec<(String, &'a Told<E>)>,
}

impl<'a, E: Serialize + PartialEq> Happening<'a, E> {
    pub(crate) fn new(seat: Seat, mv: &impl Serialize, journal: &'a [Told<E>]) -> Self {
        let named = |told: &'a Told<E>| told.to(Eye::All).map(|event| (name(event), told));
        Self {
            seat,
            mv: name(mv),
            events: journal.iter().filter_map(named).collect(),
        }
    }

    /// The names of the move and its events.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        [self.mv.as_str()]
            .into_iter()
            .chain(self.events.iter().map(|(name, _)| name.as_str()))
    }

    /// The kinds that this is an example of for an eye, each once.
    pub(crate) fn kinds(&self, eye: Eye) -> BTreeSet<Kind> {
        let events = self.events.iter().map(|(name, told)| Kind::Event {
            name: name.clone(),
            ear: Ear::of(told, eye),
        });
        let own = Kind::Move {
            name: self.mv.clone(),
            own: eye == Eye::Seat(self.seat),
        };
        events.chain([own]).collect()
    }
}
