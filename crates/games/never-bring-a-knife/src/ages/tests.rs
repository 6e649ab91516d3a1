//! Checks that the ages come up as often as they should, and that nothing is left of the real ones.

use std::collections::BTreeMap;

use roundtable_core::GameDeck as _;

use super::*;
use crate::deck::Deck;

/// How many rounds are drawn.
const DRAWN: usize = 6_000;

/// Where the seen cards lie: as they were laid, or in turned-up stacks, each player's in different ones.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    AsLaid,
    InStacks,
}

/// A round in which `old` cards were dealt before the shuffle, and the `known` places of each player were seen.
fn dealt_round(players: usize, old: usize, known: u8, seen: Seen, rng: &mut Rng) -> Ages {
    let mut cards: Vec<u8> = Deck::standard().cards.cards().map(|card| card as u8).collect();
    rng.shuffle(&mut cards);
    let mut ages = Ages::of_nobody();
    for owner in 0..players {
        let mut dealt: [usize; HAND] = std::array::from_fn(|lap| lap * players + owner);
        rng.shuffle(&mut dealt);
        let mut hand = Hand {
            owner: owner as u8,
            known,
            ..NO_HAND
        };
        for (place, &card) in dealt.iter().enumerate() {
            hand.old |= u8::from(card < old) << place;
            hand.kinds[place] = cards[card];
            if known >> place & 1 == 0 {
                ages.left[usize::from(card < old)].add(cards[card]);
            } else if seen == Seen::InStacks {
                hand.groups[place] = ((owner + place) % players) as u8;
            }
        }
        ages.add(hand);
    }
    cards[HAND * players..].iter().for_each(|&kind| ages.left[0].add(kind));
    ages.list_stacks();
    ages
}

/// All rounds that agree with what was seen of this one, each with its chance. Stacks must have two cards.
fn agreeing(real: &Ages) -> Vec<(Ages, f64)> {
    let mut rounds = vec![real.clone()];
    for stack in 0..NOBODY {
        let places = |i: usize| (0..HAND).map(move |place| (i, place));
        let mut of_stack = (0..real.count)
            .flat_map(places)
            .filter(|&(i, place)| real.hands[i].groups[place] == stack);
        if let (Some(one), Some(other), None) = (of_stack.next(), of_stack.next(), of_stack.next()) {
            let mut exchanged = rounds.clone();
            exchanged.iter_mut().for_each(|round| round.exchange(one, other));
            rounds.extend(exchanged);
        }
    }
    for i in 0..real.count {
        let aged = |round: Ages| {
            round.hands[i].ways().iter().map(move |&old| {
                let mut round = round.clone();
                round.hands[i].old = old;
                round
            })
        };
        rounds = rounds.into_iter().flat_map(aged).collect();
    }
    let mut all = real.left;
    seen_cards(real).into_iter().for_each(|(age, kind)| all[age].add(kind));
    // Card by card, how many there are for a place; and at the end every order of the rest.
    let ways = |round: &Ages| {
        let mut left = all.map(|cards| cards.0.to_le_bytes().map(f64::from));
        let mut ways = 0.0;
        for (age, kind) in seen_cards(round) {
            let cards = &mut left[age][usize::from(kind)];
            ways += cards.max(0.0).ln();
            *cards -= 1.0;
        }
        for rest in left.map(|cards| cards.into_iter().sum::<f64>()) {
            ways += (1..=rest as u32).map(|n| f64::from(n).ln()).sum::<f64>();
        }
        ways
    };
    let real_ways = ways(real);
    let weights: Vec<f64> = rounds.iter().map(|round| (ways(round) - real_ways).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let chances = rounds.into_iter().zip(weights.into_iter().map(|weight| weight / sum));
    chances.filter(|(_, chance)| *chance > 0.0).collect()
}

/// How often each statement held.
type Shares = BTreeMap<What, f64>;

/// The statements about a round that matter. The age of a seen card does not, except for what it leaves to the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    Card { owner: u8, nth: usize, kind: u8 },
    UnseenOldCards { owner: u8, count: u32 },
    UnseenOldOfKind { kind: u8, count: u8 },
    AsManyAsAtTheStart { hands: u8 },
    CardsOfTheStart { hands: u8 },
}

