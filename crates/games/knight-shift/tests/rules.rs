//! One test for each rule of play, KS-R0 to KS-R11, in the notation from explicit deals.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod common;

use common::{Table, changed, items, plain, read, totals};
use knight_shift::{CardSeen, CardsSeen, Event, KnightShift, Step};
use roundtable_core::{Dice, Eye, Game as _, NoOptions, Rng, Seat, Seats, Silent};
use roundtable_testkit::{legal, play_line, refused};

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

/// The hand of a seat, as that seat sees it.
fn hand(position: &KnightShift, index: usize) -> Vec<String> {
    match &position.view(Eye::Seat(seat(index))).squires[index].hand {
        CardsSeen::Known { items } => items.iter().map(ToString::to_string).collect(),
        CardsSeen::Hidden { count } => panic!("{count} hidden Items"),
    }
}

fn on_turn(position: &KnightShift) -> usize {
    let acting = position.to_act();
    assert_eq!(acting.len(), 1);
    acting.first().unwrap().index()
}

/// Plays the first legal move that begins like this, for each of the words.
fn play_any(position: &mut KnightShift, times: usize, verb: &str) {
    for _ in 0..times {
        let moves = legal(position, seat(on_turn(position)));
        let found = moves.iter().find(|mv| mv.starts_with(verb));
        let found = found.unwrap_or_else(|| panic!("no {verb} among {moves:?}")).clone();
        play_line(position, &[&found]);
    }
}

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
    // With a Knight one goes on drawing and playing, but cannot claim.
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
    // The Head Squire has drawn after the hands were passed.
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
    // The same Knight or another one, face-up only.
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
    // Also at the last claim each different discard is a move of its own.
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

#[test]
fn ks_r8_the_round_ends_with_the_last_claim_and_everything_is_shown() {
    let mut position = plain(3);
    let told = play_line(
        &mut position,
        &["play food2 3", "claim 0 axe", "claim 1 axe", "claim 2 booze"],
    );
    let revealed = told.iter().find_map(|event| match event {
        Event::Revealed {
            knights,
            hands,
            draw_pile,
        } => Some((knights, hands, draw_pile)),
        _ => None,
    });
    let (knights, hands, draw_pile) = revealed.unwrap();
    // KS-P4: the leftover Knight, the hands and the rest of the pile too. Seat 0 had the turn after seats 1 and 2.
    let owners: Vec<_> = knights
        .iter()
        .map(|knight| knight.claimed_by.map(Seat::index))
        .collect();
    assert_eq!(owners, [Some(1), Some(2), Some(0), None]);
    assert_eq!(knights[3].items, items("bow food2"));
    assert_eq!(hands.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4]);
    assert_eq!(draw_pile.len(), 18 - 4);
    // The next round has been dealt.
    let view = position.view(Eye::Table);
    assert_eq!((view.round, view.lap, view.rounds.len()), (2, 1, 1));
    assert!(view.discards.is_empty());
}

#[test]
fn ks_r8_at_the_end_of_the_game_the_table_is_open() {
    let mut rng = Rng::new(4);
    let mut position = plain(3);
    let mut moves = Vec::new();
    while let Some(seat) = position.to_act().first() {
        position.legal_moves(seat, &mut moves);
        position.play(seat, rng.pick(&moves), &mut Silent);
    }
    let view = position.view(Eye::Table);
    assert_eq!((view.step, view.turn, view.rounds.len()), (Step::Over, None, 3));
    assert!(
        view.squires
            .iter()
            .all(|squire| matches!(squire.hand, CardsSeen::Known { .. }))
    );
    let laid = view.knights.iter().flat_map(|knight| &knight.equipment);
    assert!(laid.clone().all(|laid| laid.card != CardSeen::Hidden));
    assert!(matches!(view.draw_pile, CardsSeen::Known { .. }));
    assert_eq!(view.outcome, position.outcome());
}

/// A round in which everybody claims the Knight of the own number at once.
fn claims_at_once(head: usize, knights: &[usize], seeds: &str) -> KnightShift {
    let players = knights.len() - 1;
    let mut position = Table {
        head,
        knights,
        seeds,
        hands: &["axe axe bow bow"; 6][..players],
        pile: "",
    }
    .start();
    for turn in 0..players {
        let seat = (head + turn) % players;
        play_line(&mut position, &[&format!("claim {seat} axe")]);
    }
    position
}

#[test]
fn ks_r9_the_best_of_the_round_is_the_new_head_squire() {
    let position = claims_at_once(0, &[10, 1, 2, 3], "armor sword shield axe");
    assert_eq!(totals(&position), [1, 2, 1]);
    assert_eq!(position.view(Eye::Table).head, seat(1));
    assert_eq!(on_turn(&position), 1);
}

#[test]
fn ks_r9_among_equals_the_head_squire_stays_or_the_first_to_the_left_follows() {
    let position = claims_at_once(2, &[10, 1, 2, 3], "armor armor armor axe");
    assert_eq!(totals(&position), [1, 1, 1]);
    assert_eq!(
        position.view(Eye::Table).head,
        seat(2),
        "one of the equals is Head Squire already"
    );
    let position = claims_at_once(2, &[10, 1, 2, 5, 3], "lance sword armor armor shield");
    assert_eq!(totals(&position), [2, 2, 1, 1]);
    assert_eq!(
        position.view(Eye::Table).head,
        seat(0),
        "3 is not among the best, 0 comes before 1"
    );
    let position = claims_at_once(0, &[10, 1, 2, 5, 3], "armor sword sword sword shield");
    assert_eq!(position.view(Eye::Table).head, seat(1));
}

