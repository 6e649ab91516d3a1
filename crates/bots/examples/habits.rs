//! Fits the habits of a game to lessons: what players look at when they choose, and how much each count weighs. Prints
//! one list of weights for the smallest table and one for all others: `cargo run --release -p roundtable-bots --example
//! habits -- lessons.txt`.

mod adam;

use std::env::args;

use adam::{Weight, step};
use roundtable_bots::{Lesson, Searchable, read_lessons};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::Rng;

const EPOCHS: usize = 12;
const BATCH: usize = 256;

/// A decision: the counts of each legal move, a row of the same length for each, and which move was made.
struct Choice {
    rows: Vec<f32>,
    count: usize,
    made: usize,
}

fn main() {
    let (title, lessons) = read_lessons(args().skip(1));
    println!("// Fitted by `examples/habits.rs` to the lessons `{title}`.");
    let game = title.split(' ').next().unwrap_or_default().parse::<GameId>();
    with_game!(game.unwrap_or_else(|error| panic!("{error}")), G => fit::<G>(&lessons));
}

fn fit<G: Searchable>(lessons: &[Lesson]) {
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for lesson in lessons {
        lesson.decisions::<G>(|position, seat, moves, made| {
            let mut rows = Vec::new();
            position.habits(seat, moves, &mut rows);
            let choices = if position.players() == G::INFO.min_players {
                &mut few
            } else {
                &mut many
            };
            let count = rows.len() / moves.len();
            assert!(count > 0, "nothing is counted of a move in {}", G::INFO.name);
            choices.push(Choice { rows, count, made });
        });
    }
    for (name, choices) in [("THREE", few), ("MORE", many)] {
        let weights = learn(&choices, name);
        let written: Vec<String> = weights.iter().map(|weight| format!("{:.2}", weight.value)).collect();
        println!("pub(super) const {name}: [f32; COUNT] = [{}];", written.join(", "));
    }
}

/// The odds of each move, adding up to 1.
fn odds(choice: &Choice, weights: &[Weight]) -> Vec<f32> {
    let score = |row: &[f32]| {
        row.iter()
            .zip(weights)
            .map(|(count, weight)| count * weight.value)
            .sum::<f32>()
    };
    let scores: Vec<f32> = choice.rows.chunks(choice.count).map(score).collect();
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    odds.iter().map(|odds| odds / sum).collect()
}

fn learn(choices: &[Choice], name: &str) -> Vec<Weight> {
    let (known, unknown) = choices.split_at(choices.len() * 9 / 10);
    let count = choices.first().expect("choices").count;
    let mut weights = vec![Weight::default(); count];
    let (mut rng, mut steps) = (Rng::new(1), 0);
    eprintln!(
        "{name}: {} choices, surprise {:.4} without habits",
        choices.len(),
        surprise(unknown, &weights)
    );
    for epoch in 1..=EPOCHS {
        let rate = 0.02 * (1.0 - epoch as f32 / (EPOCHS + 1) as f32);
        let mut order: Vec<usize> = (0..known.len()).collect();
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            for choice in batch.iter().map(|&at| &known[at]) {
                for (place, (row, odds)) in choice.rows.chunks(count).zip(odds(choice, &weights)).enumerate() {
                    let error = odds - if place == choice.made { 1.0 } else { 0.0 };
                    for (weight, counted) in weights.iter_mut().zip(row) {
                        weight.slope += error * counted / batch.len() as f32;
                    }
                }
            }
            steps += 1;
            step(&mut weights, steps, rate, 0.0);
        }
        eprintln!("{epoch}: {:.4}", surprise(unknown, &weights));
    }
    weights
}

/// The average surprise at the move chosen.
fn surprise(choices: &[Choice], weights: &[Weight]) -> f32 {
    let sum: f32 = choices
        .iter()
        .map(|choice| -odds(choice, weights)[choice.made].max(1e-6).ln())
        .sum();
    sum / choices.len() as f32
}
