//! The turns: KS-R0 to KS-R7.

use knight_shift::{CardSeen, CardsSeen, Event, Step};
use roundtable_core::{Eye, Game as _};
use roundtable_testkit::{legal, play_line, refused};

use crate::{Table, changed, hand, items, on_turn, plain, play_any, read, seat};

#[test]
fn ks_r0_a_turn_is_a_play_a_peek_and_play_or_a_claim() {
    let mut position = plain(3);
    let moves = legal(&position, seat(0));
    // Five different Items and four Knights: plays and claims with each, and a peek at each Knight.
    assert_eq!(moves.len(), 5 * 4 + 4 + 5 * 4);
    for mv in ["play axe 0", "play armor 3", "peek 2", "claim 1 booze", "claim 1 food2"] {
        assert!(moves.iter().any(|other| other == mv), "{mv}");
    }
    play_line(&mut position, &["claim 1 booze"]);
    assert_eq!(on_turn(&position), 1, "a claim is the whole turn");
    play_line(&mut position, &["play axe 0"]);
    assert_eq!(on_turn(&position), 2, "a play is the whole turn");
    play_line(&mut position, &["peek 0"]);
    assert_eq!(on_turn(&position), 2, "the play after a peek is a decision of its own");
    play_line(&mut position, &["show axe 0"]);
    assert_eq!(on_turn(&position), 0);
    // A player with a Knight goes on drawing and playing, but cannot claim.
    assert_eq!(hand(&position, 0).len(), 5);
    assert!(legal(&position, seat(0)).iter().all(|mv| !mv.starts_with("claim")));
    assert_eq!(refused(&position, seat(0), "claim 0 axe"), ("has_knight", "KS-R0"));
}

#[test]
fn ks_r0_equal_items_are_one_move() {
    let position = Table {
        head: 0,
        knights: &[1, 2, 3],
        seeds: "armor axe shield",
        hands: &["axe axe axe booze", "bow bow bow bow"],
        pile: "axe",
    }
    .start();
    let moves = legal(&position, seat(0));
    // Axe and Booze on three Knights: face-down, face-up, and as the discard of a claim.
    assert_eq!(moves.len(), 2 * 3 * 3);
}

#[test]
fn ks_r1_a_lap_goes_from_the_head_squire_to_the_left_and_then_hands_pass_to_the_left() {
    let mut position = Table {
        head: 1,
        knights: &[1, 2, 3, 4],
        seeds: "armor axe shield bow",
        hands: &["axe axe axe axe", "bow bow bow bow", "horse horse horse horse"],
        pile: "lance lance lance sword",
    }
    .start();
    let mut order = Vec::new();
    for _ in 0..2 {
        order.push(on_turn(&position));
        play_line(&mut position, &["play lance 0"]);
    }
    assert_eq!(
        hand(&position, 1),
        ["bow"; 4],
        "before the lap is over nothing is passed"
    );
    order.push(on_turn(&position));
    let told = play_line(&mut position, &["play lance 0"]);
    order.push(on_turn(&position));
    assert_eq!(order, [1, 2, 0, 1]);
    assert_eq!(hand(&position, 0), ["horse"; 4]);
    // The Head Squire drew after the hands were passed.
    assert_eq!(hand(&position, 1), ["axe", "axe", "axe", "axe", "sword"]);
    assert_eq!(hand(&position, 2), ["bow"; 4]);
    let passed = told.iter().position(|event| *event == Event::HandsPassed).unwrap();
    let drew = told
        .iter()
        .position(|event| matches!(event, Event::Drew { .. }))
        .unwrap();
    assert!(passed < drew);
    assert_eq!(refused(&position, seat(0), "play horse 0"), ("not_to_act", "KS-R1"));
}

