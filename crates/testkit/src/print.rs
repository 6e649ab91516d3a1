//! Everything visible of a position, in a form that can be compared byte by byte.

use roundtable_core::{Audit, Dice, Eye, Game, GameMove, Seat, Seats, Told};
use serde::Serialize;

pub(crate) fn json(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("views, events, moves and outcomes can be written as JSON")
}

/// The whole position as far as anything is visible.
#[derive(PartialEq)]
pub(crate) struct Print {
    to_act: Seats,
    outcome: String,
    views: Vec<String>,
    moves: Vec<String>,
    dice: Option<Dice>,
}

impl Print {
    pub(crate) fn of<G: Audit>(position: &G) -> Self {
        let players = position.players();
        let eyes = Eye::limited(players).chain([Eye::All]);
        Self {
            to_act: position.to_act(),
            outcome: json(&position.outcome()),
            views: eyes.map(|eye| json(&position.view(eye))).collect(),
            moves: Seat::all(players).map(|seat| moves_text(position, seat)).collect(),
            dice: position.dice().cloned(),
        }
    }
}

pub(crate) fn moves<G: Game>(position: &G, seat: Seat) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(seat, &mut moves);
    moves
}

fn moves_text<G: Game>(position: &G, seat: Seat) -> String {
    moves(position, seat).iter().map(|mv| format!("{mv};")).collect()
}

/// Everything that an eye gets from a position: the view, who is to act, the outcome, and a seat's moves and refusals.
#[derive(PartialEq, Debug)]
pub(crate) struct Sight {
    pub view: String,
    pub to_act: Seats,
    pub outcome: String,
    pub moves: String,
    pub refusals: Vec<String>,
}

impl Sight {
    pub(crate) fn of<G: Game>(position: &G, eye: Eye) -> Self {
        let players = position.players();
        let refusal = |seat: Seat, number: u32| {
            let mv = G::Move::from_number(number, players)?;
            Some(match position.check(seat, mv) {
                Ok(()) => format!("{mv}: yes"),
                Err(illegal) => format!("{mv}: {}", json(&illegal)),
            })
        };
        Self {
            view: json(&position.view(eye)),
            to_act: position.to_act(),
            outcome: json(&position.outcome()),
            moves: eye.seat().map(|seat| moves_text(position, seat)).unwrap_or_default(),
            refusals: eye
                .seat()
                .into_iter()
                .flat_map(|seat| (0..G::Move::count(players)).filter_map(move |number| refusal(seat, number)))
                .collect(),
        }
    }

    /// The first difference between the two.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let refusals = || self.refusals.iter().zip(&other.refusals).find(|(a, b)| a != b);
        if self.view != other.view {
            Some(format!("view {} or {}", self.view, other.view))
        } else if self.to_act != other.to_act {
            Some(format!("who is to act: {:?} or {:?}", self.to_act, other.to_act))
        } else if self.outcome != other.outcome {
            Some(format!("outcome {} or {}", self.outcome, other.outcome))
        } else if self.moves != other.moves {
            Some(format!("legal moves {} or {}", self.moves, other.moves))
        } else {
            refusals().map(|(a, b)| format!("refusal {a} or {b}"))
        }
    }
}

/// What an eye was told, as text, with gaps for what it was not told.
pub(crate) fn told<E: Serialize>(journal: &[Told<E>], eye: Eye) -> Vec<Option<String>> {
    journal.iter().map(|told| told.to(eye).map(json)).collect()
}

/// Makes a move on a copy. Returns the result and the events.
pub(crate) fn after<G: Game>(position: &G, seat: Seat, mv: G::Move) -> (G, Vec<Told<G::Event>>) {
    let mut after = position.clone();
    let mut journal = Vec::new();
    after.play(seat, mv, &mut journal);
    (after, journal)
}
