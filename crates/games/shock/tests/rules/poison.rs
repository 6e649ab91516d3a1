//! Poison, Potions, shocks and the Chest: one test for each rule, named after it.

use crate::{EVEN, POISONED, Table, cards, seat};
use roundtable_core::{Dice, Eye, Game, GameDeck, Rng, Silent, Told, deck};
use shock::{Card, CardSet, ChestCard, Deck, Event, Kind, Options, PoisonCount, RoundEnd, Shock, StandingSeen, Suit};

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// Seat 0 takes the Potion 5c in the first trick and keeps it.
fn with_kept_potion(chest: &str) -> Table {
    let mut table = Table::new(&POISONED, "3s", 0, chest);
    table.play("0 play 10c; 1 play 5c; 2 play 3c; 0 keep; 0 stop");
    table
}

fn covered(table: &Table, index: usize) -> CardSet {
    let covered = table.player(index).poison.into_iter().filter(|poison| poison.covered);
    covered.map(|poison| poison.card).collect()
}

#[test]
fn sh_r12_own_cards_and_the_centre_count_together() {
    let mut table = Table::new(&POISONED, "3s", 0, "1/0 jellyfish");
    table.play("0 play 10s; 1 play 2s; 2 play 7h");
    let count = |kind, count| PoisonCount { kind, count };
    assert_eq!(table.player(0).poisoned[..], [count(Kind::Jellyfish, 1)]);
    assert!(table.player(1).poisoned.is_empty());
    table.news();
    table.play("0 reveal");
    assert_eq!(
        table.news()[1],
        Event::Shocked {
            seat: seat(0),
            lost: 1 + 1 + 1 + 1
        }
    );
    assert_eq!(
        table.player(1).poisoned[..],
        [count(Kind::Jellyfish, 1)],
        "one dose is no shock"
    );
    assert_eq!(table.player(1).standing, StandingSeen::In);
    // Two different kinds are no shock either.
    let mut table = Table::new(&POISONED, "3s", 0, "bee");
    table.play("0 play 10s; 1 play 7s; 2 play 7h");
    let poisoned = [count(Kind::Jellyfish, 1), count(Kind::Spider, 1), count(Kind::Bee, 1)];
    assert_eq!(table.player(0).poisoned[..], poisoned);
    assert_eq!(table.asked(), "0: reveal, stop");
}

#[test]
fn sh_r12_all_shocks_of_one_card_happen_together() {
    let mut table = Table::new(&EVEN, "2c", 0, "bee bee");
    table.play("0 play 2h; 1 play 3h; 2 play 4h");
    assert_eq!(table.on_top(), [0, 0, 2 + 1]);
    table.news();
    table.play("2 reveal");
    let shocked = |index, lost| Event::Shocked {
        seat: seat(index),
        lost,
    };
    assert_eq!(
        table.news()[..5],
        [
            Event::Revealed {
                seat: seat(2),
                card: ChestCard::Poison { kind: Kind::Bee },
                jewels: 1,
                others: 0
            },
            shocked(0, 0),
            shocked(1, 0),
            shocked(2, 4),
            Event::RoundEnded {
                round: 1,
                reason: RoundEnd::NobodyIn,
                banked: Vec::new()
            },
        ]
    );
}

#[test]
fn sh_r13_a_kept_potion_must_be_used_and_the_player_picks_the_kind() {
    let mut table = with_kept_potion("1/0 1/0");
    table.play("0 play 10s; 1 play 7s; 2 play 7h");
    assert_eq!(table.asked(), "0: cover jellyfish, cover spider");
    assert_eq!(table.refusal("0 keep"), ("must_cover", "SH-R13"));
    assert_eq!(table.refusal("0 cover bee"), ("nothing_to_cover", "SH-R14"));
    assert_eq!(table.refusal("0 reveal"), ("potion_first", "SH-R13"));
    table.play("0 cover spider");
    assert_eq!(covered(&table, 0), cards("7s"));
    assert_eq!(table.player(0).used_potions, cards("5c"));
    assert_eq!(table.asked(), "0: reveal, stop");
}

#[test]
fn sh_r13_kept_potions_come_before_new_ones() {
    let mut table = with_kept_potion("1/0 1/0");
    table.news();
    // The 7s comes together with the 7c: the kept 5c covers it automatically, and the 7c finds nothing to cover.
    table.play("0 play 10s; 1 play 7s; 2 play 7c");
    assert_eq!(
        table.news()[4..],
        [Event::Covered {
            seat: seat(0),
            potion: card("5c"),
            poison: card("7s"),
            kind: Kind::Spider
        }]
    );
    assert_eq!(table.asked(), "0: keep");
}

