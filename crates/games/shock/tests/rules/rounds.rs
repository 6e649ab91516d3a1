//! How rounds and the game end, and what comes after: one test for each rule, named after it.

use crate::{EVEN, POISONED, Table, cards, seat};
use roundtable_core::{Eye, Game};
use shock::{Banked, CardsSeen, Event, Options, RoundEnd, StandingSeen};

/// Everybody withdraws in turn (playing the lowest card face-down) until the round is over.
fn all_withdraw(table: &mut Table) {
    let round = table.view().round;
    while table.view().round == round && table.asked() != "over" {
        let leaver = table.to_act();
        table.play(&format!("{leaver} withdraw"));
        if table.asked() != "over" && table.view().round == round {
            let card = table.hand(leaver).first().expect("a card");
            table.play(&format!("{leaver} down {card}"));
        }
    }
}

/// Everybody stays, plays the first legal card and closes the Chest after one card, until the round is over.
fn all_stay(table: &mut Table) {
    let round = table.view().round;
    while table.view().round == round && table.asked() != "over" {
        let asked = table.asked();
        let (seat, moves) = asked.split_once(": ").expect("a seat and its moves");
        let mv = if moves == "reveal, stop" {
            "stop"
        } else {
            moves.split(", ").next().expect("a move")
        };
        table.play(&format!("{seat} {mv}"));
    }
}

fn ending(news: &[Event]) -> &Event {
    let ended = |event: &&Event| matches!(event, Event::RoundEnded { .. });
    news.iter().find(ended).expect("a round that ended")
}

#[test]
fn sh_r18_a_round_ends_when_all_hands_are_empty_after_the_last_chest() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0 1/0 1/0 2/0 2/0 2/0 1/1 1/1 2/1");
    while table.view().players.iter().any(|player| player.hand.count() > 0) {
        let asked = table.asked();
        let (seat, moves) = asked.split_once(": ").expect("a seat and its moves");
        let mv = if moves == "reveal, stop" {
            "stop"
        } else {
            moves.split(", ").next().expect("a move")
        };
        table.play(&format!("{seat} {mv}"));
    }
    assert!(
        table.asked().ends_with("reveal, stop"),
        "the last Chest Challenge is played"
    );
    let on_top = table.on_top();
    assert!(on_top.iter().sum::<u16>() > 9);
    let winner = table.to_act();
    table.news();
    table.play(&format!("{winner} stop"));
    let banked = (0..3)
        .map(|i| Banked {
            seat: seat(i),
            jewels: on_top[i],
        })
        .collect();
    let ended = Event::RoundEnded {
        round: 1,
        reason: RoundEnd::HandsEmpty,
        banked,
    };
    assert_eq!(*ending(&table.news()), ended);
    assert_eq!((table.inside(), table.on_top()), (on_top, vec![0; 3]));
}

#[test]
fn sh_r18_a_round_ends_when_nobody_is_in() {
    let mut table = Table::new(&EVEN, "2c", 0, "bee bee");
    table.play("0 withdraw; 0 down 2h; 1 play 3h; 2 play 4h; 2 reveal");
    let news = table.news();
    assert_eq!(
        *ending(&news),
        Event::RoundEnded {
            round: 1,
            reason: RoundEnd::NobodyIn,
            banked: Vec::new()
        }
    );
    assert_eq!(table.view().round, 2);
    assert!(
        table
            .view()
            .players
            .iter()
            .all(|player| player.standing == StandingSeen::In)
    );
}

#[test]
fn sh_r18_a_round_ends_when_one_is_in_before_a_trick() {
    let mut table = Table::new(&EVEN, "2c", 0, "1/0 2/0");
    table.play("0 play 8h; 1 withdraw; 1 down 3h; 2 play 4h; 0 stop");
    assert_eq!(table.view().round, 1, "two are in");
    table.play("0 play 5h; 1 down 6h; 2 withdraw; 2 down 7h");
    assert_eq!(table.view().round, 1, "the trick and its Chest are finished");
    table.news();
    table.play("0 stop");
    let jewels = (1 + 2 + 1) + 1 + (2 + 2) + 2;
    let banked = vec![Banked { seat: seat(0), jewels }];
    assert_eq!(
        *ending(&table.news()),
        Event::RoundEnded {
            round: 1,
            reason: RoundEnd::OneLeft,
            banked
        }
    );
    assert_eq!(table.inside(), [jewels, 0, 0]);
}

#[test]
fn sh_r19_the_last_winner_leads_the_next_round_even_after_a_shock() {
    // Seat 0 wins the only trick and is shocked with everybody else.
    let mut table = Table::new(&POISONED, "6d", 1, "bee bee");
    table.play("1 play 2s; 2 play 7h; 0 play 10s; 0 reveal");
    assert_eq!((table.view().round, table.to_act()), (2, 0));
}

#[test]
fn sh_r19_without_a_winner_the_first_to_act_leads_again() {
    let mut table = Table::new(&EVEN, "2c", 2, "");
    all_withdraw(&mut table);
    assert_eq!((table.view().round, table.to_act()), (2, 2));
    all_withdraw(&mut table);
    assert_eq!((table.view().round, table.to_act()), (3, 2));
}

