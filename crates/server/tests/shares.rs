//! One guest cannot take the bots away from others, neither with tables nor with hints.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{House, act, state, table, until};
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

/// The delay of every answer, in milliseconds.
const DELAY: u64 = 400;

/// The number of answers that are timed.
const ANSWERS: usize = 8;

async fn open() -> House {
    House::open_with(|config| (config.bot_delay_min, config.bot_delay_max) = (DELAY, DELAY)).await
}

/// A table for two of Knight at the Inn, with this bot, and the socket of its person.
async fn against(host: &mut Client, level: &str) -> (String, Live) {
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "hints": true, "seats": ["me", {"bot": level}]});
    let (id, key) = table(host, wish).await;
    act(host, &id, "start", json!({})).await;
    let live = host.live(&id, Some(&key)).await.unwrap();
    (id, live)
}

/// Makes the first legal move, if there is one to make.
async fn play(live: &mut Live, game: &Value) -> bool {
    let legal = game["legal"].as_array().unwrap();
    let Some(mv) = legal.first() else { return false };
    let play = json!({"play": {"decision": game["decision"], "move": mv["number"]}});
    assert_eq!(live.ask_and_wait(&play).await.unwrap()["type"], "done");
    true
}

/// How long a squire usually takes to answer, in a game that goes on meanwhile.
async fn usual_answer(house: &House, name: &str) -> Duration {
    let mut host = house.guest(name).await;
    let (_, mut live) = against(&mut host, "squire").await;
    let mut times = Vec::new();
    while times.len() < ANSWERS {
        let mut game = state(&mut live).await;
        while play(&mut live, &game).await {
            game = state(&mut live).await;
        }
        assert_eq!(game["outcome"], json!(null), "the game is long enough");
        let (since, ply) = (Instant::now(), game["ply"].as_u64());
        until(&mut live, |message| message["game"]["ply"].as_u64() > ply).await;
        times.push(since.elapsed());
    }
    times.sort();
    times[ANSWERS / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_tables_of_champions_and_fifty_hints_of_one_guest_delay_nobody_else() {
    let house = open().await;
    let idle = usual_answer(&house, "Ann").await;
    let mut mallory = house.guest("Mallory").await;
    for _ in 0..50 {
        let seats = json!([{"bot": "champion"}, {"bot": "champion"}]);
        let (id, _) = table(
            &mut mallory,
            json!({"game": "knight-at-the-inn", "players": 2, "seats": seats}),
        )
        .await;
        act(&mut mallory, &id, "start", json!({})).await;
    }
    let mut asked = Vec::new();
    while asked.len() < 50 {
        let (_, mut live) = against(&mut mallory, "page").await;
        if state(&mut live).await["decision"].is_number() {
            live.ask(&json!({"hint": {}})).await.unwrap();
            asked.push(live);
        }
    }
    let metrics = house.server.as_ref().unwrap().metrics();
    assert!(metrics.bot_queue.get() > 80, "they wait: {}", metrics.bot_queue.get());
    let busy = usual_answer(&house, "Ben").await;
    assert!(metrics.bot_queue.get() > 50, "they were waiting all the time");
    assert!(busy < idle * 2, "idle {idle:?}, beside all that {busy:?}");
    // Another guest's hint is not behind the fifty either.
    let mut cleo = house.guest("Cleo").await;
    let mut live = loop {
        let (_, mut live) = against(&mut cleo, "page").await;
        if state(&mut live).await["decision"].is_number() {
            break live;
        }
    };
    let waiting = metrics.bot_queue.get();
    live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    assert!(
        waiting - metrics.bot_queue.get() < 10,
        "it came before most of the others"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_somebody_looks_at_goes_before_those_that_nobody_looks_at() {
    let house = open().await;
    let mut host = house.guest("Host").await;
    let mut tables = Vec::new();
    for _ in 0..30 {
        let seats = json!([{"bot": "champion"}, {"bot": "champion"}]);
        let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": seats, "public": true,
            "spectators": true});
        let (id, _) = table(&mut host, wish).await;
        act(&mut host, &id, "start", json!({})).await;
        tables.push(id);
    }
    // The last one would wait for all the others.
    let mut live = Client::new(house.address).live(&tables[29], None).await.unwrap();
    live.next().await.unwrap();
    let metrics = house.server.as_ref().unwrap().metrics();
    for ply in 1..=2 {
        until(&mut live, |message| message["game"]["ply"] == ply).await;
    }
    assert!(metrics.bot_queue.get() > 20, "most others still wait");
}
