//! Games in a few lines of notation, for tests of single rules.

use roundtable_core::{Audit, Eye, GameMove, Seat, Told};

use crate::print::moves;

/// The seat with this number.
///
/// # Panics
/// If the number is above 7.
#[must_use]
pub const fn seat(number: usize) -> Seat {
    Seat::new(number)
}

/// Plays moves in the notation, each by the only seat that is to act, and returns the events that the all-seeing eye is
/// told.
///
/// # Panics
/// If more or fewer than one seat is to act, or a move is not legal.
pub fn play_line<G: Audit>(position: &mut G, line: &[&str]) -> Vec<G::Event> {
    let mut told = Vec::new();
    for text in line {
        let acting = position.to_act();
        assert_eq!(acting.len(), 1, "`{text}`: {acting:?} are to act");
        let seat = acting.first().expect("one seat is to act");
        told.extend(play_as(position, seat, text));
    }
    told
}

/// Plays a move in the notation by a seat, and returns the events that the all-seeing eye is told.
///
/// # Panics
/// If the move is not legal.
pub fn play_as<G: Audit>(position: &mut G, seat: Seat, text: &str) -> Vec<G::Event> {
    let mv: G::Move = text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
    if let Err(illegal) = position.check(seat, mv) {
        panic!("`{text}` of {seat:?}: {illegal}");
    }
    let mut journal = Vec::new();
    position.play(seat, mv, &mut journal);
    heard(&journal, Eye::All)
}

/// Reads a seat and a move such as `0 play 7h`.
///
/// # Panics
/// If the line is anything else.
#[must_use]
pub fn read_line<M: GameMove>(line: &str) -> (Seat, M) {
    let (seat, mv) = line.trim().split_once(' ').expect("a seat and a move");
    let seat = seat.parse().unwrap_or_else(|error| panic!("`{line}`: {error}"));
    (seat, mv.parse().unwrap_or_else(|error| panic!("`{line}`: {error}")))
}

/// Plays moves such as `0 play 7h; 1 withdraw`, and adds the events to the journal.
///
/// # Panics
/// If a move is not legal.
pub fn play_lines<G: Audit>(position: &mut G, lines: &str, journal: &mut Vec<Told<G::Event>>) {
    for line in lines.split(';') {
        let (seat, mv) = read_line(line);
        if let Err(illegal) = position.check(seat, mv) {
            panic!("`{line}`: {illegal}");
        }
        position.play(seat, mv, journal);
    }
}

/// What an eye was told.
#[must_use]
pub fn heard<E: Clone>(journal: &[Told<E>], eye: Eye) -> Vec<E> {
    journal.iter().filter_map(|told| told.to(eye).cloned()).collect()
}

/// The legal moves of the only seat that is to act, after the seat: `0: play 7h, withdraw`. `over` at the end of the
/// game.
///
/// # Panics
/// If several seats are to act.
#[must_use]
pub fn asked<G: Audit>(position: &G) -> String {
    let acting = position.to_act();
    assert!(acting.len() <= 1, "{acting:?} are to act");
    match acting.first() {
        Some(seat) => format!("{seat}: {}", legal(position, seat).join(", ")),
        None => "over".to_owned(),
    }
}

/// The legal moves of a seat in the notation.
#[must_use]
pub fn legal<G: Audit>(position: &G, seat: Seat) -> Vec<String> {
    moves(position, seat).iter().map(ToString::to_string).collect()
}

/// The code and the rule of the refusal of a move in the notation.
///
/// # Panics
/// If the text is not a move, or the move is legal.
#[must_use]
pub fn refused<G: Audit>(position: &G, seat: Seat, text: &str) -> (&'static str, &'static str) {
    let mv: G::Move = text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
    let illegal = position.check(seat, mv).expect_err(text);
    (illegal.code, illegal.rule)
}
