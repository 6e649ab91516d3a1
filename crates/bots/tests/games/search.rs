//! The search: reproducible to the move, honest about sealed choices, and better than what it builds on.

use roundtable_bots::{Bot as _, BotSpec, Budget, Insight as _, Search, Searchable, Settings, Trees, hints};
use roundtable_catalog::games::knight_at_the_inn::KnightAtTheInn;
use roundtable_catalog::games::knight_shift::KnightShift;
use roundtable_catalog::games::knights_and_damosels::{KnightsAndDamosels, Move};
use roundtable_catalog::games::shock::Shock;
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{AnyMatch as _, DiceSource, Eye, Match, Rng, Seat, Setup, Sink, Told};

fn deal<G: Searchable>(players: usize, seed: u64) -> Match<G> {
    let setup = Setup::standard(&G::INFO, players);
    Match::new(&setup, None, DiceSource::Seed(seed)).expect("a game")
}

/// Plays with bots of this kind on all seats, for at most this many moves; returns the moves.
fn line<G: Searchable>(spec: &str, seed: u64, most: usize) -> Vec<G::Move> {
    let players = G::INFO.min_players;
    let spec: BotSpec = spec.parse().expect("a bot");
    let mut game = deal::<G>(players, seed);
    let mut bots: Vec<_> = (0..players as u64).map(|seed| spec.bot::<G>(seed)).collect();
    let mut line = Vec::new();
    while let Some(seat) = game.to_act().first().filter(|_| line.len() < most) {
        let mv = bots[seat.index()].choose(&game.seat(seat));
        game.play(seat, mv).expect("a legal move");
        line.push(mv);
    }
    line
}

fn repeats<G: Searchable>() {
    for level in ["knight", "champion"] {
        let play = |jobs: &str| line::<G>(&format!("{level}:iterations=60{jobs}"), 3, 60);
        let once = play("");
        assert_eq!(once, play(""), "{}", G::INFO.name);
        assert_eq!(once, play(":jobs=1"), "{}", G::INFO.name);
        assert_eq!(play(":jobs=2"), play(":jobs=2"), "{}", G::INFO.name);
    }
}

#[test]
fn the_same_seed_and_iterations_make_the_same_moves_on_one_thread_and_on_two() {
    for game in GameId::HOUSE {
        with_game!(game, G => repeats::<G>());
    }
}

#[test]
fn every_way_of_searching_plays_whole_games() {
    fn all<G: Searchable>() {
        for change in [
            "trees=single",
            "trees=multiple",
            "trees=own:priors=knight",
            "trees=none",
            "rollouts=squire",
            "rollouts=mixed:cut=2",
            "rollouts=read:trees=own",
            "rollouts=knight:trees=none:reuse=3",
            "rollouts=plain:priors=plain:cut=none",
            "advice=1",
            "reuse=7",
        ] {
            let moves = line::<G>(&format!("knight:iterations=20:{change}"), 5, usize::MAX);
            assert!(!moves.is_empty());
        }
    }
    for game in GameId::HOUSE {
        with_game!(game, G => all::<G>());
    }
}

/// One bot's share of victories against bots of another kind, sitting on every seat of each deal in turn.
fn victories<G: Searchable>(spec: &str, rivals: &str, players: usize, deals: u64) -> f64 {
    let (spec, rivals): (BotSpec, BotSpec) = (spec.parse().expect("a bot"), rivals.parse().expect("a bot"));
    let mut won = 0.0;
    for seed in 0..deals {
        for own in Seat::all(players) {
            let mut game = deal::<G>(players, seed);
            let kind = |seat| if seat == own { &spec } else { &rivals };
            let mut bots: Vec<_> = Seat::all(players)
                .map(|seat| kind(seat).bot::<G>(seed * 8 + seat.index() as u64))
                .collect();
            while let Some(seat) = game.to_act().first() {
                let mv = bots[seat.index()].choose(&game.seat(seat));
                game.play(seat, mv).expect("a legal move");
            }
            let winners = game.outcome().expect("it is over").winners();
            if winners.contains(own) {
                won += 1.0 / winners.len() as f64;
            }
        }
    }
    won / (deals * players as u64) as f64
}

#[test]
fn a_little_search_beats_the_squire() {
    let inn = victories::<KnightAtTheInn>("knight:iterations=400", "squire", 2, 30);
    assert!(inn > 0.7, "Knight at the Inn: {inn}");
    let shock = victories::<Shock>("knight:iterations=300", "squire", 3, 40);
    assert!(shock > 0.4, "SHOCK!: {shock}");
    let shift = victories::<KnightShift>("knight:iterations=200", "squire", 3, 25);
    assert!(shift > 0.38, "Knight Shift: {shift}");
}

