//! Fits a game's judge to games of bots, and prints the source file with the learnt weights, for rustfmt to format:
//! `cargo run --release -p roundtable-bots --example fit -- lessons.txt | rustfmt --edition 2024 > weights.rs`, where
//! `--example lessons` played the lessons. The file belongs in the game's folder, `crates/bots/src/games/…`. Standard
//! error shows how well the judge predicts who wins.

mod adam;

use std::env::args;
use std::fmt::Write as _;

use adam::{Weight, step};
use roundtable_bots::{Lesson, Searchable, UNITS, read_lessons};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{Rng, Seat};

const EPOCHS: usize = 30;
const BATCH: usize = 256;

/// A position: each side's counts, and each side's share in the victory.
struct Example {
    rows: Vec<Vec<f32>>,
    shares: Vec<f32>,
    /// The quick judge's verdict.
    glance: Vec<f32>,
}

fn main() {
    let (title, lessons) = read_lessons(args().skip(1));
    let game = title.split(' ').next().unwrap_or_default().parse::<GameId>();
    let learner = with_game!(game.unwrap_or_else(|error| panic!("{error}")), G => fit::<G>(&lessons));
    learner.print(&title);
}

fn fit<G: Searchable>(lessons: &[Lesson]) -> Learner {
    assert!(G::COUNTS > 0, "nothing is counted of a side in {}", G::INFO.name);
    let examples: Vec<Example> = lessons.iter().flat_map(examples::<G>).collect();
    let apart = examples.len() * 9 / 10;
    let (known, unknown) = examples.split_at(apart);
    eprintln!(
        "{} positions to learn from, {} to be tested with",
        known.len(),
        unknown.len()
    );
    eprintln!(
        "no judge {:.4}, at a glance {:.4}",
        loss(unknown.iter(), even),
        loss(unknown.iter(), |one| one.glance.clone())
    );
    let mut learner = Learner::new(G::COUNTS);
    for epoch in 1..=EPOCHS {
        learner.learn(known, 0.004 * (1.0 - epoch as f32 / (EPOCHS + 1) as f32));
        eprintln!(
            "{epoch}: {:.4} of what it knows, {:.4} of what it does not",
            loss(known.iter(), |one| learner.shares(one)),
            loss(unknown.iter(), |one| learner.shares(one))
        );
    }
    for sides in 2..=8 {
        let some: Vec<&Example> = unknown.iter().filter(|one| one.rows.len() == sides).collect();
        if !some.is_empty() {
            eprintln!(
                "{sides} sides, {} positions: no judge {:.4}, at a glance {:.4}, learnt {:.4}",
                some.len(),
                loss(some.iter().copied(), even),
                loss(some.iter().copied(), |one| one.glance.clone()),
                loss(some.iter().copied(), |one| learner.shares(one))
            );
        }
    }
    learner
}

/// The positions of one game.
fn examples<G: Searchable>(lesson: &Lesson) -> Vec<Example> {
    let (begun, end) = lesson.positions::<G>();
    let won = of_sides(&end, &end.shares());
    begun.iter().map(|position| look(position, won.clone())).collect()
}

fn look<G: Searchable>(position: &G, shares: Vec<f32>) -> Example {
    let rows = (0..position.sides()).map(|side| {
        let mut row = vec![0.0; G::COUNTS];
        position.count(side, &mut row);
        row
    });
    Example {
        rows: rows.collect(),
        shares,
        glance: of_sides(position, &position.judge()),
    }
}

/// What one seat of each side gets, adding up to 1.
fn of_sides<G: Searchable>(position: &G, shares: &[f32]) -> Vec<f32> {
    let mut sides = vec![0.0; position.sides()];
    for seat in Seat::all(position.players()) {
        sides[position.side(seat)] = shares[seat.index()];
    }
    let sum: f32 = sides.iter().sum();
    sides.iter().map(|share| share / sum.max(1e-6)).collect()
}

fn even(example: &Example) -> Vec<f32> {
    vec![1.0 / example.rows.len() as f32; example.rows.len()]
}

