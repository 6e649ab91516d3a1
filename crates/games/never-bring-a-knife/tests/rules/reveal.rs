//! NK-R4 to NK-R9 and NK-R15: turning up and resolving stacks.

use never_bring_a_knife::{Counts, Event};
use roundtable_core::{Eye, Game};

use crate::{FOUR, Given, SEVEN, Table, counts, seat};

/// Wounds of seat 0 after a round with this stack.
fn wounds_of(stack: &str) -> u8 {
    let table = Table::stacks(&Given { in_deck: None, ..FOUR }, &[stack]);
    let wounded = table.told(Eye::Table).into_iter().find_map(|event| match event {
        Event::Wounded { seat: who, wounds, .. } if who == seat(0) => Some(wounds),
        _ => None,
    });
    wounded.unwrap_or(0)
}

#[test]
fn nk_r5_wounds_are_half_of_the_guns_less_armor() {
    for (stack, wounds) in [
        ("gun armor money money", 0),
        ("gun gun money money", 1),
        ("gun gun gun money", 1),
        ("gun gun gun gun", 2),
        ("gun gun armor money", 0),
        ("gun gun gun armor", 1),
        ("armor armor armor gun", 0),
        ("armor armor armor armor", 0),
    ] {
        assert_eq!(wounds_of(stack), wounds, "{stack}");
    }
}

#[test]
fn nk_r5_three_is_no_limit() {
    let mut table = Table::stacks(
        &Given {
            wounds: &[2, 0, 0, 0],
            ..FOUR
        },
        &["gun gun gun gun", "money money money gun"],
    );
    assert_eq!(table.wounds()[0], 4);
    table.play("1 done");
    assert_eq!(table.asked(), "over");
}

#[test]
fn nk_r4_stacks_are_turned_up_from_the_dealers_left() {
    let table = Table::stacks(&FOUR, &["gun money gun money", "crime gun money armor"]);
    let turned: Vec<(usize, Counts)> = table
        .told(Eye::Table)
        .into_iter()
        .filter_map(|event| match event {
            Event::Revealed { seat, cards } => Some((seat.index(), cards)),
            _ => None,
        })
        .collect();
    assert_eq!(turned.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(turned[1].1, counts("crime gun money armor"));
}

#[test]
fn nk_r6_crime_takes_from_the_stack_first_then_from_the_bank() {
    for (stack, bank, left) in [
        ("crime money money gun", 1, 2),
        ("crime crime money gun", 2, 1),
        ("crime crime crime gun", 2, 0),
        ("crime gun gun armor", 0, 0),
        ("crime crime money gun", 0, 0),
    ] {
        let banks: &'static [u8] = match bank {
            0 => &[0, 0, 0, 0],
            1 => &[1, 0, 0, 0],
            _ => &[2, 0, 0, 0],
        };
        let table = Table::stacks(&Given { banks, ..FOUR }, &[stack]);
        assert_eq!(table.banks()[0], left, "{stack} with {bank} in the bank");
    }
    let table = Table::stacks(
        &Given {
            banks: &[2, 0, 0, 0],
            ..FOUR
        },
        &["crime crime money gun"],
    );
    let robbed = Event::Robbed {
        seat: seat(0),
        stack: 1,
        bank: 1,
    };
    assert!(table.told(Eye::Table).contains(&robbed));
}

#[test]
fn nk_r15_money_goes_to_the_bank_and_the_rest_to_the_discards() {
    let table = Table::stacks(&FOUR, &["money money gun crime"]);
    assert_eq!(table.banks(), [1, 0, 0, 0]);
    assert_eq!(
        table.view().discard,
        counts("hit mole money gun crime gun gun gun gun gun gun armor armor armor armor armor armor")
    );
}

#[test]
fn nk_r15_not_before_the_whole_stack_is_resolved() {
    let mut table = Table::stacks(&SEVEN, &["money intel gun armor"]);
    assert_eq!(table.banks()[0], 0);
    assert_eq!(table.view().discard, counts("hit mole"));
    table.play("0 decline");
    assert_eq!(table.banks()[0], 1);
}