/// Adds the statements that hold for a round, and how much of it is still as it was at the start.
fn count(round: &Ages, start: &Ages, weight: f64, shares: &mut Shares) {
    let mut add = |what: What| *shares.entry(what).or_default() += weight;
    let unseen = |hand: &Hand| (hand.old & !hand.known).count_ones();
    let (mut as_many, mut same_cards) = (0, 0);
    for (hand, before) in round.hands.iter().zip(&start.hands).take(round.count) {
        let owner = hand.owner;
        for (nth, (_, kind)) in hand.known().enumerate() {
            add(What::Card { owner, nth, kind });
        }
        add(What::UnseenOldCards {
            owner,
            count: unseen(hand),
        });
        as_many += u8::from(unseen(hand) == unseen(before));
        same_cards += u8::from(hand.kinds == before.kinds);
    }
    let [_, old] = left_of(round, start);
    for kind in 0..KINDS as u8 {
        let count = old.of(kind);
        add(What::UnseenOldOfKind { kind, count });
    }
    add(What::AsManyAsAtTheStart { hands: as_many });
    add(What::CardsOfTheStart { hands: same_cards });
}

/// The seen cards of all hands, with their ages.
fn seen_cards(round: &Ages) -> Vec<(usize, u8)> {
    round.hands[..round.count].iter().flat_map(Hand::known).collect()
}

/// The unseen cards of a round that agrees with another one.
fn left_of(round: &Ages, other: &Ages) -> [Cards; 2] {
    let mut left = other.left;
    seen_cards(other)
        .into_iter()
        .for_each(|(age, kind)| left[age].add(kind));
    seen_cards(round)
        .into_iter()
        .for_each(|(age, kind)| left[age].take(kind));
    left
}

/// What comes up when the start is forgotten `times` times over.
fn drawn(start: &Ages, times: usize, rng: &mut Rng) -> Shares {
    let mut shares = Shares::new();
    for _ in 0..DRAWN {
        let mut round = start.clone();
        (0..times).for_each(|_| round.forget(rng));
        count(&round, start, 1.0 / DRAWN as f64, &mut shares);
    }
    shares
}

/// Both are the same up to sampling error; `exact` says whether the first has none.
fn assert_alike(expected: &Shares, drawn: &Shares, exact: bool) {
    for what in expected.keys().chain(drawn.keys()) {
        let [a, b] = [expected, drawn].map(|shares| shares.get(what).copied().unwrap_or(0.0));
        let p = if exact { a } else { (a + b) / 2.0 };
        let variance = p * (1.0 - p).max(0.0) / DRAWN as f64 * if exact { 1.0 } else { 2.0 };
        assert!(
            (a - b).abs() < 5.0 * variance.sqrt() + 5e-4,
            "{what:?}: {b:.4} of the rounds drawn, expected {a:.4}"
        );
    }
}

#[test]
fn nk_p4_all_rounds_come_up_as_often_as_they_can_be_dealt() {
    // Of three hundred deals, those that are slowest to forget the start.
    let tables = [
        (52, 4, 3, 0b0011, Seen::InStacks),
        (52, 4, 6, 0b0011, Seen::InStacks),
        (47, 4, 9, 0b0011, Seen::InStacks),
        (51, 5, 8, 0b0111, Seen::AsLaid),
        (50, 5, 13, 0b0111, Seen::AsLaid),
    ];
    for (seed, players, old, known, seen) in tables {
        let mut rng = Rng::new(seed);
        let real = dealt_round(players, old, known, seen, &mut rng);
        let rounds = agreeing(&real);
        // The worst start: the least likely round of all.
        let least = rounds.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("the real one");
        let mut start = least.0.clone();
        start.left = left_of(&start, &real);
        let mut expected = Shares::new();
        rounds
            .iter()
            .for_each(|(round, chance)| count(round, &start, *chance, &mut expected));
        assert_alike(&expected, &drawn(&start, 1, &mut rng), true);
    }
}

#[test]
fn nk_p4_nothing_is_left_of_how_it_really_was_at_the_largest_table() {
    let mut rng = Rng::new(5);
    let tables = [
        (18, 0b0111, Seen::AsLaid),
        (18, 0b0111, Seen::InStacks),
        (11, 0b1111, Seen::InStacks),
    ];
    for (old, known, seen) in tables {
        let real = dealt_round(SEATS - 1, old, known, seen, &mut rng);
        assert_alike(&drawn(&real, 3, &mut rng), &drawn(&real, 1, &mut rng), false);
    }
}