#[test]
fn the_tree_is_kept_from_one_decision_to_the_next() {
    let settings = Settings {
        budget: Budget::Exactly(500),
        ..KnightAtTheInn::KNIGHT
    };
    let mut game = deal::<KnightAtTheInn>(2, 4);
    let mut search = Search::<KnightAtTheInn>::new(settings, 1);
    let mut rng = Rng::new(2);
    let (mut kept, mut decisions) = (0, 0);
    let own = Seat::new(0);
    while let Some(seat) = game.to_act().first().filter(|_| decisions < 20) {
        let mut moves = Vec::new();
        game.seat(seat).legal_moves(&mut moves);
        let mv = if seat == own {
            search.choose(&game.seat(own))
        } else {
            rng.pick(&moves)
        };
        game.play(seat, mv).expect("a legal move");
        if game.to_act().contains(own) && seat == own && game.legal(own).len() > 1 {
            // The second decision of a turn: nothing unforeseen can have happened.
            let before = search.effort().simulations;
            let visits: u32 = search.think(&game.seat(own)).iter().map(|thought| thought.visits).sum();
            kept += usize::from(u64::from(visits) > search.effort().simulations - before);
            decisions += 1;
            break;
        }
    }
    assert!(decisions == 0 || kept > 0, "nothing was kept in {decisions} decisions");
}

#[test]
fn without_a_tree_the_last_moves_are_compared_on_the_same_samples() {
    let settings = Settings {
        trees: Trees::None,
        advice: 0.0,
        budget: Budget::Exactly(600),
        ..Shock::KNIGHT
    };
    let game = deal::<Shock>(3, 4);
    let seat = game.to_act().first().expect("somebody");
    let mut search = Search::<Shock>::new(settings, 1);
    let mut visits: Vec<u32> = search
        .think(&game.seat(seat))
        .iter()
        .map(|thought| thought.visits)
        .collect();
    assert!(visits.len() > 4, "a choice of {}", visits.len());
    assert_eq!(u64::from(visits.iter().sum::<u32>()), search.effort().simulations);
    visits.sort_unstable();
    let (dropped, last) = visits.split_at(visits.len() - 2);
    assert_eq!(last[0], last[1], "the last two had the same samples");
    assert!(
        dropped.iter().all(|&visits| 0 < visits && visits < last[0]),
        "{dropped:?} and {last:?}"
    );
}

/// A joust of Knights & Damosels at its first pass, where both choose at once, and the two players in the order they
/// are asked.
fn joust(seed: u64) -> Option<(Match<KnightsAndDamosels>, [Seat; 2])> {
    let mut game = deal::<KnightsAndDamosels>(3, seed);
    let mut rng = Rng::new(seed);
    for _ in 0..400 {
        let seat = game.to_act().first()?;
        let mut moves = Vec::new();
        game.seat(seat).legal_moves(&mut moves);
        if moves.contains(&Move::High) {
            let both: Vec<Seat> = game.to_act().iter().collect();
            return Some((game, [both[0], both[1]]));
        }
        let challenge = moves.iter().copied().find(|mv| matches!(mv, Move::Challenge { .. }));
        let mv = challenge.unwrap_or_else(|| rng.pick(&moves));
        game.play(seat, mv).expect("a legal move");
    }
    None
}

#[test]
fn a_joust_is_mixed_and_what_the_other_has_chosen_is_not_seen() {
    let settings = Settings {
        budget: Budget::Exactly(4_000),
        ..KnightsAndDamosels::KNIGHT
    };
    joust_with(&settings);
    let champion = Settings {
        budget: Budget::Exactly(4_000),
        ..KnightsAndDamosels::CHAMPION
    };
    joust_with(&champion);
}

fn joust_with(settings: &Settings) {
    let mut mixed = 0;
    let mut jousts = 0;
    for seed in 0..20 {
        let Some((game, [first, second])) = joust(seed) else {
            continue;
        };
        jousts += 1;
        let mut thoughts = Vec::new();
        for choice in [None, Some(Move::High), Some(Move::Low)] {
            let mut game = game.clone();
            if let Some(choice) = choice {
                game.play(first, choice).expect("a legal move");
            }
            thoughts.push(Search::new(settings.clone(), 9).think(&game.seat(second)));
        }
        assert_eq!(
            thoughts[1], thoughts[2],
            "seed {seed}: the other's choice changes the search"
        );
        let odds = |mv: Move| {
            thoughts[1]
                .iter()
                .find(|thought| thought.mv == mv)
                .map_or(0.0, |thought| thought.odds)
        };
        mixed += usize::from(odds(Move::High) > 0.1 && odds(Move::Low) > 0.1);
    }
    assert!(jousts > 5 && mixed * 2 > jousts, "{mixed} of {jousts} jousts are mixed");
}

