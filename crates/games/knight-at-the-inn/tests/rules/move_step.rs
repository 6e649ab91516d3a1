//! KI-R1 and KI-R6: moving and going home.

use knight_at_the_inn::Step;
use roundtable_core::{Eye, Game as _};
use roundtable_testkit::{play_line, refused};

use crate::{BLUE, RED, guests, moves, scene};

#[test]
fn ki_r1_every_forward_arrow_leads_home_from_every_inn_of_the_last_row() {
    // F (King), FL and FR (Flank, from the edge columns too), all three (Vanguard).
    let game = scene(["9 rF|9 rV|9 rK", "9|9|9", "9|9|9"], ["", "V"], RED);
    for inn in ["3a", "3b", "3c"] {
        assert!(moves(&game).contains(&format!("home {inn}")), "{inn}");
    }
    let game = scene(["9|9|9", "9|9|9", "9 bF|9 bV|9 bR"], ["V", ""], BLUE);
    for inn in ["1a", "1b", "1c"] {
        assert!(
            moves(&game).contains(&format!("home {inn}")),
            "Blue's castle lies at the other end: {inn}"
        );
    }
}

#[test]
fn ki_r1_only_from_the_last_row() {
    let game = scene(["9|9|9", "9 rV|9|9", "9|9|9"], ["", "V"], RED);
    assert_eq!(refused(&game, RED, "home 2a"), ("not_at_castle", "KI-R1"));
}

#[test]
fn book_nobody_enters_the_other_castle_or_leaves_the_road() {
    let game = scene(["9|9|9", "9|9|9", "9 rP|9 rL|9"], ["", "V"], RED);
    assert_eq!(refused(&game, RED, "move 1a b"), ("off_road", "KI-R1"));
    assert_eq!(refused(&game, RED, "move 1a l"), ("off_road", "KI-R1"));
    assert_eq!(refused(&game, RED, "home 1a"), ("not_at_castle", "KI-R1"));
}

#[test]
fn ki_r6_going_home_is_one_move_whichever_arrow_leads_there() {
    let mut game = scene(["9|9 rV|9", "9|9|9", "9|9|9"], ["", "V"], RED);
    assert_eq!(moves(&game), ["home 3b"]);
    assert_eq!(refused(&game, RED, "move 3b fl"), ("use_home", "KI-R6"));
    play_line(&mut game, &["home 3b"]);
    assert_eq!(guests(&game, "3b"), "");
}

#[test]
fn ki_r6_a_token_walks_by_its_arrows_as_its_owner_sees_them() {
    let mut game = scene(["9|9|9", "9|9 rL|9", "9|9|9"], ["", "V"], RED);
    assert_eq!(moves(&game).len(), 8);
    play_line(&mut game, &["move 2b fl"]);
    assert_eq!(guests(&game, "3a"), "rL");
    let mut game = scene(["9|9|9", "9|9 bL|9", "9|9|9"], ["V", ""], BLUE);
    play_line(&mut game, &["move 2b fl"]);
    assert_eq!(guests(&game, "1c"), "bL", "Blue's left is Red's right");
    let game = scene(["9|9|9", "9|9 rV|9", "9|9|9"], ["", "V"], RED);
    assert_eq!(refused(&game, RED, "move 2b b"), ("no_arrow", "KI-D2"));
}

#[test]
fn book_a_token_needs_free_rooms() {
    let game = scene(["9|6 bV|9", "9|9 rR|9", "9|9|9"], ["", "V"], RED);
    assert!(!moves(&game).contains(&"move 2b f".to_owned()));
    assert_eq!(refused(&game, RED, "move 2b f"), ("no_room", "KI-R6"));
    let mut game = scene(["9|7 bV|9", "9|9 rR|9", "9|9|9"], ["", "V"], RED);
    play_line(&mut game, &["move 2b f"]);
    assert_eq!(guests(&game, "3b"), "bV rR", "just enough is enough");
}

#[test]
fn book_covered_tokens_cannot_move() {
    let mut game = scene(["9|9|9", "9 rL bP|9 rV rR|9 rP", "9|9|9"], ["", ""], RED);
    assert_eq!(refused(&game, RED, "move 2a f"), ("not_yours", "KI-R6"));
    assert_eq!(
        refused(&game, RED, "move 2b fl"),
        ("no_arrow", "KI-D2"),
        "the Rearguard is on top, the Vanguard covered"
    );
    assert_eq!(refused(&game, RED, "move 3a f"), ("empty_inn", "KI-R6"));
    play_line(&mut game, &["move 2b f", "move 2a l"]);
    assert!(
        moves(&game).contains(&"move 2a fr".to_owned()),
        "uncovered, the Lone Knight moves again"
    );
}

#[test]
fn ki_r6_the_token_just_placed_does_not_move() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "V"], RED);
    play_line(&mut game, &["place 0"]);
    assert_eq!(refused(&game, RED, "move 1a f"), ("just_placed", "KI-R6"));
    assert!(
        moves(&game).iter().all(|mv| !mv.contains("1a")),
        "and it covers the Lone Knight"
    );
}

#[test]
fn ki_r6_a_move_is_obligatory_if_nothing_was_drawn() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "V"], RED);
    play_line(&mut game, &["keep"]);
    assert!(!moves(&game).contains(&"rest".to_owned()));
    assert_eq!(refused(&game, RED, "rest"), ("must_move", "KI-R6"));
}

#[test]
fn ki_r6_a_move_is_optional_after_a_draw() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["VR", "V"], RED);
    play_line(&mut game, &["place 2"]);
    assert!(moves(&game).contains(&"rest".to_owned()));
    play_line(&mut game, &["rest"]);
    assert_eq!(game.to_act().first(), Some(BLUE));
}

/// KI-P2: the player is asked to rest even if nothing else is possible.
#[test]
fn ki_p2_rest_is_asked_even_as_the_only_answer() {
    let mut game = scene(["9|9|9", "2|2|2", "9 rV|9|9"], ["V", "V"], RED);
    play_line(&mut game, &["place 1"]);
    assert_eq!(moves(&game), ["rest"]);
}

#[test]
fn book_a_turn_may_draw_and_move() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rL|9 rP|9"], ["V", "V"], RED);
    play_line(&mut game, &["place 2", "move 1b f"]);
    assert_eq!([guests(&game, "1c"), guests(&game, "2b")], ["rV", "rP"]);
    assert_eq!(game.to_act().first(), Some(BLUE));
}

#[test]
fn book_tokens_at_home_stay_there_and_all_can_look_at_them() {
    let game = scene(["9|9|9", "9 rK|9|9", "9|9|9"], ["", "V"], RED);
    for eye in [Eye::Seat(RED), Eye::Seat(BLUE), Eye::Table] {
        let household = &game.view(eye).households[0];
        assert_eq!((household.home.len(), household.home_value), (7, 22));
    }
    assert!(
        moves(&game).iter().all(|mv| mv.contains("2a")),
        "only the King is left to move"
    );
    assert_eq!(game.view(Eye::Table).step, Step::Move { drawn: None });
}
