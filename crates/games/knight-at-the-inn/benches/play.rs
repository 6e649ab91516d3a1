//! How fast the game is.

use divan::Bencher;
use knight_at_the_inn::KnightAtTheInn;
use roundtable_core::{Eye, Game as _, NoOptions};
use roundtable_testkit::{Setting, bench};

fn main() {
    divan::main();
}

const SETTING: Setting<NoOptions> = Setting {
    players: 2,
    options: NoOptions,
};

fn middle() -> KnightAtTheInn {
    bench::middle(
        SETTING,
        |game: &KnightAtTheInn| game.view(Eye::Table).turns >= 36,
        |_| true,
    )
}

#[divan::bench]
fn random_games(bencher: Bencher<'_, '_>) {
    bench::random_games::<KnightAtTheInn>(bencher, SETTING, 145_292);
}

#[divan::bench]
fn deals(bencher: Bencher<'_, '_>) {
    bench::deals::<KnightAtTheInn>(bencher, SETTING);
}

#[divan::bench]
fn clones(bencher: Bencher<'_, '_>) {
    bench::clones(bencher, &middle(), 512);
}

#[divan::bench]
fn samples(bencher: Bencher<'_, '_>) {
    bench::samples(bencher, &middle());
}
