//! The squire against players who choose at random: the same deals from every seat.

use roundtable_core::{Dice, Game, GameDeck, Rng, Seat, SeatHandle, Silent};
use shock::{Deck, Options, Shock, squire};

/// The share of victories of one squire, who sits on every seat of each deal in turn.
fn victories(players: usize, simplified: bool, deals: u64) -> f64 {
    let (deck, options) = (Deck::standard(), Options { simplified });
    let (mut rng, mut moves, mut won) = (Rng::new(3), Vec::new(), 0.0);
    for seed in 0..deals {
        for own in Seat::all(players) {
            let mut game = Shock::new(players, options, &deck, Dice::from_seed(seed), &mut Silent).expect("a game");
            while let Some(seat) = game.to_act().first() {
                let mv = if seat == own {
                    squire(&SeatHandle::new(&game, &[], seat), &mut rng)
                } else {
                    game.legal_moves(seat, &mut moves);
                    rng.pick(&moves)
                };
                assert_eq!(game.check(seat, mv), Ok(()));
                game.play(seat, mv, &mut Silent);
            }
            let winners = game.outcome().expect("the game is over").winners();
            if winners.contains(own) {
                won += 1.0 / winners.len() as f64;
            }
        }
    }
    won / (deals * players as u64) as f64
}

#[test]
fn a_squire_wins_more_than_twice_its_fair_share() {
    for players in 3..=5 {
        for simplified in [false, true] {
            let share = victories(players, simplified, 120);
            assert!(
                share > 2.0 / players as f64,
                "{players} players, simplified {simplified}: {share}"
            );
        }
    }
}
