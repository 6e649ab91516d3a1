//! The squire is far better than chance.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

use knight_shift::{Deck, KnightShift, squire};
use roundtable_core::{Dice, Game as _, GameDeck as _, NoOptions, Rng, Seat, SeatHandle, Silent};

/// One squire against random seats, in every seat of the same deals; shared victories count by their share.
fn share_of_wins(players: usize, deals: u64) -> f64 {
    let deck = Deck::standard();
    let (mut wins, mut moves) = (0.0, Vec::new());
    for deal in 0..deals {
        for own in Seat::all(players) {
            let mut rng = Rng::new(deal);
            let mut position = KnightShift::new(players, NoOptions, &deck, Dice::from_seed(deal), &mut Silent).unwrap();
            while let Some(seat) = position.to_act().first() {
                let mv = if seat == own {
                    squire(&SeatHandle::new(&position, &[], seat), &mut rng)
                } else {
                    position.legal_moves(seat, &mut moves);
                    rng.pick(&moves)
                };
                assert_eq!(position.check(seat, mv), Ok(()));
                position.play(seat, mv, &mut Silent);
            }
            let winners = position.outcome().unwrap().winners();
            if winners.contains(own) {
                wins += 1.0 / winners.len() as f64;
            }
        }
    }
    wins / (deals * players as u64) as f64
}

#[test]
fn wins_more_than_twice_its_fair_share_against_chance() {
    for players in 3..=6 {
        let share = share_of_wins(players, 12);
        assert!(share > 2.0 / players as f64, "{share} of the wins among {players}");
    }
    assert!(share_of_wins(2, 12) > 0.9);
}

#[test]
fn chooses_the_same_with_the_same_generator() {
    let deck = Deck::standard();
    let position = KnightShift::new(4, NoOptions, &deck, Dice::from_seed(2), &mut Silent).unwrap();
    let seat = position.to_act().first().unwrap();
    let choose = || squire(&SeatHandle::new(&position, &[], seat), &mut Rng::new(9));
    assert_eq!(choose(), choose());
}
