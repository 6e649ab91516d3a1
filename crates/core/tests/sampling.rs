//! Deals under constraints, compared with all arrangements laid out one by one.

use std::collections::BTreeMap;

use roundtable_core::Rng;
use roundtable_core::sampling::{Deal, NoDeal};

/// Every arrangement, by trying every holder for every card.
fn every(cards: &[u8], rooms: &[usize], may_hold: &dyn Fn(usize, u8) -> bool) -> Vec<Vec<Vec<u8>>> {
    let Some((&card, rest)) = cards.split_first() else {
        let full = rooms.iter().all(|&room| room == 0);
        return if full {
            vec![vec![Vec::new(); rooms.len()]]
        } else {
            Vec::new()
        };
    };
    let mut all = Vec::new();
    for holder in (0..rooms.len()).filter(|&holder| rooms[holder] > 0 && may_hold(holder, card)) {
        let mut rooms = rooms.to_vec();
        rooms[holder] -= 1;
        for mut hands in every(rest, &rooms, may_hold) {
            hands[holder].insert(0, card);
            all.push(hands);
        }
    }
    all
}

/// Chi-square of draws against equal shares.
fn chi_square(deal: &Deal<u8>, may_hold: &dyn Fn(usize, u8) -> bool, all: &[Vec<Vec<u8>>], draws: usize) -> f64 {
    let mut expected: BTreeMap<&Vec<Vec<u8>>, f64> = BTreeMap::new();
    for hands in all {
        *expected.entry(hands).or_default() += draws as f64 / all.len() as f64;
    }
    let mut seen: BTreeMap<Vec<Vec<u8>>, f64> = BTreeMap::new();
    let mut rng = Rng::new(7);
    for _ in 0..draws {
        *seen
            .entry(deal.draw(may_hold, &mut rng).expect("there is a deal"))
            .or_default() += 1.0;
    }
    assert!(
        seen.keys().all(|hands| expected.contains_key(hands)),
        "only arrangements that agree"
    );
    expected
        .iter()
        .map(|(hands, expected)| (seen.get(*hands).unwrap_or(&0.0) - expected).powi(2) / expected)
        .sum()
}