/// The average surprise of a judge.
fn loss<'a>(examples: impl ExactSizeIterator<Item = &'a Example>, judge: impl Fn(&Example) -> Vec<f32>) -> f32 {
    let surprise = |example: &Example| -> f32 {
        let judged = judge(example);
        example
            .shares
            .iter()
            .zip(judged)
            .map(|(share, judged)| -share * judged.max(1e-6).ln())
            .sum()
    };
    let count = examples.len() as f32;
    examples.map(surprise).sum::<f32>() / count
}

struct Learner {
    counts: usize,
    /// The units' weights for each count and then for the bias, followed by what each unit is worth.
    weights: Vec<Weight>,
    steps: i32,
    rng: Rng,
}

impl Learner {
    fn new(counts: usize) -> Self {
        let mut rng = Rng::new(1);
        let width = (2.0 / counts as f32).sqrt();
        let mut random = || (rng.below(2001) as f32 / 1000.0 - 1.0) * width;
        let weights = (0..(counts + 2) * UNITS)
            .map(|_| Weight {
                value: random(),
                ..Weight::default()
            })
            .collect();
        Self {
            counts,
            weights,
            steps: 0,
            rng,
        }
    }

    fn units(&self, row: &[f32]) -> [f32; UNITS] {
        let mut units: [f32; UNITS] = std::array::from_fn(|unit| self.weights[self.counts * UNITS + unit].value);
        for (count, weights) in row.iter().zip(self.weights.chunks(UNITS)) {
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += count * weight.value;
            }
        }
        units.map(|unit| unit.max(0.0))
    }

    fn score(&self, units: &[f32; UNITS]) -> f32 {
        let worth = &self.weights[(self.counts + 1) * UNITS..];
        units.iter().zip(worth).map(|(unit, worth)| unit * worth.value).sum()
    }

    fn shares(&self, example: &Example) -> Vec<f32> {
        let scores: Vec<f32> = example.rows.iter().map(|row| self.score(&self.units(row))).collect();
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = odds.iter().sum();
        odds.iter().map(|odds| odds / sum).collect()
    }

    /// One pass through all examples, in a new order.
    fn learn(&mut self, examples: &[Example], rate: f32) {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        self.rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            for &at in batch {
                self.feel(&examples[at], 1.0 / batch.len() as f32);
            }
            self.steps += 1;
            step(&mut self.weights, self.steps, rate, 1e-4);
        }
    }

    /// Adds the gradient of one example.
    fn feel(&mut self, example: &Example, part: f32) {
        let judged = self.shares(example);
        for ((row, judged), share) in example.rows.iter().zip(judged).zip(&example.shares) {
            let error = (judged - share) * part;
            let units = self.units(row);
            for (unit, &held) in units.iter().enumerate().filter(|(_, held)| **held > 0.0) {
                let worth = (self.counts + 1) * UNITS + unit;
                self.weights[worth].slope += error * held;
                let below = error * self.weights[worth].value;
                for (count, seen) in row.iter().chain([&1.0]).enumerate() {
                    self.weights[count * UNITS + unit].slope += below * seen;
                }
            }
        }
    }

    /// Prints the learnt weights as a source file.
    fn print(&self, title: &str) {
        let row = |weights: &[Weight]| {
            let values: Vec<String> = weights.iter().map(|weight| format!("{:.3}", weight.value)).collect();
            format!("[{}]", values.join(", "))
        };
        let mut rows = self.weights.chunks(UNITS).map(row);
        let mut text = format!(
            "//! What the judge has learnt. Written by `examples/fit.rs` from the lessons `{title}`.\n\n\
             use crate::abilities::Net;\n\n\
             #[allow(clippy::approx_constant, reason = \"no weight is meant to be a known constant\")]\n\
             pub(super) static NET: Net<{}> = Net {{\n    weights: [\n",
            self.counts
        );
        for weights in rows.by_ref().take(self.counts) {
            let _ = writeln!(text, "        {weights},");
        }
        let (bias, worth) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
        let _ = write!(text, "    ],\n    bias: {bias},\n    worth: {worth},\n}};");
        println!("{text}");
    }
}