#[test]
fn hints_are_the_best_three_moves_with_a_reason() {
    fn asked<G: Searchable>() {
        let mut game = deal::<G>(G::INFO.min_players, 6);
        let mut rng = Rng::new(1);
        let mut asked = 0;
        while let Some(seat) = game.to_act().first().filter(|_| asked < 2) {
            let legal = game.legal(seat);
            if legal.len() > 1 && game.ply() > 0 {
                asked += 1;
                let settings = Settings {
                    budget: Budget::Exactly(800),
                    ..G::CHAMPION
                };
                let hints = Search::<G>::hints(&settings, &game.seat(seat), 1);
                let again = Search::<G>::hints(&settings, &game.seat(seat), 1);
                assert_eq!(hints, again, "hints repeat");
                assert_eq!(hints.len(), legal.len().min(3), "{hints:?}");
                assert_eq!((hints[0].behind, hints[0].as_good), (0.0, false));
                for hint in &hints {
                    assert!(
                        legal
                            .iter()
                            .any(|mv| mv.number == hint.number && mv.notation == hint.notation)
                    );
                    assert!(
                        (0.0..=1.0).contains(&hint.share) && (0.0..0.5).contains(&hint.error),
                        "{hint:?}"
                    );
                    assert!(hint.as_good || hint.reason.ends_with('.'), "{hint:?}");
                }
                for hint in &hints[1..] {
                    let noise = hint.behind <= 2.0 * hint.behind_error;
                    assert!(hint.as_good || !noise, "noise is called noise: {hint:?}");
                    let compared = hint.reason.contains(&hints[0].notation) || hint.reason.starts_with("It wins");
                    assert!(hint.as_good || compared, "{hint:?}");
                }
            }
            let mut moves = Vec::new();
            game.seat(seat).legal_moves(&mut moves);
            game.play(seat, rng.pick(&moves)).expect("a legal move");
        }
        assert_eq!(asked, 2);
    }
    for game in GameId::HOUSE {
        with_game!(game, G => asked::<G>());
    }
}

#[test]
fn there_is_no_hint_where_there_is_no_choice() {
    fn alone<G: Searchable>() -> bool {
        let mut game = deal::<G>(G::INFO.min_players, 3);
        let mut rng = Rng::new(2);
        while let Some(seat) = game.to_act().first() {
            let mut moves = Vec::new();
            game.seat(seat).legal_moves(&mut moves);
            if moves.len() == 1 {
                assert_eq!(hints(&game.seat(seat), 1), []);
                return true;
            }
            game.play(seat, rng.pick(&moves)).expect("a legal move");
        }
        false
    }
    let found = GameId::HOUSE.map(|game| with_game!(game, G => alone::<G>()));
    assert!(found.iter().filter(|found| **found).count() >= 3, "{found:?}");
}

#[test]
fn a_champion_gives_the_hints() {
    let game = deal::<KnightAtTheInn>(2, 1);
    let seat = game.to_act().first().expect("somebody");
    let hints = hints(&game.seat(seat), 1);
    assert_eq!(hints.len(), 3, "{hints:?}");
    assert!(hints[0].error < 0.01, "{hints:?}");
}

/// A listener that must not be told any choice aside.
struct Strict<G>(std::marker::PhantomData<G>);

impl<G: Searchable> Sink<G::Event> for Strict<G> {
    fn hear(&mut self, _: impl FnOnce() -> Told<G::Event>) {}

    fn hear_aside(&mut self, told: impl FnOnce() -> Told<G::Event>) {
        let told = told();
        assert_eq!(
            told.to(Eye::All).and_then(G::choice),
            None,
            "a choice in {} is told aside, where a search does not hear it",
            G::INFO.name
        );
    }
}

#[test]
fn no_choice_is_told_aside() {
    fn whole_games<G: Searchable>() {
        let mut rng = Rng::new(2);
        let mut moves = Vec::new();
        for players in G::INFO.min_players..=G::INFO.max_players {
            let game = deal::<G>(players, 4);
            let mut position = game.seat(game.to_act().first().expect("it begins")).sample(&mut rng);
            while let Some(seat) = position.to_act().first() {
                position.legal_moves(seat, &mut moves);
                position.play(seat, rng.pick(&moves), &mut Strict::<G>(std::marker::PhantomData));
            }
        }
    }
    for game in GameId::HOUSE {
        with_game!(game, G => whole_games::<G>());
    }
}

#[test]
fn a_budget_is_larger_where_a_simulation_takes_less() {
    let budget = Budget::With {
        simulations: 1_000,
        players: 4,
    };
    let simulations: Vec<u32> = (2..=6).map(|players| budget.simulations(players)).collect();
    assert_eq!(simulations, [4_000, 1_777, 1_000, 1_000, 1_000]);
    assert_eq!(Budget::Exactly(7).simulations(2), 7);
}
