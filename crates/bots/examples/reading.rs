//! Fits the way champions of Never Bring a Knife read what others do to lessons, and prints the weights:
//! `cargo run --release -p roundtable-bots --example reading -- lessons.txt`.
//! It moves one weight after the other to where the players are least surprised at the real roles in nine tenths of the
//! moments. Standard error shows how much less surprised they are in the rest.

use std::env::args;

use roundtable_bots::games::never_bring_a_knife::{Belief, Reading};
use roundtable_bots::{Lesson, read_lessons};
use roundtable_catalog::games::never_bring_a_knife::NeverBringAKnife;
use roundtable_core::{Game as _, Seat, SeatHandle, Told};

const WEIGHTS: usize = 12;

/// The steps by which a weight is moved, largest first.
const STEPS: [f64; 4] = [0.4, 0.2, 0.1, 0.05];

/// What one player had been told when a round began.
struct Moment {
    position: NeverBringAKnife,
    journal: Vec<Told<<NeverBringAKnife as roundtable_core::Game>::Event>>,
    seat: Seat,
}

fn main() {
    let (title, lessons) = read_lessons(args().skip(1));
    let moments: Vec<Moment> = lessons.iter().flat_map(moments).collect();
    let (known, unknown) = moments.split_at(moments.len() * 9 / 10);
    eprintln!(
        "{} moments to learn from, {} to be tested with",
        known.len(),
        unknown.len()
    );
    let mut weights = to_weights(&Reading::PLAIN);
    let mut best = surprise(known, &weights);
    eprintln!(
        "by rule of thumb: {best:.4} of what it knows, {:.4} of what it does not",
        surprise(unknown, &weights)
    );
    for step in STEPS {
        for round in 1..=3 {
            for weight in 0..WEIGHTS {
                for change in [step, -step] {
                    loop {
                        let mut other = weights;
                        other[weight] += change;
                        if !(0.02..=0.98).contains(&other[WEIGHTS - 1]) {
                            break;
                        }
                        let now = surprise(known, &other);
                        if now >= best - 1e-6 {
                            break;
                        }
                        (weights, best) = (other, now);
                    }
                }
            }
            eprintln!(
                "steps of {step}, round {round}: {best:.4} of what it knows, {:.4} of what it does not",
                surprise(unknown, &weights)
            );
        }
    }
    println!("// Fitted by `examples/reading.rs` to the lessons `{title}`.");
    println!("{:#.2?}", to_reading(&weights));
}

/// One player at the beginning of every round.
fn moments(lesson: &Lesson) -> Vec<Moment> {
    let mut moments = Vec::new();
    lesson.retell(|position: &NeverBringAKnife, journal| {
        moments.push(Moment {
            position: position.clone(),
            journal: journal.to_vec(),
            seat: Seat::new(moments.len() % position.players()),
        });
    });
    moments
}

fn surprise(moments: &[Moment], weights: &[f64; WEIGHTS]) -> f64 {
    let reading = to_reading(weights);
    let sum = |moments: &[Moment]| -> f64 {
        let of = |moment: &Moment| {
            let handle = SeatHandle::new(&moment.position, &moment.journal, moment.seat);
            Belief::surprise(&handle, &reading, &moment.position)
        };
        moments.iter().map(of).sum()
    };
    let (one, other) = moments.split_at(moments.len() / 2);
    let total = std::thread::scope(|scope| {
        let one = scope.spawn(|| sum(one));
        sum(other) + one.join().expect("a sum")
    });
    total / moments.len() as f64
}

fn to_weights(reading: &Reading) -> [f64; WEIGHTS] {
    let [gun, armor, money, crime, intel, hit, mole] = reading.kindness;
    let Reading {
        hit: used,
        heal,
        knowing,
        hidden,
        random,
        ..
    } = *reading;
    [
        gun, armor, money, crime, intel, hit, mole, used, heal, knowing, hidden, random,
    ]
}

fn to_reading(weights: &[f64; WEIGHTS]) -> Reading {
    let [
        gun,
        armor,
        money,
        crime,
        intel,
        card,
        mole,
        hit,
        heal,
        knowing,
        hidden,
        random,
    ] = *weights;
    Reading {
        kindness: [gun, armor, money, crime, intel, card, mole],
        hit,
        heal,
        knowing,
        hidden,
        random,
    }
}
