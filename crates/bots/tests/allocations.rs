//! The inner loop allocates nothing but the trees: twice as many simulations call the allocator hardly more often.

use roundtable_bots::{Budget, Search, Searchable, Settings};
use roundtable_core::{AnyMatch as _, DiceSource, Match, Rng, Setup};

/// Allocations allowed for growth: the trees' arrays grow by doubling, and so do buffers for the longest game so far.
const GROWTH: u64 = 40;

/// A match after this many random moves, unless it is over by then.
fn position<G: Searchable>(players: usize, moves: usize) -> Option<Match<G>> {
    let setup = Setup::standard(&G::INFO, players);
    let mut game: Match<G> = Match::new(&setup, None, DiceSource::Seed(7)).expect("a game");
    let mut rng = Rng::new(1);
    let mut list = Vec::new();
    for _ in 0..moves {
        let seat = game.to_act().first()?;
        game.seat(seat).legal_moves(&mut list);
        game.play(seat, rng.pick(&list)).expect("a legal move");
    }
    (!game.to_act().is_empty()).then_some(game)
}

/// How often the allocator is called during one decision.
fn asked<G: Searchable>(game: &Match<G>, settings: &Settings, iterations: u32) -> u64 {
    let seat = game.to_act().first().expect("it goes on");
    let settings = Settings {
        budget: Budget::Exactly(iterations),
        ..settings.clone()
    };
    let mut search = Search::<G>::new(settings, 5);
    allocation_counter::measure(|| drop(search.think(&game.seat(seat)))).count_total
}

fn allocates_nothing<G: Searchable>() {
    for players in [G::INFO.min_players, G::INFO.max_players] {
        for moves in [0, 5, 13] {
            let Some(game) = position::<G>(players, moves) else {
                continue;
            };
            for (level, settings) in [("knight", G::KNIGHT), ("champion", G::CHAMPION)] {
                let (some, many) = (asked(&game, &settings, 1_000), asked(&game, &settings, 2_000));
                assert!(
                    many <= some + GROWTH,
                    "{level} of {} with {players} players after {moves} moves: {some}, then {many}",
                    G::INFO.name
                );
            }
        }
    }
}

/// A test for each game.
macro_rules! tests {
    ($($(#[$doc:meta])* $name:ident of $module:ident,)+) => {
        $(#[test]
        fn $module() {
            allocates_nothing::<roundtable_catalog::games::$module::$name>();
        })+
    };
}

roundtable_catalog::for_each_game!(tests!());
