//! The benchmarks that every game has. Each asserts what it computes: a faster game that plays differently is not a
//! faster game.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use roundtable_core::{Audit, Dice, Eye, GameDeck as _, Rng, Silent};

use crate::walk::Setting;

/// The number of random games in a run.
pub const GAMES: u64 = 1_000;

/// A fresh deal.
///
/// # Panics
/// If the game cannot be set up like this.
pub fn deal<G: Audit>(setting: Setting<G::Options>, deck: &G::Deck, rng: &mut Rng) -> G {
    let Setting { players, options } = setting;
    G::new(players, options, deck, Dice::from_rng(rng), &mut Silent).expect("a game for so many")
}

/// Whole random games, deals included, with exactly `expected` moves in total.
pub fn random_games<G: Audit>(bencher: Bencher<'_, '_>, setting: Setting<G::Options>, expected: u64) {
    let deck = G::Deck::standard();
    bencher.counter(ItemsCount::new(expected)).bench_local(|| {
        let mut rng = Rng::new(1);
        let mut moves = Vec::with_capacity(256);
        let mut count = 0;
        for _ in 0..GAMES {
            let mut game: G = deal(setting, &deck, &mut rng);
            while let Some(seat) = game.to_act().first() {
                game.legal_moves(seat, &mut moves);
                let mv = rng.pick(&moves);
                game.play(seat, mv, &mut Silent);
                count += 1;
            }
        }
        assert_eq!(count, expected, "another game is played");
    });
}

/// Deals alone.
pub fn deals<G: Audit>(bencher: Bencher<'_, '_>, setting: Setting<G::Options>) {
    let deck = G::Deck::standard();
    let mut rng = Rng::new(1);
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let game: G = deal(setting, &deck, &mut rng);
        assert_eq!(game.to_act().len(), 1);
        game
    });
}

/// A position some random moves after the deal, each chosen from the wanted ones.
///
/// # Panics
/// If the game ends before that.
pub fn middle<G: Audit>(
    setting: Setting<G::Options>,
    until: impl Fn(&G) -> bool,
    wanted: impl Fn(&G::Move) -> bool,
) -> G {
    let mut rng = Rng::new(9);
    let mut moves = Vec::new();
    let mut game: G = deal(setting, &G::Deck::standard(), &mut rng);
    while !until(&game) {
        let seat = game.to_act().first().expect("the game goes on");
        game.legal_moves(seat, &mut moves);
        moves.retain(&wanted);
        game.play(seat, rng.pick(&moves), &mut Silent);
    }
    game
}

/// Copies of a position, which has at most this many bytes.
pub fn clones<G: Audit>(bencher: Bencher<'_, '_>, game: &G, bytes: usize) {
    assert!(size_of::<G>() <= bytes, "a position has {} bytes", size_of::<G>());
    bencher.bench_local(|| black_box(game).clone());
}

/// Samples of a position for the seat that is to act, whose view must stay the same.
///
/// # Panics
/// If the game is over.
pub fn samples<G: Audit>(bencher: Bencher<'_, '_>, game: &G) {
    samples_for(
        bencher,
        game,
        Eye::Seat(game.to_act().first().expect("the game goes on")),
    );
}

/// Samples of a position for an eye, whose view must stay the same.
pub fn samples_for<G: Audit>(bencher: Bencher<'_, '_>, game: &G, eye: Eye) {
    let mut rng = Rng::new(1);
    let mut sample = || {
        let mut sample = game.clone();
        sample.resample(eye, &mut rng);
        sample
    };
    assert_eq!(sample().view(eye), game.view(eye));
    bencher.bench_local(sample);
}
