//! Knowing the seed of a bot or a hint reveals no hidden card: positions that look alike to a seat give the same
//! samples and hints.

use roundtable_bots::{Budget, Search, Searchable, Settings};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{Dice, GameDeck as _, Rng, Seat, SeatHandle, Told, options};

/// A game after this many random moves, and what was told until then; `None` if it is over by then.
fn played<G: Searchable>(
    players: usize,
    options: G::Options,
    seed: u64,
    moves: u32,
) -> Option<(G, Vec<Told<G::Event>>)> {
    let mut journal = Vec::new();
    let (deck, dice) = (G::Deck::standard(), Dice::from_seed(seed));
    let mut game = G::new(players, options, &deck, dice, &mut journal).expect("a game");
    let (mut rng, mut list) = (Rng::new(seed), Vec::new());
    for _ in 0..moves {
        let seat = game.to_act().first()?;
        game.legal_moves(seat, &mut list);
        game.play(seat, rng.pick(&list), &mut journal);
    }
    (!game.to_act().is_empty()).then_some((game, journal))
}

/// Every seat's sample from a known seed, in the real position and in one that looks alike to the seat.
fn samples_are_the_same<G: Searchable>() {
    let mut looked = 0;
    for players in G::INFO.min_players..=G::INFO.max_players {
        for set in options::every_set() {
            for seed in 0..12 {
                let Some((game, journal)) = played::<G>(players, set, seed, 7 * seed as u32) else {
                    continue;
                };
                for seat in Seat::all(players) {
                    let real = SeatHandle::new(&game, &journal, seat);
                    let alike = real.sample(&mut Rng::new(1_000 + seed));
                    let [one, other] = [real, SeatHandle::new(&alike, &journal, seat)]
                        .map(|handle| format!("{:?}", handle.sample(&mut Rng::new(seed))));
                    assert_eq!(one, other, "{} for {players}, {seat:?}", G::INFO.name);
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 15, "{}: {looked}", G::INFO.name);
}

/// The same for the hints of a seat that is to act, for knights and champions.
fn hints_are_the_same<G: Searchable>() {
    let mut hinted = 0;
    for players in [G::INFO.min_players, G::INFO.max_players] {
        for (seed, moves) in [(1, 0), (2, 4), (3, 9), (4, 17), (5, 30)] {
            let Some((game, journal)) = played::<G>(players, G::Options::default(), seed, moves) else {
                continue;
            };
            let seat = game.to_act().first().expect("it goes on");
            let real = SeatHandle::new(&game, &journal, seat);
            let alike = real.sample(&mut Rng::new(1_000 + seed));
            for settings in [G::KNIGHT, G::CHAMPION] {
                let settings = Settings {
                    budget: Budget::Exactly(60),
                    ..settings
                };
                let [one, other] = [real, SeatHandle::new(&alike, &journal, seat)]
                    .map(|handle| Search::<G>::hints(&settings, &handle, seed));
                hinted += one.len();
                assert_eq!(one, other, "{} for {players} after {moves} moves", G::INFO.name);
            }
        }
    }
    assert!(hinted > 15, "{}: {hinted}", G::INFO.name);
}

#[test]
fn a_sample_with_a_known_seed_tells_nothing_hidden() {
    for game in GameId::HOUSE {
        with_game!(game, G => samples_are_the_same::<G>());
    }
}

#[test]
fn a_hint_with_a_known_seed_tells_nothing_hidden() {
    for game in GameId::HOUSE {
        with_game!(game, G => hints_are_the_same::<G>());
    }
}
