//! What a sample of the hidden cards keeps (SH-P4), and how evenly it deals the rest.

use std::collections::BTreeMap;

use roundtable_core::{Audit, Dice, Eye, Game, GameDeck, Rng, Silent};
use shock::{Card, CardSeen, CardSet, CardsSeen, Deck, Move, Options, PlayerSeen, Shock, Suit, View};

use crate::{EVEN, FOUR, POISONED, Table, cards, known, seat};

fn sample(game: &Shock, eye: Eye, rng: &mut Rng) -> Shock {
    let mut sample = game.clone();
    sample.resample(eye, rng);
    sample
}

fn hand(game: &Shock, index: usize) -> CardSet {
    known(game.view(Eye::All).players[index].hand)
}

/// The cards whose place the viewer does not know.
fn unknown(view: &View) -> CardSet {
    let mut unknown = CardSet::in_play(view.players.len()).without(view.discard.face_up);
    unknown.remove(view.trump);
    for laid in &view.trick.cards {
        if let CardSeen::Known { card } = laid.card {
            unknown.remove(card);
        }
    }
    for player in &view.players {
        unknown = unknown.without(player.potions).without(player.used_potions);
        unknown = unknown.without(player.poison.iter().map(|poison| poison.card).collect());
        for cards in [player.hand, player.down] {
            if let CardsSeen::Known { cards } = cards {
                unknown = unknown.without(cards);
            }
        }
    }
    unknown
}

/// Plays random games without withdrawals until a position is `wanted`.
fn find(players: usize, wanted: impl Fn(&View) -> bool) -> Shock {
    let (mut rng, mut moves) = (Rng::new(1), Vec::new());
    for seed in 0..10_000 {
        let dice = Dice::from_seed(seed);
        let mut game = Shock::new(players, Options::default(), &Deck::standard(), dice, &mut Silent).expect("a game");
        while let Some(seat) = game.to_act().first() {
            game.legal_moves(seat, &mut moves);
            moves.retain(|mv| *mv != Move::Withdraw);
            game.play(seat, rng.pick(&moves), &mut Silent);
            if wanted(&game.view(Eye::Seat(crate::seat(0)))) {
                return game;
            }
        }
    }
    panic!("no position is as wanted");
}

/// All hands of `count` of these cards, without these suits.
fn hands(from: &[Card], count: usize, voids: &[Suit]) -> Vec<CardSet> {
    let Some((&first, rest)) = from.split_first() else {
        return if count == 0 { vec![CardSet::NONE] } else { Vec::new() };
    };
    let mut all = hands(rest, count, voids);
    if count > 0 && !voids.contains(&first.suit()) {
        for mut hand in hands(rest, count - 1, voids) {
            hand.insert(first);
            all.push(hand);
        }
    }
    all
}

