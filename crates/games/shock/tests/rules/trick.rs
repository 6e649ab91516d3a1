//! Cards, tricks, withdrawing and face-down cards: one test for each rule, named after it.

use crate::{EVEN, FOUR, POISONED, Table, cards, seat};
use roundtable_core::{Dice, Eye, Game, GameDeck, GameMove, Seat, Silent};
use shock::{
    CardSeen, CardSet, CardsSeen, ChestCard, Deck, Event, Jewels, Kind, Move, Options, RoundEnd, Shock, StandingSeen,
    Suit,
};

fn new_game(players: usize, seed: u64) -> Shock {
    let dice = Dice::from_seed(seed);
    Shock::new(players, Options::default(), &Deck::standard(), dice, &mut Silent).expect("a game")
}

#[test]
fn sh_r1_three_sevens_are_poison_and_two_clubs_are_potions() {
    let deck = Deck::standard();
    assert_eq!(deck.potions, cards("5c 7c"));
    let all = deck.poison.into_iter().fold(CardSet::NONE, CardSet::and);
    assert_eq!(all, cards("7h 7s 7d"));
}

#[test]
fn sh_d1_each_kind_has_its_suit_and_two_chest_cards() {
    let deck = Deck::standard();
    for (kind, card) in [(Kind::Jellyfish, "7h"), (Kind::Spider, "7s"), (Kind::Bee, "7d")] {
        assert_eq!(deck.poison[kind as usize], cards(card));
        let of_kind = |card: &&ChestCard| **card == ChestCard::Poison { kind };
        assert_eq!(deck.chest.iter().filter(of_kind).count(), 2);
    }
}

#[test]
fn sh_d2_even_numbers_bear_an_icon() {
    let icons = Deck::standard().icons;
    for card in CardSet::in_play(5) {
        assert_eq!(icons.contains(card), card.number() % 2 == 0, "{card}");
    }
}

#[test]
fn sh_d3_three_each_of_six_jewel_cards() {
    let deck = Deck::standard();
    assert_eq!(deck.chest.len(), 24);
    for (large, small) in [(1, 0), (1, 1), (2, 0), (2, 1), (3, 1), (3, 2)] {
        let same = |card: &&ChestCard| **card == ChestCard::Jewels { large, small };
        assert_eq!(deck.chest.iter().filter(same).count(), 3, "{large}/{small}");
    }
}

#[test]
fn setup_gives_each_number_of_players_its_cards_and_hands() {
    for (players, lowest, highest, hand, dungeon) in [(3, 2, 10, 9, 8), (4, 1, 10, 9, 3), (5, 1, 11, 8, 3)] {
        let view = new_game(players, 3).view(Eye::All);
        assert_eq!(view.dungeon.count(), dungeon);
        let mut all = crate::known(view.dungeon);
        all.insert(view.trump);
        for player in &view.players {
            assert_eq!(player.hand.count(), hand);
            all = all.and(crate::known(player.hand));
        }
        assert_eq!(all.len(), 4 * (highest - lowest + 1));
        assert!(
            all.into_iter()
                .all(|card| (lowest..=highest).contains(&usize::from(card.number())))
        );
        assert_eq!((view.round, view.chest.left.len()), (1, 24));
    }
    for players in [2, 6] {
        let refused = Shock::new(
            players,
            Options::default(),
            &Deck::standard(),
            Dice::from_seed(1),
            &mut Silent,
        );
        assert_eq!(refused.unwrap_err().code(), "bad_players");
    }
}

