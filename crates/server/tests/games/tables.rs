//! Everything that people can do at a table, over real sockets.

use crate::common::{House, act, number, post, promise, refused, table, until};
use roundtable_load::Client;
use serde_json::{Value, json};

/// A running table of Knight at the Inn with two people.
async fn two(house: &House, wish: Value) -> (Client, Client, String) {
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let mut whole = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "promise": promise(1)});
    whole.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    let (id, _) = table(&mut ann, whole).await;
    act(&mut ben, &id, "join", json!({"promise": promise(2)})).await;
    act(&mut ann, &id, "start", json!({})).await;
    act(&mut ann, &id, "reveal", json!({"number": number(1)})).await;
    act(&mut ben, &id, "reveal", json!({"number": number(2)})).await;
    (ann, ben, id)
}

#[tokio::test]
async fn two_people_play_and_a_late_or_doubled_move_is_harmless() {
    let house = House::open().await;
    let (ann, ben, id) = two(&house, json!({})).await;
    let mut lives = [ann.live(&id, None).await.unwrap(), ben.live(&id, None).await.unwrap()];
    let mut first = Vec::new();
    for live in &mut lives {
        first.push(live.next().await.unwrap());
    }
    assert_eq!(first[0]["you"]["seat"], 0);
    assert_eq!(first[1]["you"]["seat"], 1);
    let mover = first
        .iter()
        .position(|sync| !sync["game"]["decision"].is_null())
        .unwrap();
    let play = json!({"play": {"decision": 0, "move": first[mover]["game"]["legal"][0]["number"]}});
    // The other player cannot move now, nor answer somebody else's decision.
    let answer = lives[1 - mover].ask_and_wait(&play).await.unwrap();
    assert_eq!(answer["error"]["code"], "not_to_act");
    // Sent twice: the first counts, the second is refused.
    let (one, two) = (
        lives[mover].ask(&play).await.unwrap(),
        lives[mover].ask(&play).await.unwrap(),
    );
    let mut between = Vec::new();
    assert_eq!(lives[mover].answer(one, &mut between).await.unwrap()["type"], "done");
    assert_eq!(
        lives[mover].answer(two, &mut between).await.unwrap()["error"]["code"],
        "stale_decision"
    );
    assert_eq!(between.iter().filter(|message| message["type"] == "update").count(), 1);
    let update = until(&mut lives[1 - mover], |message| message["type"] == "update").await;
    assert_eq!(update["game"]["ply"], 1);
    // Illegal moves are refused with their rule, nonsense without.
    let decision = 1;
    for (mv, code) in [
        (json!({"type": "keep"}), "must_place"),
        (json!("castle"), "bad_move"),
        (json!(null), "bad_move"),
    ] {
        let answer = lives[mover]
            .ask_and_wait(&json!({"play": {"decision": decision, "move": mv}}))
            .await
            .unwrap();
        assert_eq!(answer["error"]["code"], code);
    }
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_with_its_deadlines() {
    let mut house = House::open_with(|config| config.bot_delay_max = 5).await;
    let (ann, ben, id) = two(&house, json!({"seconds": 5, "stand_in": "page", "spectators": true})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let before = live.next().await.unwrap();
    let due = before["game"]["deadlines"].clone();
    assert_eq!(due.as_array().unwrap().len(), 1);
    house.restart().await;
    let [ann, ben] = [ann, ben].map(|client| Client {
        server: house.address,
        ..client
    });
    let mut live = ann.live(&id, None).await.unwrap();
    let after = live.next().await.unwrap();
    assert_eq!(after["game"]["view"], before["game"]["view"]);
    // The deadline is the stored one, moved by the time that the server was away: nobody is late because of that.
    let at = |deadlines: &serde_json::Value| deadlines[0]["at"].as_i64().unwrap();
    let moved = at(&after["game"]["deadlines"]) - at(&due);
    assert!((0..60_000).contains(&moved), "{moved}");
    // Nobody moves, so the deadline passes and bots play the game to its end.
    let over = until(&mut live, |message| message["table"]["status"] == "over").await;
    assert_eq!(over["table"]["seats"][0]["stand_in"], "away");
    let record = ben.clone().get(&format!("/api/tables/{id}/record")).await.unwrap();
    assert_eq!(record.status, 200);
}

#[tokio::test]
async fn a_deadline_passes_while_nobody_has_the_table_in_memory() {
    let mut house = House::open().await;
    let (ann, _, id) = two(&house, json!({"seconds": 5, "stand_in": "page"})).await;
    house.close().await;
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    house.restart().await;
    // Nobody watches the table; the server finds the deadline in the store.
    let mut ann = Client {
        server: house.address,
        ..ann
    };
    for _ in 0..600 {
        let mine = ann.get("/api/tables?list=mine").await.unwrap().json();
        assert_eq!(mine["tables"][0]["id"], json!(id));
        if mine["tables"][0]["ply"].as_u64().unwrap() > 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no bot stood in");
}

#[tokio::test]
async fn a_seat_is_resigned_to_a_bot_and_taken_back() {
    let house = House::open_with(|config| config.bot_delay_max = 5).await;
    let (ann, mut ben, id) = two(&house, json!({})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    assert_eq!(live.next().await.unwrap()["type"], "sync");
    act(&mut ben, &id, "resign", json!({})).await;
    let told = until(&mut live, |message| message["type"] == "table").await;
    assert_eq!(told["table"]["seats"][1]["stand_in"], "resigned");
    let mut player = roundtable_load::Player::new(1);
    // Ann plays some moves against the bot.
    let mut moves = 0;
    live.ask(&json!({"sync": {}})).await.unwrap();
    while moves < 6 {
        let text = live.next_text().await.unwrap();
        let given = roundtable_load::messages(&text).unwrap();
        if let Some((decision, mv)) = given.game.as_ref().and_then(|game| player.decide(game)) {
            live.ask(&json!({"play": {"decision": decision, "move": mv}}))
                .await
                .unwrap();
            moves += 1;
        }
    }
    act(&mut ben, &id, "return", json!({})).await;
    let look = ben.get(&format!("/api/tables/{id}")).await.unwrap().json();
    assert!(look["seats"][1]["stand_in"].is_null());
    assert_eq!(
        refused(
            &mut house.guest("Eve").await,
            &format!("/api/tables/{id}/resign"),
            json!({})
        )
        .await,
        "not_seated"
    );
}

#[tokio::test]
async fn seats_are_open_kept_or_bots_and_private_tables_cannot_be_found() {
    let house = House::open().await;
    let (mut ann, mut ben, mut eve) = (
        house.guest("Ann").await,
        house.guest("Ben").await,
        house.guest("Eve").await,
    );
    let seats = json!(["me", "invited", {"bot": "page"}]);
    let wish = json!({"game": "shock", "players": 4, "seats": seats, "options": {"simplified": true}});
    let (id, key) = table(&mut ann, wish).await;
    let path = format!("/api/tables/{id}");
    let shown = ann.get(&path).await.unwrap().json();
    let invite = shown["seats"][1]["invite"].as_str().unwrap().to_owned();
    assert_eq!(shown["seats"][2]["level"], "page");
    assert_eq!(shown["seats"][3]["kind"], "open");
    // Without the link, the answer is exactly the same as for a table that does not exist.
    let hidden = eve.get(&path).await.unwrap();
    let nothing = eve.get(&format!("/api/tables/{}", "0".repeat(32))).await.unwrap();
    assert_eq!((hidden.status, hidden.text), (404, nothing.text));
    assert_eq!(refused(&mut eve, &format!("{path}/join"), json!({})).await, "no_table");
    assert!(eve.live(&id, None).await.is_err());
    assert!(eve.live(&id, Some(&"0".repeat(32))).await.is_err());
    for list in ["open", "watchable", "mine"] {
        assert_eq!(
            eve.get(&format!("/api/tables?list={list}")).await.unwrap().json()["tables"],
            json!([])
        );
    }
    // With the link, Ben sees it, but neither the invitation nor the link itself.
    let seen = ben.get(&format!("{path}?key={key}")).await.unwrap();
    assert!(seen.status == 200 && !seen.text.contains(&invite) && !seen.text.contains(&key));
    let join = |key: &str| format!("{path}/join?key={key}");
    assert_eq!(refused(&mut ben, &join(&key), json!({"seat": 1})).await, "seat_taken");
    assert_eq!(refused(&mut ben, &join(&key), json!({"seat": 2})).await, "seat_taken");
    assert_eq!(refused(&mut ben, &join(&key), json!({"seat": 9})).await, "bad_seat");
    post(&mut ben, &join(&invite), json!({})).await;
    let shown = ann.get(&path).await.unwrap().json();
    assert_eq!(shown["seats"][1]["name"], "Ben");
    assert_eq!(
        refused(&mut ann, &format!("{path}/start"), json!({})).await,
        "seats_free"
    );
    assert_eq!(
        refused(&mut ben, &format!("{path}/start"), json!({"fill": "page"})).await,
        "not_host"
    );
    assert_eq!(
        refused(&mut ann, &format!("{path}/start"), json!({"fill": "exec:/bin/sh"})).await,
        "bad_level"
    );
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    assert_eq!(refused(&mut eve, &join(&key), json!({})).await, "already_running");
    // The table has no spectators.
    assert!(eve.live(&id, Some(&key)).await.is_err());
    assert!(ben.live(&id, None).await.is_ok());
    let mine = ben.get("/api/tables?list=mine").await.unwrap().json();
    assert_eq!(mine["tables"][0]["id"], json!(id));
}

/// One link is enough: it also gives the last kept seat, it shows a finished game, and while a game without spectators
/// goes on it says that nothing can be seen.
#[tokio::test]
async fn the_link_of_a_table_does_what_can_be_done() {
    let house = House::open().await;
    let (mut ann, mut ben, mut eve) = (
        house.guest("Ann").await,
        house.guest("Ben").await,
        house.guest("Eve").await,
    );
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", "invited"]});
    let (id, key) = table(&mut ann, wish).await;
    let path = format!("/api/tables/{id}");
    let linked = format!("{path}?key={key}");
    assert_eq!(eve.get(&linked).await.unwrap().json()["watch"], true);
    post(&mut ben, &format!("{path}/join?key={key}"), json!({})).await;
    assert_eq!(
        refused(&mut eve, &format!("{path}/join?key={key}"), json!({})).await,
        "table_full"
    );
    act(&mut ann, &id, "start", json!({})).await;
    assert_eq!(eve.get(&linked).await.unwrap().json()["watch"], false);
    assert_eq!(ben.get(&linked).await.unwrap().json()["watch"], true);
    assert!(eve.live(&id, Some(&key)).await.is_err());
    for person in [&mut ann, &mut ben] {
        act(person, &id, "resign", json!({})).await;
    }
    for _ in 0..600 {
        if eve.get(&linked).await.unwrap().json()["status"] == "over" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // Now it can be looked at, by whoever has the link.
    assert_eq!(eve.get(&linked).await.unwrap().json()["watch"], true);
    assert!(eve.live(&id, Some(&key)).await.is_ok());
    assert_eq!(eve.get(&format!("{path}/replay?key={key}")).await.unwrap().status, 200);
    assert_eq!(eve.get(&format!("{path}/replay")).await.unwrap().status, 404);
}

#[tokio::test]
async fn whoever_leaves_frees_the_seat_and_the_last_closes_the_table() {
    let house = House::open().await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let (id, _) = table(&mut ann, json!({"game": "shock", "players": 3, "public": true})).await;
    act(&mut ben, &id, "join", json!({"seat": 2})).await;
    assert_eq!(
        refused(&mut ben, &format!("/api/tables/{id}/join"), json!({"seat": 1})).await,
        "already_seated"
    );
    let left = act(&mut ann, &id, "leave", json!({})).await;
    assert_eq!(left["table"]["host"], ben.get("/api/me").await.unwrap().json()["id"]);
    let listed = ann.get("/api/tables").await.unwrap().json();
    assert_eq!(listed["tables"].as_array().unwrap().len(), 1);
    act(&mut ben, &id, "leave", json!({})).await;
    assert_eq!(
        refused(&mut ann, &format!("/api/tables/{id}/join"), json!({})).await,
        "closed"
    );
    assert_eq!(ann.get("/api/tables").await.unwrap().json()["tables"], json!([]));
}

#[tokio::test]
async fn players_and_spectators_chat_apart_and_can_be_muted() {
    let house = House::open().await;
    let (mut ann, ben, id) = two(&house, json!({"spectators": true})).await;
    let eve = house.guest("Eve").await;
    let mut lives = [
        ann.live(&id, None).await.unwrap(),
        ben.live(&id, None).await.unwrap(),
        eve.live(&id, None).await.unwrap(),
    ];
    for live in &mut lives {
        live.next().await.unwrap();
    }
    assert_eq!(
        lives[0]
            .ask_and_wait(&json!({"chat": {"text": " hello "}}))
            .await
            .unwrap()["type"],
        "done"
    );
    let heard = lives[1].next().await.unwrap();
    assert_eq!(
        (&heard["type"], &heard["line"]["text"], &heard["line"]["name"]),
        (&json!("chat"), &json!("hello"), &json!("Ann"))
    );
    let skipped = lives[2].next().await.unwrap();
    assert_eq!(skipped, json!({"type": "skip", "n": heard["n"]}));
    assert_eq!(
        lives[2].ask_and_wait(&json!({"chat": {"text": "psst"}})).await.unwrap()["type"],
        "done"
    );
    assert_eq!(lives[0].next().await.unwrap()["type"], "skip");
    // Limits.
    for (text, code) in [
        ("", "bad_text"),
        ("a\u{7}", "bad_text"),
        (&*"x".repeat(501), "bad_text"),
    ] {
        let answer = lives[0].ask_and_wait(&json!({"chat": {"text": text}})).await.unwrap();
        assert_eq!(answer["error"]["code"], code);
    }
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(lives[0].ask_and_wait(&json!({"chat": {"text": "spam"}})).await.unwrap()["error"]["code"].clone());
    }
    assert!(codes.contains(&json!("too_fast")));
    // Mutes: the host mutes for everybody, others only for themselves.
    let person = |client: &Client| {
        let mut client = client.clone();
        async move { client.get("/api/me").await.unwrap().json()["id"].clone() }
    };
    let (ann_id, ben_id) = (person(&ann).await, person(&ben).await);
    assert_eq!(
        refused(
            &mut ben.clone(),
            &format!("/api/tables/{id}/mute"),
            json!({"person": ann_id, "on": true, "everybody": true})
        )
        .await,
        "not_host"
    );
    act(
        &mut ann,
        &id,
        "mute",
        json!({"person": ben_id, "on": true, "everybody": true}),
    )
    .await;
    assert_eq!(
        lives[1].ask_and_wait(&json!({"chat": {"text": "hm"}})).await.unwrap()["error"]["code"],
        "muted"
    );
    act(
        &mut ann,
        &id,
        "mute",
        json!({"person": ben_id, "on": false, "everybody": true}),
    )
    .await;
    act(&mut ann, &id, "mute", json!({"person": ben_id, "on": true})).await;
    assert_eq!(
        lives[1]
            .ask_and_wait(&json!({"chat": {"text": "anybody?"}}))
            .await
            .unwrap()["type"],
        "done"
    );
    lives[0].ask(&json!({"sync": {}})).await.unwrap();
    let sync = until(&mut lives[0], |message| message["type"] == "sync").await;
    assert!(!sync["chat"].to_string().contains("anybody?") && sync["you"]["muted"][0] == ben_id);
}

#[tokio::test]
async fn the_same_people_play_again() {
    let house = House::open_with(|config| config.bot_delay_max = 2).await;
    let (mut ann, mut ben, id) = two(&house, json!({"stand_in": "page"})).await;
    assert_eq!(
        refused(&mut ann, &format!("/api/tables/{id}/rematch"), json!({})).await,
        "not_over"
    );
    assert_eq!(
        ann.get(&format!("/api/tables/{id}/record")).await.unwrap().code(),
        "not_over"
    );
    let mut live = ann.live(&id, None).await.unwrap();
    act(&mut ann, &id, "resign", json!({})).await;
    act(&mut ben, &id, "resign", json!({})).await;
    until(&mut live, |message| message["table"]["status"] == "over").await;
    let again = act(&mut ben, &id, "rematch", json!({"promise": promise(9)})).await;
    assert_eq!(
        act(&mut ann, &id, "rematch", json!({})).await["rematch"],
        again["rematch"],
        "one for both"
    );
    let next = again["rematch"].as_str().unwrap();
    let shown = ann.get(&format!("/api/tables/{next}")).await.unwrap().json();
    assert_eq!(
        shown["seats"][0]["kind"], "asked",
        "nobody is seated without having said yes"
    );
    assert_eq!(
        (&shown["seats"][0]["name"], &shown["seats"][1]["name"]),
        (&json!("Ann"), &json!("Ben"))
    );
    assert_ne!(
        shown["commitment"],
        ann.get(&format!("/api/tables/{id}")).await.unwrap().json()["commitment"]
    );
    assert_eq!(
        refused(&mut ben, &format!("/api/tables/{next}/start"), json!({})).await,
        "seats_free"
    );
    act(&mut ann, next, "join", json!({})).await;
    act(&mut ben, next, "start", json!({})).await;
}

#[tokio::test]
async fn claims_are_heard_by_all() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "never-bring-a-knife", "players": 4, "spectators": true, "public": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    let mut eve = house.guest("Eve").await.live(&id, None).await.unwrap();
    let mut live = ann.live(&id, None).await.unwrap();
    let done = live
        .ask_and_wait(&json!({"claim": {"claim": {"type": "own", "role": "cop"}}}))
        .await
        .unwrap();
    assert_eq!(done["type"], "done");
    let told = until(&mut eve, |message| {
        message["type"] == "claim" && message["claim"]["seat"] == 0
    })
    .await;
    assert_eq!(told["claim"]["text"], "I am a Cop.");
    let bad = live
        .ask_and_wait(&json!({"claim": {"claim": {"type": "own", "role": "king"}}}))
        .await
        .unwrap();
    assert_eq!(bad["error"]["code"], "bad_claim");
    assert_eq!(
        eve.ask_and_wait(&json!({"claim": {"claim": {"type": "own", "role": "cop"}}}))
            .await
            .unwrap()["error"]["code"],
        "not_seated"
    );
}