#[test]
fn sh_r13_each_new_potion_is_a_decision_the_five_before_the_seven() {
    // Poison first: seat 0 takes 7s and 7h with no Potion around.
    let mut table = Table::new(&POISONED, "3s", 0, "1/0 1/0");
    table.play("0 play 10s; 1 play 7s; 2 play 7h; 0 stop");
    table.play("0 play 10c; 1 play 5c; 2 play 7c");
    assert_eq!(table.asked(), "0: cover jellyfish, cover spider, keep");
    table.news();
    table.play("0 keep");
    assert_eq!(
        table.news(),
        [Event::Kept {
            seat: seat(0),
            potion: card("5c")
        }]
    );
    assert_eq!(table.asked(), "0: cover jellyfish, cover spider, keep");
    table.play("0 cover jellyfish");
    let news = table.news();
    assert_eq!(
        news[0],
        Event::Covered {
            seat: seat(0),
            potion: card("7c"),
            poison: card("7h"),
            kind: Kind::Jellyfish
        }
    );
    assert_eq!(table.player(0).potions, cards("5c"));
}

#[test]
fn sh_r13_a_new_potion_is_asked_also_with_one_kind_to_cover() {
    let mut table = Table::new(&POISONED, "3s", 0, "1/0");
    table.play("0 play 10s; 1 play 7s; 2 play 7c");
    assert_eq!(table.asked(), "0: cover spider, keep");
}

#[test]
fn sh_r13_a_potion_saves_from_the_trick_that_it_came_with() {
    // Spider in the centre, then 7s and a Potion in one trick.
    let start = || {
        let mut table = Table::new(&POISONED, "3s", 0, "spider 1/0 bee");
        table.play("0 play 10d; 1 play 2d; 2 play 7d; 0 stop; 0 play 10s; 1 play 7s; 2 play 7c");
        assert_eq!(table.asked(), "0: cover spider, cover bee, keep");
        table
    };
    let mut table = start();
    table.play("0 cover spider");
    assert_eq!(table.player(0).standing, StandingSeen::In);
    assert_eq!(table.asked(), "0: reveal, stop");
    table.play("0 reveal");
    assert_eq!(
        table.player(0).standing,
        StandingSeen::Shocked,
        "the first Bee in the centre joins the 7d"
    );
    for choice in ["0 cover bee", "0 keep"] {
        let mut table = start();
        table.play(choice);
        assert_eq!(table.player(0).standing, StandingSeen::Shocked);
        assert_eq!(table.on_top()[0], 0);
        assert_eq!(table.to_act(), 1, "the Chest stays closed and the next one leads");
    }
}

/// The worked example of the rule page, move by move: Ada, Bors, Clare and Dinadan are in seats 0 to 3.
#[test]
fn example_a_poisoned_trick() {
    let start = || {
        let mut table = Table::new(
            &[
                "10d 10s 9s 9h 9c 10h 10c 8h 8c",
                "7d 7s 1s 2s 1h 2h 1c 2c 3h",
                "3s 4s 5s 6s 4h 5h 3c 4c 6h",
                "4d 5c 7c 6c 7h 1d 2d 3d 5d",
            ],
            "6d",
            0,
            "spider 2/0 bee",
        );
        table.play("0 play 10d; 1 play 7d; 2 withdraw; 2 down 3s; 3 play 4d; 0 reveal; 0 stop");
        assert_eq!(table.on_top(), [6, 0, 0, 0]);
        table.play("0 play 10s; 1 play 7s; 2 down 4s; 3 play 5c");
        assert_eq!(table.on_top(), [8, 0, 0, 0]);
        assert_eq!(table.player(3).voids[..], [Suit::Spades]);
        let count = |kind, count| PoisonCount { kind, count };
        assert_eq!(
            table.player(0).poisoned[..],
            [count(Kind::Spider, 2), count(Kind::Bee, 1)]
        );
        assert_eq!(table.asked(), "0: cover spider, cover bee, keep");
        table
    };
    let mut table = start();
    table.news();
    table.play("0 cover spider");
    let news = table.news();
    assert_eq!(
        news[2],
        Event::Shocked { seat: seat(0), lost: 9 },
        "by the Bee from the Chest, and nobody else"
    );
    assert_eq!(news.len(), 3);
    for choice in ["0 cover bee", "0 keep"] {
        let mut table = start();
        table.news();
        table.play(choice);
        assert_eq!(table.news()[1..], [Event::Shocked { seat: seat(0), lost: 8 }]);
        assert_eq!(table.to_act(), 1);
    }
}

