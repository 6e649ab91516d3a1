//! NK-R3: playing cards.

use never_bring_a_knife::{CardSeen, Event};
use roundtable_core::{Eye, Game};

use crate::{FOUR, SEVEN, Table, counts, seat};

const HANDS: [&str; 4] = ["gun gun money armor"; 4];

#[test]
fn nk_r3_the_first_card_is_for_another_player_and_lies_face_up() {
    let mut table = Table::new(&FOUR, &HANDS);
    assert_eq!(
        table.asked(),
        "0: play gun 1, play gun 2, play gun 3, play armor 1, play armor 2, play armor 3, \
         play money 1, play money 2, play money 3"
    );
    assert_eq!(table.refusal("0 play gun 0"), ("first_on_other", "NK-R3"));
    assert_eq!(table.refusal("0 show gun 1"), ("face_up_anyway", "NK-R3"));
    assert_eq!(table.refusal("0 play crime 1"), ("not_held", "NK-R3"));
    assert_eq!(table.refusal("0 play gun 5"), ("nobody_there", "NK-R3"));
    assert_eq!(table.refusal("1 play gun 0"), ("not_to_act", "NK-R3"));
    assert_eq!(table.refusal("0 done"), ("play_a_card", "NK-R3"));
    table.play("0 play gun 1");
    let laid = table.game.view(Eye::Table).players[1].stack[0];
    assert!(laid.face_up && laid.seat == seat(0));
    assert_eq!(table.hand(0), counts("gun money armor"));
}

#[test]
fn nk_r3_a_later_card_is_face_down_or_shown() {
    let mut table = Table::new(&FOUR, &HANDS);
    table.play("0 play gun 1; 1 play gun 2; 2 play armor 1; 3 show money 1");
    let stack = table.game.view(Eye::Table).players[1].stack.clone();
    assert_eq!(
        stack.iter().map(|laid| laid.face_up).collect::<Vec<_>>(),
        [true, false, true]
    );
    assert_eq!(stack[1].card, CardSeen::Hidden);
    // Only the player who played it knows it.
    for index in 0..4 {
        let card = table.game.view(Eye::Seat(seat(index))).players[1].stack[1].card;
        assert_eq!(card != CardSeen::Hidden, index == 2);
        let told = table.told(Eye::Seat(seat(index)));
        let hidden = told.iter().any(|event| {
            matches!(
                event,
                Event::Played {
                    card: CardSeen::Hidden,
                    ..
                }
            )
        });
        assert_eq!(hidden, index != 2);
    }
}

#[test]
fn nk_r3_from_the_second_lap_on_oneself_too() {
    let mut table = Table::new(&FOUR, &HANDS);
    table.play("0 play gun 1; 1 play gun 2; 2 play gun 3; 3 play gun 1; 0 play gun 0");
    let laid = table.game.view(Eye::Table).players[0].stack[0];
    assert!(laid.face_up, "the first card of a stack is face-up, also one's own");
}

#[test]
fn nk_r3_a_stack_takes_four_cards() {
    let mut table = Table::new(&SEVEN, &["gun armor money gun"; 4].repeat(2)[..7]);
    table.play("0 play gun 6; 1 play gun 6; 2 play gun 6; 3 play gun 6");
    assert_eq!(table.refusal("4 play gun 6"), ("stack_full", "NK-R3"));
    assert!(!table.asked().contains(" 6"));
}

#[test]
fn nk_r3_four_laps_and_the_dealer_is_the_last() {
    let mut table = Table::new(&FOUR, &["gun armor gun armor"; 4]);
    for lap in 0..4 {
        for by in 0..4 {
            assert_eq!((table.view().round, table.game.to_act().first()), (1, Some(seat(by))));
            let card = if lap % 2 == 0 { "gun" } else { "armor" };
            table.play(&format!("{by} play {card} {}", (by + 1 + lap) % 4));
        }
    }
    assert_eq!(
        table.view().round,
        2,
        "all stacks were resolved after the dealer's last card"
    );
}
