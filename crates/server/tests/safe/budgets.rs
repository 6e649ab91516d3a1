//! What people may store is bounded, by person and by address, and what nobody needs is deleted for good.

use std::time::Duration;

use crate::common::{House, act, refused, state, table, until};
use roundtable_load::Client;
use roundtable_server::store::{Retention, Swept, gc};
use rusqlite::Connection;
use serde_json::{Value, json};

fn waiting_table() -> Value {
    json!({"game": "shock", "players": 3, "public": true, "spectators": true})
}

/// A deck that differs from others by a comment.
fn deck(comment: &str) -> String {
    let standard = include_str!("../../../games/shock/deck.toml");
    format!("# {comment}\n{standard}")
}

fn count(house: &House, what: &str) -> i64 {
    let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
    db.query_row(&format!("SELECT count(*) FROM {what}"), [], |row| row.get(0))
        .unwrap()
}

#[tokio::test]
async fn tables_and_decks_of_a_day_are_bounded_for_a_person_and_an_address() {
    let house = House::open_with(|config| {
        (config.tables_per_day, config.people_per_address, config.decks_per_day) = (5, 2, 40_000);
    })
    .await;
    let mut ann = house.guest("Ann").await;
    for _ in 0..5 {
        let (id, _) = table(&mut ann, waiting_table()).await;
        act(&mut ann, &id, "leave", json!({})).await;
    }
    let answer = ann.post("/api/tables", &waiting_table()).await.unwrap();
    assert_eq!((answer.status, &*answer.code()), (429, "used_up"), "{}", answer.text);
    assert!(answer.head.to_lowercase().contains("retry-after:"), "{}", answer.head);
    // Lessons and games that go on from others count, too.
    assert_eq!(refused(&mut ann, "/api/games/shock/lesson", json!({})).await, "used_up");
    // A second guest has the other half of what the address may; a third has nothing.
    let mut ben = house.guest("Ben").await;
    let large = |comment: &str| {
        let mut wish = waiting_table();
        wish["deck"] = json!(deck(&comment.repeat(15_000)));
        wish
    };
    table(&mut ben, large("a")).await;
    table(&mut ben, large("b")).await;
    assert_eq!(refused(&mut ben, "/api/tables", large("c")).await, "used_up", "decks");
    for _ in 0..3 {
        table(&mut ben, waiting_table()).await;
    }
    let mut cleo = house.guest("Cleo").await;
    assert_eq!(refused(&mut cleo, "/api/tables", waiting_table()).await, "used_up");
    // From another address, all is well.
    let mut far = cleo.clone();
    far.from = Some([127, 0, 0, 9].into());
    table(&mut far, waiting_table()).await;
}

#[tokio::test]
async fn equal_decks_are_stored_once_and_deleted_with_their_last_table() {
    let mut house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut wish = waiting_table();
    wish["deck"] = json!(deck(&"x".repeat(20_000)));
    let mut tables = Vec::new();
    for _ in 0..10 {
        tables.push(table(&mut ann, wish.clone()).await.0);
    }
    assert_eq!(count(&house, "decks"), 1);
    // A game is played with the deck, before and after a restart.
    act(&mut ann, &tables[0], "start", json!({"fill": "page"})).await;
    house.restart().await;
    let ann = Client {
        server: house.address,
        ..ann
    };
    let game = state(&mut ann.live(&tables[0], None).await.unwrap()).await;
    assert!(game["view"].is_object(), "{game}");
    house.close().await;
    let file = house.scratch.path().join("roundtable.sqlite");
    let later = i64::MAX;
    let keep = Retention {
        waiting: later,
        closed: 0,
        chat: 0,
        guests: 0,
        reviews: 0,
    };
    let (swept, ..) = gc(&file, &keep).unwrap();
    assert_eq!((swept.tables, swept.decks), (9, 0), "one is being played");
    assert_eq!((count(&house, "tables"), count(&house, "members")), (1, 1));
}

#[tokio::test]
async fn what_was_never_started_or_was_closed_is_deleted_and_the_file_shrinks() {
    let mut house = House::open().await;
    let mut ann = house.guest("Ann").await;
    for number in 0..40 {
        let mut wish = waiting_table();
        wish["deck"] = json!(deck(&number.to_string().repeat(8_000)));
        let (id, _) = table(&mut ann, wish).await;
        if number % 2 == 0 {
            act(&mut ann, &id, "chat", json!({"text": "anybody here?"})).await;
            act(&mut ann, &id, "leave", json!({})).await;
        }
    }
    house.close().await;
    let file = house.scratch.path().join("roundtable.sqlite");
    let nothing = Retention {
        waiting: 0,
        closed: 0,
        chat: 0,
        guests: 0,
        reviews: 0,
    };
    let (swept, ..) = gc(&file, &nothing).unwrap();
    assert_eq!(swept, Swept::default(), "nothing is old");
    let all = Retention {
        waiting: i64::MAX,
        closed: i64::MAX,
        chat: i64::MAX,
        guests: i64::MAX,
        reviews: i64::MAX,
    };
    let (swept, before, after) = gc(&file, &all).unwrap();
    assert_eq!((swept.tables, swept.decks, swept.guests), (40, 40, 1));
    assert!(after * 3 < before, "{before} bytes before, {after} after");
    for what in ["tables", "members", "chat", "decks", "clocks", "people", "tokens"] {
        assert_eq!(count(&house, what), 0, "{what}");
    }
    let db = std::fs::read(&file).unwrap();
    assert!(
        !db.windows(13).any(|bytes| bytes == b"anybody here?"),
        "it is gone for good"
    );
}