#[test]
fn sh_r2_bags_are_shown_in_golden_red_and_clear_jewels() {
    let bag = |value, golden, red, clear| {
        assert_eq!(
            Jewels::worth(value),
            Jewels {
                golden,
                red,
                clear,
                value
            }
        );
    };
    bag(0, 0, 0, 0);
    bag(4, 0, 0, 4);
    bag(5, 0, 1, 0);
    bag(28, 2, 1, 3);
    // Everybody sees every bag.
    let mut table = Table::new(&EVEN, "2c", 0, "3/2 3/2 3/2");
    table.play("0 play 8h; 1 play 9h; 2 play 10h; 2 reveal; 2 reveal; 2 play 4s; 0 withdraw");
    for eye in Eye::limited(3).chain([Eye::All]) {
        let players = table.game.view(eye).players;
        assert_eq!(players[2].on_top, Jewels::worth(2 + 3 + 3 + 3));
        assert_eq!(players[0].inside, Jewels::worth(2 + 2 + 2));
        assert_eq!(players[0].inside.red, 1);
    }
}

#[test]
fn sh_r3_the_first_leader_is_drawn_by_lot() {
    for players in 3..=5 {
        let mut led = [0; 5];
        for seed in 0..1000 {
            led[new_game(players, seed).to_act().first().unwrap().index()] += 1;
        }
        let fair = 1000 / players;
        assert!(
            led[..players]
                .iter()
                .all(|&times| times > fair - 80 && times < fair + 80),
            "{led:?}"
        );
    }
}

#[test]
fn sh_r4_the_card_under_the_board_makes_trump_in_every_round() {
    // Clubs are trump: the 3c beats the ten of the lead suit.
    let mut table = Table::new(
        &[
            "2h 5h 8h 2s 5s 8s 2d 5d 8d",
            "3c 4c 6c 3s 6s 9s 3d 6d 9d",
            "4h 7h 10h 4s 7s 10s 4d 7d 10d",
        ],
        "2c",
        0,
        "1/0",
    );
    table.play("0 play 8h; 1 play 3c; 2 play 10h");
    assert!(table.told(Eye::Table).contains(&Event::TrickWon {
        seat: seat(1),
        jewels: 2,
        taken: CardSet::NONE
    }));
    // A new trump card for each round, never a card that somebody holds.
    let mut table = Table::new(&EVEN, "2c", 0, "");
    let mut trumps = vec![table.view().trump];
    for _ in 2..=5 {
        for _ in 0..3 {
            let leaver = table.to_act();
            table.play(&format!("{leaver} withdraw"));
            if table.asked().contains("down") {
                let card = table.hand(leaver).first().unwrap();
                table.play(&format!("{leaver} down {card}"));
            }
        }
        let trump = table.view().trump;
        assert!((0..3).all(|i| !table.hand(i).contains(trump)));
        trumps.push(trump);
    }
    trumps.dedup();
    assert!(trumps.len() > 1);
}

#[test]
fn sh_r5_follow_suit_if_you_can_or_withdraw_even_without_a_jewel() {
    let mut table = Table::new(&POISONED, "6d", 0, "1/0");
    assert_eq!(
        table.asked(),
        "0: play 8h, play 9h, play 9s, play 9d, play 9c, play 10h, play 10s, play 10d, play 10c, withdraw"
    );
    assert_eq!(table.refusal("0 play 2h"), ("not_held", "SH-R5"));
    assert_eq!(table.refusal("0 down 8h"), ("still_in", "SH-R7"));
    assert_eq!(table.refusal("0 reveal"), ("play_or_withdraw", "SH-R5"));
    assert_eq!(table.refusal("1 withdraw"), ("not_to_act", "SH-R5"));
    table.play("0 play 9s");
    assert_eq!(table.asked(), "1: play 2s, play 7s, withdraw");
    assert_eq!(table.refusal("1 play 2h"), ("must_follow", "SH-R5"));
    table.play("1 play 2s");
    // Without spades, any card may be played.
    assert_eq!(table.asked().matches("play").count(), 9);
    assert_eq!(table.on_top()[2], 0);
    table.play("2 withdraw");
    assert_eq!(table.player(2).standing, StandingSeen::Withdrawn);
}

