//! The squire against players who choose at random: the same deals from every seat.

use knights_and_damosels::{Deck, KnightsAndDamosels, Options, squire};
use roundtable_core::{Dice, Game, GameDeck, Rng, Seat, SeatHandle, Silent};

/// The share of victories of one squire, who sits on another seat in each deal.
fn victories(players: usize, camlann: bool, deals: u64) -> f64 {
    let (deck, options) = (Deck::standard(), Options { camlann });
    let (mut rng, mut moves, mut won) = (Rng::new(3), Vec::new(), 0.0);
    for seed in 0..deals {
        let own = Seat::new(seed as usize % players);
        let dice = Dice::from_seed(seed);
        let mut game = KnightsAndDamosels::new(players, options, &deck, dice, &mut Silent).expect("a game");
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
    won / deals as f64
}

#[test]
fn a_squire_wins_twice_its_fair_share() {
    let deals = std::env::var("SQUIRE_DEALS").map_or(300, |deals| deals.parse().expect("a number of deals"));
    for players in 3..=6 {
        let share = victories(players, false, deals);
        println!(
            "{players} players: {share:.3} of {deals} deals, fair {:.3}",
            1.0 / players as f64
        );
        assert!(share >= 2.0 / players as f64, "{players} players: {share}");
    }
}

#[test]
fn a_squire_does_better_than_fair_at_camlann_too() {
    for players in 3..=6 {
        let share = victories(players, true, 300);
        println!("{players} players with Camlann: {share:.3}");
        assert!(share > 1.1 / players as f64, "{players} players: {share}");
    }
}
