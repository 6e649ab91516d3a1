//! How fast the game is.

use divan::Bencher;
use knight_shift::{KnightShift, Move};
use roundtable_core::{Eye, Game as _, NoOptions};
use roundtable_testkit::{Setting, bench};

fn main() {
    divan::main();
}

/// Each number of players, with the number of moves in its random games.
const MOVES: [(usize, u64); 5] = [(2, 22_974), (3, 34_226), (4, 51_056), (5, 68_978), (6, 88_693)];

fn setting(players: usize) -> Setting<NoOptions> {
    Setting {
        players,
        options: NoOptions,
    }
}

/// A position in the sixth lap, with many Items played and no Knight claimed.
fn middle(players: usize) -> KnightShift {
    let sixth_lap = |game: &KnightShift| game.view(Eye::Table).lap >= 6;
    bench::middle(setting(players), sixth_lap, |mv| !matches!(mv, Move::Claim { .. }))
}

#[divan::bench(args = MOVES)]
fn random_games(bencher: Bencher<'_, '_>, (players, expected): (usize, u64)) {
    bench::random_games::<KnightShift>(bencher, setting(players), expected);
}

#[divan::bench(args = [2, 6])]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    bench::deals::<KnightShift>(bencher, setting(players));
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    bench::clones(bencher, &middle(6), 1024);
}

#[divan::bench(args = [2, 3, 4, 5, 6])]
fn samples(bencher: Bencher<'_, '_>, players: usize) {
    bench::samples(bencher, &middle(players));
}