#[test]
fn sh_r14_poison_in_the_centre_neither_triggers_nor_takes_a_potion() {
    let mut table = with_kept_potion("1/0 jellyfish");
    table.play("0 play 10h; 1 play 2h; 2 play 4h");
    assert_eq!(
        table.player(0).poisoned[..],
        [PoisonCount {
            kind: Kind::Jellyfish,
            count: 1
        }]
    );
    assert_eq!(table.player(0).potions, cards("5c"), "the Potion waits");
    assert_eq!(table.asked(), "0: reveal, stop");
    // With a choice to make, the centre is not one of the choices.
    table.play("0 stop; 0 play 10s; 1 play 7s; 2 play 7d");
    assert_eq!(table.asked(), "0: cover spider, cover bee");
}

#[test]
fn sh_r14_an_obligatory_potion_with_one_kind_is_automatic() {
    let mut table = with_kept_potion("1/0 1/0");
    table.news();
    table.play("0 play 10s; 1 play 7s; 2 play 6c");
    let news = table.news();
    assert_eq!(
        news[4],
        Event::Covered {
            seat: seat(0),
            potion: card("5c"),
            poison: card("7s"),
            kind: Kind::Spider
        }
    );
    assert_eq!(table.asked(), "0: reveal, stop");
}

#[test]
fn sh_r14_of_two_kept_potions_and_two_kinds_only_the_first_is_asked() {
    let mut table = Table::new(&POISONED, "3s", 0, "1/0 1/0");
    table.play("0 play 10c; 1 play 5c; 2 play 7c; 0 keep; 0 keep; 0 stop");
    table.play("0 play 10s; 1 play 7s; 2 play 7h");
    assert_eq!(table.asked(), "0: cover jellyfish, cover spider");
    table.play("0 cover jellyfish");
    assert_eq!(covered(&table, 0), cards("7h 7s"));
    assert_eq!(table.asked(), "0: reveal, stop");
}

#[test]
fn sh_r14_the_only_card_is_still_chosen() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0 1/0 1/0 2/0 2/0 2/0 1/1 1/1 1/1");
    table.play("0 withdraw; 0 down 2h");
    let mut one_card = [false; 2];
    while table.view().round == 1 {
        let asked = table.asked();
        let (seat, moves) = asked.split_once(": ").unwrap();
        if moves.split(", ").all(|mv| mv.starts_with("down")) && !moves.contains(", ") {
            one_card[0] = true;
        }
        if moves.matches("play").count() == 1 && table.hand(seat.parse().unwrap()).len() == 1 {
            one_card[1] = true;
        }
        let first = if moves == "reveal, stop" {
            "stop"
        } else {
            moves.split(", ").next().unwrap()
        };
        table.play(&format!("{seat} {first}"));
    }
    assert_eq!(one_card, [true, true], "face-down and face-up");
}

#[test]
fn sh_p3_a_new_potion_with_nothing_to_cover_is_still_asked() {
    let mut table = Table::new(&POISONED, "3s", 0, "1/0");
    table.play("0 play 10c; 1 play 5c; 2 play 3c");
    assert_eq!(table.asked(), "0: keep");
    table.play("0 keep");
    assert_eq!(table.player(0).potions, cards("5c"));
    assert_eq!(table.asked(), "0: reveal, stop");
}

