//! Plays games for a judge to learn from, and prints them, one per line:
//! `cargo run --release -p roundtable-bots --example lessons -- knights-and-damosels 8000 mixed > lessons.txt`.
//! The first line says what they are; `fit` reads them.

use std::env::args;

use roundtable_bots::{Company, Lesson, Searchable};
use roundtable_catalog::{GameId, with_game};

/// How many simulations the searchers make: few, because there must be many games.
const ITERATIONS: u32 = 200;

fn main() {
    let wish: Vec<String> = args().skip(1).collect();
    let [game, games, company] = &wish[..] else {
        panic!("say a game, how many games, and who plays: knights, mixed or learners");
    };
    let game: GameId = game.parse().unwrap_or_else(|error| panic!("{error}"));
    let games = games.parse().expect("a number of games");
    let company = company.parse().unwrap_or_else(|error| panic!("{error}"));
    println!("{}", wish.join(" "));
    with_game!(game, G => play::<G>(games, company));
}

fn play<G: Searchable>(games: u64, company: Company) {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for job in 0..jobs {
            scope.spawn(move || {
                for seed in (job as u64..games).step_by(jobs) {
                    println!("{}", Lesson::new::<G>(seed, company, ITERATIONS));
                }
            });
        }
    });
}
