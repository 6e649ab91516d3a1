//! What an eye sees: everything but the order of the piles (KI-R11).

use roundtable_core::{Eye, Outcome, Seat};
use serde::Serialize;

use crate::deck::Kind;
use crate::event::TokenSeen;
use crate::road::{Direction, Inn};
use crate::state::{KnightAtTheInn, Phase, Pile};

/// The table as one eye sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// How many turns have been finished.
    pub turns: u32,
    /// Whose turn it is, until the game is over.
    pub turn: Option<Seat>,
    /// The decision to be made.
    pub step: Step,
    /// How many times this position has stood at the start of a turn, as KI-R8 counts; 0 in the first turns.
    pub repetition: u8,
    /// The nine inns, from `1a` to `3c`.
    pub inns: Vec<InnSeen>,
    /// The two players.
    pub households: [HouseholdSeen; 2],
    /// What is printed on the tokens.
    pub tokens: Vec<Printed>,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

/// The decision that the player to move must make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Step {
    /// Placing the two tokens of the first turn.
    First {
        /// How many of them are placed.
        placed: u8,
    },
    /// Drawing a token or keeping it.
    Draw {
        /// Whether drawing is obligatory.
        must: bool,
    },
    /// Moving.
    Move {
        /// The inn whose top token was placed this turn and cannot move.
        drawn: Option<Inn>,
    },
    /// None: the game is over.
    Over,
}

/// An inn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InnSeen {
    /// Which one.
    pub inn: Inn,
    /// All its rooms.
    pub rooms: u8,
    /// The rooms that are free.
    pub free: u8,
    /// Who stays there, from the bottom to the top.
    pub tokens: Vec<TokenSeen>,
}

/// What a player has besides the tokens in inns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseholdSeen {
    /// Which player.
    pub seat: Seat,
    /// The tokens in the castle.
    pub home: Vec<Kind>,
    /// Their value: the score.
    pub home_value: u16,
    /// The face-down pile.
    pub pile: PileSeen,
}

/// A face-down pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PileSeen {
    /// The tokens in it, in no order: everybody can count them.
    pub left: Vec<Kind>,
    /// The part of its order that this eye knows, from the top.
    pub known: Vec<Kind>,
    /// Everybody knows that the top token takes more rooms than this (KI-R11).
    pub top_exceeds: Option<u8>,
}

/// What is printed on a kind of token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Printed {
    /// Which kind.
    pub kind: Kind,
    /// How many rooms it takes.
    pub value: u8,
    /// Where it may walk.
    pub arrows: Vec<Direction>,
    /// Where it may push.
    pub double: Vec<Direction>,
}

impl Pile {
    /// How many tokens from the top this eye knows.
    pub(crate) fn known_to(&self, eye: Eye, owner: Seat) -> usize {
        match eye {
            Eye::All => self.len(),
            Eye::Seat(seat) if seat == owner => self.seen.into(),
            Eye::Seat(_) | Eye::Table => self.shown.into(),
        }
    }
}

impl KnightAtTheInn {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let (turn, step, outcome) = match self.phase {
            Phase::First { placed } => (Some(self.turn), Step::First { placed }, None),
            Phase::Draw { must } => (Some(self.turn), Step::Draw { must }, None),
            Phase::Move { drawn } => (Some(self.turn), Step::Move { drawn }, None),
            Phase::Over(ending) => (None, Step::Over, Some(self.score(ending))),
        };
        View {
            eye,
            turns: self.turns,
            turn,
            step,
            repetition: self.history.count(),
            inns: Inn::all().map(|inn| self.inn_seen(inn)).collect(),
            households: [0, 1].map(|seat| self.household_seen(Seat::new(seat), eye)),
            tokens: Kind::ALL.map(|kind| self.printed(kind)).into(),
            outcome,
        }
    }

    fn inn_seen(&self, inn: Inn) -> InnSeen {
        let stack = self.stack(inn);
        let token = |token: crate::state::Token| TokenSeen {
            kind: token.kind,
            seat: token.seat,
        };
        InnSeen {
            inn,
            rooms: self.print.rooms[inn.index()],
            free: stack.free,
            tokens: stack.top_down().rev().map(token).collect(),
        }
    }

    fn household_seen(&self, seat: Seat, eye: Eye) -> HouseholdSeen {
        let household = self.household(seat);
        let pile = household.pile;
        let mut left: Vec<Kind> = pile.kinds().collect();
        left.sort_unstable();
        let home = |kind: Kind| std::iter::repeat_n(kind, household.home[kind as usize].into());
        HouseholdSeen {
            seat,
            home: Kind::ALL.into_iter().flat_map(home).collect(),
            home_value: household.home_value,
            pile: PileSeen {
                left,
                known: pile.kinds().take(pile.known_to(eye, seat)).collect(),
                top_exceeds: (pile.exceeds > 0).then_some(pile.exceeds),
            },
        }
    }

    fn printed(&self, kind: Kind) -> Printed {
        let double = if kind == Kind::King {
            self.print.double
        } else {
            Default::default()
        };
        Printed {
            kind,
            value: self.print.value(kind),
            arrows: self.print.arrows(kind).iter().collect(),
            double: double.iter().collect(),
        }
    }
}
