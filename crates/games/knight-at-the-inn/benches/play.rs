//! How fast the game is. Each benchmark asserts what it computes: a faster game that plays differently is no faster game.

use divan::Bencher;
use divan::counter::ItemsCount;
use knight_at_the_inn::{Deck, KnightAtTheInn};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, NoOptions, Rng, Silent};

fn main() {
    divan::main();
}

const GAMES: u64 = 1_000;

/// The moves in a thousand random games from fixed seeds, whoever plays them.
const MOVES: u64 = 145_292;

fn deal(deck: &Deck, rng: &mut Rng) -> KnightAtTheInn {
    KnightAtTheInn::new(2, NoOptions, deck, Dice::from_rng(rng), &mut Silent).expect("a game for two")
}

/// Whole random games, deals included.
#[divan::bench]
fn random_games(bencher: Bencher<'_, '_>) {
    let deck = Deck::standard();
    bencher.counter(ItemsCount::new(MOVES)).bench_local(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::with_capacity(64);
        let mut count = 0;
        for _ in 0..GAMES {
            let mut game = deal(&deck, &mut rng);
            while let Some(seat) = game.to_act().first() {
                game.legal_moves(seat, &mut moves);
                let mv = rng.pick(&moves);
                game.play(seat, mv, &mut Silent);
                count += 1;
            }
        }
        assert_eq!(count, MOVES);
    });
}

/// Deals alone: three shuffles and the first automatic steps.
#[divan::bench]
fn deals(bencher: Bencher<'_, '_>) {
    let deck = Deck::standard();
    let mut rng = Rng::new(1);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let game = deal(&deck, &mut rng);
        assert_eq!(game.to_act().len(), 1);
        game
    });
}

/// A position in the middle of a game.
fn middle() -> KnightAtTheInn {
    let mut rng = Rng::new(9);
    let mut moves = Vec::new();
    let mut game = deal(&Deck::standard(), &mut rng);
    for _ in 0..40 {
        let seat = game.to_act().first().expect("the game goes on");
        game.legal_moves(seat, &mut moves);
        game.play(seat, rng.pick(&moves), &mut Silent);
    }
    game
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    let game = middle();
    bencher.bench_local(|| divan::black_box(&game).clone());
    assert!(size_of::<KnightAtTheInn>() <= 512);
}

#[divan::bench]
fn samples(bencher: Bencher<'_, '_>) {
    let game = middle();
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
