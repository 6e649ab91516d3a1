//! KI-R11: what a player may know, and samples of the rest.

use std::collections::BTreeMap;

use knight_at_the_inn::{Kind, KnightAtTheInn};
use roundtable_core::{Eye, Game as _, Rng, Seat};
use roundtable_testkit::play_line;

use crate::{BLUE, RED, deal, kinds, scene, start};

fn known(game: &KnightAtTheInn, eye: Eye, owner: Seat) -> Vec<Kind> {
    game.view(eye).households[owner.index()].pile.known.clone()
}

#[test]
fn ki_r11_the_owner_knows_the_top_token_and_nobody_else_does() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["VRK", "FV"], RED);
    assert_eq!(known(&game, Eye::Seat(RED), RED), kinds("V"));
    assert_eq!(known(&game, Eye::Seat(BLUE), BLUE), kinds("F"));
    for eye in [Eye::Seat(BLUE), Eye::Table] {
        assert_eq!(known(&game, eye, RED), kinds(""));
    }
    assert_eq!(known(&game, Eye::All, RED), kinds("VRK"));
}

#[test]
fn ki_r11_after_a_draw_the_owner_sees_the_next_token() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["VRK", "FV"], RED);
    play_line(&mut game, &["place 0"]);
    assert_eq!(known(&game, Eye::Seat(RED), RED), kinds("R"));
}

#[test]
fn ki_r11_in_the_first_turn_the_owner_knows_two() {
    let game = start(&deal([[11, 8, 6], [9, 10, 7], [5, 7, 9]], ["LPVVRRFK", "RFVVRPLK"]));
    assert_eq!(known(&game, Eye::Seat(RED), RED), kinds("LP"));
    assert_eq!(
        known(&game, Eye::Table, RED),
        kinds("L"),
        "shown to find the first player"
    );
}

#[test]
fn ki_r11_which_tokens_are_left_is_public() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["VKR", "FV"], RED);
    for eye in [Eye::Seat(RED), Eye::Seat(BLUE), Eye::Table] {
        assert_eq!(game.view(eye).households[0].pile.left, kinds("VRK"), "in no order");
    }
}

/// How often each order of a pile occurs in samples for an eye.
fn orders(game: &KnightAtTheInn, eye: Eye, owner: Seat, samples: u32) -> BTreeMap<Vec<Kind>, u32> {
    let mut rng = Rng::new(5);
    let mut seen = BTreeMap::new();
    for _ in 0..samples {
        let mut sample = game.clone();
        sample.resample(eye, &mut rng);
        *seen.entry(known(&sample, Eye::All, owner)).or_default() += 1;
    }
    seen
}

/// Every order of these letters.
fn permutations(letters: &str) -> Vec<Vec<Kind>> {
    fn extend(done: &mut Vec<Kind>, rest: &[Kind], all: &mut Vec<Vec<Kind>>) {
        if rest.is_empty() {
            all.push(done.clone());
        }
        for (i, &kind) in rest.iter().enumerate() {
            let mut others = rest.to_vec();
            others.remove(i);
            done.push(kind);
            extend(done, &others, all);
            done.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &kinds(letters), &mut all);
    all.sort();
    all.dedup();
    all
}

/// All orders that agree with what the eye knows occur, each about equally often.
fn assert_uniform(seen: &BTreeMap<Vec<Kind>, u32>, expected: &[Vec<Kind>], samples: u32) {
    assert_eq!(seen.keys().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
    let share = f64::from(samples) / expected.len() as f64;
    let deviation = share.sqrt();
    for (order, &count) in seen {
        assert!(
            (f64::from(count) - share).abs() < 5.0 * deviation,
            "{order:?}: {count} of {samples}, expected {share}"
        );
    }
}

#[test]
fn ki_r11_samples_give_every_order_equally_often() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "PVRF"], RED);
    let expected = permutations("PVRF");
    assert_eq!(expected.len(), 24);
    assert_uniform(&orders(&game, Eye::Seat(RED), BLUE, 24_000), &expected, 24_000);
    assert_uniform(&orders(&game, Eye::Table, BLUE, 24_000), &expected, 24_000);
}

#[test]
fn ki_r11_samples_take_like_tokens_for_alike() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "VRVR"], RED);
    let expected = permutations("VVRR");
    assert_eq!(expected.len(), 6);
    assert_uniform(&orders(&game, Eye::Seat(RED), BLUE, 12_000), &expected, 12_000);
}

#[test]
fn ki_r11_samples_keep_what_the_owner_has_seen() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "PVRF"], RED);
    let expected: Vec<_> = permutations("PVRF")
        .into_iter()
        .filter(|order| order[0] == Kind::Patrol)
        .collect();
    assert_uniform(&orders(&game, Eye::Seat(BLUE), BLUE, 12_000), &expected, 12_000);
    assert_uniform(&orders(&game, Eye::All, BLUE, 100), &[kinds("PVRF")], 100);
}

#[test]
fn ki_r11_samples_keep_that_a_token_fitted_nowhere() {
    // Blue must draw, but nothing larger than 3 rooms fits: the top token is a Rearguard, the Flank or the King.
    let game = scene(["3|3|3", "9|9 bP|9", "9 rV|9|9"], ["L", "FVRRK"], BLUE);
    assert_eq!(game.view(Eye::Table).households[1].pile.top_exceeds, Some(3));
    let large = |order: &Vec<Kind>| [Kind::Rearguard, Kind::Flank, Kind::King].contains(&order[0]);
    let expected: Vec<_> = permutations("FVRRK").into_iter().filter(large).collect();
    for eye in [Eye::Seat(RED), Eye::Table] {
        assert_uniform(&orders(&game, eye, BLUE, 40_000), &expected, 40_000);
    }
}

#[test]
fn ki_r11_until_it_is_drawn() {
    let mut game = scene(["3 rL|3|7 rR", "9|9 bP|9", "9 rV|9|9"], ["", "FV"], BLUE);
    assert_eq!(game.view(Eye::Table).households[1].pile.top_exceeds, Some(3));
    // Red's Rearguard leaves; Blue's Flank now fits and must be drawn.
    play_line(&mut game, &["move 2b f", "home 3c", "place 2"]);
    assert_eq!(game.view(Eye::Table).households[1].pile.top_exceeds, None);
}

#[test]
fn ki_r11_what_was_known_to_be_too_large_stays_known_when_room_appears() {
    // Too large twice, for 2 and later for 3 rooms: the larger bound holds, and a later smaller one does not undo it.
    let mut game = scene(["3 rL|2|2", "9|9 bP|9", "9 rV|9|9"], ["", "FV"], BLUE);
    assert_eq!(game.view(Eye::Table).households[1].pile.top_exceeds, Some(2));
    play_line(&mut game, &["move 2b l", "home 3a", "move 2c r"]);
    assert_eq!(game.view(Eye::Table).households[1].pile.top_exceeds, Some(3));
}

#[test]
fn ki_r11_samples_keep_that_a_token_which_must_be_placed_fits() {
    // Blue must draw and is asked to, so the top token fits into 3 rooms: it is the Vanguard, whatever the order of the
    // rest.
    let game = scene(["3|3|3", "9|9 bP|9", "9 rV|9|9"], ["L", "VFRRK"], BLUE);
    let expected: Vec<_> = permutations("VFRRK")
        .into_iter()
        .filter(|order| order[0] == Kind::Vanguard)
        .collect();
    for eye in [Eye::Seat(RED), Eye::Table] {
        assert_uniform(&orders(&game, eye, BLUE, 12_000), &expected, 12_000);
    }
}