#[test]
fn ks_r2_a_turn_begins_with_a_draw_that_only_the_drawer_sees() {
    let mut journal = Vec::new();
    let table = Table {
        head: 0,
        knights: &[1, 2, 3, 4],
        seeds: "armor axe shield bow",
        hands: &["axe axe axe axe", "bow bow bow bow", "horse horse horse horse"],
        pile: "lance",
    };
    let position = table.set_up(&read(&changed(&[])), &mut journal);
    assert_eq!(hand(&position, 0), ["axe", "axe", "axe", "axe", "lance"]);
    let drew = |eye| {
        let told = journal.last().unwrap().to(eye).cloned();
        match told {
            Some(Event::Drew { seat, card }) => (seat, card),
            other => panic!("{other:?}"),
        }
    };
    let lance = items("lance")[0];
    assert_eq!(drew(Eye::Seat(seat(0))), (seat(0), CardSeen::Known { item: lance }));
    for eye in [Eye::Seat(seat(1)), Eye::Seat(seat(2)), Eye::Table] {
        assert_eq!(drew(eye), (seat(0), CardSeen::Hidden));
        let view = position.view(eye);
        assert_eq!(view.squires[0].hand, CardsSeen::Hidden { count: 5 });
        assert_eq!(view.draw_pile, CardsSeen::Hidden { count: 17 });
    }
}

#[test]
fn ks_r2_an_empty_pile_stays_empty_for_the_round() {
    let mut position = plain(2);
    play_any(&mut position, 12, "play");
    let view = position.view(Eye::Table);
    assert_eq!((view.lap, view.draw_pile.len()), (7, 0));
    assert_eq!(hand(&position, 0).len(), 4, "the seventh lap begins without a draw");
    play_any(&mut position, 1, "play");
    assert_eq!(hand(&position, 0).len(), 3);
    assert_eq!(hand(&position, 1).len(), 4);
}

#[test]
fn ks_r3_an_item_goes_face_down_on_any_unclaimed_knight() {
    let mut position = plain(3);
    play_line(&mut position, &["play axe 3"]);
    let laid = position.view(Eye::Seat(seat(1))).knights[3].equipment[1];
    assert_eq!(
        (laid.card, laid.face_up, laid.by),
        (CardSeen::Hidden, false, Some(seat(0)))
    );
    assert_eq!(refused(&position, seat(1), "play axe 4"), ("no_such_knight", "KS-R3"));
    assert_eq!(refused(&position, seat(1), "play lance 0"), ("not_in_hand", "KS-R3"));
    assert_eq!(refused(&position, seat(1), "show axe 0"), ("peek_first", "KS-R3"));
    play_line(&mut position, &["claim 3 axe"]);
    assert_eq!(refused(&position, seat(2), "play axe 3"), ("claimed_already", "KS-R7"));
}

#[test]
fn ks_r3_with_two_players_face_up_or_face_down_as_one_likes() {
    let mut position = plain(2);
    let moves = legal(&position, seat(0));
    assert!(moves.contains(&"play axe 0".to_owned()) && moves.contains(&"show axe 0".to_owned()));
    play_line(&mut position, &["show axe 0"]);
    let laid = position.view(Eye::Table).knights[0].equipment[1];
    assert_eq!(
        (laid.card, laid.face_up),
        (CardSeen::Known { item: items("axe")[0] }, true)
    );
    assert_eq!(on_turn(&position), 1);
}

#[test]
fn ks_r4_peek_and_play_is_two_decisions_and_no_claim() {
    let mut position = plain(3);
    play_line(&mut position, &["play food2 0", "peek 0"]);
    assert_eq!(
        position.view(Eye::Table).step,
        Step::Show {
            peeked: "0".parse().unwrap()
        }
    );
    // On the same Knight or another one, face-up only.
    let moves = legal(&position, seat(1));
    assert_eq!(moves.len(), 5 * 4);
    assert!(moves.iter().all(|mv| mv.starts_with("show ")));
    assert_eq!(refused(&position, seat(1), "claim 0 axe"), ("peeked_already", "KS-R4"));
    assert_eq!(refused(&position, seat(1), "peek 1"), ("peeked_already", "KS-R4"));
    assert_eq!(refused(&position, seat(1), "play axe 1"), ("must_show", "KS-R4"));
    play_line(&mut position, &["show sword 1"]);
    assert_eq!(on_turn(&position), 2);
    let laid = position.view(Eye::Table).knights[1].equipment[1];
    assert_eq!(
        (laid.card, laid.face_up),
        (
            CardSeen::Known {
                item: items("sword")[0]
            },
            true
        )
    );
}