#[test]
fn sh_r20_hands_are_carried_over_and_filled_up() {
    let mut table = Table::new(&EVEN, "2c", 0, "");
    table.play("0 withdraw; 0 down 2h; 1 withdraw; 1 down 3h");
    table.news();
    table.play("2 withdraw");
    assert!(cards("5h 8h 2s 5s 8s 2d 5d 8d").without(table.hand(0)).is_empty());
    assert!(cards("6h 9h 3s 6s 9s 3d 6d 9d").without(table.hand(1)).is_empty());
    assert_eq!(table.hand(2), cards(EVEN[2]));
    let view = table.view();
    assert!(view.players.iter().all(|player| player.hand.count() == 9));
    // Everybody is told how many cards were dealt, and only the receiver which.
    for (i, kept) in ["5h 8h 2s 5s 8s 2d 5d 8d", "6h 9h 3s 6s 9s 3d 6d 9d", EVEN[2]]
        .into_iter()
        .enumerate()
    {
        let new = table.hand(i).without(cards(kept));
        let known = Event::Dealt {
            seat: seat(i),
            cards: CardsSeen::Known { cards: new },
        };
        let hidden = Event::Dealt {
            seat: seat(i),
            cards: CardsSeen::Hidden { count: new.len() },
        };
        assert!(table.told(Eye::Seat(seat(i))).contains(&known));
        assert!(table.told(Eye::Table).contains(&hidden));
        assert!(!table.told(Eye::Table).contains(&known));
    }
    assert!(view.discard.face_up.is_empty() && view.discard.face_down == 0);
    assert_eq!(view.chest.left.len(), 24);
}

#[test]
fn sh_r20_in_the_simplified_variant_hands_are_given_back() {
    let mut table = Table::from(&crate::deal(&EVEN, "2c", 0, ""), Options { simplified: true });
    assert_eq!(table.asked().matches("play").count(), 9);
    table.play("0 withdraw");
    assert_eq!(
        table.asked().matches("down").count(),
        9,
        "face-down cards are still chosen"
    );
    table.play("0 down 2h; 1 withdraw; 1 down 3h");
    table.news();
    table.play("2 withdraw");
    for (i, before) in EVEN.into_iter().enumerate() {
        let hand = table.hand(i);
        assert!(table.told(Eye::All).contains(&Event::Dealt {
            seat: seat(i),
            cards: CardsSeen::Known { cards: hand }
        }));
        assert_ne!(hand, cards(before));
    }
}

#[test]
fn sh_r21_after_five_rounds_equal_bags_share_the_victory() {
    let mut table = Table::new(&EVEN, "2c", 0, "");
    for _ in 0..5 {
        all_withdraw(&mut table);
    }
    let outcome = table.game.outcome().unwrap();
    assert_eq!((outcome.scores(), outcome.ranks()), (&[0, 0, 0][..], &[1, 1, 1][..]));
    assert_eq!(outcome.winners().len(), 3);
    assert_eq!(table.told(Eye::Table).last(), Some(&Event::Over { outcome }));
    assert_eq!(table.refusal("0 withdraw"), ("game_over", "SH-R5"));
}

#[test]
fn sh_r21_the_most_valuable_bag_wins() {
    // Seat 0 banks 11 in the first round (see SH-R18), then nobody gets anything.
    let mut table = Table::new(&EVEN, "2c", 0, "1/0 2/0");
    table.play(
        "0 play 8h; 1 withdraw; 1 down 3h; 2 play 4h; 0 stop; 0 play 5h; 1 down 6h; 2 withdraw; 2 down 7h; 0 stop",
    );
    for _ in 0..4 {
        all_withdraw(&mut table);
    }
    let outcome = table.game.outcome().unwrap();
    assert_eq!((outcome.scores(), outcome.ranks()), (&[11, 0, 0][..], &[1, 2, 2][..]));
}

#[test]
fn sh_p6_nothing_hidden_is_shown_at_the_end() {
    let mut table = Table::new(&EVEN, "2c", 0, "");
    for round in 1..=5 {
        if round == 5 {
            table.play(&format!("{} withdraw", table.to_act()));
            let card = table.hand(0).first().unwrap();
            table.play(&format!("0 down {card}"));
        }
        all_withdraw(&mut table);
    }
    assert!(table.game.outcome().is_some());
    for (i, player) in table.game.view(Eye::Table).players.into_iter().enumerate() {
        assert!(
            matches!(player.hand, CardsSeen::Hidden { count } if count > 0),
            "seat {i}"
        );
        assert!(matches!(player.down, CardsSeen::Hidden { .. }));
    }
    let mut stayed = Table::new(&EVEN, "2c", 0, "1/0 1/0 1/0 2/0 2/0 2/0 1/1 1/1 2/1");
    all_stay(&mut stayed);
    assert!(!stayed.told(Eye::Table).iter().any(|event| matches!(
        event,
        Event::Dealt {
            cards: CardsSeen::Known { .. },
            ..
        }
    )));
}
