//! The deal and the end of rounds and games: KS-R8 to KS-R11.

use knight_shift::{CardSeen, CardsSeen, Event, KnightShift, Step};
use roundtable_core::{Dice, Eye, Game as _, NoOptions, Rng, Seat, Seats, Silent};
use roundtable_testkit::{play_line, refused};

use crate::{Table, changed, hand, items, on_turn, plain, play_any, read, seat, totals};

#[test]
fn ks_r8_ks_p4_the_round_ends_with_the_last_claim_and_everything_is_shown() {
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
    let owners: Vec<_> = knights
        .iter()
        .map(|knight| knight.claimed_by.map(Seat::index))
        .collect();
    assert_eq!(owners, [Some(1), Some(2), Some(0), None]);
    assert_eq!(knights[3].items, items("bow food2"), "the leftover Knight is shown too");
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

/// A round in which everybody claims the Knight with their seat's number on the first turn.
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
        let winners: Seats = (0..4).filter(|&index| sums[index] == *best).map(seat).collect();
        assert_eq!(outcome.winners(), winners);
    }
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
