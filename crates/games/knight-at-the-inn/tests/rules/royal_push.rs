//! KI-R9: the Royal Push.

use knight_at_the_inn::Event;
use roundtable_testkit::{play_line, refused};

use crate::{BLUE, RED, guests, moves, scene};

fn pushes(game: &knight_at_the_inn::KnightAtTheInn) -> Vec<String> {
    moves(game).into_iter().filter(|mv| mv.starts_with("push")).collect()
}

/// The rulebook's example: a blue King beside an inn of 10 with red 1, blue 5 and red 2, and an empty inn of 7 behind
/// it.
#[test]
fn book_example_of_the_royal_push() {
    let mut game = scene(["9|9|9", "7|10 rL bF rP|9 bK", "9|9|9"], ["V", ""], BLUE);
    assert_eq!(
        pushes(&game),
        ["push 2c r 2"],
        "one leaves no room for the King, three do not fit into the 7"
    );
    assert_eq!(refused(&game, BLUE, "push 2c r 1"), ("king_no_room", "KI-R9"));
    assert_eq!(refused(&game, BLUE, "push 2c r 3"), ("no_room", "KI-R9"));
    let told = play_line(&mut game, &["push 2c r 2"]);
    assert_eq!(
        guests(&game, "2a"),
        "rP bF",
        "the order is reversed: the Flank covers the Patrol"
    );
    assert_eq!(guests(&game, "2b"), "rL bK", "the King covers the Lone Knight");
    assert_eq!(guests(&game, "2c"), "");
    assert!(matches!(&told[0], Event::Pushed { seat: BLUE, tokens, .. } if tokens.len() == 2));
}

#[test]
fn ki_r9_forward_left_and_right_but_not_back_or_diagonally() {
    let game = scene(["9|9|9", "9 bV|9|9", "9 rK|9 bL|9"], ["", "V"], RED);
    assert_eq!(pushes(&game), ["push 1a f 1", "push 1a r 1"]);
    let game = scene(["9|9|9", "9|9 bL|9 rK", "9|9|9 bV"], ["", "V"], RED);
    assert_eq!(pushes(&game), ["push 2c l 1"], "the Vanguard behind is out of reach");
    assert!("push 1c b 1".parse::<knight_at_the_inn::Move>().is_err());
    assert!("push 1c fl 1".parse::<knight_at_the_inn::Move>().is_err());
}

#[test]
fn ki_r9_into_an_inn_with_at_least_one_token() {
    let game = scene(["9|9|9", "9|9|9", "9 rK|9|9"], ["", "V"], RED);
    assert_eq!(pushes(&game), Vec::<String>::new());
    assert_eq!(refused(&game, RED, "push 1a r 1"), ("too_few_tokens", "KI-R9"));
    assert!(
        "push 1a r 0".parse::<knight_at_the_inn::Move>().is_err(),
        "a push of none is an ordinary move"
    );
}

#[test]
fn ki_r9_each_number_is_a_move_of_its_own() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rK|11 bL bP|9"], ["", "V"], RED);
    assert_eq!(pushes(&game), ["push 1a r 1", "push 1a r 2"]);
    assert!(
        moves(&game).contains(&"move 1a r".to_owned()),
        "and none is an ordinary move"
    );
    play_line(&mut game, &["push 1a r 1"]);
    assert_eq!([guests(&game, "1b"), guests(&game, "1c")], ["bL rK", "bP"]);
}

#[test]
fn ki_r9_never_into_a_castle_or_off_the_grid() {
    // Forward from the second row the castle would be next; sideways from the middle column the edge.
    let game = scene(["9|9 bL|9", "9 bP|9 rK|9 bV", "9|9|9"], ["", "V"], RED);
    assert_eq!(pushes(&game), Vec::<String>::new());
    assert_eq!(refused(&game, RED, "push 2b f 1"), ("off_road", "KI-R9"));
    assert_eq!(refused(&game, RED, "push 2b l 1"), ("off_road", "KI-R9"));
}

#[test]
fn ki_r9_each_pushed_token_needs_room() {
    let game = scene(["9|9|9", "9|9|9", "9 rK|11 bR bL|4 rP"], ["", "V"], RED);
    assert_eq!(
        pushes(&game),
        ["push 1a r 1"],
        "behind, 2 rooms are free: the Lone Knight fits, the Rearguard not"
    );
}

#[test]
fn ki_r9_the_other_king_and_what_is_under_it_cannot_be_pushed() {
    let game = scene(["9|9|9", "9|9|9", "9 rK|11 bL bK bP|11"], ["", "V"], RED);
    assert_eq!(
        pushes(&game),
        Vec::<String>::new(),
        "one is too few for the King to fit, the second is Blue's King"
    );
    assert_eq!(refused(&game, RED, "push 1a r 2"), ("royal", "KI-R9"));
    let game = scene(["9|9|9", "9|9|9", "9 rK|12 bK bR|11"], ["", "V"], RED);
    assert_eq!(pushes(&game), ["push 1a r 1"], "what lies on it can");
}

#[test]
fn ki_r9_own_tokens_can_be_pushed() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rK|9 rV|9"], ["", "V"], RED);
    play_line(&mut game, &["push 1a r 1"]);
    assert_eq!([guests(&game, "1b"), guests(&game, "1c")], ["rK", "rV"]);
}

#[test]
fn ki_r9_but_not_the_one_placed_this_turn_nor_what_is_under_it() {
    let mut game = scene(["9|9|9", "9|9|9", "9 rK|9 bL|9"], ["V", "V"], RED);
    play_line(&mut game, &["place 1"]);
    assert_eq!(pushes(&game), Vec::<String>::new());
    assert_eq!(refused(&game, RED, "push 1a r 1"), ("just_placed", "KI-R9"));
    let mut game = scene(["9|9|9", "9|9|9", "9 rK|9 bL|9"], ["V", "V"], RED);
    play_line(&mut game, &["place 2"]);
    assert_eq!(pushes(&game), ["push 1a r 1"], "it can be pushed onto");
}

#[test]
fn ki_r9_only_an_uncovered_king_of_ones_own_pushes() {
    let game = scene(["9|9|9", "9|9|9", "9 rK bL|9 bP|9"], ["V", ""], RED);
    assert_eq!(refused(&game, RED, "push 1a r 1"), ("draw_first", "KI-R4"));
    let game = scene(["9|9|9", "9|9 rV|9", "9 rK bL|9 bP|9"], ["", "V"], RED);
    assert_eq!(refused(&game, RED, "push 1a r 1"), ("not_yours", "KI-R6"));
    assert_eq!(refused(&game, RED, "push 2b f 1"), ("not_king", "KI-R9"));
}

#[test]
fn ki_r9_blue_pushes_the_other_way() {
    let mut game = scene(["9 bK|9|9", "9 rV|9|9", "9|9|9"], ["V", ""], BLUE);
    assert_eq!(pushes(&game), ["push 3a f 1"]);
    play_line(&mut game, &["push 3a f 1"]);
    assert_eq!(
        [guests(&game, "2a"), guests(&game, "1a")],
        ["bK", "rV"],
        "Red's Vanguard is driven back"
    );
}
