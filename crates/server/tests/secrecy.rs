//! Whole games of all five over real sockets, recorded for every seat and a spectator: every byte that an eye received
//! is one that it may know.
//!
//! The expected content of each message is computed from positions in which everything hidden from that eye has been
//! dealt again. If a single byte depended on a secret, the two would differ.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::{House, act, finished, number, promise, table};
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{
    AnyMatch, AnyMove, Chain, Code, Dice, DiceSource, Eye, Game, GameMove as _, Link, Match, Record, Refusal, Rng,
    Seat, Setting, Silent,
};
use roundtable_load::{Client, Live, Player, messages};
use serde_json::{Map, Value, json};

/// Everything received, by eye: each seat, then the spectator.
struct Heard {
    record: Record,
    texts: Vec<Vec<String>>,
    /// The moves that each eye asked about, by request number.
    asked: Vec<HashMap<u64, Asked>>,
    tokens: Vec<String>,
    key: String,
    host: Seat,
}

/// A question whether a move would be legal: after how many moves, and which one.
#[derive(Clone, Copy)]
struct Asked {
    ply: usize,
    mv: u32,
}

/// Plays a game to its end with a person on every seat.
async fn play(house: &House, game: GameId, players: usize, options: Value, seed: u64) -> Heard {
    let mut people = Vec::new();
    for seat in 0..players {
        people.push(
            Client::guest(house.door(seat), &format!("Player {seat}"))
                .await
                .unwrap(),
        );
    }
    let wish = json!({
        "game": game.to_string(),
        "players": players,
        "options": options,
        "public": true,
        "spectators": true,
        "promise": promise(7),
    });
    let (id, key) = table(&mut people[0], wish).await;
    for person in &mut people[1..] {
        act(person, &id, "join", json!({"promise": promise(8)})).await;
    }
    act(&mut people[0], &id, "start", json!({})).await;
    for (person, own) in people.iter_mut().zip(std::iter::once(7).chain(std::iter::repeat(8))) {
        act(person, &id, "reveal", json!({"number": number(own)})).await;
    }
    let mut lives = Vec::new();
    for person in &people {
        lives.push(person.live(&id, None).await.unwrap());
    }
    lives.push(Client::new(house.door(players)).live(&id, None).await.unwrap());
    let tasks: Vec<_> = (0..)
        .zip(lives)
        .map(|(i, live)| tokio::spawn(follow(live, Player::new(seed * 10 + i))))
        .collect();
    let (mut texts, mut asked) = (Vec::new(), Vec::new());
    for task in tasks {
        let (heard, questions) = task.await.unwrap();
        texts.push(heard);
        asked.push(questions);
    }
    let record = people[0].get(&format!("/api/tables/{id}/record")).await.unwrap();
    Heard {
        record: Record::parse(&record.text).unwrap(),
        texts,
        asked,
        tokens: people.iter().map(|person| person.cookie.clone().unwrap()).collect(),
        key,
        host: Seat::new(0),
    }
}

/// Records everything received, and plays when it is to act, until the game is over. Before each move it asks whether
/// some other move would be legal.
async fn follow(mut live: Live, mut player: Player) -> (Vec<String>, HashMap<u64, Asked>) {
    let (mut texts, mut asked) = (Vec::new(), HashMap::new());
    let mut rng = Rng::new(99);
    while let Some(text) = live.next_text().await {
        let given = messages(&text).unwrap();
        if given.kind == "refused" {
            let answer: Value = serde_json::from_str(&text).unwrap();
            assert!(asked.contains_key(&answer["id"].as_u64().unwrap()), "{text}");
        }
        if let Some((decision, mv)) = given.game.as_ref().and_then(|game| player.decide(game)) {
            let ply = serde_json::from_str::<Value>(&text).unwrap()["game"]["ply"]
                .as_u64()
                .unwrap() as usize;
            let other = rng.below(120);
            let question = live.ask(&json!({"check": {"move": other}})).await.unwrap();
            asked.insert(question, Asked { ply, mv: other });
            live.ask(&json!({"play": {"decision": decision, "move": mv}}))
                .await
                .unwrap();
        }
        let over = given.kind == "table";
        texts.push(text);
        if over {
            break;
        }
    }
    (texts, asked)
}