#[tokio::test]
async fn chat_and_claims_of_a_day_are_bounded_on_sockets_too() {
    let house = House::open_with(|config| (config.chat_per_day, config.claims_per_day) = (400, 2)).await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "never-bring-a-knife", "players": 4});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let chat = json!({"chat": {"text": "x".repeat(150)}});
    let mut codes = Vec::new();
    for _ in 0..3 {
        let answer = live.ask_and_wait(&chat).await.unwrap();
        codes.push(answer["error"]["code"].as_str().unwrap_or("done").to_owned());
    }
    assert_eq!(codes, ["done", "used_up", "used_up"]);
    let claim = json!({"claim": {"claim": {"type": "own", "role": "cop"}}});
    let mut codes = Vec::new();
    for _ in 0..3 {
        let answer = live.ask_and_wait(&claim).await.unwrap();
        codes.push(answer["error"]["code"].as_str().unwrap_or("done").to_owned());
    }
    assert_eq!(codes, ["done", "done", "used_up"]);
}

#[tokio::test]
async fn mutes_are_rows_of_their_own_and_name_only_people_who_are_here() {
    let mut house = House::open().await;
    let (mut ann, mut ben, eve) = (
        house.guest("Ann").await,
        house.guest("Ben").await,
        house.guest("Eve").await,
    );
    let (id, _) = table(&mut ann, waiting_table()).await;
    act(&mut ben, &id, "join", json!({})).await;
    let person = |client: &mut Client| {
        let mut client = client.clone();
        async move { client.get("/api/me").await.unwrap().json()["id"].clone() }
    };
    let version = |house: &House| {
        let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
        db.query_row("SELECT version FROM tables", [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    let before = version(&house);
    let ben_id = person(&mut ben).await;
    let mut spectator = eve.live(&id, None).await.unwrap();
    // A spectator cannot fill the list with people who do not exist.
    for number in 0..300 {
        let invented = format!("{number:016x}");
        let mute = json!({"mute": {"person": invented, "on": true}});
        let answer = spectator.ask_and_wait(&mute).await.unwrap();
        assert_eq!(answer["error"]["code"], "no_person", "{answer}");
    }
    let mute = json!({"mute": {"person": ben_id, "on": true}});
    assert_eq!(spectator.ask_and_wait(&mute).await.unwrap()["type"], "done");
    act(
        &mut ann,
        &id,
        "mute",
        json!({"person": ben_id, "on": true, "everybody": true}),
    )
    .await;
    assert_eq!((count(&house, "mutes"), version(&house)), (2, before));
    house.restart().await;
    let ann = Client {
        server: house.address,
        ..ann
    };
    let sync = ann.live(&id, None).await.unwrap().next().await.unwrap();
    assert_eq!(sync["table"]["muted"], json!([ben_id]));
}

#[tokio::test]
async fn earlier_chat_comes_in_pages() {
    let house = House::open().await;
    let (mut ann, mut eve) = (house.guest("Ann").await, house.guest("Eve").await);
    let (id, _) = table(&mut ann, waiting_table()).await;
    // Lines are stored as a table stores them, only without their pauses.
    let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
    db.busy_timeout(Duration::from_secs(10)).unwrap();
    for number in 0..75 {
        db.execute(
            "INSERT INTO chat (\"table\", at, person, players, text) SELECT t.row, t.changed_at + ?1, m.person, 1, \
             'line ' || ?1 FROM tables t JOIN members m ON m.\"table\" = t.row",
            [number],
        )
        .unwrap();
    }
    drop(db);
    let sync = ann.live(&id, None).await.unwrap().next().await.unwrap();
    let texts = |lines: &Value| -> Vec<String> {
        let lines = lines.as_array().unwrap().iter();
        lines.map(|line| line["text"].as_str().unwrap().to_owned()).collect()
    };
    let mut all = texts(&sync["chat"]);
    assert_eq!((all.len(), &*all[0]), (30, "line 45"));
    let mut before = sync["chat"][0]["at"].clone();
    while before.is_number() {
        let page = ann
            .get(&format!("/api/tables/{id}/chat/earlier?before={before}"))
            .await
            .unwrap()
            .json();
        let mut lines = texts(&page["lines"]);
        lines.append(&mut all);
        all = lines;
        before = page["before"].clone();
    }
    assert_eq!(all, (0..75).map(|number| format!("line {number}")).collect::<Vec<_>>());
    // Spectators do not read the players' room.
    let page = eve.get(&format!("/api/tables/{id}/chat/earlier")).await.unwrap().json();
    assert_eq!(page, json!({"lines": [], "before": null}));
    let mut live = eve.live(&id, None).await.unwrap();
    act(&mut eve, &id, "chat", json!({"text": "a good game"})).await;
    until(&mut live, |message| message["type"] == "chat").await;
    let page = eve.get(&format!("/api/tables/{id}/chat/earlier")).await.unwrap().json();
    assert_eq!(texts(&page["lines"]), ["a good game"]);
}
