//! How fast the game is. Each benchmark asserts what it computes: a faster game that plays differently is no faster game.

use divan::Bencher;
use divan::counter::ItemsCount;
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, Rng, Silent};
use shock::{Deck, Options, Shock};

fn main() {
    divan::main();
}

const PLAYERS: [usize; 3] = [3, 4, 5];

const GAMES: u64 = 1_000;

/// The moves in a thousand random games from a fixed seed, for three, four and five players.
const MOVES: [u64; 3] = [75_362, 108_870, 139_596];

fn deal(players: usize, deck: &Deck, rng: &mut Rng) -> Shock {
    Shock::new(players, Options::default(), deck, Dice::from_rng(rng), &mut Silent).expect("a game")
}

/// Whole random games, deals included.
#[divan::bench(args = PLAYERS)]
fn random_games(bencher: Bencher<'_, '_>, players: usize) {
    let deck = Deck::standard();
    let expected = MOVES[players - PLAYERS[0]];
    bencher.counter(ItemsCount::new(expected)).bench_local(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::with_capacity(16);
        let mut count = 0;
        for _ in 0..GAMES {
            let mut game = deal(players, &deck, &mut rng);
            while let Some(seat) = game.to_act().first() {
                game.legal_moves(seat, &mut moves);
                let mv = rng.pick(&moves);
                game.play(seat, mv, &mut Silent);
                count += 1;
            }
        }
        assert_eq!(count, expected);
    });
}

/// Deals alone: the first Leader, and one shuffle of all cards.
#[divan::bench(args = PLAYERS)]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    let deck = Deck::standard();
    let mut rng = Rng::new(1);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let game = deal(players, &deck, &mut rng);
        assert_eq!(game.to_act().len(), 1);
        game
    });
}

/// A position of four players at the start of this round.
fn start_of(round: u8) -> Shock {
    let mut rng = Rng::new(9);
    let mut moves = Vec::new();
    let mut game = deal(4, &Deck::standard(), &mut rng);
    while game.view(Eye::Table).round < round {
        let seat = game.to_act().first().expect("the game goes on");
        game.legal_moves(seat, &mut moves);
        game.play(seat, rng.pick(&moves), &mut Silent);
    }
    game
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    let game = start_of(3);
    bencher.bench_local(|| divan::black_box(&game).clone());
    assert!(size_of::<Shock>() < 1024);
}

/// Samples: the more rounds of carried cards there are, the more has to be drawn.
#[divan::bench(args = [1, 2, 3, 4, 5])]
fn samples(bencher: Bencher<'_, '_>, round: u8) {
    let game = start_of(round);
    let eye = Eye::Seat(game.to_act().first().expect("the game goes on"));
    let view = game.view(eye);
    let mut rng = Rng::new(1);
    bencher.bench_local(|| {
        let mut sample = game.clone();
        sample.resample(eye, &mut rng);
        sample
    });
    let mut sample = game.clone();
    sample.resample(eye, &mut rng);
    assert_eq!(sample.view(eye), view);
}