/// Computes what every message must have been.
fn check<G: Game>(heard: &Heard, seed: u64) -> usize {
    let record = &heard.record;
    let mut told = Match::<G>::begin(record).unwrap();
    let setting = Setting::<G>::read(&record.setup, "deck", record.deck.clone()).unwrap();
    let mut position = setting.deal(record.dice.dice(), &mut Silent).unwrap();
    let mut plies: Vec<(G, usize, Vec<u32>)> =
        vec![(position.clone(), told.event_count(), vec![0; record.setup.players])];
    for line in &record.moves {
        let seat = line.seat;
        position.play(seat, line.notation.parse().unwrap(), &mut Silent);
        told.make(seat, AnyMove::Notation(&line.notation)).unwrap();
        let mut made = plies.last().unwrap().2.clone();
        made[seat.index()] += 1;
        plies.push((position.clone(), told.event_count(), made));
    }
    let mut rng = Rng::new(seed);
    let mut checked = 0;
    for ((eye, texts), asked) in Eye::limited(record.setup.players).zip(&heard.texts).zip(&heard.asked) {
        let mut n = None;
        for text in texts {
            if check_answer::<G>(eye, text, &plies, asked, &mut rng) {
                checked += 1;
                continue;
            }
            checked += check_message::<G>((eye, heard.host), text, &plies, &told, &mut n, &mut rng);
            secrets(text, heard);
            check_link(text, record);
        }
    }
    checked
}

/// Links are hashes of everything that happened, mixed with a salt that only the record publishes. So they cannot be
/// computed from what an eye knows, and are checked by themselves: each is exactly the chain's.
fn check_link(text: &str, record: &Record) {
    let message: Value = serde_json::from_str(text).unwrap();
    let DiceSource::Fair(deal) = &record.dice else {
        panic!("a fair deal")
    };
    if let Some(link) = message.get("link") {
        let link: Link = serde_json::from_value(link.clone()).unwrap();
        let mut chain = Chain::begin(&deal.secret, record);
        record.moves[..link.ply].iter().for_each(|played| chain.play(played));
        assert_eq!(&link.digest, chain.last(), "after {} moves", link.ply);
        assert!(message["game"].is_null() || message["game"]["ply"] == link.ply);
    } else {
        let kind = message["type"].as_str().unwrap();
        assert!(!["update", "sync"].contains(&kind), "an `{kind}` without a link");
    }
}

/// The expected message, with the link that came with the real one.
fn with_link(mut expected: Value, message: &Value) -> String {
    if let Some(link) = message.get("link") {
        expected
            .as_object_mut()
            .unwrap()
            .insert("link".to_owned(), link.clone());
    }
    expected.to_string()
}

/// What nobody, or only its owner, may know before the end.
fn secrets(text: &str, heard: &Heard) {
    let record = serde_json::to_value(&heard.record.dice).unwrap();
    let secret = record["fair"]["secret"].as_str().unwrap();
    assert!(!text.contains(secret), "the secret behind the deal");
    for token in &heard.tokens {
        assert!(!text.contains(token.split_once('=').unwrap().1), "somebody's token");
    }
    let message: Value = serde_json::from_str(text).unwrap();
    if message["you"]["seat"].is_null() {
        assert!(!text.contains(&heard.key), "the secret of the link, to a spectator");
    }
    assert!(!text.contains(&"08".repeat(32)), "a browser's number");
}

