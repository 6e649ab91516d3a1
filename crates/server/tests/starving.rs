//! A hundred tables of champions do not starve the sockets.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::{Duration, Instant};

use common::{House, act, table, until};
use roundtable_core::Rng;
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

/// The number of timed moves.
const MOVES: usize = 30;

/// Two people at their own table, where hints are allowed.
async fn two_people(house: &House) -> [Live; 2] {
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "hints": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    [ann.live(&id, None).await.unwrap(), ben.live(&id, None).await.unwrap()]
}

/// Two people play some moves of a game. Returns their median wait for a move to be on disk, and for the server to say
/// that it is healthy.
async fn usual_wait(house: &House) -> Duration {
    let mut lives = two_people(house).await;
    let mut anybody = Client::new(house.address);
    let (mut times, mut rng) = (Vec::new(), Rng::new(4));
    while times.len() < MOVES {
        for live in &mut lives {
            live.ask(&json!({"sync": {}})).await.unwrap();
            let game = until(live, |message| message["type"] == "sync").await["game"].clone();
            let legal = game["legal"].as_array().unwrap();
            if legal.is_empty() {
                assert_eq!(game["outcome"], json!(null), "the game is long enough");
                continue;
            }
            let mv = &legal[rng.below(legal.len() as u32) as usize]["number"];
            let began = Instant::now();
            let answer = live
                .ask_and_wait(&json!({"play": {"decision": game["decision"], "move": mv}}))
                .await
                .unwrap();
            assert_eq!(answer["type"], "done", "{answer}");
            assert_eq!(anybody.get("/healthz").await.unwrap().status, 200);
            times.push(began.elapsed());
        }
    }
    times.sort();
    times[MOVES / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_tables_of_champions_do_not_starve_the_sockets() {
    let house = House::open().await;
    let idle = usual_wait(&house).await;
    let mut host = house.guest("Host").await;
    let mut tables = Vec::new();
    for _ in 0..100 {
        let seats = json!([{"bot": "champion"}, {"bot": "champion"}]);
        let game = "knight-at-the-inn";
        let wish = json!({"game": game, "players": 2, "seats": seats, "public": true, "spectators": true});
        let (id, _) = table(&mut host, wish).await;
        act(&mut host, &id, "start", json!({})).await;
        tables.push(id);
    }
    let metrics = house.server.as_ref().unwrap().metrics();
    assert!(metrics.bot_queue.get() > 50, "the champions wait for their thread");
    let busy = usual_wait(&house).await;
    // There are still as many: they were thinking during the measurement.
    assert!(metrics.bot_queue.get() > 50);
    // A champion thinks for about a second; anybody who had to wait for one of them would wait that long.
    let most = idle * 20 + Duration::from_millis(200);
    assert!(busy < most, "idle {idle:?}, among champions {busy:?}");
    // A person who asks for a hint waits for the champion that is thinking now, not for all those in the queue.
    let mut lives = two_people(&house).await;
    let mut hinted = 0;
    for live in &mut lives {
        let answer = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
        hinted += answer["hints"].as_array().map_or(0, Vec::len);
    }
    assert!(hinted > 0, "one of the two is to act");
    assert!(metrics.bot_queue.get() > 50, "the champions still wait");
    // The champions do play.
    let mut live = Client::new(house.address).live(&tables[0], None).await.unwrap();
    let sync: Value = live.next().await.unwrap();
    assert_eq!(sync["table"]["status"], "running");
}