#[test]
fn nk_r7_the_mole_changes_role_and_boss_and_knowledge_goes_with_the_cards() {
    // Seat 1 is a Criminal whom seat 0 knows; the boss is a Cop.
    let table = Table::stacks(&FOUR, &["", "mole gun armor gun"]);
    assert_eq!(table.knows(1, "1"), "Cop Mole");
    assert_eq!(
        table.knows(1, "boss"),
        "Criminal Own",
        "the card that left is now the boss"
    );
    assert_eq!(table.knows(0, "boss"), "Criminal Neighbour");
    assert_eq!(table.knows(0, "1"), "-");
    assert_eq!(table.knows(2, "boss"), "-");
    let view = table.game.view(Eye::Table);
    assert_eq!(
        view.boss.seen_by.iter().map(|seat| seat.index()).collect::<Vec<_>>(),
        [0, 1]
    );
    assert_eq!(
        view.players[1]
            .role
            .seen_by
            .iter()
            .map(|seat| seat.index())
            .collect::<Vec<_>>(),
        [1]
    );
}

#[test]
fn nk_r7_who_knew_the_boss_knows_the_new_role() {
    let mut table = Table::stacks(&SEVEN, &["intel gun armor money", "mole gun armor gun"]);
    table.play("0 look boss");
    assert_eq!(table.knows(0, "1"), "Criminal Intel");
    assert_eq!(table.knows(0, "boss"), "Criminal Neighbour");
}

const HARD: Given = Given { hard: true, ..FOUR };

#[test]
fn nk_r7_hard_the_first_wound_shows_the_role_to_the_right_neighbour_once() {
    let table = Table::stacks(&HARD, &["", "gun gun money money"]);
    assert_eq!(table.knows(0, "1"), "Criminal Wound");
    assert_eq!(table.knows(2, "1"), "-");
    let looks = |table: &Table| {
        let told = table.told(Eye::Table);
        let how = |event: &Event| {
            matches!(
                event,
                Event::Looked {
                    how: never_bring_a_knife::How::Wound,
                    ..
                }
            )
        };
        told.into_iter().filter(how).count()
    };
    assert_eq!(looks(&table), 1, "everybody sees that it happens");
    // A second wound shows nothing more, although the Mole has brought a new card.
    let given = Given {
        wounds: &[0, 1, 0, 0],
        ..HARD
    };
    let mut table = Table::stacks(&given, &["", "gun gun mole money"]);
    assert_eq!(looks(&table), 1, "only the look of the scene's own wound");
    assert_eq!(table.knows(0, "boss"), "Criminal Wound");
    assert_eq!(table.knows(0, "1"), "-");
    table.journal.clear();
}

#[test]
fn nk_r7_hard_a_wound_by_guns_is_before_the_mole() {
    let table = Table::stacks(&HARD, &["", "gun gun mole armor"]);
    assert_eq!(table.knows(0, "1"), "-", "one Gun is cancelled: no wound");
    let table = Table::stacks(&HARD, &["", "gun gun mole money"]);
    assert_eq!(
        table.knows(0, "boss"),
        "Criminal Wound",
        "the old card was seen, and it is the boss now"
    );
    assert_eq!(table.knows(0, "1"), "-");
}

#[test]
fn nk_r7_hard_a_hit_on_oneself_is_after_the_mole() {
    let given = Given {
        banks: &[0, 3, 0, 0],
        ..HARD
    };
    let mut table = Table::stacks(&given, &["", "hit mole gun armor"]);
    table.play("1 hit 1");
    assert_eq!(table.knows(0, "1"), "Cop Wound", "the new card");
    assert_eq!(table.knows(0, "boss"), "-");
}

#[test]
fn nk_r8_two_intel_are_two_decisions_of_the_owner() {
    let mut table = Table::stacks(&SEVEN, &["intel intel gun armor"]);
    assert_eq!(
        table.asked(),
        "0: look 1, look 2, look 3, look 4, look 5, look 6, look boss, decline"
    );
    assert_eq!(table.refusal("0 look 0"), ("own_role", "NK-R8"));
    assert_eq!(table.refusal("0 look 7"), ("nobody_there", "NK-R8"));
    assert_eq!(table.refusal("0 bank"), ("look_or_decline", "NK-R8"));
    table.play("0 look 3");
    assert_eq!(table.knows(0, "3"), "Criminal Intel");
    table.play("0 decline");
    assert_eq!(table.view().round, 2);
}