/// Checks the answer to a question about a move, if it is one: a position that looks the same to this eye must give the
/// same answer.
fn check_answer<G: Game>(
    eye: Eye,
    text: &str,
    plies: &[(G, usize, Vec<u32>)],
    asked: &HashMap<u64, Asked>,
    rng: &mut Rng,
) -> bool {
    let message: Value = serde_json::from_str(text).unwrap();
    let Some(&Asked { ply, mv }) = message["id"].as_u64().and_then(|id| asked.get(&id)) else {
        return false;
    };
    let mut sample = plies[ply].0.clone();
    sample.resample(eye, rng);
    let verdict = match G::Move::from_number(mv, sample.players()) {
        Some(mv) => sample.check(eye.seat().unwrap(), mv).map_err(Refusal::from),
        None => {
            let most = G::Move::count(sample.players()) - 1;
            let message = format!("the moves are numbered from 0 to {most}, not {mv}");
            Err(Refusal::new(Code::BadMove, message))
        }
    };
    let expected = match verdict {
        Ok(()) => json!({"type": "done", "id": message["id"]}),
        Err(refusal) => json!({"type": "refused", "id": message["id"], "error": refusal}),
    };
    assert_eq!(text, expected.to_string(), "to {eye}");
    true
}

/// Checks one message to the last byte; returns 1 if it showed the game.
fn check_message<G: Game>(
    (eye, host): (Eye, Seat),
    text: &str,
    plies: &[(G, usize, Vec<u32>)],
    told: &dyn AnyMatch,
    n: &mut Option<u64>,
    rng: &mut Rng,
) -> usize {
    let message: Value = serde_json::from_str(text).unwrap();
    let number = message["n"].as_u64();
    if let (Some(last), Some(number)) = (*n, number) {
        assert_eq!(number, last + 1, "numbers without a gap");
    }
    *n = number.or(*n);
    let events = |from: usize, to: usize| {
        let events = told.events(eye, from).into_iter().take(to - from);
        serde_json::to_value(events.collect::<Vec<_>>()).unwrap()
    };
    let kind = message["type"].as_str().unwrap();
    match kind {
        "update" => {
            let ply = message["game"]["ply"].as_u64().unwrap() as usize;
            let mut game = game_for(eye, plies, ply, rng);
            let before = game_for(eye, plies, ply - 1, rng);
            // What this eye saw before the move is not sent again.
            let fields = game.as_object_mut().unwrap();
            let mut changed = fields.remove("view").unwrap();
            let known = before["view"].as_object().unwrap();
            changed
                .as_object_mut()
                .unwrap()
                .retain(|name, value| known[name] != *value);
            fields.insert("changed".to_owned(), changed);
            let expected = json!({
                "type": "update",
                "n": number,
                "game": game,
                "events": events(plies[ply - 1].1, plies[ply].1),
            });
            assert_eq!(text, with_link(expected, &message), "to {eye}");
            1
        }
        "sync" => {
            let ply = message["game"]["ply"].as_u64().unwrap() as usize;
            let expected = json!({
                "type": "sync",
                "n": number,
                "table": public_table(&message["table"], eye),
                "you": {"seat": eye.seat(), "host": eye.seat() == Some(host), "muted": []},
                "game": game_for(eye, plies, ply, rng),
                "events": events(0, plies[ply].1),
                "since": 0,
                "chat": [],
            });
            assert_eq!(text, with_link(expected, &message), "to {eye}");
            1
        }
        "table" => {
            assert_eq!(message["table"], public_table(&message["table"], eye));
            let fields: Vec<&String> = message.as_object().unwrap().keys().collect();
            assert_eq!(fields, ["type", "n", "table", "you"]);
            0
        }
        "done" => {
            assert_eq!(text, with_link(json!({"type": "done", "id": message["id"]}), &message));
            0
        }
        kind => panic!("an unexpected `{kind}` to {eye}: {text}"),
    }
}

