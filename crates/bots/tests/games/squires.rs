//! Every squire is far better than chance, and makes the same choices with the same generator.

use roundtable_bots::{Level, Searchable};
use roundtable_catalog::games::knight_at_the_inn::KnightAtTheInn;
use roundtable_catalog::games::knight_shift::KnightShift;
use roundtable_catalog::games::knights_and_damosels::{self, KnightsAndDamosels};
use roundtable_catalog::games::shock::Shock;
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{Dice, GameDeck as _, Seat, SeatHandle, Silent, options};

/// The share of victories of one squire against pages, sitting on every seat of each deal in turn; a shared victory
/// counts by its share.
fn victories<G: Searchable>(players: usize, switches: G::Options, deals: u64) -> f64 {
    let deck = G::Deck::standard();
    let mut won = 0.0;
    for deal in 0..deals {
        for own in Seat::all(players) {
            let level = |seat| if seat == own { Level::Squire } else { Level::Page };
            let mut bots: Vec<_> = Seat::all(players)
                .map(|seat| level(seat).bot::<G>(deal * 8 + seat.index() as u64))
                .collect();
            let mut game = G::new(players, switches, &deck, Dice::from_seed(deal), &mut Silent).expect("a game");
            let mut journal = Vec::new();
            while let Some(seat) = game.to_act().first() {
                let mv = bots[seat.index()].choose(&SeatHandle::new(&game, &journal, seat));
                assert_eq!(game.check(seat, mv), Ok(()));
                game.play(seat, mv, &mut journal);
            }
            let winners = game.outcome().expect("the game is over").winners();
            if winners.contains(own) {
                won += 1.0 / winners.len() as f64;
            }
        }
    }
    won / (deals * players as u64) as f64
}

/// With three or more players, at least twice the fair share under every set of options; with two, nine in ten.
fn beats_chance<G: Searchable>(deals: u64) {
    for players in G::INFO.min_players..=G::INFO.max_players {
        for switches in options::every_set::<G::Options>() {
            let share = victories::<G>(players, switches, deals);
            let target = if players == 2 { 0.9 } else { 2.0 / players as f64 };
            assert!(
                share > target,
                "{}, {players} players, {switches:?}: {share}",
                G::INFO.name
            );
        }
    }
}

#[test]
fn the_squire_of_knight_at_the_inn() {
    beats_chance::<KnightAtTheInn>(100);
}

#[test]
fn the_squire_of_knight_shift() {
    beats_chance::<KnightShift>(12);
}

#[test]
fn the_squire_of_shock() {
    beats_chance::<Shock>(100);
}

#[test]
fn the_squire_of_knights_and_damosels() {
    for players in 3..=6 {
        let camlann = knights_and_damosels::Options {
            camlann: true,
            ..Default::default()
        };
        let without = victories::<KnightsAndDamosels>(players, knights_and_damosels::Options::default(), 100);
        assert!(without > 2.0 / players as f64, "{players} players: {without}");
        // The battle at the end is more of a lottery.
        let with = victories::<KnightsAndDamosels>(players, camlann, 60);
        assert!(with > 1.1 / players as f64, "{players} players with Camlann: {with}");
    }
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    fn twice<G: Searchable>() {
        let play = || {
            let players = G::INFO.min_players;
            let mut bots: Vec<_> = (0..players as u64).map(|seed| Level::Squire.bot::<G>(seed)).collect();
            let mut game = G::new(
                players,
                G::Options::default(),
                &G::Deck::standard(),
                Dice::from_seed(2),
                &mut Silent,
            )
            .expect("a game");
            let mut line = Vec::new();
            while let Some(seat) = game.to_act().first().filter(|_| line.len() < 60) {
                let mv = bots[seat.index()].choose(&SeatHandle::new(&game, &[], seat));
                game.play(seat, mv, &mut Silent);
                line.push(mv);
            }
            line
        };
        assert_eq!(play(), play());
    }
    for game in GameId::HOUSE {
        with_game!(game, G => twice::<G>());
    }
}
