//! NK-P4: what a sample keeps, and how evenly it deals the rest.

use std::collections::BTreeMap;

use never_bring_a_knife::{Card, NeverBringAKnife, Role};
use roundtable_core::{Eye, Game, Rng, Silent};

use crate::{FOUR, Given, SEVEN, Table, seat};

fn sample(game: &NeverBringAKnife, eye: Eye, rng: &mut Rng) -> NeverBringAKnife {
    let mut sample = game.clone();
    sample.resample(eye, rng);
    sample
}

/// The roles at all places in the open view: seats, boss, the one over.
fn roles(game: &NeverBringAKnife) -> Vec<Role> {
    let view = game.view(Eye::All);
    let seats = view.players.iter().map(|player| player.role.known.role());
    seats.chain([view.boss.known.role(), view.undealt]).flatten().collect()
}

/// Every deal of the roles that agrees with what the eye has seen, by going through all deals.
fn agreeing(game: &NeverBringAKnife, eye: Eye) -> Vec<Vec<Role>> {
    let view = game.view(eye);
    let mut known: Vec<Option<Role>> = view.players.iter().map(|player| player.role.known.role()).collect();
    known.push(view.boss.known.role());
    known.resize(2 * usize::from(view.team), None);
    let count = known.len();
    let deals = (0_u32..1 << count).filter(|bits| bits.count_ones() == u32::from(view.team));
    let role = |bits: u32, i: usize| if bits >> i & 1 == 1 { Role::Cop } else { Role::Criminal };
    deals
        .map(|bits| (0..count).map(|i| role(bits, i)).collect::<Vec<_>>())
        .filter(|deal| {
            deal.iter()
                .zip(&known)
                .all(|(role, known)| known.is_none_or(|known| known == *role))
        })
        .collect()
}

#[test]
fn nk_p4_roles_are_even_over_all_deals_that_agree() {
    let five = Given { players: 5, ..FOUR };
    let moled = Table::stacks(
        &Given {
            players: 5,
            easy: true,
            ..FOUR
        },
        &["", "mole gun armor gun"],
    );
    let mut looked = Table::stacks(
        &Given { easy: true, ..FOUR },
        &["intel gun armor money", "mole gun armor gun"],
    );
    looked.play("0 look 3");
    let games = [
        Table::stacks(&FOUR, &[]).game,
        Table::stacks(&five, &[]).game,
        Table::stacks(&Given { hard: true, ..FOUR }, &[]).game,
        moled.game,
        looked.game,
    ];
    let mut rng = Rng::new(2);
    for game in &games {
        for eye in Eye::limited(game.players()) {
            let deals = agreeing(game, eye);
            let mut seen: BTreeMap<Vec<Role>, u32> = BTreeMap::new();
            let expected = 400;
            for _ in 0..expected * deals.len() {
                *seen.entry(roles(&sample(game, eye, &mut rng))).or_default() += 1;
            }
            assert_eq!(seen.keys().cloned().collect::<Vec<_>>().len(), deals.len(), "{eye:?}");
            for deal in &deals {
                let count = seen.get(deal).copied().unwrap_or(0);
                // Standard deviation 20.
                assert!((300..500).contains(&count), "{eye:?}: {deal:?} came up {count} times");
            }
        }
    }
}

#[test]
fn nk_p4_the_boss_and_a_role_change_places_with_what_is_known_of_them() {
    let table = Table::stacks(&FOUR, &["", "mole gun armor gun"]);
    let mut rng = Rng::new(3);
    for _ in 0..50 {
        let sample = sample(&table.game, Eye::Seat(seat(0)), &mut rng);
        assert_eq!(
            roles(&sample)[4],
            Role::Criminal,
            "seat 0 knew the card that is the boss now"
        );
    }
}

/// So many ways to choose.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// The chance of so many special cards in a hand of `hand` out of `all`.
fn chance(all: u32, special: u32, hand: u32, count: u32) -> f64 {
    if count > hand || count > special || hand - count > all - special {
        return 0.0;
    }
    choose(special, count) * choose(all - special, hand - count) / choose(all, hand)
}

/// How a sample is drawn.
type Resample = fn(&mut NeverBringAKnife, Eye, &mut Rng);

/// How often each seat has so many of each card left, in samples for this eye.
fn cards_left(game: &NeverBringAKnife, eye: Eye, samples: u32, resample: Resample) -> BTreeMap<(usize, Card, u8), f64> {
    let mut rng = Rng::new(8);
    let mut seen = BTreeMap::new();
    for _ in 0..samples {
        let mut sample = game.clone();
        resample(&mut sample, eye, &mut rng);
        for (i, player) in sample.view(Eye::All).players.iter().enumerate() {
            if let never_bring_a_knife::CardsSeen::Known { cards } = player.hand {
                for card in Card::ALL {
                    *seen.entry((i, card, cards.of(card))).or_default() += 1.0 / f64::from(samples);
                }
            }
        }
    }
    seen
}

/// How often seat 0 has so many Guns left in samples for a spectator.
fn guns_left(game: &NeverBringAKnife, samples: u32, resample: Resample) -> [f64; 4] {
    let seen = cards_left(game, Eye::Table, samples, resample);
    std::array::from_fn(|guns| seen.get(&(0, Card::Gun, guns as u8)).copied().unwrap_or(0.0))
}