/// How far the frequencies of equally likely outcomes are from even, in standard deviations of chi-square.
fn unevenness(seen: &BTreeMap<Vec<String>, u32>, kinds: usize, samples: u32) -> f64 {
    let expected = f64::from(samples) / kinds as f64;
    let missing = (kinds - seen.len()) as f64 * expected;
    let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    let chi_square = seen.values().map(square).sum::<f64>() + missing;
    let freedom = kinds as f64 - 1.0;
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn sh_p4_samples_with_shown_voids_are_even_against_a_full_count() {
    // (players, cards in each other hand): few enough to count everything.
    for (players, held) in [(3, 2), (4, 2), (5, 1)] {
        let small = |view: &View| {
            let others = &view.players[1..];
            let simple = |player: &PlayerSeen| player.hand.count() <= held && player.down.count() == 0;
            let void = others.iter().filter(|player| !player.voids.is_empty()).count();
            let two = others.iter().any(|player| player.voids.len() > 1);
            view.round == 1 && others.iter().all(simple) && void + 1 >= others.len() && two
        };
        let game = find(players, small);
        let eye = Eye::Seat(seat(0));
        let view = game.view(eye);
        let all: Vec<Card> = unknown(&view).into_iter().collect();
        // Every way to give the others their cards, hand by hand.
        let mut ways: Vec<Vec<CardSet>> = vec![Vec::new()];
        for player in &view.players[1..] {
            let mut longer = Vec::new();
            for way in &ways {
                let left: Vec<Card> = all
                    .iter()
                    .copied()
                    .filter(|&card| !way.iter().any(|hand| hand.contains(card)))
                    .collect();
                for hand in hands(&left, player.hand.count(), &player.voids) {
                    longer.push([way.as_slice(), &[hand]].concat());
                }
            }
            ways = longer;
        }
        assert!(
            (10..20_000).contains(&ways.len()),
            "{players} players: {} ways",
            ways.len()
        );
        let mut rng = Rng::new(5);
        let mut seen = BTreeMap::new();
        let samples = 2000 + 20 * ways.len() as u32;
        for _ in 0..samples {
            let sample = sample(&game, eye, &mut rng);
            let hands: Vec<String> = (1..players).map(|i| hand(&sample, i).to_string()).collect();
            *seen.entry(hands).or_insert(0) += 1;
        }
        let written: Vec<Vec<String>> = ways
            .iter()
            .map(|way| way.iter().map(ToString::to_string).collect())
            .collect();
        assert!(
            seen.keys().all(|hands| written.contains(hands)),
            "only what can be is dealt"
        );
        let unevenness = unevenness(&seen, ways.len(), samples);
        assert!(
            unevenness.abs() < 4.5,
            "{players} players, {} ways: {unevenness}",
            ways.len()
        );
    }
}

/// How often each card is in a hand, among this many samples.
fn frequencies(game: &Shock, eye: Eye, index: usize, samples: u32) -> BTreeMap<String, f64> {
    let mut rng = Rng::new(11);
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..samples {
        for card in hand(&sample(game, eye, &mut rng), index) {
            *seen.entry(card.to_string()).or_default() += 1.0 / f64::from(samples);
        }
    }
    seen
}

#[test]
fn sh_p4_carried_hands_hold_nothing_that_was_seen_elsewhere() {
    // Everybody withdraws at once. Seat 2, the last, carries nine cards over, seat 1 eight and seat 0 eight.
    let mut table = Table::new(&EVEN, "2c", 0, "");
    table.play("0 withdraw; 0 down 2h; 1 withdraw; 1 down 3h; 2 withdraw");
    let eye = Eye::Seat(seat(0));
    let view = table.game.view(eye);
    let own_before = cards(EVEN[0]);
    let now = known(view.players[0].hand);
    let mut visible = now;
    visible.insert(view.trump);
    let mut open_before = own_before;
    open_before.insert("2c".parse().unwrap());
    // What seat 2 may have carried over: 26 cards were unknown; those that seat 0 sees now were not carried over.
    let candidates = CardSet::in_play(3).without(open_before).without(visible);
    // The shuffled cards that seat 0 does not see now: eleven were shuffled, seat 0 got one, and one is trump.
    let dealt = 9.0;
    let returned = open_before.without(visible);
    let samples = 12_000;
    let near = |seen: Option<&f64>, expected: f64, what: &str| {
        let seen = seen.copied().unwrap_or(0.0);
        let deviation = (expected * (1.0 - expected) / f64::from(samples)).sqrt();
        assert!(
            (seen - expected).abs() <= 4.5 * deviation,
            "{what}: {seen}, not {expected}"
        );
    };
    let carried = frequencies(&table.game, eye, 2, samples);
    let count = candidates.len() as f64;
    for card in CardSet::in_play(3) {
        let expected = if candidates.contains(card) { 9.0 / count } else { 0.0 };
        near(carried.get(&card.to_string()), expected, &format!("seat 2 has {card}"));
    }
    let filled_up = frequencies(&table.game, eye, 1, samples);
    for card in candidates {
        let expected = 8.0 / count + (count - 17.0) / count / dealt;
        near(
            filled_up.get(&card.to_string()),
            expected,
            &format!("seat 1 has {card}"),
        );
    }
    for card in returned {
        near(
            filled_up.get(&card.to_string()),
            1.0 / dealt,
            &format!("seat 1 has {card}"),
        );
    }
}

#[test]
fn sh_p4_a_shown_void_ends_with_the_deal_only_for_new_cards() {
    // Seat 2 shows a void in spades; then everybody leaves, and seat 2 is dealt a single card.
    let mut table = Table::new(&POISONED, "4c", 0, "1/0");
    table.play("0 play 10s; 1 play 2s; 2 play 6h; 0 stop; 0 withdraw; 0 down 8h; 1 withdraw; 1 down 2h");
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let sample = sample(&table.game, Eye::Table, &mut rng);
        assert!(
            !hand(&sample, 2).meets(CardSet::suit(Suit::Spades)),
            "in the round itself there are none"
        );
    }
    table.play("2 withdraw");
    let mut counts = [0; 3];
    for _ in 0..2000 {
        let sample = sample(&table.game, Eye::Table, &mut rng);
        counts[hand(&sample, 2).within(CardSet::suit(Suit::Spades)).len().min(2)] += 1;
    }
    assert!(counts[0] > 0 && counts[1] > 0, "{counts:?}");
    assert_eq!(counts[2], 0, "of the nine cards eight were carried over");
}

