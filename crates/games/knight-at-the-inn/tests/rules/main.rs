//! One test for every rule and ruling, named after it and written from its text.
//!
//! `book_*` tests rules of the rulebook that no ruling repeats. Red is seat 0 and walks up the page, Blue is seat 1 and
//! walks down.

mod data;
mod draw_step;
mod ending;
mod first_turn;
mod knowledge;
mod move_step;
mod odds;
mod royal_push;

use knight_at_the_inn::{Deal, Deck, Kind, KnightAtTheInn, Scene, TokenSeen};
use roundtable_core::{GameDeck as _, Seat, Silent};

const RED: Seat = Seat::new(0);
const BLUE: Seat = Seat::new(1);

/// Tokens by their first letters: Lone Knight, Patrol, Vanguard, Rearguard, Flank, King.
fn kind(letter: char) -> Kind {
    Kind::ALL
        .into_iter()
        .find(|kind| kind.name().starts_with(letter))
        .expect("a letter of a token")
}

fn kinds(letters: &str) -> Vec<Kind> {
    letters.chars().map(kind).collect()
}

/// A deal with the inns as drawn, row 3 first, and the piles from the top.
fn deal(rows: [[u8; 3]; 3], piles: [&str; 2]) -> Deal {
    let [third, second, first] = rows;
    let inns: Vec<u8> = [first, second, third].concat();
    Deal {
        inns: inns.try_into().expect("nine inns"),
        piles: piles.map(|pile| kinds(pile).try_into().expect("eight tokens")),
        lot: RED,
    }
}

fn start(deal: &Deal) -> KnightAtTheInn {
    KnightAtTheInn::from_deal(deal, &Deck::standard(), &mut Silent)
}

/// A position drawn as text: three lines of three inns, row 3 first. An inn is its rooms and its tokens from the bottom
/// up, `10 rL bF rP`. Tokens that are neither in an inn nor in a pile are home.
fn scene(rows: [&str; 3], piles: [&str; 2], turn: Seat) -> KnightAtTheInn {
    KnightAtTheInn::from_scene(&written(rows, piles, turn), &Deck::standard(), &mut Silent).expect("a possible scene")
}

fn written(rows: [&str; 3], piles: [&str; 2], turn: Seat) -> Scene {
    let mut inns = Vec::new();
    let mut stacks = Vec::new();
    for row in rows.iter().rev() {
        for inn in row.split('|') {
            let mut words = inn.split_whitespace();
            inns.push(words.next().expect("rooms").parse().expect("a number of rooms"));
            let token = |word: &str| {
                let mut letters = word.chars();
                let seat = if letters.next() == Some('r') { RED } else { BLUE };
                let kind = kind(letters.next().expect("a token"));
                TokenSeen { kind, seat }
            };
            stacks.push(words.map(token).collect());
        }
    }
    Scene {
        inns: inns.try_into().expect("nine inns"),
        stacks: stacks.try_into().expect("nine inns"),
        piles: piles.map(kinds),
        turn,
    }
}

/// Who stays at an inn, from the bottom up, as letters.
fn guests(position: &KnightAtTheInn, inn: &str) -> String {
    use roundtable_core::{Eye, Game as _};
    let view = position.view(Eye::Table);
    let seen = view
        .inns
        .iter()
        .find(|seen| seen.inn.to_string() == inn)
        .expect("an inn");
    let letter = |token: &TokenSeen| {
        format!(
            "{}{}",
            if token.seat == RED { 'r' } else { 'b' },
            &token.kind.name()[..1]
        )
    };
    seen.tokens.iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// All moves of the player to move.
fn moves(position: &KnightAtTheInn) -> Vec<String> {
    use roundtable_core::Game as _;
    let seat = position.to_act().first().expect("somebody is to act");
    roundtable_testkit::legal(position, seat)
}
