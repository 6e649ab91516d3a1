//! What happens when a node, the bus or the database is away.

use std::time::{Duration, Instant};

use roundtable_load::{Client, Postgres};
use serde_json::json;

use crate::common::{act, table, until};
use crate::nodes::{Nodes, connect};

/// Plays one move of the only person at a table, as soon as there is something to decide.
async fn play_one(client: &Client, id: &str) -> u64 {
    let begun = Instant::now();
    let (mut live, mut sync) = connect(client, id).await;
    loop {
        let game = &sync["game"];
        if let Some(mv) = game["legal"].as_array().and_then(|legal| legal.first()) {
            let play = json!({"play": {"decision": game["decision"], "move": mv["number"]}});
            // The table may be on its way again: then it is looked at anew.
            if let Ok(done) = live.ask_and_wait(&play).await {
                assert_eq!(done["type"], "done", "{done}");
                return game["ply"].as_u64().unwrap();
            }
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{sync}");
        tokio::time::sleep(Duration::from_millis(50)).await;
        (live, sync) = connect(client, id).await;
    }
}

async fn running(nodes: &Nodes, node: usize) -> (Client, String) {
    let mut ann = Client::guest(nodes.address(node), "Ann").await.unwrap();
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    play_one(&ann, &id).await;
    (ann, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stops_hands_its_tables_over_at_once() {
    let mut nodes = Nodes::open(2).await;
    let (ann, id) = running(&nodes, 0).await;
    let (mut live, _) = connect(&nodes.at(&ann, 1), &id).await;
    let begun = Instant::now();
    let stopping = nodes.nodes[0].server.take().unwrap();
    let stopped = tokio::spawn(stopping.stop());
    // Whoever watches from another node must come again, and finds the table there.
    let bye = until(&mut live, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "again");
    play_one(&nodes.at(&ann, 1), &id).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    stopped.await.unwrap();
    let held = Postgres::shared()
        .unwrap()
        .sql(&nodes.database, "SELECT count(*) FROM nodes")
        .unwrap();
    assert_eq!(held, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_bus_players_of_a_node_play_on_and_others_look() {
    let nodes = Nodes::open(2).await;
    let (ann, id) = running(&nodes, 0).await;
    let (mut away, _) = connect(&nodes.at(&ann, 1), &id).await;
    nodes.nats.kill();
    until(&mut away, |message| message["type"] == "bye").await;
    nodes.until_ready(false).await;
    let ply = play_one(&ann, &id).await;
    // The other node shows what is stored, and refuses to do anything.
    let (mut away, mut sync) = connect(&nodes.at(&ann, 1), &id).await;
    while sync["game"]["ply"].as_u64().unwrap() <= ply {
        sync = until(&mut away, |message| message["type"] == "sync").await;
    }
    let refused = away.ask_and_wait(&json!({"chat": {"text": "hello?"}})).await.unwrap();
    assert_eq!(refused["error"]["code"], "busy", "{refused}");
    // It heals by itself.
    nodes.nats.run().unwrap();
    nodes.until_ready(true).await;
    let bye = until(&mut away, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "again");
    play_one(&nodes.at(&ann, 1), &id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_is_over_is_noticed_and_nothing_is_told_meanwhile() {
    let nodes = Nodes::open(2).await;
    let (ann, id) = running(&nodes, 0).await;
    let (mut live, _) = connect(&ann, &id).await;
    // As if the node had slept: its lease is over, and the other takes the table.
    let database = Postgres::shared().unwrap();
    let first = "SELECT node FROM tables WHERE node IS NOT NULL LIMIT 1";
    let over = format!("UPDATE nodes SET until = 1 WHERE id = ({first})");
    database.sql(&nodes.database, &over).unwrap();
    let ply = play_one(&nodes.at(&ann, 1), &id).await;
    // The old holder finds out with its next write or its next look, joins anew, and passes on to the new one.
    let bye = until(&mut live, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "again");
    let after = play_one(&ann, &id).await;
    assert!(after > ply);
    let epoch = database
        .sql(&nodes.database, &format!("SELECT epoch FROM tables WHERE id = '{id}'"))
        .unwrap();
    assert_eq!(epoch, "2");
    assert_eq!(nodes.metric("roundtable_takeovers_total"), 1);
    assert_eq!(nodes.metric("roundtable_leases_lost_total"), 1);
}
