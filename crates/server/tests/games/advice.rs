//! Help for players: whether a move is legal, hints, the rule page, and what a dialog for a new table must know.

use crate::common::{House, act, refused, table, until};
use roundtable_catalog::GameId;
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

/// A running table of Knight at the Inn: Ann against a bot.
async fn against_a_bot(house: &House, hints: bool) -> (Client, String) {
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true, "hints": hints});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    (ann, id)
}

/// Waits until this seat has something to decide, and returns the state of the game.
pub(crate) async fn to_act(live: &mut Live) -> Value {
    for _ in 0..1000 {
        live.ask(&json!({"sync": {}})).await.unwrap();
        let sync = until(live, |message| message["type"] == "sync").await;
        if sync["game"]["decision"].is_number() {
            return sync["game"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("never to act");
}

#[tokio::test]
async fn a_move_can_be_checked_without_making_it() {
    let house = House::open().await;
    let (mut ann, id) = against_a_bot(&house, false).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let game = to_act(&mut live).await;
    let legal = game["legal"].as_array().unwrap();
    // Every legal move is allowed, in each of its forms, and can still be made afterwards.
    for mv in legal {
        for form in ["number", "notation", "json"] {
            let answer = live.ask_and_wait(&json!({"check": {"move": mv[form]}})).await.unwrap();
            assert_eq!(answer["type"], "done", "{mv}");
        }
    }
    let answer = live
        .ask_and_wait(&json!({"check": {"move": {"type": "keep"}}}))
        .await
        .unwrap();
    assert_eq!(answer["error"]["code"], "must_place");
    assert_eq!(answer["error"]["rule"], "KI-R3");
    assert!(answer["error"]["message"].as_str().unwrap().contains("both tokens"));
    let nonsense = live.ask_and_wait(&json!({"check": {"move": "castle"}})).await.unwrap();
    assert_eq!(nonsense["error"]["code"], "bad_move");
    // Nothing has changed.
    live.ask(&json!({"sync": {}})).await.unwrap();
    let sync = until(&mut live, |message| message["type"] == "sync").await;
    assert_eq!(sync["game"], game);
    // The same over HTTP, and only for the asker's own seat.
    let path = format!("/api/tables/{id}/check");
    assert_eq!(
        refused(&mut ann, &path, json!({"move": {"type": "keep"}})).await,
        "must_place"
    );
    let allowed = act(&mut ann, &id, "check", json!({"move": legal[0]["number"]})).await;
    assert_eq!(allowed["table"]["ply"], sync["game"]["ply"]);
    let mut eve = house.guest("Eve").await;
    assert_eq!(refused(&mut eve, &path, json!({"move": "keep"})).await, "not_seated");
    let mut before = house.guest("Before").await;
    let (waiting, _) = table(&mut before, json!({"game": "shock", "players": 3})).await;
    let path = format!("/api/tables/{waiting}/check");
    assert_eq!(
        refused(&mut before, &path, json!({"move": "withdraw"})).await,
        "not_running"
    );
}

#[tokio::test]
async fn hints_come_to_who_asks_where_the_table_allows_them() {
    let house = House::open().await;
    let (mut ann, id) = against_a_bot(&house, true).await;
    let mut eve = house.guest("Eve").await.live(&id, None).await.unwrap();
    let mut live = ann.live(&id, None).await.unwrap();
    let game = to_act(&mut live).await;
    let answer = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    let hints = answer["hints"].as_array().unwrap();
    assert!((1..=3).contains(&hints.len()), "{answer}");
    for hint in hints {
        let legal = game["legal"].as_array().unwrap();
        let mv = legal.iter().find(|mv| mv["number"] == hint["number"]).unwrap();
        assert_eq!((&mv["notation"], &mv["json"]), (&hint["notation"], &hint["json"]));
        assert!((0.0..=1.0).contains(&hint["share"].as_f64().unwrap()));
        assert!(hint["error"].as_f64().unwrap() >= 0.0);
        assert!(
            hint["as_good"] == true || !hint["reason"].as_str().unwrap().is_empty(),
            "{hint}"
        );
    }
    // A second request about the same decision, also over HTTP, gets the same hints without new work.
    let again = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    assert_eq!(again["hints"], answer["hints"]);
    let over_http = act(&mut ann, &id, "hint", json!({})).await;
    assert_eq!(over_http["hints"], answer["hints"]);
    // The first hint can be played; then there is no decision, or another one.
    let play = json!({"play": {"decision": game["decision"], "move": hints[0]["json"]}});
    assert_eq!(live.ask_and_wait(&play).await.unwrap()["type"], "done");
    let next = to_act(&mut live).await;
    let other = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    for hint in other["hints"].as_array().unwrap() {
        let known = next["legal"].as_array().unwrap().iter();
        assert!(known.filter(|mv| mv["number"] == hint["number"]).count() == 1);
    }
    // Spectators have no seat to get hints for, and hear nothing of them.
    assert_eq!(
        eve.ask_and_wait(&json!({"hint": {}})).await.unwrap()["error"]["code"],
        "not_seated"
    );
    eve.ask(&json!({"sync": {}})).await.unwrap();
    until(&mut eve, |message| {
        assert!(message.get("hints").is_none(), "{message}");
        message["type"] == "sync" && message["n"].as_u64().unwrap() > 0
    })
    .await;
}

#[tokio::test]
async fn hints_are_refused_where_there_are_none() {
    let house = House::open().await;
    let (ann, id) = against_a_bot(&house, false).await;
    let mut live = ann.live(&id, None).await.unwrap();
    to_act(&mut live).await;
    let answer = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    assert_eq!(answer["error"]["code"], "no_hints");
    // Not to act: no hints.
    let mut ben = house.guest("Ben").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "hints": true});
    let (id, _) = table(&mut ben, wish).await;
    assert_eq!(
        refused(&mut ben, &format!("/api/tables/{id}/hint"), json!({})).await,
        "not_running"
    );
    let mut cat = house.guest("Cat").await;
    act(&mut cat, &id, "join", json!({})).await;
    act(&mut ben, &id, "start", json!({})).await;
    let mut codes = Vec::new();
    for person in [&mut ben, &mut cat] {
        let answer = person
            .post(&format!("/api/tables/{id}/hint"), &json!({}))
            .await
            .unwrap();
        codes.push(answer.code());
    }
    codes.sort();
    assert_eq!(codes, ["", "not_to_act"], "one of the two is to act");
}

#[tokio::test]
async fn the_rule_page_of_every_game_can_be_read() {
    let house = House::open().await;
    let mut eve = Client::new(house.address);
    for game in GameId::HOUSE {
        let path = format!("/api/games/{game}/rules");
        let answer = eve.get(&path).await.unwrap();
        assert_eq!(answer.status, 200);
        assert_eq!(answer.text, game.info().rules);
        let head = answer.head.to_lowercase();
        assert!(head.contains("content-type: text/markdown; charset=utf-8"), "{head}");
        let tag = head.split("etag: ").nth(1).unwrap().lines().next().unwrap().to_owned();
        let again = eve.send("GET", &path, &[("If-None-Match", &tag)], None).await.unwrap();
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        let other = eve
            .send("GET", &path, &[("If-None-Match", "\"x\"")], None)
            .await
            .unwrap();
        assert_eq!(other.status, 200);
    }
    let wrong = eve.get("/api/games/chess/rules").await.unwrap();
    assert_eq!(wrong.code(), "unknown_game");
}

#[tokio::test]
async fn the_list_of_games_says_what_a_new_table_can_be() {
    let house = House::open().await;
    let mut eve = Client::new(house.address);
    let list = eve.get("/api/games").await.unwrap().json();
    assert_eq!(list["games"].as_array().unwrap().len(), GameId::HOUSE.len());
    for (game, listed) in GameId::HOUSE.into_iter().zip(list["games"].as_array().unwrap()) {
        assert_eq!(listed["slug"], game.to_string());
        assert_eq!(listed["min_players"], game.info().min_players);
        assert_eq!(listed["max_players"], game.info().max_players);
        for (switch, option) in game.switches().iter().zip(listed["options"].as_array().unwrap()) {
            assert_eq!(
                (&option["name"], &option["summary"]),
                (&json!(switch.name), &json!(switch.summary))
            );
        }
    }
    let levels = list["levels"].as_array().unwrap();
    let names: Vec<_> = levels.iter().map(|level| level["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["page", "squire", "knight", "champion"]);
    assert!(levels.iter().all(|level| level["summary"].as_str().unwrap().len() > 10));
}
