//! Streams of what happens to somebody, and waiting for one's turn.

use std::time::Duration;

use crate::bots::bot;
use crate::common::{House, act, refused, table};
use crate::tokens::{claimed, program};
use roundtable_load::{Client, Lines};
use serde_json::{Value, json};

const LINES: &str = "application/x-ndjson";

async fn stream(client: &Client) -> Lines {
    client.stream("/api/stream", LINES).await.unwrap()
}

/// The next line of this kind, for at most a minute; others may come before.
async fn next(lines: &mut Lines, kind: &str) -> Value {
    let wait = async {
        loop {
            let line = lines.next().await.expect("the stream goes on");
            if line["type"] == kind {
                return line;
            }
        }
    };
    let wait = tokio::time::timeout(Duration::from_secs(60), wait).await;
    wait.unwrap_or_else(|_| panic!("no {kind}"))
}

/// Plays the first legal move whenever it is asked, until the game is over. Returns all lines of the table.
async fn play(client: Client, mut lines: Lines) -> Vec<Value> {
    let mut client = client;
    let mut told = Vec::new();
    while let Some(line) = lines.next().await {
        let kind = line["type"].as_str().unwrap().to_owned();
        if kind == "challenge" {
            act(&mut client, line["table"]["id"].as_str().unwrap(), "accept", json!({})).await;
        } else if kind == "turn" {
            let mv = json!({"decision": line["game"]["decision"], "move": line["game"]["legal"][0]["number"]});
            act(&mut client, line["table"].as_str().unwrap(), "play", mv).await;
        }
        told.push(line);
        if kind == "over" {
            return told;
        }
    }
    panic!("the stream ended: {:?}", told.last());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_play_a_whole_game_from_the_challenge_to_the_end() {
    let house = House::open().await;
    let (mut ann, mut deep) = (bot(&house, "Ann").await, bot(&house, "Deep").await);
    let scopes = ["read", "play", "tables"];
    let ((mut first, _), (second, _)) = (program(&mut ann, &scopes).await, program(&mut deep, &scopes).await);
    let games = [stream(&first).await, stream(&second).await];
    let [one, two] = games;
    let players = [tokio::spawn(play(first.clone(), one)), tokio::spawn(play(second, two))];
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"asked": "Deep"}]});
    let (id, _) = table(&mut first, wish).await;
    let waiting = format!("/api/tables/{id}");
    while first.get(&waiting).await.unwrap().json()["seats"][1]["kind"] != "person" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    act(&mut first, &id, "start", json!({})).await;
    for player in players {
        let told = player.await.unwrap();
        let numbers: Vec<u64> = told.iter().map(|line| line["n"].as_u64().unwrap()).collect();
        assert!(numbers.iter().copied().eq(1..=told.len() as u64), "{numbers:?}");
        let mine: Vec<&Value> = told.iter().filter(|line| line["type"] != "hello").collect();
        assert_eq!(mine.iter().filter(|line| line["type"] == "start").count(), 1);
        // Every event was told, once and in order.
        let mut events = 0;
        for line in mine.iter().filter(|line| line["events"].is_array()) {
            assert_eq!(line["since"], events);
            events += line["events"].as_array().unwrap().len() as u64;
        }
        assert!(events > 10, "{events}");
        let turn = mine.iter().find(|line| line["type"] == "turn").unwrap();
        assert!(
            turn["game"]["view"].is_object() && turn["game"]["legal"][0]["notation"].is_string(),
            "{turn}"
        );
        let over = told.last().unwrap();
        assert_eq!(over["table"], id.as_str());
        assert!(over["outcome"]["winners"].is_array(), "{over}");
    }
}

#[tokio::test]
async fn after_a_new_connection_everything_that_goes_on_is_told_again() {
    let mut house = House::open().await;
    let (mut ann, mut ben) = (claimed(&house, "Ann").await, claimed(&house, "Ben").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (running, _) = table(&mut ann, wish.clone()).await;
    act(&mut ben, &running, "join", json!({})).await;
    act(&mut ann, &running, "start", json!({})).await;
    let (waiting, _) = table(&mut ben, wish).await;
    let asks = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"asked": "Ben"}]});
    let (challenge, _) = table(&mut ann, asks).await;
    for restart in [false, false, true] {
        if restart {
            house.restart().await;
            (ann.server, ben.server) = (house.address, house.address);
        }
        let mut lines = stream(&ben).await;
        let hello = lines.next().await.unwrap();
        assert_eq!((&hello["type"], &hello["me"]["name"]), (&json!("hello"), &json!("Ben")));
        let mut tables = hello["tables"].as_array().unwrap().clone();
        tables.sort_by_key(Value::to_string);
        let mut all = [&running, &waiting, &challenge].map(|id| json!(id));
        all.sort_by_key(Value::to_string);
        assert_eq!(tables, all);
        let mut kinds = Vec::new();
        while kinds.len() < 3 {
            let line = lines.next().await.unwrap();
            // Whose turn it is depends on the deal.
            if line["type"] != "turn" {
                kinds.push(line["type"].as_str().unwrap().to_owned());
            }
        }
        kinds.sort();
        assert_eq!(kinds, ["challenge", "start", "table"]);
        // What players say is told, and what spectators say is not.
        let mut eve = house.guest("Eve").await;
        act(&mut eve, &running, "chat", json!({"text": "psst"})).await;
        act(&mut ann, &running, "chat", json!({"text": "hello"})).await;
        assert_eq!(next(&mut lines, "chat").await["line"]["text"], "hello");
    }
    let mut lines = stream(&ben).await;
    next(&mut lines, "challenge").await;
    act(&mut ann, &challenge, "leave", json!({})).await;
    assert_eq!(next(&mut lines, "gone").await["table"], challenge.as_str());
}

