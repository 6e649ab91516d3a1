//! Reviews of finished games, and notes on their moments.

use std::time::{Duration, Instant};

use crate::advice::to_act;
use crate::common::{House, act, finished, post, refused, table};
use roundtable_core::Record;
use roundtable_load::Client;
use roundtable_protocol::review::Review;
use roundtable_review::{Ask, review};
use roundtable_server::store::{Retention, gc};
use serde_json::{Value, json};

async fn get(client: &mut Client, path: &str) -> Value {
    let answer = client.get(path).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// Looks until the review is complete, and returns what was seen on the way.
async fn complete(client: &mut Client, path: &str) -> Vec<Value> {
    let until = Instant::now() + Duration::from_secs(120);
    let mut seen = Vec::new();
    loop {
        let now = get(client, path).await;
        let done = now["review"].is_object() && now["coarse"] == false;
        seen.push(now);
        if done {
            return seen;
        }
        assert!(Instant::now() < until, "the review is not ready");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_worked_out_once_and_kept() {
    let mut house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = finished(&house, &mut ann, wish).await;
    let path = format!("/api/tables/{id}/review");
    let nothing = json!({"coarse": false});
    assert_eq!(
        get(&mut ann, &path).await,
        nothing,
        "nothing is done before it is asked for"
    );
    let begun = post(&mut ann, &path, json!({})).await;
    assert!(begun["working"]["all"].as_u64() > Some(0), "{begun}");
    let mut eve = house.guest("Eve").await;
    let seen = complete(&mut eve, &path).await;
    let far: Vec<(bool, u64)> = seen
        .iter()
        .filter_map(|now| now.get("working"))
        .map(|working| (working["coarse"] == false, working["done"].as_u64().unwrap()))
        .collect();
    assert!(far.is_sorted(), "first the coarse look, then the close one: {far:?}");
    let known = format!("{path}?known=coarse");
    assert_eq!(
        get(&mut eve, &known).await,
        *seen.last().unwrap(),
        "the close look is sent to everybody"
    );
    let shown: Review = serde_json::from_value(seen.last().unwrap()["review"].clone()).unwrap();
    // It is what anybody gets who reviews the record.
    let record = Record::parse(&ann.get(&format!("/api/tables/{id}/record")).await.unwrap().text).unwrap();
    let ask = Ask {
        open: true,
        ..Ask::default()
    };
    let own = review(record, ask, &mut |_, _| true).unwrap().unwrap();
    assert_eq!(shown, own);
    // Nobody has to wait again, not even after a restart.
    assert_eq!(post(&mut eve, &path, json!({})).await, *seen.last().unwrap());
    house.restart().await;
    let mut cat = house.guest("Cat").await;
    assert_eq!(get(&mut cat, &path).await, *seen.last().unwrap());
    // It is deleted in time, and can be worked out again.
    house.close().await;
    let keep = Retention {
        reviews: i64::MAX,
        ..house_keeping()
    };
    let (swept, ..) = gc(&house.scratch.path().join("roundtable.sqlite"), &keep).unwrap();
    assert_eq!(swept.reviews, 1);
}

/// Nothing is old enough to go.
const fn house_keeping() -> Retention {
    Retention {
        waiting: 0,
        closed: 0,
        chat: 0,
        guests: 0,
        reviews: 0,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_see_a_game_gets_no_review_and_no_notes_and_a_running_game_has_none() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut eve = house.guest("Eve").await;
    let (id, key) = finished(&house, &mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    for path in ["review", "notes"] {
        let path = format!("/api/tables/{id}/{path}");
        assert_eq!(eve.get(&path).await.unwrap().code(), "no_table");
        assert_eq!(eve.get(&format!("{path}?key={key}")).await.unwrap().status, 200);
    }
    assert_eq!(
        refused(&mut eve, &format!("/api/tables/{id}/review"), json!({})).await,
        "no_table"
    );
    let note = json!({"ply": 0, "text": "So?"});
    assert_eq!(
        refused(&mut eve, &format!("/api/tables/{id}/notes"), note).await,
        "no_table"
    );
    // While a game runs, a review would tell its players what to do.
    let (running, _) = table(&mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    act(&mut ann, &running, "start", json!({"fill": "page"})).await;
    for path in ["review", "notes"] {
        let path = format!("/api/tables/{running}/{path}");
        assert_eq!(ann.get(&path).await.unwrap().code(), "not_over");
    }
    assert_eq!(
        refused(&mut ann, &format!("/api/tables/{running}/review"), json!({})).await,
        "not_over"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reviews_are_bounded_for_a_person() {
    let house = House::open_with(|config| config.reviews_per_day = 2).await;
    let mut ann = house.guest("Ann").await;
    let mut codes = Vec::new();
    for _ in 0..3 {
        let (id, _) = finished(&house, &mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
        let path = format!("/api/tables/{id}/review");
        codes.push(ann.post(&path, &json!({})).await.unwrap().code());
    }
    assert_eq!(codes, ["", "", "used_up"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notes_are_kept_with_the_game_and_shared_only_by_those_who_played() {
    let mut house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut eve = house.guest("Eve").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = finished(&house, &mut ann, wish).await;
    let path = format!("/api/tables/{id}/notes");
    let texts = |notes: &Value| -> Vec<(u64, String)> {
        let notes = notes["notes"].as_array().unwrap().iter();
        notes
            .map(|note| (note["ply"].as_u64().unwrap(), note["text"].as_str().unwrap().to_owned()))
            .collect()
    };
    let note = |ply: u64, text: &str| (ply, text.to_owned());
    post(
        &mut ann,
        &path,
        json!({"ply": 3, "text": " Here it turned. ", "shared": true}),
    )
    .await;
    post(
        &mut ann,
        &path,
        json!({"ply": 1, "text": "I was afraid of the bridge."}),
    )
    .await;
    let own = post(&mut eve, &path, json!({"ply": 2, "text": "Why?"})).await;
    assert_eq!(texts(&own), [note(2, "Why?"), note(3, "Here it turned.")]);
    assert_eq!(
        (&own["notes"][1]["name"], &own["notes"][1]["shared"]),
        (&json!("Ann"), &json!(true))
    );
    let shared = json!({"ply": 2, "text": "Why?", "shared": true});
    assert_eq!(refused(&mut eve, &path, shared).await, "not_seated");
    house.restart().await;
    (ann.server, eve.server) = (house.address, house.address);
    assert_eq!(
        texts(&get(&mut ann, &path).await),
        [note(1, "I was afraid of the bridge."), note(3, "Here it turned.")]
    );
    // Another text replaces the first, and none takes it away.
    post(
        &mut ann,
        &path,
        json!({"ply": 3, "text": "Here it turned!", "shared": false}),
    )
    .await;
    assert_eq!(texts(&get(&mut eve, &path).await), [note(2, "Why?")]);
    let left = post(&mut ann, &path, json!({"ply": 1, "text": "  "})).await;
    assert_eq!(texts(&left), [note(3, "Here it turned!")]);
    assert_eq!(
        refused(&mut ann, &path, json!({"ply": 9999, "text": "?"})).await,
        "bad_ply"
    );
    let long = "x".repeat(2001);
    assert_eq!(
        refused(&mut ann, &path, json!({"ply": 0, "text": long})).await,
        "bad_text"
    );
    for ply in 0..200 {
        let note = json!({"ply": ply % 5, "text": format!("{ply}")});
        assert_eq!(
            ann.post(&path, &note).await.unwrap().status,
            200,
            "the same moment again is no further note"
        );
    }
    // Whoever leaves the site takes the notes along.
    let gone = eve.send("DELETE", "/api/me", &[], Some("{}")).await.unwrap();
    assert!((200..300).contains(&gone.status), "{}", gone.text);
    let db = rusqlite::Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
    let count: i64 = db
        .query_row("SELECT count(*) FROM notes WHERE text = 'Why?'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, 0);
}

/// Hints and moves of others do not wait for reviews.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_does_not_wait_for_reviews() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut reviews = Vec::new();
    for _ in 0..2 {
        let (id, _) = finished(&house, &mut ann, json!({"game": "shock", "players": 5})).await;
        reviews.push(format!("/api/tables/{id}/review"));
    }
    for review in &reviews {
        post(&mut ann, review, json!({})).await;
    }
    let mut ben = house.guest("Ben").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "hints": true});
    let (id, _) = table(&mut ben, wish).await;
    act(&mut ben, &id, "start", json!({"fill": "page"})).await;
    let mut live = ben.live(&id, None).await.unwrap();
    to_act(&mut live).await;
    let answer = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
    assert!(answer["hints"].is_array(), "{answer}");
    let mut underway = 0;
    for review in &reviews {
        underway += u32::from(get(&mut ann, review).await["working"].is_object());
    }
    assert!(underway > 0, "the reviews are not done yet");
}
