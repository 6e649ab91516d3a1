//! What must hold of every review, in every game.

use roundtable_bots::{BotSpec, Depth, Level, Search, Searchable};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{AnyMatch as _, DiceSource, Eye, Match, Record, Rng, Seat, SeatHandle, Setup, Told};
use roundtable_protocol::review::{Points, Review, Verdict};
use roundtable_review::{Ask, Quality, review};

/// A game of bots of this level.
fn game<G: Searchable>(players: usize, level: Level, seed: u64) -> Record {
    let setup = Setup::standard(&G::INFO, players);
    let mut game: Match<G> = Match::new(&setup, None, DiceSource::Seed(seed)).expect("a game");
    let bots = (0..players as u64).map(|seat| BotSpec::Level(level).bot::<G>(seed << 8 | seat));
    let mut bots: Vec<_> = bots.collect();
    while let Some(seat) = game.to_act().first() {
        let mv = bots[seat.index()].choose(&game.seat(seat));
        game.play(seat, mv).expect("a legal move");
    }
    game.record()
}

fn reviewed(record: &Record, ask: &Ask) -> Review {
    review(record.clone(), ask.clone(), &mut |_, _| true)
        .expect("a finished game")
        .expect("to the end")
}

fn coarse(seed: u64) -> Ask {
    Ask {
        quality: Quality::Coarse,
        seed,
        ..Ask::default()
    }
}

#[test]
fn the_parts_add_up_to_the_last_digit_and_results_are_those_of_the_game() {
    for id in GameId::HOUSE {
        with_game!(id, G => {
            let info = id.info();
            for players in [info.min_players, info.max_players] {
                let record = game::<G>(players, Level::Squire, 11);
                let review = reviewed(&record, &Ask { open: true, ..coarse(0) });
                assert_eq!(review.seats.len(), players);
                let open = review.open.as_ref().expect("it was asked for");
                for (chances, seat) in open.chances.iter().zip(&review.seats) {
                    assert_eq!(chances.len(), record.moves.len() + 1);
                    assert_eq!(chances.last(), Some(&seat.result), "{id}: nothing is unknown at the end");
                }
                for seat in &review.seats {
                    assert!(seat.adds_up(), "{id} {players}: {seat:?}");
                    let told: Points = seat.decisions.iter().map(|one| one.luck - one.loss).sum();
                    assert_eq!(seat.result, seat.fair + seat.summary.deal + told);
                    assert!(seat.decisions.iter().all(|one| one.choices > 1));
                    // Losses may be estimated below 0 by chance, but not clearly.
                    let (loss, error) = (seat.summary.loss.number(), seat.summary.loss_error.number());
                    assert!(loss >= -4.0 * error, "{id} {players}: {loss} ± {error}");
                }
                let won: Points = review.seats.iter().map(|seat| seat.result).sum();
                assert!(won >= Points::from(99.9), "{id}: somebody has won: {won}");
                // It survives being written and read.
                let text = serde_json::to_string(&review).expect("JSON");
                assert_eq!(serde_json::from_str::<Review>(&text).expect("a review"), review);
            }
        }, else unreachable!());
    }
}

/// Goes through a game, and at every third decision of a seat compares its appraisal with one from a position in which
/// everything hidden from the seat was dealt again.
fn nothing_hidden_enters<G: Searchable>(players: usize) {
    let setup = Setup::standard(&G::INFO, players);
    let setting = roundtable_core::Setting::<G>::read(&setup, "deck", None).expect("a setting");
    let mut journal: Vec<Told<G::Event>> = Vec::new();
    let mut position = setting.deal(DiceSource::Seed(5).dice(), &mut journal).expect("a deal");
    let (mut rng, mut moves, mut asked) = (Rng::new(3), Vec::new(), 0);
    while let Some(seat) = position.to_act().first() {
        position.legal_moves(seat, &mut moves);
        let made = rng.pick(&moves);
        asked += 1;
        if moves.len() > 1 && asked % 3 == 0 {
            let mut other = position.clone();
            other.resample(Eye::Seat(seat), &mut rng);
            let appraise = |position: &G| {
                let handle = SeatHandle::new(position, &journal, seat);
                Search::<G>::appraise(
                    &G::CHAMPION,
                    &handle,
                    &[made],
                    Depth {
                        simulations: 200,
                        enough: &|_| false,
                    },
                    9,
                )
            };
            assert_eq!(appraise(&position), appraise(&other), "decision {asked}, seat {seat}");
        }
        position.play(seat, made, &mut journal);
    }
}

#[test]
fn a_review_depends_on_nothing_that_its_seat_could_not_know() {
    for id in GameId::HOUSE {
        with_game!(id, G => {
            let info = id.info();
            for players in [info.min_players, info.max_players] {
                nothing_hidden_enters::<G>(players);
            }
        }, else unreachable!());
    }
}

#[test]
fn a_seat_alone_is_reviewed_as_among_all_and_blunders_are_found_again_with_other_luck() {
    let (mut labels, mut again) = (0, 0);
    for id in GameId::HOUSE {
        with_game!(id, G => {
            let players = id.info().min_players;
            let record = game::<G>(players, Level::Page, 21);
            let first = reviewed(&record, &coarse(0));
            let alone = Ask { seat: Some(Seat::new(0)), ..coarse(0) };
            assert_eq!(first.seats[..1], reviewed(&record, &alone).seats);
            let other = reviewed(&record, &coarse(77));
            for (one, other) in first.seats.iter().zip(&other.seats) {
                for (one, other) in one.decisions.iter().zip(&other.decisions) {
                    if one.verdict == Some(Verdict::Blunder) {
                        labels += 1;
                        again += u32::from(other.loss > Points::from(5.0));
                    }
                }
            }
        }, else unreachable!());
    }
    assert!(labels > 20, "only {labels} blunders in games of pages");
    assert!(
        again * 10 >= labels * 8,
        "{again} of {labels} blunders were found again"
    );
}

#[test]
fn better_players_lose_less() {
    for id in GameId::HOUSE {
        with_game!(id, G => {
            let players = id.info().min_players;
            let lost = |level| -> f64 {
                let games = (0..2).map(|seed| reviewed(&game::<G>(players, level, 31 + seed), &coarse(0)));
                games.flat_map(|review| review.seats).map(|seat| seat.summary.loss.number()).sum()
            };
            let (page, squire) = (lost(Level::Page), lost(Level::Squire));
            assert!(page > squire, "{id}: pages lost {page} points, squires {squire}");
        }, else unreachable!());
    }
}

#[test]
fn a_game_that_goes_on_and_a_seat_that_is_not_there_are_refused() {
    let mut record = with_game!(GameId::Shock, G => game::<G>(3, Level::Page, 1), else unreachable!());
    let ask = Ask {
        seat: Some(Seat::new(3)),
        ..coarse(0)
    };
    let refusal = review(record.clone(), ask, &mut |_, _| true).unwrap_err();
    assert_eq!(refusal.message, "there is no seat 3: they go from 0 to 2");
    let stopped = review(record.clone(), coarse(0), &mut |done, _| done < 2);
    assert_eq!(stopped.expect("a finished game"), None);
    record.moves.pop();
    record.digest = None;
    let refusal = review(record.clone(), coarse(0), &mut |_, _| true).unwrap_err();
    assert!(refusal.message.contains("not over"), "{}", refusal.message);
}
