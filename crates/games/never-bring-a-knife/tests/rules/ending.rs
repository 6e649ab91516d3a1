//! NK-R11 and NK-R14: who wins.

use never_bring_a_knife::Event;
use roundtable_core::{Eye, Game};

use crate::{FOUR, Given, Table};

const TWO_WOUNDS: Given = Given {
    wounds: &[2, 2, 2, 2],
    ..FOUR
};

const SHOT: &str = "gun gun crime crime";

fn result(table: &Table) -> (&'static str, Vec<i32>) {
    let outcome = table.game.outcome().expect("the game is over");
    (outcome.reason().known(), outcome.scores().to_vec())
}

#[test]
fn nk_r11_the_team_of_the_fallen_loses() {
    let table = Table::stacks(&TWO_WOUNDS, &[SHOT]);
    assert_eq!(result(&table), ("fall", vec![0, 1, 0, 1]));
}

#[test]
fn nk_r11_more_fallen_lose_and_the_fallen_win_with_their_team() {
    let table = Table::stacks(&TWO_WOUNDS, &[SHOT, "gun gun money money", "gun gun money money"]);
    assert_eq!(
        result(&table),
        ("fall", vec![0, 1, 0, 1]),
        "two Cops and one Criminal fell"
    );
}

#[test]
fn nk_r11_the_boss_breaks_a_tie() {
    let table = Table::stacks(&TWO_WOUNDS, &[SHOT, "gun gun money money"]);
    assert_eq!(result(&table), ("boss", vec![1, 0, 1, 0]), "the boss is a Cop");
    let given = Given {
        roles: "crcrrc",
        ..TWO_WOUNDS
    };
    let table = Table::stacks(&given, &[SHOT, "gun gun money money"]);
    assert_eq!(result(&table), ("boss", vec![0, 1, 0, 1]), "the boss is a Criminal");
}

#[test]
fn nk_r11_roles_are_judged_as_they_are_held_at_the_end() {
    // The Mole turns seat 1 into a Cop, who falls.
    let table = Table::stacks(&TWO_WOUNDS, &["", "gun gun mole money"]);
    assert_eq!(result(&table), ("fall", vec![0, 0, 0, 1]));
}

#[test]
fn nk_r11_roles_and_boss_are_shown_and_the_one_over_is_not() {
    let table = Table::stacks(&TWO_WOUNDS, &[SHOT]);
    assert_eq!(table.asked(), "over");
    assert_eq!(table.knows(0, "3"), "Criminal open");
    assert_eq!(table.knows(0, "boss"), "Cop open");
    let view = table.game.view(Eye::Table);
    assert!(view.players.iter().all(|player| player.role.known.role().is_some()));
    assert_eq!(view.undealt, None);
    assert!(matches!(table.told(Eye::Table).last(), Some(Event::Over { .. })));
    assert_eq!(table.refusal("0 done"), ("game_over", "NK-R11"));
}

const LAST_ROUND: Given = Given { rounds: 59, ..FOUR };

#[test]
fn nk_r14_after_sixty_rounds_more_wounds_lose() {
    let table = Table::stacks(
        &Given {
            wounds: &[1, 2, 0, 0],
            ..LAST_ROUND
        },
        &[],
    );
    assert_eq!(result(&table), ("length", vec![1, 0, 1, 0]));
    let table = Table::stacks(
        &Given {
            wounds: &[1, 2, 2, 0],
            ..LAST_ROUND
        },
        &[],
    );
    assert_eq!(result(&table), ("length", vec![0, 1, 0, 1]));
    let table = Table::stacks(
        &Given {
            rounds: 58,
            wounds: &[1, 2, 0, 0],
            ..FOUR
        },
        &[],
    );
    assert_eq!(table.view().round, 60, "not before");
}

#[test]
fn nk_r14_if_even_the_boss_decides() {
    let table = Table::stacks(
        &Given {
            wounds: &[1, 1, 0, 0],
            ..LAST_ROUND
        },
        &[],
    );
    assert_eq!(result(&table), ("length_boss", vec![1, 0, 1, 0]));
}

#[test]
fn nk_r14_a_fall_in_the_last_round_is_a_fall() {
    let table = Table::stacks(
        &Given {
            wounds: &[2, 2, 0, 2],
            ..LAST_ROUND
        },
        &[SHOT],
    );
    assert_eq!(result(&table), ("fall", vec![0, 1, 0, 1]));
}
