//! KI-R4 and KI-R5: the draw step.

use knight_at_the_inn::{Event, Step};
use roundtable_core::{Eye, Game as _};
use roundtable_testkit::{play_line, refused};

use crate::{BLUE, RED, guests, moves, scene};

#[test]
fn ki_r4_a_turn_is_a_draw_step_then_a_move_step() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["VV", "V"], RED);
    assert_eq!(moves(&game), ["place 0", "place 1", "place 2", "keep"]);
    assert_eq!(refused(&game, RED, "move 1a f"), ("draw_first", "KI-R4"));
    assert_eq!(refused(&game, BLUE, "keep"), ("not_to_act", "KI-R4"));
    play_line(&mut game, &["place 2"]);
    assert_eq!(refused(&game, RED, "place 0"), ("draw_over", "KI-R4"));
    assert_eq!(refused(&game, RED, "keep"), ("draw_over", "KI-R4"));
}

#[test]
fn ki_r4_what_the_draw_step_asks_is_decided_once_at_the_start() {
    // With one token in the start row Red must draw. Then there are two, and the draw step asks for nothing more.
    let mut game = scene(["9|9|9", "9 rP|9|9", "9 rL|9|9"], ["VV", "V"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: true });
    play_line(&mut game, &["place 0"]);
    assert!(matches!(game.view(Eye::Table).step, Step::Move { drawn: Some(_) }));
}

#[test]
fn ki_r5_cannot_draw_from_an_empty_pile() {
    let game = scene(["9|9|9", "9|9|9", "9 rL|9|9"], ["", "VV"], RED);
    assert_eq!(
        game.view(Eye::Table).step,
        Step::Move { drawn: None },
        "the step is passed over"
    );
}

#[test]
fn ki_r5_cannot_draw_with_three_own_tokens_in_the_start_row_covered_ones_included() {
    let game = scene(["9|9|9", "9|9|9", "9 rL rP|9 rV bP|9"], ["VRRFK", ""], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Move { drawn: None });
    let game = scene(["9|9|9", "9|9|9", "9 rL rP|9 bP|9"], ["VVRRFK", ""], RED);
    assert_eq!(
        game.view(Eye::Table).step,
        Step::Draw { must: false },
        "Blue's tokens do not count"
    );
}

#[test]
fn ki_r5_must_draw_with_one_or_no_token_in_the_start_row() {
    for start in ["9|9|9", "9 rL|9|9", "9 rL bP|9|9"] {
        let game = scene(["9|9|9", "9 rP|9|9", start], ["VV", "V"], RED);
        assert_eq!(game.view(Eye::Table).step, Step::Draw { must: true }, "{start}");
        assert_eq!(refused(&game, RED, "keep"), ("must_draw", "KI-R5"));
    }
}

#[test]
fn ki_r5_must_draw_if_all_own_tokens_in_inns_are_covered() {
    let game = scene(["9|9|9", "9|9|9", "9 rL bP|9 rP bV|9"], ["VV", "R"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: true });
    let game = scene(["9|9|9", "9|9|9", "9 rL bP|9 rP|9"], ["VV", "R"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: false });
}

#[test]
fn ki_r5_must_draw_if_no_own_token_is_in_an_inn() {
    let game = scene(["9|9|9", "9|9|9", "9|9|9"], ["VV", "R"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: true });
}

#[test]
fn ki_r5_must_draw_if_no_own_token_has_a_legal_move() {
    // Two Vanguards whose ways forward are full.
    let game = scene(["9|9|9", "2|2|2", "9 rV|9 rV|9"], ["L", "R"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: true });
    let game = scene(["9|9|9", "2|3|2", "9 rV|9 rV|9"], ["L", "R"], RED);
    assert_eq!(
        game.view(Eye::Table).step,
        Step::Draw { must: false },
        "now both can move"
    );
}

#[test]
fn ki_r5_otherwise_a_player_may_draw() {
    let game = scene(["9|9|9", "9|9|9", "9 rV|9 rV|9"], ["L", "R"], RED);
    assert_eq!(game.view(Eye::Table).step, Step::Draw { must: false });
    assert!(moves(&game).contains(&"keep".to_owned()));
}

#[test]
fn ki_r5_a_token_that_fits_nowhere_is_asked_for_all_the_same() {
    let game = scene(["9|9|9", "9|9|9", "5 rV|5 rV|5"], ["K", "R"], RED);
    assert_eq!(moves(&game), ["keep"], "the only answer");
    let other = scene(["9|9|9", "9|9|9", "5 rV|5 rV|5"], ["L", "R"], RED);
    let seen = |game: &knight_at_the_inn::KnightAtTheInn| {
        let view = game.view(Eye::Seat(BLUE));
        (
            view.step,
            view.inns,
            view.households[0].pile.known.clone(),
            game.to_act(),
        )
    };
    assert_eq!(seen(&game), seen(&other), "the other player cannot tell the difference");
}

#[test]
fn ki_r5_cannot_goes_before_must() {
    // No token in the start row: Red must draw. But the King fits nowhere, so the step is skipped, and everybody sees
    // that.
    let mut told: Vec<roundtable_core::Told<Event>> = Vec::new();
    let written = crate::written(["9|9|9", "9 rP|9|9", "5|5|5"], ["K", "R"], RED);
    let game =
        knight_at_the_inn::KnightAtTheInn::from_scene(&written, &roundtable_core::GameDeck::standard(), &mut told);
    let game = game.expect("a possible scene");
    assert_eq!(game.view(Eye::Table).step, Step::Move { drawn: None });
    assert!(
        told.iter()
            .any(|told| told.to(Eye::Table) == Some(&Event::NoRoom { seat: RED }))
    );
}

#[test]
fn book_a_drawn_token_goes_where_there_is_room() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rV rV|6 bR|5"], ["R", "V"], RED);
    assert_eq!(moves(&game), ["place 2", "keep"]);
    assert_eq!(refused(&game, RED, "place 0"), ("no_room", "KI-R5"));
    play_line(&mut game, &["place 2"]);
    assert_eq!(guests(&game, "1c"), "rR");
}