#[test]
fn sh_r5_a_card_with_an_icon_gets_a_jewel() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0");
    table.play("0 play 2h");
    assert_eq!(table.view().trick.jewels, 1);
    table.play("1 play 3h");
    assert_eq!(table.view().trick.jewels, 1);
    table.play("2 play 4h");
    assert_eq!(table.on_top(), [0, 0, 2 + 1]);
}

#[test]
fn sh_r6_withdrawing_banks_first_and_plays_face_down_second() {
    let mut table = Table::new(&POISONED, "6d", 0, "3/2");
    table.play("0 play 10s; 1 play 7s; 2 play 7h; 0 stop");
    assert_eq!(table.on_top(), [1 + 3, 2, 2]);
    table.play("0 withdraw");
    assert_eq!((table.inside(), table.on_top()), (vec![4, 0, 0], vec![0, 2, 2]));
    assert_eq!(
        table.asked(),
        "0: down 8h, down 9h, down 9s, down 9d, down 9c, down 10h, down 10d, down 10c"
    );
    assert_eq!(table.refusal("0 withdraw"), ("already_out", "SH-R6"));
    assert_eq!(table.refusal("0 play 8h"), ("out_of_round", "SH-R7"));
    table.play("0 down 8h; 1 play 2s");
    let poison: Vec<String> = table
        .player(0)
        .poison
        .iter()
        .map(|poison| poison.card.to_string())
        .collect();
    assert_eq!(poison, ["7h", "7s"], "the cards stay in front");
    // Seat 2 still plays, wins or not, and the round goes on until one is left.
    table.play("2 withdraw; 2 down 4d; 1 stop");
    assert_eq!(table.view().round, 2);
    assert!(table.player(0).poison.is_empty(), "until the round ends");
}

#[test]
fn sh_r7_face_down_cards_carry_jewels_and_nothing_else() {
    // With three players, two jewels; face-up, the 10c would win and has an icon, and the 7h is poison.
    let mut table = Table::new(&POISONED, "8d", 0, "1/0");
    table.play("0 withdraw; 0 down 10c; 1 play 2c; 2 withdraw; 2 down 7h");
    let won = Event::TrickWon {
        seat: seat(1),
        jewels: 2 + 1 + 2,
        taken: CardSet::NONE,
    };
    assert!(table.told(Eye::Table).contains(&won));
    assert!(table.player(1).poison.is_empty());
    // With four players, one jewel.
    let mut table = Table::new(&FOUR, "7s", 0, "1/0");
    table.play("0 play 9h; 1 withdraw; 1 down 10h");
    assert_eq!(table.view().trick.jewels, 1);
}

#[test]
fn sh_r7_nobody_else_ever_sees_a_face_down_card() {
    let mut table = Table::new(&FOUR, "7s", 0, "1/0");
    table.play("0 play 9h; 1 withdraw; 1 down 10h");
    for eye in Eye::limited(4) {
        let view = table.game.view(eye);
        let own = eye == Eye::Seat(seat(1));
        let card = "10h".parse().unwrap();
        let seen = if own {
            CardSeen::Known { card }
        } else {
            CardSeen::Hidden
        };
        assert_eq!(view.trick.cards[1].card, seen);
        assert_eq!(view.players[1].down.count(), 1);
        assert_eq!(matches!(view.players[1].down, CardsSeen::Known { .. }), own);
        let told = Event::PlayedDown {
            seat: seat(1),
            card: seen,
            jewels: 1,
        };
        assert!(table.told(eye).contains(&told));
        let text = serde_json::to_string(&table.told(eye)).unwrap() + &serde_json::to_string(&view).unwrap();
        let public = text.replace(&serde_json::to_string(&view.icons).unwrap(), "");
        assert_eq!(public.contains("10h"), own, "{eye}");
    }
    table.play("2 play 3h; 3 play 4h; 0 stop");
    let discard = table.game.view(Eye::Table).discard;
    assert_eq!((discard.face_up, discard.face_down), (cards("3h 4h 9h"), 1));
}

