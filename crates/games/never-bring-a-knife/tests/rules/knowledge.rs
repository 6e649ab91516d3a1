//! NK-R12: what is public, and that nobody can tell who laid which face-down card.

use never_bring_a_knife::{Card, CardSeen, CardsSeen, Move};
use roundtable_core::{Eye, Game, GameMove, Rng};

use crate::{FOUR, Given, SEVEN, Table, cards, seat};

#[test]
fn nk_r12_a_spectator_sees_counts_and_no_hidden_face() {
    let mut table = Table::new(&FOUR, &["gun gun money armor"; 4]);
    table.play("0 play gun 1; 1 play gun 2; 2 play armor 1");
    let view = table.game.view(Eye::Table);
    assert!(
        view.players
            .iter()
            .all(|player| matches!(player.hand, CardsSeen::Hidden { .. }))
    );
    assert_eq!(view.players[0].hand.count(), 3);
    assert_eq!((view.deck.left, view.deck.order.is_none()), (58 - 16, true));
    assert_eq!(view.players[1].stack[1].card, CardSeen::Hidden);
    assert!(view.players.iter().all(|player| player.role.known.role().is_none()));
}

#[test]
fn nk_r12_own_plays_stay_known_after_the_stack_is_turned_up() {
    let table = Table::stacks(
        &Given {
            banks: &[4, 0, 0, 0],
            ..FOUR
        },
        &["gun armor crime gun"],
    );
    let laid = |eye| table.game.view(eye).players[0].stack.clone();
    assert_eq!(
        table.game.view(Eye::Table).players[0].revealed.map(|cards| cards.crime),
        Some(1)
    );
    assert!(laid(Eye::Table)[1..].iter().all(|card| card.card == CardSeen::Hidden));
    let known: Vec<usize> = laid(Eye::Seat(seat(1)))
        .iter()
        .filter(|card| matches!(card.card, CardSeen::Known { .. }))
        .map(|card| card.seat.index())
        .collect();
    assert_eq!(known, [3, 1], "the face-up card of seat 3 and the own one");
}

/// Everything an eye gets in a whole game with these stacks in the first round and random moves afterwards.
fn history(given: &Given, stacks: &[Vec<Card>], eye: Eye) -> Vec<String> {
    let n = given.players;
    let hands: Vec<String> = (0..n)
        .map(|by| {
            (0..4)
                .map(|lap| format!("{} ", stacks[(by + 1 + lap) % n][lap]))
                .collect()
        })
        .collect();
    let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
    let mut table = Table::new(given, &hands);
    let mut rng = Rng::new(1);
    let mut history = Vec::new();
    let mut moves = Vec::new();
    let mut made = 0;
    while let Some(by) = table.game.to_act().first() {
        let mv = if made < 4 * n {
            let (lap, target) = (made / n, (by.index() + 1 + made / n) % n);
            Move::Play {
                card: stacks[target][lap],
                target: seat(target),
            }
        } else {
            table.game.legal_moves(by, &mut moves);
            rng.pick(&moves)
        };
        table.game.play(by, mv, &mut table.journal);
        made += 1;
        let told: Vec<_> = table.journal.iter().map(|told| told.to(eye)).collect();
        let mut got = format!("{:?} {:?} {told:?}", table.game.to_act(), table.game.outcome());
        got += &serde_json::to_string(&table.game.view(eye)).expect("JSON");
        if let Some(own) = eye.seat() {
            table.game.legal_moves(own, &mut moves);
            got += &format!("{moves:?}");
            for number in 0..Move::count(n) {
                let mv = Move::from_number(number, n).expect("a move");
                got += &format!("{:?}", table.game.check(own, mv));
            }
        }
        table.journal.clear();
        history.push(got);
    }
    history
}

#[test]
fn nk_r4_nobody_can_tell_who_laid_which_face_down_card() {
    let mut rng = Rng::new(4);
    for given in [
        FOUR,
        Given {
            hard: true,
            easy: true,
            ..FOUR
        },
        SEVEN,
    ] {
        for _ in 0..6 {
            let mut all =
                cards("hit mole crime crime crime money money money money armor armor armor armor gun gun gun");
            if given.players == 7 {
                all.extend(cards("intel intel gun gun gun gun armor armor armor gun money money"));
            }
            rng.shuffle(&mut all);
            let stacks: Vec<Vec<Card>> = all.chunks(4).map(<[Card]>::to_vec).collect();
            // In every stack, the cards of the second and third lap are swapped: different players laid them.
            let mut others = stacks.clone();
            others.iter_mut().for_each(|stack| stack.swap(1, 2));
            assert_eq!(
                history(&given, &stacks, Eye::Table),
                history(&given, &others, Eye::Table)
            );
            // A seat that laid the same cards in both games cannot tell either.
            let n = given.players;
            for own in 0..n {
                let same = (1..3).all(|lap| {
                    let target = (own + 1 + lap) % n;
                    stacks[target][1] == stacks[target][2]
                });
                if same {
                    let eye = Eye::Seat(seat(own));
                    assert_eq!(history(&given, &stacks, eye), history(&given, &others, eye));
                }
            }
        }
    }
}