#[test]
fn nk_p4_a_shown_card_tells_that_it_was_there_and_nothing_more() {
    let mut table = Table::new(&FOUR, &["gun gun money armor"; 4]);
    table.play("0 play gun 1");
    let seen = guns_left(&table.game, 20_000, Game::resample);
    let some = 1.0 - chance(58, 23, 4, 0);
    for (left, share) in seen.into_iter().enumerate() {
        let expected = chance(58, 23, 4, left as u32 + 1) / some;
        assert!(
            (share - expected).abs() < 0.015,
            "{left} left: {share}, expected {expected}"
        );
    }
}

#[test]
fn nk_p4_cards_before_a_shuffle_come_from_the_old_deck() {
    // The old deck has three Guns and three Money; the first two laps but two cards are dealt from it.
    let given = Given {
        in_deck: Some(6),
        ..FOUR
    };
    let hands = [
        "gun money gun gun",
        "gun money gun gun",
        "gun gun gun gun",
        "money money money money",
    ];
    let mut table = Table::new(&given, &hands);
    let mut rng = Rng::new(1);
    for _ in 0..300 {
        let view = sample(&table.game, Eye::Table, &mut rng).view(Eye::All);
        let all = view.players.iter().filter_map(|player| match player.hand {
            never_bring_a_knife::CardsSeen::Known { cards } => Some(u32::from(cards.money)),
            never_bring_a_knife::CardsSeen::Hidden { .. } => None,
        });
        assert!(all.sum::<u32>() >= 3, "the old deck's Money has been dealt");
    }
    let view = table.view();
    if table.hand(0).gun == 0 {
        panic!("seat 0 was dealt a Gun from the old deck: {view:?}");
    }
    table.play("0 play gun 1");
    // Old cards of seat 0: two of six with three Guns. New: two of 54 with twenty.
    let both = |count: u32| -> f64 {
        (0..=count)
            .map(|old| chance(6, 3, 2, old) * chance(54, 20, 2, count - old))
            .sum()
    };
    let some = 1.0 - both(0);
    // Both ways to walk, that of today and the one with which stored games begin.
    let ways: [(Resample, u32, f64); 2] = [
        (Game::resample, 60_000, 0.007),
        (Game::resample_for_record, 6_000, 0.03),
    ];
    for (resample, samples, tolerance) in ways {
        for (left, share) in guns_left(&table.game, samples, resample).into_iter().enumerate() {
            let expected = both(left as u32 + 1) / some;
            assert!(
                (share - expected).abs() < tolerance,
                "{left} left: {share}, expected {expected}"
            );
        }
    }
}

#[test]
fn nk_p4_after_a_shuffle_the_samples_of_today_are_like_those_of_stored_games() {
    let given = Given {
        players: 8,
        roles: "crcrcrcrcr",
        in_deck: Some(18),
        ..FOUR
    };
    let hands = [
        "gun armor money gun",
        "gun gun money gun",
        "money armor gun crime",
        "gun money armor gun",
        "crime gun gun money",
        "gun armor gun money",
        "money gun armor gun",
        "gun crime money armor",
    ];
    // Beyond the old deck the hands are as the dice will have them, so two laps of moves are drawn.
    let mut game = Table::new(&given, &hands).game;
    let mut rng = Rng::new(3);
    for _ in 0..16 {
        let by = game.to_act().first().expect("a decision");
        let mut moves = Vec::new();
        game.legal_moves(by, &mut moves);
        game.play(by, rng.pick(&moves), &mut Silent);
    }
    let (today, stored) = (20_000, 8_000);
    let drawn = cards_left(&game, Eye::Seat(seat(0)), today, Game::resample);
    let expected = cards_left(&game, Eye::Seat(seat(0)), stored, Game::resample_for_record);
    for what in drawn.keys().chain(expected.keys()) {
        let [a, b] = [&drawn, &expected].map(|shares| shares.get(what).copied().unwrap_or(0.0));
        let variance = b * (1.0 - b).max(0.0) * (1.0 / f64::from(today) + 1.0 / f64::from(stored));
        assert!(
            (a - b).abs() < 5.0 * variance.sqrt() + 1e-3,
            "{what:?}: {a:.4}, in stored games {b:.4}"
        );
    }
}

#[test]
fn nk_p4_a_sample_for_the_open_eye_changes_the_dice_alone() {
    let table = Table::stacks(
        &Given {
            banks: &[3, 0, 0, 0, 0, 0, 0],
            ..SEVEN
        },
        &[],
    );
    let view = table.game.view(Eye::All);
    assert_eq!(sample(&table.game, Eye::All, &mut Rng::new(1)).view(Eye::All), view);
}

#[test]
fn nk_p4_after_the_reveal_a_stack_keeps_its_cards() {
    let table = Table::stacks(
        &Given {
            banks: &[3, 0, 0, 0],
            ..FOUR
        },
        &["gun armor crime money", "money armor gun gun"],
    );
    let mut rng = Rng::new(6);
    let mut first = BTreeMap::new();
    for _ in 0..400 {
        let sample = sample(&table.game, Eye::Table, &mut rng);
        let view = sample.view(Eye::All);
        assert_eq!(view.players[0].revealed, table.view().players[0].revealed);
        *first.entry(format!("{:?}", view.players[0].stack[1].card)).or_insert(0) += 1;
    }
    assert_eq!(first.len(), 3, "any of the three may have been laid first: {first:?}");
}
