//! Programs with API tokens on different nodes.

use std::time::Duration;

use roundtable_load::{Client, Lines};
use serde_json::{Value, json};

use crate::common::{act, post, table, until};
use crate::nodes::Nodes;

/// Somebody with a password, and a program of theirs that comes in by another node.
async fn program(nodes: &Nodes, name: &str, node: usize) -> (Client, Client, String) {
    let mut owner = Client::guest(nodes.address(0), name).await.unwrap();
    post(&mut owner, "/api/me/password", json!({"password": "correct horse"})).await;
    let wish = json!({"name": "engine", "scopes": ["read", "play"]});
    let made = post(&mut owner, "/api/me/tokens", wish).await;
    let program = Client {
        bearer: Some(made["secret"].as_str().unwrap().to_owned()),
        ..Client::new(nodes.address(node))
    };
    (owner, program, made["token"]["id"].as_str().unwrap().to_owned())
}

/// Plays until a game is over, and goes on reading.
async fn play(mut client: Client, mut lines: Lines) -> (Value, Lines) {
    while let Some(line) = lines.next().await {
        match line["type"].as_str().unwrap() {
            "challenge" => drop(act(&mut client, line["table"]["id"].as_str().unwrap(), "accept", json!({})).await),
            "turn" => {
                let mv = json!({"decision": line["game"]["decision"], "move": line["game"]["legal"][0]["number"]});
                act(&mut client, line["table"].as_str().unwrap(), "play", mv).await;
            }
            "over" => return (line, lines),
            _ => {}
        }
    }
    panic!("the stream ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_play_from_any_node_and_a_revoked_token_ends_on_all() {
    let nodes = Nodes::open(3).await;
    let (mut ann, first, _) = program(&nodes, "Ann", 1).await;
    let (mut ben, second, token) = program(&nodes, "Ben", 2).await;
    let mut players = Vec::new();
    for client in [first, second.clone()] {
        let lines = client.stream("/api/stream", "*/*").await.unwrap();
        players.push(tokio::spawn(play(client, lines)));
    }
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"asked": "Ben"}],
        "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    let path = format!("/api/tables/{id}");
    while ann.get(&path).await.unwrap().json()["seats"][1]["kind"] != "person" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    act(&mut ann, &id, "start", json!({})).await;
    let mut streams = Vec::new();
    for player in players {
        let (over, lines) = tokio::time::timeout(Duration::from_secs(120), player)
            .await
            .expect("the game ends")
            .unwrap();
        assert_eq!(over["table"], id.as_str());
        streams.push(lines);
    }
    // Ben revokes his token at one node; what it had opened at others ends there.
    let mut live = second.live(&id, None).await.unwrap();
    let gone = ben
        .send("DELETE", &format!("/api/me/tokens/{token}"), &[], Some("{}"))
        .await
        .unwrap();
    assert_eq!(gone.status, 204);
    assert_eq!(
        until(&mut live, |message| message["type"] == "bye").await["code"],
        "signed_out"
    );
    let mut ended = streams.remove(1);
    while let Some(line) = ended.next().await {
        assert!(
            ["bye", "alive", "table"].contains(&line["type"].as_str().unwrap()),
            "{line}"
        );
    }
    let mut second = second;
    assert_eq!(second.get("/api/me").await.unwrap().code(), "bad_token");
}
