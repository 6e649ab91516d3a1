//! Whatever comes in, a clear answer goes out and nothing changes.

use proptest::prelude::{Just, Strategy, any, prop, prop_oneof, proptest};
use proptest::test_runner::Config;
use roundtable::referee::{Referee, serve};
use roundtable_catalog::{self as catalog, GameId};
use roundtable_core::{AnyMatch, DiceSource, Eye, Record, Rng, deck};
use serde_json::{Value, json};

fn config() -> Config {
    Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    }
}

fn answer(referee: &mut Referee, request: &Value) -> Value {
    serde_json::from_str(&referee.answer(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// A new game for the fewest players.
fn dealt(game: GameId, seed: u64) -> Box<dyn AnyMatch> {
    catalog::deal(&game.setup(game.info().min_players), None, DiceSource::Seed(seed)).expect("a game")
}

/// A referee in the middle of a game.
fn referee(game: GameId) -> Referee {
    let mut referee = Referee::default();
    let info = game.info();
    let new = json!({ "cmd": "new", "game": info.slug, "players": info.min_players, "seed": 3 });
    let mut state = answer(&mut referee, &new);
    for number in 0..12_usize {
        let seat = &state["to_act"][0];
        let legal = answer(&mut referee, &json!({ "cmd": "legal", "seat": seat }));
        let moves = legal["moves"].as_array().expect("moves");
        let mv = &moves[number % moves.len()]["notation"];
        state = answer(&mut referee, &json!({ "cmd": "play", "seat": seat, "move": mv }));
        assert_eq!(state["ok"], true, "{state}");
    }
    referee
}

fn record_of(referee: &mut Referee) -> Value {
    answer(referee, &json!({ "cmd": "record" }))["record"].clone()
}

/// A played game's record as text.
fn record_text(game: GameId, seed: u64) -> String {
    let mut table = dealt(game, seed);
    let mut rng = Rng::new(seed);
    for _ in 0..30 {
        let Some(seat) = table.to_act().first() else { break };
        let moves = table.legal(seat);
        let chosen = &moves[rng.below(moves.len() as u32) as usize];
        table.play(seat, &chosen.json).expect("a legal move");
    }
    table.record().to_text()
}

/// Lines that are almost requests: right names with wrong values, wrong names, truncated and garbled JSON, plain bytes.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_u32..600).prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "[a-z0-9 ]{0,12}".prop_map(Value::from),
        Just(json!("all")),
        Just(json!({ "type": "place", "column": 9 })),
        Just(json!([])),
    ];
    let command = prop_oneof![
        Just("new"),
        Just("state"),
        Just("legal"),
        Just("play"),
        Just("check"),
        Just("view"),
        Just("events"),
        Just("record"),
        Just("load"),
        Just("nonsense"),
    ];
    let field = prop_oneof![
        Just("seat"),
        Just("move"),
        Just("eye"),
        Just("since"),
        Just("game"),
        Just("players"),
        Just("options"),
        Just("deck"),
        Just("seed"),
        Just("key"),
        Just("record"),
        Just("x"),
    ];
    let request = (command, prop::collection::vec((field, value), 0..4)).prop_map(|(command, fields)| {
        let mut request = json!({ "cmd": command });
        for (name, value) in fields {
            request[name] = value;
        }
        request.to_string().into_bytes()
    });
    let cut =
        (request, any::<prop::sample::Index>(), any::<bool>(), any::<u8>()).prop_map(|(mut line, index, cut, byte)| {
            let at = index.index(line.len());
            if cut {
                line.truncate(at);
            } else if byte % 3 == 0 {
                line[at] = byte;
            }
            line
        });
    prop_oneof![8 => cut, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_line_gets_an_answer_and_a_refusal_changes_nothing(lines in prop::collection::vec(lines(), 1..8)) {
        let mut referee = referee(GameId::KnightAtTheInn);
        for line in lines {
            let before = record_of(&mut referee);
            let answer: Value = serde_json::from_str(&referee.answer(&line)).expect("an answer is JSON");
            match answer["ok"].as_bool() {
                Some(true) => {}
                Some(false) => {
                    let error = &answer["error"];
                    let said = error["message"].as_str().is_some_and(|text| !text.is_empty());
                    assert!(error["code"].is_string() && said, "{answer}");
                    assert_eq!(record_of(&mut referee), before, "{}", String::from_utf8_lossy(&line));
                }
                None => panic!("{answer} has no `ok`"),
            }
        }
    }

    #[test]
    fn a_changed_record_is_refused_or_the_same_game(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        for game in GameId::HOUSE {
            let text = record_text(game, 5);
            let mut bytes = text.clone().into_bytes();
            let at = at.index(bytes.len());
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at] = byte;
            }
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            // Whatever still parses equals what was written: only blanks outside strings can change unnoticed.
            if let Ok(record) = Record::parse(&changed) {
                assert_eq!(record, Record::parse(&text).expect("the record as it was written"));
            }
        }
    }

    #[test]
    fn a_record_with_other_moves_is_replayed_legally_or_refused(at in any::<prop::sample::Index>(), line in "[0-7] \
        [a-z]{3,6}( [0-9a-z]{1,3}){0,3}") {
        for game in GameId::HOUSE {
            let mut record = Record::parse(&record_text(game, 5)).expect("a record");
            record.digest = None;
            let at = at.index(record.moves.len());
            record.moves[at] = line.parse().expect("a seat and more");
            if let Err(refusal) = catalog::replay(&record) {
                assert_eq!(refusal.code, "bad_replay", "{refusal}");
            }
        }
    }

    #[test]
    fn a_changed_deck_file_is_explained_or_played(at in any::<prop::sample::Index>(), new in "[0-9a-z\\[\\]\"=,. \
        \n-]{0,3}", gone in 0_usize..4) {
        for game in GameId::HOUSE {
            let mut text = game.deck().to_owned();
            let at = at.index(text.len());
            if !text.is_char_boundary(at) || !text.is_char_boundary((at + gone).min(text.len())) {
                continue;
            }
            text.replace_range(at..(at + gone).min(text.len()), &new);
            match game.check_deck("changed.toml", &text) {
                Err(error) => assert!(!error.0.is_empty() && error.to_string().starts_with("changed.toml"), "{error}"),
                Ok(()) => {
                    let players = game.info().min_players;
                    let table = catalog::deal(&game.setup(players), Some(text), DiceSource::Seed(1))
                        .expect("a deck that passes can be played");
                    assert!(!table.to_act().is_empty());
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_move_or_an_explanation(text in "\\PC{0,24}") {
        for game in GameId::HOUSE {
            let table = dealt(game, 1);
            let seat = table.to_act().first().expect("somebody is to act");
            if let Err(refusal) = table.check(seat, &Value::String(text.clone())) {
                assert!(!refusal.message.is_empty());
            }
        }
    }

    #[test]
    fn any_toml_as_a_deck_is_answered(text in "\\PC{0,60}") {
        for game in GameId::HOUSE {
            assert!(game.check_deck("any.toml", &text).is_err());
            assert!(deck::game_of("any.toml", &text).is_err());
        }
    }
}

#[test]
fn an_endless_line_is_skipped() {
    let mut input = vec![b' '; 40 << 20];
    input.extend_from_slice(b"\n{\"cmd\":\"state\"}\n");
    let mut output = Vec::new();
    serve(&mut &input[..], &mut output).expect("reading from memory");
    let answers: Vec<Value> = output
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    assert_eq!(answers.len(), 2, "one answer a line");
    assert_eq!(answers[0]["error"]["code"], "line_too_long");
    assert_eq!(answers[1]["error"]["code"], "no_game");
}

#[test]
fn a_refused_move_leaves_every_view_as_it_was() {
    let mut table = dealt(GameId::KnightAtTheInn, 1);
    let before = table.view(Eye::All);
    let seat = table.to_act().first().expect("somebody is to act");
    for mv in [
        json!("rest"),
        json!(99_999),
        json!(-1),
        json!(null),
        json!({ "type": "place" }),
        json!("place 7"),
    ] {
        assert!(table.play(seat, &mv).is_err(), "{mv}");
    }
    assert!(table.play(seat.other(), &json!("place 0")).is_err());
    assert_eq!((table.view(Eye::All), table.ply()), (before, 0));
}