#[test]
fn ks_r4_that_and_where_is_public_what_was_seen_is_not() {
    let mut position = plain(3);
    play_line(&mut position, &["play food2 0"]);
    let mut journal = Vec::new();
    position.play(seat(1), "peek 0".parse().unwrap(), &mut journal);
    let food = CardSeen::Known {
        item: items("food2")[0],
    };
    for (eye, card) in [
        (Eye::Seat(seat(1)), food),
        (Eye::Seat(seat(0)), CardSeen::Hidden),
        (Eye::Seat(seat(2)), CardSeen::Hidden),
        (Eye::Table, CardSeen::Hidden),
    ] {
        let expected = Event::Peeked {
            seat: seat(1),
            knight: "0".parse().unwrap(),
            card,
        };
        assert_eq!(journal[0].to(eye), Some(&expected));
    }
    let seen = |eye| position.view(eye).knights[0].equipment[1].card;
    assert_eq!(seen(Eye::Seat(seat(0))), food, "who put it there knows it");
    assert_eq!(seen(Eye::Seat(seat(1))), food, "who peeked knows it");
    assert_eq!(seen(Eye::Seat(seat(2))), CardSeen::Hidden);
    assert_eq!(seen(Eye::Table), CardSeen::Hidden);
}

#[test]
fn ks_r4_the_newest_item_is_on_top_and_covered_face_up_items_stay_visible() {
    let mut position = plain(3);
    // Seat 1 peeks at the face-up seed, then covers it; seat 2 covers that face-down; seat 0 peeks at the newest.
    play_line(&mut position, &["play axe 1", "peek 0", "show sword 0", "play food4 0"]);
    let mut journal = Vec::new();
    position.play(seat(0), "peek 0".parse().unwrap(), &mut journal);
    let top = |eye| match journal[0].to(eye) {
        Some(Event::Peeked { card, .. }) => *card,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        top(Eye::Seat(seat(0))),
        CardSeen::Known {
            item: items("food4")[0]
        }
    );
    assert_eq!(top(Eye::Table), CardSeen::Hidden);
    let cards: Vec<CardSeen> = position.view(Eye::Table).knights[0]
        .equipment
        .iter()
        .map(|laid| laid.card)
        .collect();
    let known = |word| CardSeen::Known { item: items(word)[0] };
    assert_eq!(cards, [known("armor"), known("sword"), CardSeen::Hidden]);
}

#[test]
fn ks_p3_a_peek_at_a_face_up_item_tells_everybody_what_they_see_anyway() {
    let mut position = plain(3);
    let mut journal = Vec::new();
    position.play(seat(0), "peek 0".parse().unwrap(), &mut journal);
    for eye in [Eye::Seat(seat(0)), Eye::Seat(seat(1)), Eye::Table] {
        assert!(matches!(
            journal[0].to(eye),
            Some(Event::Peeked {
                card: CardSeen::Known { .. },
                ..
            })
        ));
    }
}

#[test]
fn ks_r4_there_is_no_peeking_with_two_players_or_without_an_item() {
    let position = plain(2);
    assert_eq!(refused(&position, seat(0), "peek 0"), ("no_peeking", "KS-R4"));
    assert!(legal(&position, seat(0)).iter().all(|mv| !mv.starts_with("peek")));
    let mut position = plain(3);
    play_any(&mut position, 30, "play");
    assert_eq!(refused(&position, seat(0), "peek 0"), ("must_claim", "KS-R6"));
}