#[tokio::test]
async fn a_stream_is_for_its_owner_ends_with_its_token_and_is_not_had_without_end() {
    let house = House::open().await;
    let mut ann = claimed(&house, "Ann").await;
    let (reader, id) = program(&mut ann, &["read"]).await;
    let (player, _) = program(&mut ann, &["play"]).await;
    for (client, code) in [(player, "no_scope"), (Client::new(house.address), "not_signed_in")] {
        let Err(refused) = client.stream("/api/stream", LINES).await else {
            panic!("it is refused")
        };
        assert!(refused.to_string().contains(code), "{refused}");
    }
    let mut lines = stream(&reader).await;
    assert!(lines.head.contains("application/x-ndjson"));
    assert_eq!(lines.next().await.unwrap()["type"], "hello");
    let mut events = reader.stream("/api/stream", "text/event-stream").await.unwrap();
    assert!(events.head.contains("text/event-stream"));
    assert_eq!(events.next_line().await.unwrap(), "id: 1");
    assert!(
        events
            .next_line()
            .await
            .unwrap()
            .starts_with(r#"data: {"n":1,"type":"hello","#)
    );
    let more = [stream(&reader).await, stream(&reader).await, stream(&reader).await];
    let Err(refused) = reader.stream("/api/stream", LINES).await else {
        panic!("it is refused")
    };
    assert!(refused.to_string().contains("too_many"), "{refused}");
    drop(more);
    let path = format!("/api/me/tokens/{id}");
    assert_eq!(ann.send("DELETE", &path, &[], Some("{}")).await.unwrap().status, 204);
    assert_eq!(next(&mut lines, "bye").await["code"], "signed_out");
    assert!(lines.next().await.is_none(), "nothing follows");
}

#[tokio::test]
async fn a_program_without_streams_waits_for_its_turn() {
    let house = House::open().await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ben, &id, "join", json!({})).await;
    let path = |rest: &str| format!("/api/tables/{id}/turn{rest}");
    let now = ann.get(&path("")).await.unwrap().json();
    assert_eq!(
        (&now["game"], &now["seat"], &now["events"]),
        (&Value::Null, &json!(0), &json!([]))
    );
    act(&mut ann, &id, "start", json!({})).await;
    // One of them is to act, and the other waits until they have.
    let mut players = [ann, ben];
    let state = players[0].get(&path("")).await.unwrap().json();
    let seat = state["game"]["to_act"][0].as_u64().unwrap() as usize;
    let other = 1 - seat;
    let begun = std::time::Instant::now();
    let nothing = players[other].get(&path("?wait=1")).await.unwrap().json();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(nothing["game"]["decision"], Value::Null);
    let mut waits = players[other].clone();
    let since = format!("?wait=60&events={}", nothing["events"].as_array().unwrap().len());
    let waiting = path(&since);
    let waiter = tokio::spawn(async move { waits.get(&waiting).await.unwrap().json() });
    let known = nothing["events"].as_array().unwrap().len();
    loop {
        let turn = players[seat].get(&path("?wait=1")).await.unwrap().json();
        if turn["game"]["decision"].is_null() {
            break;
        }
        let mv = json!({"decision": turn["game"]["decision"], "move": turn["game"]["legal"][0]["number"]});
        act(&mut players[seat], &id, "play", mv).await;
    }
    let turn = waiter.await.unwrap();
    assert_eq!(turn["seat"], other);
    assert!(
        turn["game"]["decision"].is_u64() && turn["game"]["view"].is_object(),
        "{turn}"
    );
    assert_eq!(turn["since"], known);
    assert!(!turn["events"].as_array().unwrap().is_empty());
    // What was decided already is not asked again.
    let ply = turn["game"]["ply"].as_u64().unwrap();
    let later = players[other]
        .get(&path(&format!("?wait=1&since={ply}")))
        .await
        .unwrap();
    assert_eq!(later.json()["game"]["ply"], ply);
    for bad in ["?wait=x", "?since=-1"] {
        assert_eq!(players[0].get(&path(bad)).await.unwrap().code(), "bad_request");
    }
    let mut eve = Client::new(house.address);
    assert_eq!(eve.get(&path("")).await.unwrap().code(), "not_signed_in");
    let mut eve = house.guest("Eve").await;
    assert_eq!(eve.get(&path("")).await.unwrap().code(), "no_spectators");
    assert_eq!(
        refused(
            &mut eve,
            &format!("/api/tables/{id}/play"),
            json!({"decision": 0, "move": 0})
        )
        .await,
        "not_seated"
    );
}
