//! People on different nodes play as if there were one.

use std::time::Duration;

use roundtable_load::{Client, Player, messages};
use serde_json::json;

use crate::common::{act, post, table, until};
use crate::nodes::{Nodes, connect};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_and_watched_from_three_nodes() {
    let nodes = Nodes::open(3).await;
    let carried = nodes.listen_in().await;
    let mut ann = Client::guest(nodes.address(0), "Ann").await.unwrap();
    let mut ben = Client::guest(nodes.address(1), "Ben").await.unwrap();
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    // Ann's node serves it, because she looks first.
    let (first, _) = connect(&ann, &id).await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    let mut lives = vec![first, connect(&ben, &id).await.0];
    let watcher = Client::new(nodes.address(2));
    let (mut watched, _) = connect(&watcher, &id).await;
    let mut tasks = Vec::new();
    for (number, mut live) in lives.drain(..).enumerate() {
        live.ask(&json!({"sync": {}})).await.unwrap();
        tasks.push(tokio::spawn(async move {
            let (mut player, mut links, mut texts) = (Player::new(number as u64), Vec::new(), Vec::new());
            while let Some(text) = live.next_text().await {
                let given = messages(&text).unwrap();
                if let Some((decision, mv)) = given.game.as_ref().and_then(|game| player.decide(game)) {
                    live.ask(&json!({"play": {"decision": decision, "move": mv}}))
                        .await
                        .unwrap();
                }
                let json: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_ne!(json["type"], "refused", "{text}");
                if json["type"] == "update" {
                    links.push(json["game"]["link"].clone());
                }
                texts.push(text);
                if json["table"]["status"] == "over" {
                    break;
                }
            }
            // The answer to the last move.
            while let Ok(Some(text)) = tokio::time::timeout(Duration::from_millis(300), live.next_text()).await {
                texts.push(text);
            }
            (links, texts)
        }));
    }
    let mut heard = Vec::new();
    for task in tasks {
        heard.push(task.await.unwrap());
    }
    let mut seen = Vec::new();
    while let Some(text) = watched.next_text().await {
        let over = text.contains(r#""status":"over""#);
        seen.push(text);
        if over {
            break;
        }
    }
    let plies = heard[0].0.len();
    assert!(
        plies > 10 && heard[0].0[plies - 5..] == heard[1].0[plies - 5..],
        "both saw the same chain"
    );
    // The bus carried to each node what was shown there, and nothing else: Ann's node serves the table, so nothing that
    // is shown to her was on the way.
    let shown = [&Vec::new(), &heard[1].1, &seen];
    let mut letters = 0;
    for (node, text) in carried.lock().unwrap().iter() {
        // Sent when they connected, and read there.
        let first = *node > 0 && text.starts_with(r#"{"type":"sync""#);
        assert!(first || shown[*node].contains(text), "node {node} was sent {text}");
        letters += 1;
    }
    assert!(letters >= 2 * plies, "the test listened: {letters}");
    assert_eq!(
        nodes.metric("roundtable_moves_total") as usize,
        plies,
        "each move was stored once"
    );
    // Everybody gets the same record, wherever they ask.
    let mut records = Vec::new();
    for node in 0..3 {
        let record = nodes
            .at(&ann, node)
            .get(&format!("/api/tables/{id}/record"))
            .await
            .unwrap();
        assert_eq!(record.status, 200, "{}", record.text);
        records.push(record.text);
    }
    assert!(records[0] == records[1] && records[1] == records[2]);
    assert_eq!(nodes.metric("roundtable_bus_gaps_total"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_chat_refusals_and_names_pass_from_node_to_node() {
    let nodes = Nodes::open(2).await;
    let mut ann = Client::guest(nodes.address(0), "Ann").await.unwrap();
    let mut ben = Client::guest(nodes.address(1), "Ben").await.unwrap();
    let wish = json!({"game": "shock", "players": 3, "public": true, "spectators": true, "hints": true});
    let (id, key) = table(&mut ann, wish).await;
    let (mut at_ann, _) = connect(&ann, &id).await;
    act(&mut ben, &id, "join", json!({"seat": 1})).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    let (mut at_ben, sync) = connect(&ben, &id).await;
    assert_eq!(sync["you"]["seat"], 1);
    // A refusal names the rule, also from another node; and HTTP says what the socket says.
    let refused = at_ben
        .ask_and_wait(&json!({"play": {"decision": 0, "move": "sing"}}))
        .await
        .unwrap();
    assert_eq!(refused["type"], "refused", "{refused}");
    let over_http = ben
        .post(
            &format!("/api/tables/{id}/play"),
            &json!({"decision": 0, "move": "sing"}),
        )
        .await
        .unwrap();
    assert_eq!(over_http.code(), refused["error"]["code"].as_str().unwrap());
    // Chat in both directions.
    act(&mut ben, &id, "chat", json!({"text": "hello from afar"})).await;
    let line = until(&mut at_ann, |message| message["type"] == "chat").await;
    assert_eq!(
        (line["line"]["text"].as_str(), line["line"]["name"].as_str()),
        (Some("hello from afar"), Some("Ben"))
    );
    at_ann.ask(&json!({"chat": {"text": "and back"}})).await.unwrap();
    until(&mut at_ben, |message| message["line"]["text"] == "and back").await;
    let page = ben.get(&format!("/api/tables/{id}/chat/earlier")).await.unwrap().json();
    assert_eq!(page["lines"].as_array().unwrap().len(), 2, "{page}");
    // A table as it is shown, and a private one that is not.
    let shown = ben.get(&format!("/api/tables/{id}?key={key}")).await.unwrap();
    assert_eq!((shown.status, shown.json()["id"].as_str()), (200, Some(id.as_str())));
    // Hints are worked out where the table is.
    let begun = std::time::Instant::now();
    loop {
        let hints = ben.post(&format!("/api/tables/{id}/hint"), &json!({})).await.unwrap();
        if hints.status == 200 {
            break;
        }
        // It is Ann's turn: she makes the first move there is.
        assert!(begun.elapsed() < Duration::from_secs(30), "{}", hints.text);
        let (mut live, sync) = connect(&ann, &id).await;
        if let Some(mv) = sync["game"]["legal"].as_array().and_then(|legal| legal.first()) {
            let play = json!({"play": {"decision": sync["game"]["decision"], "move": mv["number"]}});
            live.ask_and_wait(&play).await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // A new name shows everywhere, and the sockets of whoever bears it are made anew.
    let answer = ben
        .send("PATCH", "/api/me", &[], Some(r#"{"name":"Benedict"}"#))
        .await
        .unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text);
    until(&mut at_ann, |message| {
        message["table"]["seats"][1]["name"] == "Benedict"
    })
    .await;
    let bye = until(&mut at_ben, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "signed_out");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_everywhere_is_signed_out_on_every_node() {
    let nodes = Nodes::open(2).await;
    let mut ann = Client::guest(nodes.address(0), "Ann").await.unwrap();
    let wish = json!({"game": "shock", "players": 3, "public": true});
    let (id, _) = table(&mut ann, wish).await;
    let (mut here, _) = connect(&ann, &id).await;
    let (mut there, _) = connect(&nodes.at(&ann, 1), &id).await;
    post(&mut ann.clone(), "/api/me/sign-out-everywhere", json!({})).await;
    for live in [&mut here, &mut there] {
        let bye = until(live, |message| message["type"] == "bye").await;
        assert_eq!(bye["code"], "signed_out");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_tries_passwords_at_several_nodes_has_no_more_attempts() {
    let nodes = Nodes::open(2).await;
    let mut ann = Client::guest(nodes.address(0), "Ann").await.unwrap();
    post(&mut ann, "/api/me/password", json!({"password": "correct horse"})).await;
    let guess = json!({"name": "Ann", "password": "wrong horse"});
    for (node, attempts) in [(0, 6), (1, 4)] {
        for _ in 0..attempts {
            let answer = Client::new(nodes.address(node))
                .post("/api/login", &guess)
                .await
                .unwrap();
            assert_eq!(answer.status, 401, "{}", answer.text);
        }
    }
    // Nodes tell each other every second.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    for node in [0, 1] {
        let answer = Client::new(nodes.address(node))
            .post("/api/login", &guess)
            .await
            .unwrap();
        assert_eq!(answer.status, 429, "{}", answer.text);
    }
}