#[test]
fn sh_p5_a_potion_covers_the_lowest_card_of_a_kind() {
    let text = Deck::DEFAULT.replace(r#"cards = ["7s"]"#, r#"cards = ["9s", "7s"]"#);
    let deck = deck::parse::<Deck>("two.toml", &text).unwrap();
    let mut deal = crate::deal(&POISONED, "3s", 0, "1/0");
    deal.chest = crate::chest(&deck, "1/0");
    let mut journal = Vec::new();
    let game = Shock::from_deal(&deal, Options::default(), &deck, &mut journal).unwrap();
    let mut table = Table { game, journal };
    // 9s and 7s in one trick are two doses of Spider; a Potion takes one away.
    table.play("0 play 9s; 1 play 7s; 2 play 7c");
    assert_eq!(table.asked(), "0: cover spider, keep");
    let mut shocked = Table {
        game: table.game.clone(),
        journal: Vec::new(),
    };
    assert_eq!(shocked.play("0 keep").player(0).standing, StandingSeen::Shocked);
    table.play("0 cover spider");
    assert_eq!(covered(&table, 0), cards("7s"));
    assert_eq!(table.player(0).standing, StandingSeen::In);
}

#[test]
fn sh_r15_a_shock_takes_what_is_on_the_bag_and_nothing_else() {
    let mut table = Table::new(&POISONED, "3s", 0, "1/0 jellyfish 2/1");
    table.play("0 play 10s; 1 play 7s; 2 play 7h; 0 reveal");
    assert_eq!(table.player(0).standing, StandingSeen::Shocked);
    assert_eq!(table.on_top()[0], 0);
    assert_eq!(table.player(0).poison.len(), 2, "the cards stay in front");
    // The others go on: seat 1 leads, seat 0 plays face-down and gets nothing from small icons.
    table.play("1 play 2d; 2 play 7d");
    assert_eq!(table.asked().matches("down").count(), 8);
    table.play("0 down 8h");
    assert_eq!(table.on_top(), [0, 1, 1 + 2 + 2]);
    // Over whole games, too, the jewels inside a bag are safe.
    let mut shocks = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let (mut moves, mut journal) = (Vec::new(), Vec::<Told<Event>>::new());
        let deck = Deck::standard();
        let mut game = Shock::new(4, Options::default(), &deck, Dice::from_seed(seed), &mut Silent).unwrap();
        while let Some(seat) = game.to_act().first() {
            let before = game.view(Eye::All);
            game.legal_moves(seat, &mut moves);
            journal.clear();
            game.play(seat, rng.pick(&moves), &mut journal);
            for event in journal.iter().filter_map(|told| told.to(Eye::All)) {
                if let Event::Shocked { seat, .. } = event {
                    shocks += u32::from(before.players[seat.index()].inside.value > 0);
                    let after = &game.view(Eye::All).players[seat.index()];
                    assert_eq!(after.inside, before.players[seat.index()].inside);
                    assert_eq!(after.on_top.value, 0);
                }
            }
        }
    }
    assert!(shocks > 50, "{shocks} shocks of players with a bag");
}

#[test]
fn sh_r16_chest_poison_pays_the_revealer_and_poisons_everybody_in_the_round() {
    let mut table = Table::new(&EVEN, "2c", 0, "bee 1/0");
    table.play("0 withdraw; 0 down 2h; 1 play 3h; 2 play 4h");
    assert_eq!(table.on_top(), [0, 0, 2 + 1 + 1]);
    let bee = [PoisonCount {
        kind: Kind::Bee,
        count: 1,
    }];
    assert_eq!(
        (&table.player(1).poisoned[..], &table.player(2).poisoned[..]),
        (&bee[..], &bee[..])
    );
    assert!(table.player(0).poisoned.is_empty(), "who is out is not affected");
    assert_eq!(table.view().centre[..], bee);
}

#[test]
fn sh_r17_one_chest_card_is_obligatory_and_two_more_are_not() {
    let mut table = Table::new(&EVEN, "2c", 0, "3/1 2/1 3/2 1/0");
    table.play("0 play 2h; 1 play 3h; 2 play 4h");
    assert_eq!(table.on_top(), [1, 1, 2 + 3]);
    assert_eq!(table.asked(), "2: reveal, stop");
    assert_eq!(table.refusal("2 play 4s"), ("chest_first", "SH-R17"));
    table.play("2 reveal");
    assert_eq!(table.on_top(), [2, 2, 7]);
    table.play("2 reveal");
    assert_eq!(table.on_top(), [4, 4, 10]);
    assert!(table.asked().starts_with("2: play"), "three at most");
    let mut table = Table::new(&EVEN, "2c", 0, "3/1");
    table.play("0 play 2h; 1 play 3h; 2 play 4h; 2 stop");
    assert_eq!(table.view().chest.revealed.len(), 1);
    assert!(table.asked().starts_with("2: play"));
}

#[test]
fn sh_r17_the_challenge_ends_when_the_revealer_leaves_the_round() {
    let mut table = Table::new(&POISONED, "3s", 0, "jellyfish 3/2");
    table.play("0 play 10s; 1 play 2s; 2 play 7h");
    assert_eq!(
        table.player(0).standing,
        StandingSeen::Shocked,
        "by the obligatory card already"
    );
    assert!(table.asked().starts_with("1: play"));
    assert_eq!(table.view().chest.revealed.len(), 1);
}

#[test]
fn sh_r17_the_chest_never_runs_out() {
    let mut fewest = 24;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut moves = Vec::new();
        let deck = Deck::standard();
        let mut game = Shock::new(5, Options::default(), &deck, Dice::from_seed(seed), &mut Silent).unwrap();
        while let Some(seat) = game.to_act().first() {
            game.legal_moves(seat, &mut moves);
            // Everybody stays and reveals as much as possible.
            let eager = |mv: &shock::Move| !matches!(mv, shock::Move::Withdraw | shock::Move::Stop);
            moves.retain(eager);
            game.play(seat, rng.pick(&moves), &mut Silent);
            fewest = fewest.min(game.view(Eye::Table).chest.left.len());
        }
    }
    assert!((2..8).contains(&fewest), "{fewest}");
}