#[test]
fn sh_p4_own_face_down_cards_stay_where_they_are() {
    let mut table = Table::new(&FOUR, "7s", 0, "1/0");
    table.play("0 play 9h; 1 withdraw; 1 down 10h; 2 play 3h");
    let mut rng = Rng::new(9);
    let mut elsewhere = 0;
    for _ in 0..200 {
        let own = sample(&table.game, Eye::Seat(seat(1)), &mut rng);
        assert_eq!(known(own.view(Eye::All).players[1].down), cards("10h"));
        let other = sample(&table.game, Eye::Seat(seat(0)), &mut rng).view(Eye::All);
        let down = known(other.players[1].down);
        assert_eq!(
            (down.len(), other.trick.cards[1].card),
            (
                1,
                CardSeen::Known {
                    card: down.first().unwrap()
                }
            )
        );
        elsewhere += usize::from(down != cards("10h"));
    }
    assert!(elsewhere > 150, "{elsewhere}");
}

#[test]
fn sh_p4_the_open_eye_gets_new_dice_and_nothing_else() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0");
    table.play("0 play 2h; 1 withdraw; 1 down 3d");
    let sample = sample(&table.game, Eye::All, &mut Rng::new(1));
    assert_eq!(sample.view(Eye::All), table.view());
    assert_ne!(sample.dice(), table.game.dice());
}

/// Calls `look` on positions of random games, about one in `one_in`.
fn look_at_games(players: usize, games: u64, one_in: u32, mut look: impl FnMut(&Shock)) {
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let dice = Dice::from_seed(seed);
        let mut game = Shock::new(players, Options::default(), &Deck::standard(), dice, &mut Silent).expect("a game");
        while let Some(seat) = game.to_act().first() {
            game.legal_moves(seat, &mut moves);
            game.play(seat, rng.pick(&moves), &mut Silent);
            if rng.below(one_in) == 0 {
                look(&game);
            }
        }
    }
}

#[test]
fn sh_p4_every_sample_is_a_possible_history() {
    for players in 3..=5 {
        let mut rng = Rng::new(2);
        look_at_games(players, 12, 6, |game| {
            for eye in Eye::limited(players) {
                let sample = sample(game, eye, &mut rng);
                // Among other things: a player who carried a card over held it in the next round, and nobody ever hid a
                // suit in which they had shown a void.
                assert_eq!(sample.audit(), Ok(()));
                assert_eq!(sample.view(eye), game.view(eye));
            }
        });
    }
}
