//! How fast the game is.

use divan::Bencher;
use divan::counter::ItemsCount;
use knights_and_damosels::{KnightsAndDamosels, Options};
use roundtable_core::{Eye, Game as _};
use roundtable_testkit::{Setting, bench};

fn main() {
    divan::main();
}

const PLAYERS: [usize; 4] = [3, 4, 5, 6];

/// Each number of players, with the number of moves in its random games.
const MOVES: [(usize, u64); 4] = [(3, 162_647), (4, 200_048), (5, 208_983), (6, 231_240)];

fn setting(players: usize) -> Setting<Options> {
    Setting {
        players,
        options: Options::default(),
    }
}

/// A game in the middle of a knight phase.
fn knight_phase(players: usize) -> KnightsAndDamosels {
    let displayed = |game: &KnightsAndDamosels| !game.view(Eye::Table).display.is_empty();
    bench::middle(setting(players), displayed, |_| true)
}

#[divan::bench(args = MOVES)]
fn random_games(bencher: Bencher<'_, '_>, (players, expected): (usize, u64)) {
    bench::random_games::<KnightsAndDamosels>(bencher, setting(players), expected);
}

#[divan::bench(args = PLAYERS)]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    bench::deals::<KnightsAndDamosels>(bencher, setting(players));
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    bench::clones(bencher, &knight_phase(6), 1024);
}

/// Samples of a knight phase for a spectator.
#[divan::bench(args = PLAYERS)]
fn samples(bencher: Bencher<'_, '_>, players: usize) {
    bench::samples_for(bencher, &knight_phase(players), Eye::Table);
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
