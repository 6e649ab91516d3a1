//! Which choices there are, and which are taken.
//!
//! Moves are counted by kind: the verb of their notation (`play`), and the verb with the word that follows it if that
//! is more than a number (`play axe`). A kind can be chosen where it is legal beside moves of other kinds.

use std::collections::BTreeMap;

use roundtable_core::{AnyMatch as _, Game, GameMove as _, Match, Seat};
use serde::{Deserialize, Serialize};

/// What was chosen in one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Choices {
    /// How many decisions had more than one legal move.
    pub(super) decisions: u32,
    /// How many moves were legal in them, added up.
    pub(super) options: u64,
    /// How often the table waited for a decision; those made at the same time are waited for once.
    pub(super) waits: u32,
    /// For each kind of move that could be chosen: its number, how often it could be, and how often it was.
    pub(super) kinds: Vec<(u32, u32, u32)>,
}

impl Choices {
    /// Whether all its kinds are known.
    pub(super) fn fit(&self, kinds: usize) -> bool {
        let fits = |&(kind, could, was): &(u32, u32, u32)| (kind as usize) < kinds && was <= could;
        self.kinds.iter().all(fits) && self.kinds.is_sorted()
    }
}

/// The kinds of moves of a game.
pub(super) struct Kinds {
    pub(super) names: Vec<String>,
    /// By the number of a move: the numbers of its kinds.
    of: Vec<[u32; 2]>,
}

impl Kinds {
    /// The kinds of a game of this many players, in the order of its moves.
    pub(super) fn of_game<G: Game>(players: usize) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut number = |name: &str| {
            let known = names.iter().position(|known| known == name);
            known.unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            }) as u32
        };
        let mut of = Vec::new();
        for mv in (0..G::Move::count(players)).map(|number| G::Move::from_number(number, players)) {
            let text = mv.map_or_else(String::new, |mv| mv.to_string());
            let mut words = text.split(' ');
            let verb = words.next().unwrap_or_default();
            let second = words.next().filter(|word| word.parse::<u64>().is_err());
            let narrow = second.map_or_else(|| verb.to_owned(), |second| format!("{verb} {second}"));
            of.push([number(verb), number(&narrow)]);
        }
        Self { names, of }
    }
}

/// Counts the choices of one game.
pub(super) struct Counter<'a, G: Game> {
    kinds: &'a Kinds,
    legal: Vec<G::Move>,
    /// How many of the legal moves are of each kind.
    many: Vec<u32>,
    /// Whether anybody has had a choice since the table last waited.
    pending: bool,
    counted: BTreeMap<u32, (u32, u32)>,
    choices: Choices,
}

impl<'a, G: Game> Counter<'a, G> {
    pub(super) fn new(kinds: &'a Kinds) -> Self {
        Self {
            kinds,
            legal: Vec::new(),
            many: vec![0; kinds.names.len()],
            pending: false,
            counted: BTreeMap::new(),
            choices: Choices::default(),
        }
    }

    /// Sees a choice before it is made; returns the number of legal moves.
    pub(super) fn see(&mut self, game: &Match<G>, seat: Seat, chosen: G::Move) -> usize {
        game.seat(seat).legal_moves(&mut self.legal);
        let legal = self.legal.len();
        self.pending |= legal > 1;
        if game.to_act().len() == 1 && std::mem::take(&mut self.pending) {
            self.choices.waits += 1;
        }
        if legal < 2 {
            return legal;
        }
        self.choices.decisions += 1;
        self.choices.options += legal as u64;
        let players = game.players();
        let kinds_of = |mv: G::Move| {
            let number = mv.number(players)?;
            self.kinds.of.get(number as usize).copied()
        };
        let mut seen: Vec<u32> = Vec::with_capacity(16);
        for kinds in self.legal.iter().filter_map(|mv| kinds_of(*mv)) {
            for kind in distinct(kinds) {
                if self.many[kind as usize] == 0 {
                    seen.push(kind);
                }
                self.many[kind as usize] += 1;
            }
        }
        let taken = kinds_of(chosen);
        for kind in seen {
            if std::mem::take(&mut self.many[kind as usize]) < legal as u32 {
                let (could, was) = self.counted.entry(kind).or_default();
                *could += 1;
                *was += u32::from(taken.is_some_and(|taken| taken.contains(&kind)));
            }
        }
        legal
    }

    /// What was chosen in the game.
    pub(super) fn finish(self) -> Choices {
        let kinds = self.counted.into_iter().map(|(kind, (could, was))| (kind, could, was));
        Choices {
            kinds: kinds.collect(),
            ..self.choices
        }
    }
}

/// The kinds of a move, each once.
fn distinct([wide, narrow]: [u32; 2]) -> impl Iterator<Item = u32> {
    [Some(wide), (narrow != wide).then_some(narrow)].into_iter().flatten()
}
