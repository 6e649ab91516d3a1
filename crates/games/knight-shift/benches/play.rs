//! How fast the game is. Each benchmark asserts what it computes: a faster game that plays differently is no faster game.

use divan::Bencher;
use divan::counter::ItemsCount;
use knight_shift::{Deck, KnightShift, Move};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, NoOptions, Rng, Silent};

fn main() {
    divan::main();
}

const GAMES: u64 = 1_000;

/// The numbers of players, each with the moves in a thousand random games from fixed seeds.
const MOVES: [(usize, u64); 5] = [(2, 22_974), (3, 34_226), (4, 51_056), (5, 68_978), (6, 88_693)];

fn deal(players: usize, deck: &Deck, rng: &mut Rng) -> KnightShift {
    KnightShift::new(players, NoOptions, deck, Dice::from_rng(rng), &mut Silent).expect("two to six can play")
}

/// Whole random games, deals included.
#[divan::bench(args = MOVES)]
fn random_games(bencher: Bencher<'_, '_>, (players, expected): (usize, u64)) {
    let deck = Deck::standard();
    bencher.counter(ItemsCount::new(expected)).bench_local(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::with_capacity(128);
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

/// Deals alone: both shuffles of a round and the first draw.
#[divan::bench(args = [2, 6])]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    let deck = Deck::standard();
    let mut rng = Rng::new(1);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let game = deal(players, &deck, &mut rng);
        assert_eq!(game.to_act().len(), 1);
        game
    });
}

/// A position in the sixth lap, with many Items played and no Knight claimed.
fn middle(players: usize) -> KnightShift {
    let mut rng = Rng::new(9);
    let mut moves = Vec::new();
    let mut game = deal(players, &Deck::standard(), &mut rng);
    while game.view(Eye::Table).lap < 6 {
        let seat = game.to_act().first().expect("the game goes on");
        game.legal_moves(seat, &mut moves);
        moves.retain(|mv| !matches!(mv, Move::Claim { .. }));
        game.play(seat, rng.pick(&moves), &mut Silent);
    }
    game
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    let game = middle(6);
    bencher.bench_local(|| divan::black_box(&game).clone());
    assert!(size_of::<KnightShift>() <= 1024);
}

#[divan::bench(args = [2, 3, 4, 5, 6])]
fn samples(bencher: Bencher<'_, '_>, players: usize) {
    let game = middle(players);
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