/// The part of a message that shows the game, from a position in which everything hidden from the eye was dealt again.
fn game_for<G: Game>(eye: Eye, plies: &[(G, usize, Vec<u32>)], ply: usize, rng: &mut Rng) -> Value {
    let (position, _, made) = &plies[ply];
    let mut sample = position.clone();
    sample.resample(eye, rng);
    let to_act = sample.to_act();
    assert_eq!(
        to_act,
        position.to_act(),
        "who is to act is public in all games of the house"
    );
    let own = eye.seat().filter(|seat| to_act.contains(*seat));
    let mut legal = Vec::new();
    if let Some(seat) = own {
        sample.legal_moves(seat, &mut legal);
    }
    let written = |mv: &G::Move| json!({"number": mv.number(sample.players()), "notation": mv.to_string(), "json": mv});
    json!({
        "ply": ply,
        "to_act": to_act,
        "decision": own.map(|seat| made[seat.index()]),
        "outcome": sample.outcome(),
        "deadlines": [],
        "legal": legal.iter().map(written).collect::<Vec<_>>(),
        "view": sample.view(eye),
    })
}

/// The table, if it has only fields that everybody (or a player at it) may see.
fn public_table(table: &Value, eye: Eye) -> Value {
    let allowed = [
        "id",
        "game",
        "rules_version",
        "players",
        "options",
        "own_deck",
        "status",
        "ply",
        "public",
        "spectators",
        "watch",
        "hints",
        "people_only",
        "rated",
        "seconds",
        "stand_in",
        "host",
        "seats",
        "commitment",
        "deal",
        "key",
        "muted",
        "rematch",
        "continues",
        "lesson",
        "outcome",
        "created_at",
    ];
    let fields = table.as_object().unwrap();
    let seen = fields
        .iter()
        .filter(|(name, _)| allowed.contains(&name.as_str()) && (*name != "key" || eye.seat().is_some()));
    let mut seen: Map<String, Value> = seen.map(|(name, value)| (name.clone(), value.clone())).collect();
    for seat in seen["seats"].as_array_mut().unwrap() {
        let fields = seat.as_object_mut().unwrap();
        fields.retain(|name, _| ["kind", "level", "person", "name", "stand_in", "promise"].contains(&name.as_str()));
    }
    Value::Object(seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_byte_received_is_one_that_the_eye_may_know() {
    let house = House::open().await;
    let mut seed = 0;
    for game in GameId::HOUSE {
        let info = game.info();
        let every_switch: Map<String, Value> = game
            .switches()
            .iter()
            .take(1)
            .map(|switch| (switch.name.to_owned(), json!(true)))
            .collect();
        for (players, options) in [
            (info.min_players, json!({})),
            (info.max_players, Value::Object(every_switch)),
        ] {
            seed += 1;
            let heard = play(&house, game, players, options, seed).await;
            let checked = with_game!(game, G => check::<G>(&heard, seed));
            // Everybody saw every move: at least the moves, plus the start.
            assert!(
                checked >= (heard.record.moves.len()) * (players + 1),
                "{game}: {checked}"
            );
        }
    }
}

/// Computes what every message must have been to somebody who continues from a finished game.
fn check_going_on<G: Game>(heard: &Heard, seed: u64) -> usize {
    let (record, seat) = (&heard.record, heard.host);
    let mut rng = Rng::new(seed);
    // Positions that look to this seat like the real ones: a match gives out no others.
    let mut plies: Vec<(G, usize, Vec<u32>)> = Vec::new();
    let mut made = vec![0; record.setup.players];
    let whole = Match::<G>::replay(record).unwrap();
    for ply in 0..=record.moves.len() {
        let game = Match::<G>::replay(&record.until(ply)).unwrap();
        if let Some(line) = ply.checked_sub(1).map(|last| &record.moves[last]) {
            made[line.seat.index()] += 1;
        }
        plies.push((game.seat(seat).sample(&mut rng), game.event_count(), made.clone()));
    }
    let (mut n, mut checked) = (None, 0);
    for text in &heard.texts[0] {
        let eye = Eye::Seat(seat);
        checked += usize::from(check_answer::<G>(eye, text, &plies, &heard.asked[0], &mut rng)).max(check_other::<G>(
            eye,
            text,
            &plies,
            &whole,
            &heard.asked[0],
            &mut n,
            &mut rng,
        ));
        secrets(text, heard);
        check_link(text, record);
    }
    checked
}

/// Checks a message that does not answer a question about a move.
fn check_other<G: Game>(
    eye: Eye,
    text: &str,
    plies: &[(G, usize, Vec<u32>)],
    told: &dyn AnyMatch,
    asked: &HashMap<u64, Asked>,
    n: &mut Option<u64>,
    rng: &mut Rng,
) -> usize {
    let id = serde_json::from_str::<Value>(text).unwrap()["id"].as_u64();
    if id.is_some_and(|id| asked.contains_key(&id)) {
        return 0;
    }
    check_message::<G>((eye, eye.seat().unwrap()), text, plies, told, n, rng)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_on_from_a_finished_game_sees_nothing_of_what_was_dealt_anew() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut seed = 100;
    for game in GameId::HOUSE {
        let players = game.info().max_players;
        let wish = json!({"game": game.to_string(), "players": players, "seats": ["me"]});
        let (id, _) = finished(&house, &mut ann, wish).await;
        let moves = ann.get(&format!("/api/tables/{id}/replay")).await.unwrap().json()["moves"]
            .as_array()
            .unwrap()
            .len();
        for (ply, seat) in [(moves / 8, 1), (moves / 2, 0)] {
            seed += 1;
            let wish = json!({"ply": ply, "seat": seat, "level": "page"});
            let made = act(&mut ann, &id, "continue", wish).await;
            let next = made["id"].as_str().unwrap();
            let live = ann.live(next, None).await.unwrap();
            let (texts, asked) = follow(live, Player::new(seed)).await;
            let record = ann.get(&format!("/api/tables/{next}/record")).await.unwrap();
            let heard = Heard {
                record: Record::parse(&record.text).unwrap(),
                texts: vec![texts],
                asked: vec![asked],
                tokens: vec![ann.cookie.clone().unwrap()],
                key: made["key"].as_str().unwrap().to_owned(),
                host: Seat::new(seat),
            };
            let checked = with_game!(game, G => check_going_on::<G>(&heard, seed));
            assert!(checked > heard.record.moves.len(), "{game}: {checked}");
        }
    }
}

/// The check must be able to fail.
#[test]
fn a_message_with_a_secret_in_it_is_noticed() {
    fn leak<G: Game>() {
        let setting = Arc::new(Setting::<G>::standard(G::INFO.min_players, G::Options::default()));
        let told = Match::deal(setting.clone(), DiceSource::Seed(5)).unwrap();
        let position = setting.deal(Dice::from_seed(5), &mut Silent).unwrap();
        let plies = vec![(position.clone(), 0, vec![0; setting.players]); 2];
        // Nothing has changed, so everything that an update shows is a leak.
        let text = |eye: Eye| {
            let mut rng = Rng::new(1);
            let mut game = game_for(Eye::Table, &plies, 1, &mut rng);
            let fields = game.as_object_mut().unwrap();
            let known = fields.remove("view").unwrap();
            let mut changed = serde_json::to_value(position.view(eye)).unwrap();
            changed
                .as_object_mut()
                .unwrap()
                .retain(|name, value| known[name] != *value);
            fields.insert("changed".to_owned(), changed);
            json!({"type": "update", "n": 1, "game": game, "events": []}).to_string()
        };
        let check = |eye| {
            check_message(
                (Eye::Table, Seat::new(0)),
                &text(eye),
                &plies,
                &told,
                &mut None,
                &mut Rng::new(2),
            )
        };
        assert_eq!(check(Eye::Table), 1);
        let leak = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(Eye::All)));
        assert!(
            leak.is_err(),
            "a spectator was shown the open cards of {}, and nobody noticed",
            G::INFO.name
        );
    }
    GameId::HOUSE
        .into_iter()
        .for_each(|game| with_game!(game, G => leak::<G>()));
}
