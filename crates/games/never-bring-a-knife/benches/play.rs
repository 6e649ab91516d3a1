//! How fast the game is.

use divan::Bencher;
use never_bring_a_knife::{Deck, NeverBringAKnife, Options};
use roundtable_core::{Eye, Game as _, GameDeck as _, Rng, Silent};
use roundtable_testkit::{Setting, bench};

fn main() {
    divan::main();
}

/// Each number of players, with the number of moves in its random games.
const MOVES: [(usize, u64); 5] = [(4, 89_517), (5, 102_893), (6, 112_946), (7, 135_606), (8, 146_327)];

fn setting(players: usize) -> Setting<Options> {
    Setting {
        players,
        options: Options::default(),
    }
}

#[divan::bench(args = MOVES)]
fn random_games(bencher: Bencher<'_, '_>, (players, expected): (usize, u64)) {
    bench::random_games::<NeverBringAKnife>(bencher, setting(players), expected);
}

#[divan::bench(args = [4, 5, 6, 7, 8])]
fn deals(bencher: Bencher<'_, '_>, players: usize) {
    bench::deals::<NeverBringAKnife>(bencher, setting(players));
}

/// An eight-player game in its second lap; in the second round the discards are shuffled in the middle of the deal.
fn in_round(round: u8) -> NeverBringAKnife {
    let mut moves = Vec::new();
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut game: NeverBringAKnife = bench::deal(setting(8), &Deck::standard(), &mut rng);
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
    bench::clones(bencher, &in_round(1), 1023);
}

/// Samples, without and with a shuffle in the middle of the deal.
#[divan::bench(args = [1, 2])]
fn samples(bencher: Bencher<'_, '_>, round: u8) {
    let game = in_round(round);
    assert_eq!(game.view(Eye::Table).deck.before_shuffle > 0, round == 2);
    bench::samples(bencher, &game);
}