#[test]
fn sh_r8_if_the_leader_withdraws_the_next_one_in_leads() {
    let mut table = Table::new(&FOUR, "7s", 0, "1/0 1/0");
    table.play("0 play 5h; 1 withdraw; 1 down 2c; 2 play 3h; 3 play 4h; 0 stop");
    // Seat 0 leads the second trick and withdraws; seat 1, already out, plays face-down; seat 2 leads.
    table.play("0 withdraw; 0 down 1h");
    assert_eq!(table.to_act(), 1);
    table.play("1 down 2d");
    assert_eq!(
        table.asked().matches("play").count(),
        8,
        "the new Leader plays what it likes"
    );
    table.play("2 play 7d");
    assert_eq!(table.view().trick.lead, Some(Suit::Diamonds));
    assert_eq!(table.view().trick.first, seat(0));
    table.play("3 play 8d");
    assert_eq!(table.view().trick.best, Some(seat(3)));
    assert!(
        table.view().trick.won,
        "four cards are a trick, counted from its first player"
    );
}

#[test]
fn sh_r9_if_everybody_left_withdraws_the_round_ends_without_a_winner() {
    let mut table = Table::new(&FOUR, "7s", 2, "");
    table.play("2 withdraw; 2 down 3h; 3 withdraw; 3 down 4h; 0 withdraw; 0 down 1h");
    table.news();
    table.play("1 withdraw");
    let news = table.news();
    assert_eq!(
        news[0],
        Event::Withdrew {
            seat: seat(1),
            banked: 0
        }
    );
    assert_eq!(
        news[1],
        Event::RoundEnded {
            round: 1,
            reason: RoundEnd::AllWithdrew,
            banked: Vec::new()
        }
    );
    assert_eq!(table.inside(), [0; 4], "the jewels on the cards go back");
    let dealt = |event: &Event| match event {
        Event::Dealt { cards, .. } => Some(cards.count()),
        _ => None,
    };
    let dealt: Vec<usize> = news.iter().filter_map(dealt).collect();
    assert_eq!(dealt, [1, 0, 1, 1], "the last to withdraw plays no card");
}

#[test]
fn sh_r10_the_last_one_in_finishes_the_trick() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0");
    table.play("0 withdraw; 0 down 2h; 1 withdraw; 1 down 3h");
    assert_eq!(table.asked().matches("play").count(), 9);
    assert!(table.asked().contains("withdraw"), "the last one may still leave");
    table.play("2 play 4h");
    assert_eq!(
        table.on_top(),
        [0, 0, 2 + 2 + 1 + 1],
        "and wins the trick and opens the Chest"
    );
    assert_eq!(table.asked(), "2: reveal, stop");
}

#[test]
fn sh_r11_the_highest_of_the_lead_suit_wins_unless_there_is_trump() {
    let winner = |trump: &str, plays: &str| {
        let mut table = Table::new(&FOUR, trump, 0, "1/0");
        table.play(plays).view().trick.best.unwrap().index()
    };
    assert_eq!(winner("7s", "0 play 5d; 1 play 2d; 2 play 3d; 3 play 8d"), 3);
    assert_eq!(winner("7s", "0 play 9d; 1 play 10d; 2 play 3d; 3 play 8d"), 1);
    // Seats 2 and 3 hold all the spades there are, but must follow.
    assert_eq!(
        Table::new(&FOUR, "7s", 0, "")
            .play("0 play 9d; 1 play 10d")
            .refusal("2 play 1s")
            .0,
        "must_follow"
    );
    // The higher of two trumps; a high card of a third suit is worth nothing.
    let mut table = Table::new(
        &[
            "2h 5h 8h 2s 5s 8s 2d 5d 8d",
            "3c 4c 6c 3s 6s 9s 3d 6d 9d",
            "9c 8c 10c 4s 7s 10s 4d 7d 10d",
        ],
        "2c",
        0,
        "1/0",
    );
    table.play("0 play 8h; 1 play 6c; 2 play 8c");
    assert_eq!(table.view().trick.best, Some(seat(2)));
    table.play("2 stop; 2 play 10s; 0 play 8s; 1 play 3s; 2 stop; 2 play 4d; 0 play 8d; 1 play 9d");
    assert_eq!(table.view().trick.best, Some(seat(1)));
}