#[test]
fn ks_r9_the_zero_of_a_drunk_counts_in_the_comparison() {
    // Knight 1 hates Axes, Knight 10 Swords.
    let position = claims_at_once(0, &[1, 10, 2, 3], "arrows sword booze shield");
    assert_eq!(totals(&position), [-5, -5, 0]);
    assert_eq!(position.view(Eye::Table).head, seat(2));
}

#[test]
fn ks_r10_every_round_deals_all_cards_anew_in_order() {
    let deck = read(&changed(&[]));
    for players in 2..=6 {
        let mut position = KnightShift::new(players, NoOptions, &deck, Dice::from_seed(5), &mut Silent).unwrap();
        for round in 1..=3 {
            let view = position.view(Eye::All);
            assert_eq!((view.round, view.knights.len()), (round, players + 1));
            assert!(
                view.knights
                    .iter()
                    .all(|knight| knight.equipment.len() == 1 && knight.equipment[0].by.is_none())
            );
            let drawn = on_turn(&position);
            for (index, squire) in view.squires.iter().enumerate() {
                assert_eq!(squire.hand.len(), 4 + usize::from(index == drawn));
            }
            assert_eq!(view.draw_pile.len(), 6 * players - 1);
            assert_eq!(view.aside.len(), 144 - (11 * players + 1));
            play_any(&mut position, players, "claim");
        }
        assert!(position.to_act().is_empty());
    }
}

#[test]
fn ks_r10_seeds_then_hands_from_seat_0_on_then_the_pile_from_the_top() {
    let table = Table {
        head: 1,
        knights: &[5, 6, 7],
        seeds: "armor axe shield",
        hands: &["axe axe axe horse", "bow bow bow horse"],
        pile: "lance sword booze",
    };
    let position = table.start();
    let view = position.view(Eye::All);
    let seeds: Vec<CardSeen> = view.knights.iter().map(|knight| knight.equipment[0].card).collect();
    let expected: Vec<CardSeen> = items("armor axe shield")
        .into_iter()
        .map(|item| CardSeen::Known { item })
        .collect();
    assert_eq!(seeds, expected);
    assert_eq!(hand(&position, 0), ["axe", "axe", "axe", "horse"]);
    // The Head Squire, seat 1, has drawn the top card.
    assert_eq!(hand(&position, 1), ["lance", "horse", "bow", "bow", "bow"]);
    match &view.draw_pile {
        CardsSeen::Known { items: pile } => assert_eq!(pile[..2], items("sword booze")),
        CardsSeen::Hidden { .. } => panic!("everybody's eye sees the pile"),
    }
}

#[test]
fn ks_p2_the_first_head_squire_is_chosen_by_lot() {
    let deck = read(&changed(&[]));
    let heads: std::collections::BTreeSet<usize> = (0..60)
        .map(|seed| {
            let position = KnightShift::new(4, NoOptions, &deck, Dice::from_seed(seed), &mut Silent).unwrap();
            assert_eq!(position.to_act(), Seats::one(position.view(Eye::Table).head));
            on_turn(&position)
        })
        .collect();
    assert_eq!(heads.len(), 4);
}

#[test]
fn ks_r11_the_highest_total_after_three_rounds_wins() {
    let deck = read(&changed(&[]));
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut position = KnightShift::new(4, NoOptions, &deck, Dice::from_seed(seed), &mut Silent).unwrap();
        let mut moves = Vec::new();
        while let Some(seat) = position.to_act().first() {
            assert_eq!(position.outcome(), None);
            position.legal_moves(seat, &mut moves);
            position.play(seat, rng.pick(&moves), &mut Silent);
        }
        let view = position.view(Eye::Table);
        let sum = |seat: usize| {
            view.rounds
                .iter()
                .map(|round| round.squires[seat].sheet.total)
                .sum::<i32>()
        };
        let sums: Vec<i32> = (0..4).map(sum).collect();
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.scores(), sums);
        let best = sums.iter().max().unwrap();
        let winners: Seats = (0..4).filter(|&seat| sums[seat] == *best).map(seat_of).collect();
        assert_eq!(outcome.winners(), winners);
    }
}

fn seat_of(index: usize) -> Seat {
    Seat::new(index)
}

#[test]
fn ks_r11_equal_totals_share_the_victory() {
    // A deck in which nothing is worth anything: no Food, no points, no bonus, nothing hated.
    let mut text = String::new();
    for line in changed(&[]).lines() {
        let line = match line.split(' ').next() {
            Some("points") => "points = 0",
            Some("bonus") => "bonus = 0",
            Some("dislikes") => "dislikes = []",
            Some("likes") => "likes = [\"axe\"]",
            Some("set") => "set = [0, 0, 0, 0, 0]",
            Some("twos") => "twos = 0",
            Some("threes") => "threes = 0",
            Some("fours") => "fours = 0",
            _ => line,
        };
        text.push_str(line);
        text.push('\n');
    }
    let deck = read(&text);
    let mut position = KnightShift::new(3, NoOptions, &deck, Dice::from_seed(1), &mut Silent).unwrap();
    play_any(&mut position, 9, "claim");
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.scores(), [0, 0, 0]);
    assert_eq!(outcome.winners(), Seats::all(3));
    assert_eq!(refused(&position, seat(0), "claim 0 axe"), ("game_over", "KS-R1"));
}
