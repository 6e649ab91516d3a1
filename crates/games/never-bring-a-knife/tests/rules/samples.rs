//! NK-P4: what a sample keeps, and how evenly it deals the rest.

use std::collections::BTreeMap;

use never_bring_a_knife::{Card, NeverBringAKnife, Role};
use roundtable_core::{Eye, Game, Rng};

use crate::{FOUR, Given, SEVEN, Table, seat};

fn sample(game: &NeverBringAKnife, eye: Eye, rng: &mut Rng) -> NeverBringAKnife {
    let mut sample = game.clone();
    sample.resample(eye, rng);
    sample
}

/// The roles at all places in the open view: seats, boss, the undealt one.
fn roles(game: &NeverBringAKnife) -> Vec<Role> {
    let view = game.view(Eye::All);
    let seats = view.players.iter().map(|player| player.role.known.role());
    seats.chain([view.boss.known.role(), view.undealt]).flatten().collect()
}

/// Every deal of the roles that agrees with what the eye has seen, found by going through all deals.
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

/// The number of ways to choose `k` out of `n`.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product()
}

/// The chance of `count` special cards in a hand of `hand` out of `all`.
fn chance(all: u32, special: u32, hand: u32, count: u32) -> f64 {
    if count > hand || count > special || hand - count > all - special {
        return 0.0;
    }
    choose(special, count) * choose(all - special, hand - count) / choose(all, hand)
}

/// How often each seat has each number of each card left, in samples for this eye.
fn cards_left(game: &NeverBringAKnife, eye: Eye, samples: u32) -> BTreeMap<(usize, Card, u8), f64> {
    let mut rng = Rng::new(8);
    let mut seen = BTreeMap::new();
    for _ in 0..samples {
        let mut sample = game.clone();
        sample.resample(eye, &mut rng);
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

/// How often seat 0 has each number of Guns left, in samples for a spectator.
fn guns_left(game: &NeverBringAKnife, samples: u32) -> [f64; 4] {
    let seen = cards_left(game, Eye::Table, samples);
    std::array::from_fn(|guns| seen.get(&(0, Card::Gun, guns as u8)).copied().unwrap_or(0.0))
}

#[test]
fn nk_p4_a_shown_card_tells_that_it_was_there_and_nothing_more() {
    let mut table = Table::new(&FOUR, &["gun gun money armor"; 4]);
    table.play("0 play gun 1");
    let seen = guns_left(&table.game, 20_000);
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
    // The old deck has three Guns and three Money; the first two laps except for two cards are dealt from it.
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
    for (left, share) in guns_left(&table.game, 60_000).into_iter().enumerate() {
        let expected = both(left as u32 + 1) / some;
        assert!(
            (share - expected).abs() < 0.007,
            "{left} left: {share}, expected {expected}"
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