#[test]
fn nk_r8_where_one_looks_is_public_what_one_sees_is_not() {
    let mut table = Table::stacks(&SEVEN, &["intel intel gun armor"]);
    table.journal.clear();
    table.play("0 look 1; 0 look boss");
    assert_eq!(
        table.knows(0, "1"),
        "Criminal Neighbour",
        "a known card may be looked at, and was known before"
    );
    for eye in [Eye::Table, Eye::Seat(seat(2))] {
        let looks: Vec<Event> = table
            .told(eye)
            .into_iter()
            .filter(|event| matches!(event, Event::Looked { .. }))
            .collect();
        assert_eq!(looks.len(), 2);
        let hidden = |event: &Event| {
            matches!(
                event,
                Event::Looked {
                    role: never_bring_a_knife::RoleSeen::Hidden,
                    ..
                }
            )
        };
        assert!(looks.iter().all(hidden));
    }
    assert!(table.game.view(Eye::Table).boss.seen_by.contains(seat(0)));
}

#[test]
fn nk_r9_the_hit_at_the_reveal_is_used_or_banked() {
    let given = Given {
        banks: &[2, 0, 0, 0],
        ..FOUR
    };
    let mut table = Table::stacks(&given, &["hit money gun armor"]);
    assert_eq!(table.asked(), "0: hit 0, hit 1, hit 2, hit 3, bank");
    assert_eq!(table.refusal("0 done"), ("hit_or_bank", "NK-R9"));
    table.play("0 hit 2");
    assert_eq!((table.wounds(), table.banks()[0]), (vec![0, 0, 1, 0], 0));
    assert_eq!(table.view().discard.hit, 1, "once used it is discarded");
    let mut table = Table::stacks(&given, &["hit money gun armor"]);
    table.play("0 bank");
    assert!(table.player(0).hit);
    assert_eq!(
        table.asked(),
        "0: look 1, look 2, look 3, look boss, hit 0, hit 1, hit 2, hit 3, done"
    );
}

#[test]
fn nk_r9_with_too_little_money_it_is_banked_by_itself() {
    let table = Table::stacks(
        &Given {
            banks: &[1, 0, 0, 0],
            ..FOUR
        },
        &["hit money gun armor"],
    );
    assert!(table.player(0).hit);
    assert_eq!(table.view().round, 2, "nobody is asked");
}

#[test]
fn nk_r9_crime_goes_before_the_hit() {
    let table = Table::stacks(
        &Given {
            banks: &[2, 0, 0, 0],
            ..FOUR
        },
        &["hit money crime armor"],
    );
    assert!(table.player(0).hit, "two are left, and three are needed");
    assert_eq!(table.banks()[0], 2);
}

#[test]
fn nk_p5_the_stack_pays_first() {
    let mut table = Table::stacks(
        &Given {
            banks: &[3, 0, 0, 0],
            ..FOUR
        },
        &["hit money money armor"],
    );
    table.play("0 hit 1");
    assert_eq!(table.banks()[0], 2);
}

#[test]
fn nk_r4_everything_in_one_stack_in_its_order() {
    let given = Given {
        hard: true,
        banks: &[3, 0, 0, 0, 0, 0, 0],
        ..SEVEN
    };
    let mut table = Table::stacks(&given, &["gun mole intel hit"]);
    assert!(table.asked().ends_with("decline"), "Intel before the Hit");
    assert_eq!(table.knows(0, "boss"), "Cop Own", "the Mole before Intel");
    table.play("0 look 3; 0 hit 0");
    assert_eq!(table.knows(6, "0"), "Criminal Wound");
}

/// The example of the rule page.
#[test]
fn the_worked_example_of_the_rule_page() {
    let given = Given {
        players: 5,
        roles: "crcrcr",
        hard: true,
        banks: &[0, 0, 2, 0, 0],
        ..FOUR
    };
    let table = Table::stacks(&given, &["", "", "gun gun crime hit"]);
    assert_eq!(table.wounds(), [0, 0, 1, 0, 0]);
    assert_eq!(table.banks(), [0, 0, 1, 0, 0]);
    assert!(table.player(2).hit);
    assert_eq!(table.knows(1, "2"), "Cop Wound");
}
