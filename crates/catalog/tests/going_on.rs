//! Games that continue from another, with each of our games: the seat sees what it saw, everything else is dealt again,
//! and the record replays as the same game.
#![allow(clippy::unwrap_used)]

use roundtable_catalog::{GameId, deal, replay, verify};
use roundtable_core::{AnyMatch, DiceSource, Eye, Record, Rng, Seat, Start};
use serde_json::json;

/// Plays this many random moves, or to the end.
fn play_on(game: &mut dyn AnyMatch, rng: &mut Rng, moves: usize) {
    for _ in 0..moves {
        let Some(seat) = game.to_act().first() else { return };
        let legal: Vec<u32> = game.legal(seat).iter().map(|mv| mv.number).collect();
        game.play(seat, &json!(rng.pick(&legal))).unwrap();
        if game.info().slug == "never-bring-a-knife" && game.ply() % 7 == 3 {
            game.claim(seat, &json!({"type": "own", "role": "cop"})).unwrap();
        }
    }
}

fn finished(id: GameId, players: usize, seed: u64) -> Record {
    let mut game = deal(&id.setup(players), None, DiceSource::Seed(seed)).unwrap();
    play_on(&mut *game, &mut Rng::new(seed), usize::MAX);
    game.record()
}

fn going_on(earlier: &Record, ply: usize, seat: Seat, seed: u64) -> Record {
    Record {
        dice: DiceSource::Seed(seed),
        start: Some(Start {
            record: Box::new(earlier.until(ply)),
            seat,
            samples: earlier.setup.game.parse::<GameId>().unwrap().info().samples_version,
        }),
        moves: Vec::new(),
        talk: Vec::new(),
        digest: None,
        ..earlier.clone()
    }
}

#[test]
fn the_seat_goes_on_from_what_it_knew_and_all_else_is_new() {
    for id in GameId::HOUSE {
        for players in [id.info().min_players, id.info().max_players] {
            let earlier = finished(id, players, 5);
            let mut rng = Rng::new(9);
            let mut different = 0;
            for round in 0..12 {
                // Early moves, when much is hidden, and any moves.
                let within = (earlier.moves.len() / if round % 2 == 0 { 8 } else { 1 }).max(1);
                let ply = rng.below(within as u32) as usize;
                let seat = Seat::new(rng.below(players as u32) as usize);
                let before = replay(&earlier.until(ply)).unwrap();
                let mut game = replay(&going_on(&earlier, ply, seat, round)).unwrap();
                let own = Eye::Seat(seat);
                assert_eq!(game.ply(), 0);
                assert_eq!(game.to_act(), before.to_act(), "{id}");
                assert_eq!(game.legal(seat), before.legal(seat), "{id}");
                assert_eq!(game.events(own, 0), before.events(own, 0), "{id}");
                assert_eq!(game.events(Eye::All, 0), before.events(own, 0), "{id}");
                for other in Seat::all(players).filter(|other| *other != seat) {
                    assert_eq!(game.events(Eye::Seat(other), 0), before.events(Eye::Table, 0), "{id}");
                }
                let without_talk = |game: &dyn AnyMatch, eye| {
                    let mut view = game.view(eye);
                    view.as_object_mut().unwrap().remove("claims");
                    view
                };
                assert_eq!(without_talk(&*game, own), without_talk(&*before, own), "{id}");
                different += usize::from(without_talk(&*game, Eye::All) != without_talk(&*before, Eye::All));
                let said = |game: &dyn AnyMatch| -> Vec<_> {
                    game.claims().into_iter().map(|said| (said.seat, said.claim)).collect()
                };
                assert_eq!(said(&*game), said(&*before));
                // Played to its end, it has a record like any other.
                play_on(&mut *game, &mut rng, usize::MAX);
                let record = game.record();
                let again = replay(&Record::parse(&record.to_text()).unwrap()).unwrap();
                assert_eq!(again.record(), record, "{id}");
                assert_eq!(again.view(Eye::All), game.view(Eye::All), "{id}");
                assert_eq!(again.claims(), game.claims());
                let verified = verify(&record.to_text()).unwrap();
                assert_eq!((verified.earlier[0].moves, verified.earlier[0].seat), (ply, seat));
                assert_eq!(verified.moves, record.moves.len());
                // Another can continue from it.
                let half = record.moves.len() / 2;
                let third = replay(&going_on(&record, half, seat, round)).unwrap();
                let second = replay(&record.until(half)).unwrap();
                assert_eq!(without_talk(&*third, own), without_talk(&*second, own), "{id}");
                assert_eq!(third.events(own, 0), second.events(own, 0), "{id}");
            }
            assert!(different >= 5, "{id}: only {different} of 12 were dealt anew");
        }
    }
}

/// Golden: stored games that continue from another begin with a sample, so a change in how samples are drawn must raise
/// `samples_version`. (The numbers also change with the content of views; then accept them with `INSTA_UPDATE=always`.)
#[test]
fn the_same_record_begins_with_the_same_sample_for_ever() {
    for id in GameId::HOUSE {
        let earlier = finished(id, id.info().max_players, 3);
        let mut print = 0xcbf2_9ce4_8422_2325_u64;
        for ply in [
            1,
            earlier.moves.len() / 3,
            earlier.moves.len() / 2,
            earlier.moves.len() - 1,
        ] {
            let mut game = replay(&going_on(&earlier, ply, Seat::new(1), 7)).unwrap();
            play_on(&mut *game, &mut Rng::new(1), 40);
            for byte in game.view(Eye::All).to_string().bytes() {
                print = (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        insta::assert_snapshot!(format!("samples_of_{id}"), format!("{print:016x}"));
    }
}

#[test]
fn a_record_that_goes_on_from_something_else_is_refused() {
    let earlier = finished(GameId::Shock, 3, 1);
    let code = |record: &Record| replay(record).err().map(|refusal| refusal.code.name());
    let good = going_on(&earlier, 10, Seat::new(0), 1);
    assert_eq!(code(&good), None);
    let other_players = going_on(&finished(GameId::Shock, 4, 1), 10, Seat::new(0), 1);
    let mut mixed = other_players;
    mixed.setup.players = 3;
    assert_eq!(code(&mixed), Some("bad_start"));
    let mut illegal = good.clone();
    illegal.start.as_mut().unwrap().record.moves[3] = "0 keep".parse().unwrap();
    assert_eq!(code(&illegal), Some("bad_replay"));
    let mut foreign = good.clone();
    foreign.start.as_mut().unwrap().samples = 1;
    assert_eq!(code(&foreign), Some("other_samples"));
    // A record from before samples had a version does not name one. It gets the same refusal, with its digest intact.
    let old = foreign.sealed().to_text();
    assert!(!old.contains("samples"));
    assert_eq!(verify(&old).unwrap_err().code, "other_samples");
    let text = good.sealed().to_text();
    assert!(verify(&text).is_ok());
    for (from, to) in [("\"seat\": 0", "\"seat\": 1"), ("\"seed\": 1", "\"seed\": 2")] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert_eq!(verify(&changed).unwrap_err().code, "bad_digest");
    }
}