#[test]
fn sh_r11_jewels_then_cards_then_shock_then_chest() {
    // The centre holds Spider; the next trick brings the 7s.
    let mut table = Table::new(&POISONED, "6d", 0, "spider");
    table.play("0 play 10h; 1 play 2h; 2 play 4h; 0 stop");
    assert_eq!(table.on_top(), [3 + 1, 0, 0]);
    table.news();
    table.play("0 play 10s; 1 play 7s; 2 play 3c");
    let news = table.news();
    assert_eq!(
        news[3..],
        [
            Event::TrickWon {
                seat: seat(0),
                jewels: 1,
                taken: cards("7s")
            },
            Event::Shocked { seat: seat(0), lost: 5 },
        ],
        "the jewels came first and are lost too, and the Chest stays closed"
    );
    assert_eq!(table.to_act(), 1, "the next one clockwise leads");
}

#[test]
fn sh_r11_the_winner_leads_and_opens_the_chest_even_alone() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0 1/0");
    table.play("0 play 2h; 1 play 9h; 2 play 4h; 1 stop");
    assert_eq!(table.to_act(), 1);
    table.play("1 play 3h; 2 withdraw; 2 down 7h; 0 withdraw; 0 down 5h");
    assert_eq!(table.asked(), "1: reveal, stop");
}

#[test]
fn moves_have_numbers_in_a_range_for_each_number_of_players() {
    for (players, count) in [(3, 79), (4, 87), (5, 95)] {
        assert_eq!(Move::count(players), count);
        for number in 0..count {
            let mv = Move::from_number(number, players).unwrap();
            assert_eq!(mv.number(players), Some(number));
            assert_eq!(mv.to_string().parse(), Ok(mv));
            let json = serde_json::to_string(&mv).unwrap();
            assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), mv);
        }
        assert_eq!(Move::from_number(count, players), None);
    }
    let eleven: Move = "play 11h".parse().unwrap();
    assert_eq!((eleven.number(4), eleven.number(5).is_some()), (None, true));
    assert_eq!("down 1s".parse::<Move>().unwrap().number(3), None);
    let json = |text: &str| serde_json::to_string(&text.parse::<Move>().unwrap()).unwrap();
    assert_eq!(json("play 7h"), r#"{"type":"play","card":"7h"}"#);
    assert_eq!(json("cover bee"), r#"{"type":"cover","kind":"bee"}"#);
    assert_eq!(json("withdraw"), r#"{"type":"withdraw"}"#);
    for bad in [
        "",
        "play",
        "play 7H",
        "Play 7h",
        "play 12h",
        " withdraw",
        "cover wasp",
        "keep 5c",
        "down  7h",
    ] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
}

#[test]
fn a_deal_that_is_none_is_refused() {
    let refused = |change: &dyn Fn(&mut shock::Deal)| {
        let mut deal = crate::deal(&EVEN, "2c", 0, "");
        change(&mut deal);
        Shock::from_deal(&deal, Options::default(), &Deck::standard(), &mut Silent).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|deal| deal.hands.truncate(2)));
    assert!(refused(&|deal| deal.hands[0] = cards("2h")));
    assert!(refused(&|deal| deal.hands[0] = deal.hands[1]));
    assert!(refused(&|deal| deal.hands[0] = cards("1h 5h 8h 2s 5s 8s 2d 5d 8d")));
    assert!(refused(&|deal| deal.trump = "2h".parse().unwrap()));
    assert!(refused(&|deal| deal.leader = Seat::new(3)));
    assert!(refused(&|deal| deal.chest.truncate(23)));
}
