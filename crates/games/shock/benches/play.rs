//! How fast the game is.

use divan::Bencher;
use roundtable_core::{Eye, Game as _};
use roundtable_testkit::{Setting, bench};
use shock::{Options, Shock};

fn main() {
    divan::main();
}

/// Each number of players, with the number of moves in its random games.
const MOVES: [(usize, u64); 3] = [(3, 75_362), (4, 108_870), (5, 139_596)];

fn setting(players: usize) -> Setting<Options> {
    Setting {
        players,
        options: Options::default(),
    }
}

/// A four-player position at the start of this round.
fn start_of(round: u8) -> Shock {
    bench::middle(
        setting(4),
        |game: &Shock| game.view(Eye::Table).round >= round,
        |_| true,
    )
}

#[divan::bench(args = MOVES)]
fn random_games(bencher: Bencher<'_, '_>, (players, expected): (usize, u64)) {
    bench::random_games::<Shock>(bencher, setting(players), expected);
}

#[divan::bench(args = [3, 5])]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    bench::deals::<Shock>(bencher, setting(players));
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    bench::clones(bencher, &start_of(3), 1024);
}

/// The more rounds of carried cards there are, the more a sample has to draw.
#[divan::bench(args = [1, 2, 3, 4, 5])]
fn samples(bencher: Bencher<'_, '_>, round: u8) {
    bench::samples(bencher, &start_of(round));
}
