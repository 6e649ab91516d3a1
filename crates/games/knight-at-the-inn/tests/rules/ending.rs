//! KI-R7, KI-R8 and KI-R10: forfeits, repetition, victory.

use knight_at_the_inn::{Deck, Event, KnightAtTheInn};
use roundtable_core::{Eye, Game as _, GameDeck as _, Outcome, Seats, Told};
use roundtable_testkit::play_line;

use crate::{BLUE, RED, scene, written};

fn outcome(game: &KnightAtTheInn) -> Outcome {
    game.outcome().expect("the game is over")
}

/// Both Kings stand where they cannot move, and there is nothing to draw.
const STUCK: [&str; 3] = ["5|6 bK|5", "5|6 rK|5", "5|5|5"];

#[test]
fn ki_r7_who_can_neither_draw_nor_move_forfeits() {
    let mut told: Vec<Told<Event>> = Vec::new();
    // Red's King is stuck, Blue's Patrol is not.
    let scene = written(["5|6 bP|5", "5|6 rK|5", "5|5|5"], ["", ""], RED);
    let game = KnightAtTheInn::from_scene(&scene, &Deck::standard(), &mut told).expect("a possible scene");
    assert_eq!(
        told.iter().filter_map(|told| told.to(Eye::Table)).collect::<Vec<_>>(),
        [&Event::Forfeited { seat: RED }]
    );
    assert_eq!(game.to_act(), Seats::one(BLUE), "automatically");
}

#[test]
fn ki_r7_a_player_who_must_draw_what_does_not_fit_and_cannot_move_forfeits() {
    let game = scene(["5|6 bP|5", "5|6 rK|5", "2|2|2"], ["V", ""], RED);
    assert_eq!(game.to_act(), Seats::one(BLUE));
    assert_eq!(game.view(Eye::Table).households[0].pile.top_exceeds, Some(2));
}

#[test]
fn ki_r7_two_forfeited_turns_in_a_row_are_a_stalemate() {
    let game = scene(STUCK, ["", ""], RED);
    assert_eq!(outcome(&game).reason().code, "stalemate");
}

#[test]
fn ki_r7_forfeits_that_are_not_in_a_row_are_none() {
    let mut game = scene(["5|5|5 bL", "5|6 rK|5", "5|5|5"], ["", ""], RED);
    for way in ["move 3c r", "move 3b r"] {
        // Blue moves; Red forfeits in between.
        play_line(&mut game, &[way]);
        assert!(game.outcome().is_none());
        assert_eq!(game.to_act(), Seats::one(BLUE));
    }
}

/// Two Patrols walk back and forth with nothing else to do; Red begins.
fn shuttle() -> KnightAtTheInn {
    scene(["9|9|9 bP", "9|9|9", "9 rP|9|9"], ["", ""], RED)
}

const ROUND: [&str; 4] = ["move 1a r", "move 3c r", "move 1b l", "move 3b l"];

#[test]
fn ki_r8_the_fifth_time_ends_the_game() {
    let mut game = shuttle();
    for time in 2..=5 {
        assert!(game.outcome().is_none(), "time {time} has not come");
        play_line(&mut game, &ROUND);
    }
    assert_eq!(outcome(&game).reason().code, "repetition");
}

#[test]
fn ki_r8_players_are_told_the_count_from_the_second_time_on() {
    let mut game = shuttle();
    assert_eq!(game.view(Eye::Table).repetition, 1);
    for time in 2..=4 {
        let told = play_line(&mut game, &ROUND);
        assert_eq!(told.last(), Some(&Event::Repeated { count: time }));
        assert_eq!(game.view(Eye::Table).repetition, time);
    }
}

#[test]
fn ki_r8_the_player_to_move_belongs_to_the_position() {
    // Red goes around in three moves, Blue back and forth in two: the tokens stand as before, but it is Blue's turn.
    let mut game = scene(["9|9|9 bP", "9|9|9", "9 rL|9|9"], ["", ""], RED);
    let told = play_line(
        &mut game,
        &["move 1a r", "move 3c r", "move 1b fl", "move 3b l", "move 2a b"],
    );
    assert!(
        told.iter().all(|event| !matches!(event, Event::Repeated { .. })),
        "{told:?}"
    );
}

