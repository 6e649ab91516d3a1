//! What each card, Knight, event or token is worth.

use std::collections::BTreeSet;

use super::measure::Pair;
use super::rows::{Row, Rows};
use super::{Measured, Thing};
use crate::stats::{Estimate, Figure};
use crate::subject::{Group, Origin};

/// The squared distances of a thing's amounts from their mean must add up to this (a hundred seats of which fifty have
/// it do) before its worth is reported: with less, normal approximations do not hold.
const LEAST_SPREAD: f64 = 25.0;

/// Everything in a group, sorted by what wins most.
pub(super) fn things(pair: Pair<'_>, place: usize, group: &'static Group) -> Vec<Thing> {
    let names = |rows: &Rows| {
        let own = rows.things.iter().filter(|(other, _)| *other == place);
        own.cloned().collect::<Vec<_>>()
    };
    let mut all = names(pair.here);
    all.extend(pair.there.map(names).unwrap_or_default());
    all.sort();
    all.dedup();
    let amount: f64 = all.iter().map(|name| total(pair.here, name)).sum();
    let usual = amount / (all.len().max(1) * pair.here.rows.len()) as f64;
    let mut things: Vec<Thing> = all.iter().map(|name| thing(pair, name, &all, group, usual)).collect();
    let rank = |thing: &Thing| {
        let measured = thing.worth.as_ref().or(thing.points.as_ref()).or(thing.moves.as_ref());
        measured.map_or(f64::NEG_INFINITY, |measured| measured.here.value)
    };
    things.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    things
}

fn total(rows: &Rows, name: &(usize, String)) -> f64 {
    amounts(rows, name).iter().sum()
}

/// The amount of a thing in each game.
fn amounts(rows: &Rows, name: &(usize, String)) -> Vec<f64> {
    let number = rows.find(name);
    let of = |row: &Row| {
        let own = row.facts.iter().filter(|fact| Some(fact.thing) == number);
        own.map(|fact| f64::from(fact.amount)).sum()
    };
    rows.rows.iter().map(of).collect()
}

fn thing(pair: Pair<'_>, name: &(usize, String), all: &[(usize, String)], group: &Group, usual: f64) -> Thing {
    let of_seats = of_seats(pair.here, name) || pair.there.is_some_and(|there| of_seats(there, name));
    let seats = |rows: &Rows| seat_amounts(rows, name, pair.players);
    let wins = |rows: &Rows| {
        let wins = |row| (0..pair.players).map(move |seat| Row::win(row, seat, pair.teams));
        rows.rows.iter().flat_map(wins).collect::<Vec<f64>>()
    };
    let worth = |rows: &Rows| {
        let amounts = seats(rows);
        enough(&amounts)
            .then(|| Estimate::slope(&amounts, &wins(rows), pair.players))
            .flatten()
    };
    let lengths = |rows: &Rows| {
        let (amounts, lengths) = (
            amounts(rows, name),
            rows.rows.iter().map(|row| row.length as f64).collect::<Vec<_>>(),
        );
        enough(&amounts)
            .then(|| Estimate::slope(&amounts, &lengths, 1))
            .flatten()
    };
    let points = |rows: &Rows| group.points.and_then(|_| brought(rows, std::slice::from_ref(name)));
    let above = |rows: &Rows| {
        let others: Vec<_> = all.iter().filter(|other| *other != name).cloned().collect();
        Some(points(rows)?.minus(&brought(rows, &others)?))
    };
    let [with, without] = if of_seats {
        shares(&seats(pair.here), &wins(pair.here), pair.players)
    } else {
        [None, None]
    };
    let expected = (group.alike && group.origin == Origin::Played).then_some(usual);
    let frequency = |rows: &Rows| Some(Estimate::mean(&amounts(rows, name)));
    let nothing = Measured::new(&Estimate::default(), None, None, Estimate::figure);
    Thing {
        name: name.1.trim().to_owned(),
        per_game: pair.measured(expected, frequency, Estimate::figure).unwrap_or(nothing),
        with,
        without,
        worth: of_seats
            .then(|| pair.measured(Some(0.0), worth, Estimate::figure))
            .flatten(),
        points: pair.measured(None, points, Estimate::figure),
        points_above: group
            .alike
            .then(|| pair.measured(Some(0.0), above, Estimate::figure))
            .flatten(),
        moves: (!of_seats)
            .then(|| pair.measured(Some(0.0), lengths, Estimate::figure))
            .flatten(),
    }
}

/// Whether a thing belongs to seats, and not to the whole table.
fn of_seats(rows: &Rows, name: &(usize, String)) -> bool {
    let number = rows.find(name);
    let facts = rows.rows.iter().flat_map(|row| &row.facts);
    facts
        .into_iter()
        .any(|fact| Some(fact.thing) == number && fact.seat.is_some())
}

/// How much of a thing each seat has, game by game.
fn seat_amounts(rows: &Rows, name: &(usize, String), players: usize) -> Vec<f64> {
    let number = rows.find(name);
    let mut all = vec![0.0; rows.rows.len() * players];
    for (game, row) in rows.rows.iter().enumerate() {
        for fact in row.facts.iter().filter(|fact| Some(fact.thing) == number) {
            if let Some(seat) = fact.seat {
                all[game * players + usize::from(seat)] = f64::from(fact.amount);
            }
        }
    }
    all
}

/// Whether the amounts vary enough.
fn enough(amounts: &[f64]) -> bool {
    let mean = amounts.iter().sum::<f64>() / amounts.len().max(1) as f64;
    amounts.iter().map(|amount| (amount - mean).powi(2)).sum::<f64>() >= LEAST_SPREAD
}

/// What things bring each time.
fn brought(rows: &Rows, names: &[(usize, String)]) -> Option<Estimate> {
    let numbers: BTreeSet<u32> = names.iter().filter_map(|name| rows.find(name)).collect();
    let (mut points, mut times) = (Vec::new(), Vec::new());
    for row in &rows.rows {
        let own = row.facts.iter().filter(|fact| numbers.contains(&fact.thing));
        let sums = own.fold((0.0, 0.0), |(points, times), fact| {
            (points + f64::from(fact.points), times + f64::from(fact.times))
        });
        points.push(sums.0);
        times.push(sums.1);
    }
    Estimate::ratio(&points, &times)
}

/// The win shares of the seats that have some of it and of those that have none.
fn shares(amounts: &[f64], wins: &[f64], players: usize) -> [Option<Figure>; 2] {
    [true, false].map(|some| {
        let having = |amount: &f64| f64::from(u8::from((*amount > 0.0) == some));
        let games = amounts.chunks(players).zip(wins.chunks(players));
        let (mut won, mut had) = (Vec::new(), Vec::new());
        for (amounts, wins) in games {
            won.push(amounts.iter().zip(wins).map(|(amount, win)| having(amount) * win).sum());
            had.push(amounts.iter().map(having).sum());
        }
        let trials: f64 = had.iter().sum();
        Some(Estimate::ratio(&won, &had)?.share(trials))
    })
}
