//! NK-R10: Money Talks.

use roundtable_core::Game;

use crate::{FOUR, Given, SEVEN, Table, seat};

const RICH: Given = Given {
    banks: &[6, 0, 3, 2],
    wounds: &[0, 1, 2, 0],
    ..FOUR
};

#[test]
fn nk_r10_once_around_from_the_dealers_left_who_can_buy_something() {
    let mut table = Table::stacks(&RICH, &[]);
    assert_eq!(
        table.asked(),
        "0: look 1, look 2, look 3, look boss, heal 1, heal 2, done"
    );
    table.play("0 done");
    assert_eq!(table.game.to_act().first(), Some(seat(2)), "seat 1 has nothing");
    table.play("2 done");
    assert_eq!(table.view().round, 2, "two Money of seat 3 buy nothing");
}

#[test]
fn nk_r10_healing_costs_three_and_anybody_wounded_can_be_healed() {
    let mut table = Table::stacks(&RICH, &[]);
    assert_eq!(table.refusal("0 heal 0"), ("no_wound", "NK-R10"));
    assert_eq!(table.refusal("0 heal 5"), ("nobody_there", "NK-R10"));
    assert_eq!(table.refusal("0 hit 1"), ("no_hit", "NK-R10"));
    assert_eq!(table.refusal("0 bank"), ("spend_or_done", "NK-R10"));
    table.play("0 heal 2; 0 heal 1");
    assert_eq!((table.wounds(), table.banks()), (vec![0, 0, 1, 0], vec![0, 0, 3, 2]));
    assert_eq!(
        table.game.to_act().first(),
        Some(seat(2)),
        "the turn of seat 0 ended by itself"
    );
    table.play("2 heal 2");
    assert_eq!(table.wounds(), [0, 0, 0, 0], "oneself too");
    assert_eq!(table.view().discard.money, 9, "spent Money is discarded");
}

#[test]
fn nk_r10_a_look_costs_three_or_two_at_a_large_table() {
    let mut table = Table::stacks(&RICH, &[]);
    assert_eq!(table.refusal("0 look 0"), ("own_role", "NK-R8"));
    table.play("0 look boss; 0 look 3");
    assert_eq!(
        (table.knows(0, "boss"), table.knows(0, "3")),
        ("Cop Paid".to_owned(), "Criminal Paid".to_owned())
    );
    assert_eq!(table.banks()[0], 0);
    let given = Given {
        banks: &[2, 0, 0, 0, 0, 0, 0],
        wounds: &[1, 0, 0, 0, 0, 0, 0],
        ..SEVEN
    };
    let mut table = Table::stacks(&given, &["gun armor armor gun"]);
    assert_eq!(table.refusal("0 heal 0"), ("too_dear", "NK-R10"));
    table.play("0 look 2");
    assert_eq!((table.banks()[0], table.knows(0, "2").as_str()), (0, "Cop Paid"));
}

#[test]
fn nk_r10_a_banked_hit_costs_three_and_is_discarded() {
    let given = Given { hit: Some(2), ..RICH };
    let mut table = Table::stacks(&given, &[]);
    table.play("0 done");
    assert!(table.asked().contains("hit 0, hit 1, hit 2, hit 3"));
    table.play("2 hit 3");
    assert_eq!(table.wounds(), [0, 1, 2, 1]);
    assert!(!table.player(2).hit && table.view().discard.hit == 1);
}

#[test]
fn nk_r10_a_banked_hit_is_not_for_the_reveal() {
    // Seat 0 has the Hit and the Money, and its stack holds neither: no decision comes before Money Talks.
    let given = Given { hit: Some(0), ..RICH };
    let table = Table::stacks(&given, &[]);
    assert!(table.asked().ends_with("done"));
}

#[test]
fn nk_r10_the_hit_of_this_round_may_be_banked_and_used_in_money_talks() {
    let mut table = Table::stacks(&RICH, &["hit gun armor armor"]);
    table.play("0 bank; 0 hit 1; 0 done");
    assert_eq!(table.wounds(), [0, 2, 2, 0]);
}

#[test]
fn nk_r10_money_talks_before_the_fall() {
    let mut table = Table::stacks(&RICH, &["", "", "gun gun money money"]);
    assert_eq!(table.wounds()[2], 3);
    table.play("0 done; 2 heal 2");
    assert_eq!(
        (table.wounds()[2], table.view().round),
        (2, 2),
        "whoever has three wounds acts too, and is healed"
    );
}

#[test]
fn nk_r7_hard_a_hit_in_money_talks_shows_the_role_too() {
    let given = Given {
        hard: true,
        hit: Some(0),
        ..RICH
    };
    let mut table = Table::stacks(&given, &[]);
    table.play("0 hit 3");
    assert_eq!(table.knows(2, "3"), "Criminal Wound");
}
