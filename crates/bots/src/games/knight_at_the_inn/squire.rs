//! Takes the shortest way home, brings every token onto the road, and prefers standing on others to lying under them.

use roundtable_catalog::games::knight_at_the_inn::{Direction, Inn, KnightAtTheInn, Move, View};
use roundtable_core::{Rng, Seat, SeatHandle};

use crate::Squire;

/// What a step forward, a token brought home and a token brought into play are worth; everything else is relative to
/// these.
const FORWARD: f64 = 10.0;
const HOME: f64 = 30.0;
const PLACE: f64 = 12.0;

/// What it is worth to lay a token on one of the other player's, and what it costs to lay it on one's own.
const COVER: f64 = 3.0;

impl Squire for KnightAtTheInn {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        choose(seat, rng)
    }
}

/// Chooses the move that promises most.
fn choose(handle: &SeatHandle<'_, KnightAtTheInn>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    let view = handle.view();
    let mut best = (f64::NEG_INFINITY, rng.pick(&moves));
    for &mv in &moves {
        // A grain of chance, so that ties are not always broken the same way.
        let value = worth(&view, handle.seat(), mv) + f64::from(rng.below(1000)) * 1e-3;
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

fn worth(view: &View, seat: Seat, mv: Move) -> f64 {
    match mv {
        Move::Home { from } => HOME + uncovers(view, seat, from),
        Move::Place { column } => {
            let row = if seat.index() == 0 { 0 } else { 2 };
            PLACE + covers(view, seat, Inn::at(row, column.index()))
        }
        Move::Keep | Move::Rest => 0.0,
        Move::Move { from, direction } => {
            let to = direction.step(seat, from);
            advance(direction) + uncovers(view, seat, from) + to.map_or(0.0, |to| covers(view, seat, to))
        }
        Move::Push { from, direction, .. } => advance(direction.get()) + uncovers(view, seat, from),
    }
}

fn advance(direction: Direction) -> f64 {
    match direction {
        Direction::F | Direction::Fl | Direction::Fr => FORWARD,
        Direction::L | Direction::R => -FORWARD / 2.0,
        Direction::B | Direction::Bl | Direction::Br => -FORWARD,
    }
}

fn at(view: &View, inn: Inn, from_top: usize) -> Option<Seat> {
    view.inns[inn.index()]
        .tokens
        .iter()
        .rev()
        .nth(from_top)
        .map(|token| token.seat)
}

/// What it is worth to lay a token there: good on a rival's token, bad on one's own.
fn covers(view: &View, seat: Seat, inn: Inn) -> f64 {
    match at(view, inn, 0) {
        None => 0.0,
        Some(top) if top == seat => -COVER,
        Some(_) => COVER,
    }
}

/// What it is worth to leave: the token below can move again.
fn uncovers(view: &View, seat: Seat, inn: Inn) -> f64 {
    match at(view, inn, 1) {
        None => 0.0,
        Some(below) if below == seat => COVER,
        Some(_) => -COVER,
    }
}
