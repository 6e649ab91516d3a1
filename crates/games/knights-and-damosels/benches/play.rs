//! How fast the game is. Each benchmark asserts what it computes: a faster game that plays differently is no faster game.

use divan::Bencher;
use divan::counter::ItemsCount;
use knights_and_damosels::{Deck, KnightsAndDamosels, Options};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, Rng, Silent};

fn main() {
    divan::main();
}

const PLAYERS: [usize; 4] = [3, 4, 5, 6];

const GAMES: u64 = 1_000;

/// The moves in a thousand random games from a fixed seed, for three to six players.
const MOVES: [u64; 4] = [162_647, 200_048, 208_983, 231_240];

fn deal(players: usize, deck: &Deck, rng: &mut Rng) -> KnightsAndDamosels {
    let options = Options::default();
    KnightsAndDamosels::new(players, options, deck, Dice::from_rng(rng), &mut Silent).expect("a game")
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

/// Deals alone.
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

/// A game in the middle of a knight phase.
fn knight_phase(players: usize) -> KnightsAndDamosels {
    let (deck, mut rng, mut moves) = (Deck::standard(), Rng::new(2), Vec::new());
    let mut game = deal(players, &deck, &mut rng);
    while game.view(Eye::Table).display.is_empty() {
        let seat = game.to_act().first().expect("a game under way");
        game.legal_moves(seat, &mut moves);
        game.play(seat, rng.pick(&moves), &mut Silent);
    }
    game
}

/// Samples of a knight phase, for a spectator.
#[divan::bench(args = PLAYERS)]
fn samples(bencher: Bencher<'_, '_>, players: usize) {
    let game = knight_phase(players);
    let seen = game.view(Eye::Table);
    let mut rng = Rng::new(3);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let mut sample = game.clone();
        sample.resample(Eye::Table, &mut rng);
        assert_eq!(sample.to_act(), seen.to_act);
        sample
    });
}

/// Views of a knight phase.
#[divan::bench(args = PLAYERS)]
fn views(bencher: Bencher<'_, '_>, players: usize) {
    let game = knight_phase(players);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let view = game.view(Eye::Table);
        assert_eq!(view.players.len(), players);
        view
    });
}
