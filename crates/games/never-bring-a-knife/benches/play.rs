//! How fast the game is. Each benchmark asserts what it computes: a faster game that plays differently is no faster game.

use divan::Bencher;
use divan::counter::ItemsCount;
use never_bring_a_knife::{Deck, NeverBringAKnife, Options};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, Rng, Silent};

fn main() {
    divan::main();
}

const PLAYERS: [usize; 5] = [4, 5, 6, 7, 8];

const GAMES: u64 = 1_000;

/// The moves in a thousand random games from a fixed seed, for four to eight players.
const MOVES: [u64; 5] = [89_517, 102_893, 112_946, 135_606, 146_327];

fn deal(players: usize, deck: &Deck, rng: &mut Rng) -> NeverBringAKnife {
    NeverBringAKnife::new(players, Options::default(), deck, Dice::from_rng(rng), &mut Silent).expect("a game")
}

/// Whole random games, deals included.
#[divan::bench(args = PLAYERS)]
fn random_games(bencher: Bencher<'_, '_>, players: usize) {
    let deck = Deck::standard();
    let expected = MOVES[players - PLAYERS[0]];
    bencher.counter(ItemsCount::new(expected)).bench_local(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::with_capacity(64);
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

/// Deals alone: roles, the dealer, one shuffle of the deck.
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

/// A game of eight in its second lap; in the second round the discards are shuffled in the middle of the deal.
fn in_round(round: u8) -> NeverBringAKnife {
    let mut moves = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut game = deal(8, &Deck::standard(), &mut rng);
        while let Some(seat) = game.to_act().first() {
            let view = game.view(Eye::Table);
            let laid: usize = view.players.iter().map(|player| player.stack.len()).sum();
            if view.round == round && laid == 12 {
                return game;
            }
            game.legal_moves(seat, &mut moves);
            game.play(seat, rng.pick(&moves), &mut Silent);
        }
    }
    unreachable!("some game lasts two rounds")
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    let game = in_round(1);
    bencher.bench_local(|| divan::black_box(&game).clone());
    assert!(size_of::<NeverBringAKnife>() < 1024);
}

/// Samples, without and with a shuffle in the middle of the deal.
#[divan::bench(args = [1, 2])]
fn samples(bencher: Bencher<'_, '_>, round: u8) {
    let game = in_round(round);
    let eye = Eye::Seat(game.to_act().first().expect("the game goes on"));
    let view = game.view(eye);
    assert_eq!(view.deck.before_shuffle > 0, round == 2);
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