#[test]
fn ki_r8_tokens_of_a_kind_and_colour_are_alike() {
    // Red's two Rearguards change places.
    let mut game = scene(["9|9|9", "9|9|9 bP", "9 rR|9 rR|9"], ["", ""], RED);
    let told = play_line(
        &mut game,
        &[
            "move 1a f",
            "move 2c f",
            "move 1b f",
            "move 1c b",
            "move 2a br",
            "move 2c f",
            "move 2b bl",
            "move 1c b",
        ],
    );
    assert_eq!(told.last(), Some(&Event::Repeated { count: 2 }));
}

#[test]
fn ki_r8_a_token_drawn_or_gone_home_makes_a_new_position() {
    let mut game = scene(["9|9|9 bP", "9 rP|9|9", "9 rV|9 rV|9"], ["L", ""], RED);
    play_line(
        &mut game,
        &["keep", "move 2a r", "move 3c r", "keep", "move 2b l", "move 3b l"],
    );
    assert_eq!(game.view(Eye::Table).repetition, 2);
    let told = play_line(
        &mut game,
        &["place 2", "move 2a r", "move 3c r", "move 2b l", "move 3b l"],
    );
    assert!(
        !told.iter().any(|event| matches!(event, Event::Repeated { .. })),
        "{told:?}"
    );
}

#[test]
fn ki_r8_a_forfeited_turn_counts_as_a_turn() {
    // Blue's Patrol walks back and forth; Red is stuck and forfeits every turn. Positions at the start of Red's turns
    // count too.
    let mut game = scene(["5|5|5 bP", "5|6 rK|5", "5|5|5"], ["", ""], RED);
    let mut counts = Vec::new();
    for way in ["move 3c r", "move 3b l"].into_iter().cycle() {
        for event in play_line(&mut game, &[way]) {
            if let Event::Repeated { count } = event {
                counts.push(count);
            }
        }
        if game.outcome().is_some() {
            break;
        }
    }
    // The scene (Red to move) recurs with every second move of Blue; so does the position after Red's forfeit, but
    // later.
    assert_eq!(counts, [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5]);
    assert_eq!(outcome(&game).reason().code, "repetition");
}

#[test]
fn ki_r10_the_eighth_token_home_wins_at_once() {
    let mut game = scene(["9|9 rL|9", "9|9|9", "9 bK|9|9"], ["", ""], RED);
    play_line(&mut game, &["home 3b"]);
    let outcome = outcome(&game);
    assert_eq!(outcome.reason().code, "all_home");
    assert_eq!(
        (outcome.winners(), outcome.scores()),
        (Seats::one(RED), &[28, 22][..]),
        "the score is the value home"
    );
    assert!(game.to_act().is_empty());
}

#[test]
fn ki_r10_a_stalemate_is_won_by_the_higher_value_home() {
    // Both Kings are stuck; Blue's Lone Knight lies under Red's King, so Red has more home.
    let game = scene(["5|6 bK|5", "5|7 bL rK|5", "5|5|5"], ["", ""], RED);
    assert_eq!(
        (outcome(&game).winners(), outcome(&game).scores()),
        (Seats::one(RED), &[22, 21][..])
    );
}

#[test]
fn ki_r10_then_by_more_tokens_home() {
    // Red's Rearguard, and Blue's Lone Knight and Vanguard, lie covered: 4 each, but Red has one more token home.
    let game = scene(["5|10 bL bV bK|5", "5|10 rR rK|5", "5|5|5"], ["", ""], RED);
    let outcome = outcome(&game);
    assert_eq!((outcome.scores(), outcome.winners()), (&[18, 18][..], Seats::one(RED)));
}

#[test]
fn ki_r10_then_by_more_uncovered_tokens_in_inns() {
    // Each has a King and a Vanguard on the road; Blue's Vanguard is covered, Red's stands free but has nowhere to go.
    let game = scene(["2|9 bV bK|2", "2|6 rK|2", "3 rV|2|2"], ["", ""], RED);
    let outcome = outcome(&game);
    assert_eq!((outcome.scores(), outcome.winners()), (&[19, 19][..], Seats::one(RED)));
}

#[test]
fn ki_r10_then_it_is_a_draw() {
    let game = scene(STUCK, ["", ""], RED);
    assert_eq!(
        (outcome(&game).winners(), outcome(&game).ranks()),
        (Seats::all(2), &[1, 1][..])
    );
}