/// The mean of chi-square is its degrees of freedom, and its variance twice that.
fn is_even(chi_square: f64, arrangements: usize) -> bool {
    let freedom = arrangements as f64 - 1.0;
    (chi_square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt()
}

#[test]
fn deals_under_constraints_are_uniform() {
    let cards = [1, 2, 3, 4, 5, 6, 7, 8];
    let rooms = [2, 3, 3];
    // Holder 0 has no even card, holder 1 none below three.
    let may_hold = |holder: usize, card: u8| match holder {
        0 => card % 2 == 1,
        1 => card > 2,
        _ => true,
    };
    let all = every(&cards, &rooms, &may_hold);
    let deal = Deal::new(cards, &rooms);
    assert_eq!(deal.count(may_hold), Ok(all.len() as u128));
    let chi_square = chi_square(&deal, &may_hold, &all, 40_000);
    assert!(
        is_even(chi_square, all.len()),
        "{chi_square} for {} arrangements",
        all.len()
    );
}

#[test]
fn equal_cards_count_as_different_ones() {
    // Two of three ones are more likely in the larger hand.
    let (cards, rooms) = ([1, 1, 1, 2, 3], [3, 2]);
    let all = every(&cards, &rooms, &|_, _| true);
    let deal = Deal::new(cards, &rooms);
    assert_eq!(deal.count(|_, _| true), Ok(10));
    let kinds: std::collections::BTreeSet<_> = all.iter().collect();
    let chi_square = chi_square(&deal, &|_, _| true, &all, 20_000);
    assert!(is_even(chi_square, kinds.len()), "{chi_square}");
}

#[test]
fn a_card_that_was_seen_stays_where_it_was_seen() {
    let mut deal = Deal::new([5, 3, 1, 4, 2], &[2, 3]);
    assert_eq!(deal.give(1, 4), Ok(()));
    assert_eq!(deal.count(|_, _| true), Ok(6));
    let mut rng = Rng::new(1);
    assert!((0..50).all(|_| {
        deal.draw(|_, _| true, &mut rng)
            .is_ok_and(|hands| hands[1].contains(&4))
    }));
    assert_eq!(deal.give(1, 4), Err(NoDeal::Impossible), "it is not hidden any more");
    assert_eq!(deal.give(2, 1), Err(NoDeal::Impossible), "nobody is there");
}

#[test]
fn the_order_of_the_hidden_cards_does_not_matter() {
    let may_hold = |holder: usize, card: u8| holder != 0 || card > 2;
    let draw = |cards: [u8; 6]| {
        let mut rng = Rng::new(5);
        (Deal::new(cards, &[2, 2, 2]).draw(may_hold, &mut rng), rng.next_u64())
    };
    assert_eq!(draw([1, 2, 3, 4, 5, 6]), draw([6, 2, 4, 1, 5, 3]));
}

#[test]
fn what_is_impossible_or_too_much_is_said() {
    let nobody = |_: usize, card: u8| card != 3;
    assert_eq!(Deal::new([1, 2, 3], &[1, 2]).count(nobody), Ok(0));
    assert_eq!(
        Deal::new([1, 2, 3], &[1, 2]).draw(nobody, &mut Rng::new(1)),
        Err(NoDeal::Impossible)
    );
    assert_eq!(Deal::new([1, 2, 3], &[1, 1]).count(|_, _| true), Ok(0));
    assert_eq!(
        Deal::new([1, 2, 3], &[1, 1]).draw(|_, _| true, &mut Rng::new(1)),
        Err(NoDeal::Impossible)
    );
    let many = Deal::new(0..200_u8, &[25; 8]);
    assert_eq!(many.count(|_, _| true), Err(NoDeal::TooMany));
    assert_eq!(many.draw(|_, _| true, &mut Rng::new(1)), Err(NoDeal::TooMany));
    assert_eq!(
        Deal::<u8>::new([], &[0, 0]).draw(|_, _| true, &mut Rng::new(1)),
        Ok(vec![vec![], vec![]])
    );
}

#[test]
fn a_whole_deck_is_counted() {
    let bridge = Deal::new(0..52_u8, &[13; 4]);
    assert_eq!(bridge.count(|_, _| true), Ok(53_644_737_765_488_792_839_237_440_000));
    // Two players have shown voids.
    let may_hold = |holder: usize, card: u8| !matches!((holder, card / 13), (1, 0) | (2, 1));
    let hands = bridge.draw(may_hold, &mut Rng::new(1)).expect("a deal");
    assert!(
        hands
            .iter()
            .enumerate()
            .all(|(holder, hand)| hand.iter().all(|&card| may_hold(holder, card)))
    );
}

#[test]
fn counts_agree_with_enumeration() {
    let mut rng = Rng::new(9);
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..400 {
        let bars: Vec<u32> = (0..7).map(|_| rng.below(8) & rng.below(8)).collect();
        let (one, other) = (rng.below(8) as usize, rng.below(8) as usize);
        let rooms = [one.min(other), one.max(other) - one.min(other), 7 - one.max(other)];
        let cards: Vec<u8> = (0..7).collect();
        let may_hold = |holder: usize, card: u8| bars[usize::from(card)] >> holder & 1 == 0;
        let all = every(&cards, &rooms, &may_hold);
        let deal = Deal::new(cards, &rooms);
        assert_eq!(deal.count(may_hold), Ok(all.len() as u128));
        match deal.draw(may_hold, &mut rng) {
            Ok(hands) => {
                assert!(all.contains(&hands));
                possible += 1;
            }
            Err(refusal) => {
                assert_eq!((all.len(), refusal), (0, NoDeal::Impossible));
                impossible += 1;
            }
        }
    }
    assert!(
        possible > 100 && impossible > 20,
        "{possible} possible, {impossible} impossible"
    );
}