#[test]
fn ks_r5_the_discard_of_a_claim_is_open_to_all() {
    let mut position = plain(3);
    let told = play_line(&mut position, &["claim 2 booze"]);
    assert_eq!(
        told[0],
        Event::Claimed {
            seat: seat(0),
            knight: "2".parse().unwrap(),
            discard: Some(items("booze")[0]),
        }
    );
    let view = position.view(Eye::Table);
    assert_eq!(view.knights[2].claimed_by, Some(seat(0)));
    assert_eq!(
        (view.discards.len(), view.discards[0].item, view.discards[0].seat),
        (1, items("booze")[0], seat(0))
    );
    assert_eq!(view.squires[0].hand.len(), 4);
    assert_eq!(refused(&position, seat(1), "claim 0"), ("must_discard", "KS-R5"));
    assert_eq!(refused(&position, seat(1), "claim 2 axe"), ("claimed_already", "KS-R7"));
    assert_eq!(refused(&position, seat(1), "claim 0 lance"), ("not_in_hand", "KS-R3"));
    // Even at the last claim, each different discard is a separate move.
    play_line(&mut position, &["claim 1 axe"]);
    assert_eq!(
        legal(&position, seat(2))
            .iter()
            .filter(|mv| mv.starts_with("claim 0 "))
            .count(),
        5
    );
}

#[test]
fn ks_r5_who_has_a_knight_and_no_item_passes_by_itself() {
    let mut position = plain(3);
    play_line(&mut position, &["claim 0 axe"]);
    play_any(&mut position, 28, "play");
    // The last Item of the tenth lap; then seat 0, the Head Squire, has nothing to do.
    let moves = legal(&position, seat(2));
    let last = moves.iter().find(|mv| mv.starts_with("play")).unwrap().clone();
    let told = play_line(&mut position, &[&last]);
    assert!(told.contains(&Event::Passed { seat: seat(0) }));
    assert_eq!(on_turn(&position), 1);
    // After seat 1, seat 2 is asked at once; nobody draws, nothing is passed on.
    let told = play_line(&mut position, &["claim 1"]);
    assert_eq!(told.len(), 1);
    assert_eq!(on_turn(&position), 2);
}

#[test]
fn ks_r6_without_knight_and_item_one_must_claim() {
    let mut position = plain(2);
    play_any(&mut position, 20, "play");
    assert_eq!(position.view(Eye::Table).lap, 11);
    assert_eq!(legal(&position, seat(0)), ["claim 0", "claim 1", "claim 2"]);
    assert_eq!(refused(&position, seat(0), "play axe 0"), ("must_claim", "KS-R6"));
    assert_eq!(refused(&position, seat(0), "claim 0 axe"), ("must_claim", "KS-R6"));
    play_line(&mut position, &["claim 2"]);
    assert_eq!(legal(&position, seat(1)), ["claim 0", "claim 1"]);
    play_line(&mut position, &["claim 0"]);
    assert_eq!(position.view(Eye::Table).round, 2);
}

#[test]
fn ks_r7_claimed_equipment_is_out_of_reach_and_what_was_known_stays_known() {
    let mut position = plain(3);
    play_line(
        &mut position,
        &["play food2 0", "peek 0", "show sword 0", "claim 0 booze"],
    );
    let cards = |eye| {
        position.view(eye).knights[0]
            .equipment
            .iter()
            .map(|laid| laid.card)
            .collect::<Vec<_>>()
    };
    let known = |word| CardSeen::Known { item: items(word)[0] };
    assert_eq!(
        cards(Eye::Seat(seat(0))),
        [known("armor"), known("food2"), known("sword")]
    );
    assert_eq!(
        cards(Eye::Seat(seat(1))),
        [known("armor"), known("food2"), known("sword")]
    );
    assert_eq!(
        cards(Eye::Seat(seat(2))),
        [known("armor"), CardSeen::Hidden, known("sword")],
        "the owner cannot look"
    );
    assert_eq!(cards(Eye::Table), [known("armor"), CardSeen::Hidden, known("sword")]);
    for mv in ["play axe 0", "peek 0", "claim 0 axe"] {
        assert_eq!(refused(&position, seat(0), mv), ("claimed_already", "KS-R7"));
    }
}
