//! Who is who: names that look alike, what may be said, sessions and their cookies.

use std::time::Duration;

use crate::common::{House, act, post, refused, table, until};
use roundtable_load::Client;
use rusqlite::Connection;
use serde_json::{Value, json};

const DAY: i64 = 24 * 3600 * 1000;

async fn me(client: &mut Client) -> Value {
    client.get("/api/me").await.unwrap().json()
}

async fn claim(client: &mut Client) {
    post(client, "/api/me/password", json!({"password": "correct horse"})).await;
}

async fn new_name(client: &mut Client, name: &str) -> String {
    let body = json!({ "name": name }).to_string();
    client.send("PATCH", "/api/me", &[], Some(&body)).await.unwrap().code()
}

fn database(house: &House) -> Connection {
    let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
    db.busy_timeout(Duration::from_secs(10)).unwrap();
    db
}

fn number(db: &Connection, sql: &str) -> i64 {
    db.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Waits until a number in the database is as it should be, for at most ten seconds.
async fn settles(db: &Connection, sql: &str, fits: impl Fn(i64) -> bool) -> bool {
    for _ in 0..500 {
        if fits(number(db, sql)) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    false
}

#[tokio::test]
async fn nobody_can_look_like_somebody_with_a_claimed_name() {
    let house = House::open().await;
    let (mut kay, mut ian) = (house.guest("Kay").await, house.guest("Ian").await);
    claim(&mut kay).await;
    claim(&mut ian).await;
    for (name, code) in [
        ("Ｋａｙ", "name_taken"),
        ("𝐊𝒂𝕪", "name_taken"),
        // All in Cyrillic letters.
        ("Кау", "name_taken"),
        ("k.a-y", "name_taken"),
        ("lan", "name_taken"),
        ("1AN", "name_taken"),
        ("K\u{430}y", "bad_name"),
        ("Kа\u{443}", "bad_name"),
        ("Ka\u{200b}y", "bad_name"),
        ("Kay\u{3164}", "bad_name"),
        ("\u{202e}yaK", "bad_name"),
        ("Kay (guest)", "bad_name"),
    ] {
        let wish = json!({ "name": name });
        assert_eq!(
            refused(&mut Client::new(house.address), "/api/guest", wish).await,
            code,
            "{name:?}"
        );
        let mut eve = house.guest("Eve").await;
        assert_eq!(new_name(&mut eve, name).await, code, "{name:?}");
        assert_eq!(me(&mut eve).await["name"], "Eve");
    }
    // Another form of a letter is the letter, and other people keep their names.
    for (name, shown) in [("Ｂｅｎ", "Ben"), ("Нина", "Нина"), ("Kayla", "Kayla")] {
        assert_eq!(me(&mut house.guest(name).await).await["name"], shown);
    }
    // The owner signs in with any form of it.
    let login = json!({"name": "ＫＡＹ", "password": "correct horse"});
    post(&mut Client::new(house.address), "/api/login", login).await;
}

#[tokio::test]
async fn a_claim_renames_the_guests_who_bear_the_name() {
    let house = House::open().await;
    let (mut first, mut ann) = (house.guest("Kay").await, house.guest("Ann").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut first, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    let (mut anns, mut firsts) = (ann.live(&id, None).await.unwrap(), first.live(&id, None).await.unwrap());
    until(&mut anns, |message| message["table"]["seats"][1]["name"] == "Kay").await;

    let mut second = house.guest("KAY").await;
    claim(&mut second).await;
    // The running table shows it, and the guest's connection is made anew.
    until(&mut anns, |message| {
        message["table"]["seats"][1]["name"] == "Kay (guest)"
    })
    .await;
    let bye = until(&mut firsts, |message| message["type"] == "bye").await;
    assert_eq!((&bye["code"], &bye["retry_ms"]), (&json!("signed_out"), &json!(0)));
    assert_eq!(me(&mut first).await["name"], "Kay (guest)");
    let mut firsts = first.live(&id, None).await.unwrap();
    firsts
        .ask_and_wait(&json!({"chat": {"text": "It is me"}}))
        .await
        .unwrap();
    let line = until(&mut anns, |message| message["type"] == "chat").await;
    assert_eq!(line["line"]["name"], "Kay (guest)");
    // This name is not to be had, and the other is gone.
    assert_eq!(
        refused(&mut first, "/api/me/password", json!({"password": "battery staple"})).await,
        "bad_name"
    );
    assert_eq!(new_name(&mut first, "Kay").await, "name_taken");
    assert_eq!(new_name(&mut first, "Kayla").await, "");
    until(&mut anns, |message| message["table"]["seats"][1]["name"] == "Kayla").await;
    // A claimed name that changes takes the new one from guests, too.
    assert_eq!(new_name(&mut second, "kayla").await, "");
    until(&mut anns, |message| {
        message["table"]["seats"][1]["name"] == "Kayla (guest)"
    })
    .await;
}

#[tokio::test]
async fn names_from_an_older_database_are_compared_anew() {
    let mut house = House::open().await;
    let (mut kay, mut other) = (house.guest("Kay").await, house.guest("Eve").await);
    claim(&mut kay).await;
    house.close().await;
    // As it was when only spellings were compared.
    let db = database(&house);
    db.execute_batch(
        "UPDATE people SET name = 'Кау' WHERE name = 'Eve';
         UPDATE people SET claimed = 'kay' WHERE claimed IS NOT NULL;
         UPDATE people SET caseless = NULL, written = NULL;",
    )
    .unwrap();
    drop(db);
    house.restart().await;
    other.server = house.address;
    assert_eq!(me(&mut other).await["name"], "Кау (guest)");
    let mut eve = Client::new(house.address);
    assert_eq!(
        refused(&mut eve, "/api/guest", json!({"name": "Ｋａｙ"})).await,
        "name_taken"
    );
    post(
        &mut eve,
        "/api/login",
        json!({"name": "kay", "password": "correct horse"}),
    )
    .await;
}

#[tokio::test]
async fn chat_shows_what_was_written_and_nothing_else() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    let mut live = ann.live(&id, None).await.unwrap();
    for (text, shown) in [
        ("pay \u{202e}ann\u{202c} now", "pay ann now"),
        ("a\u{200b}\u{2066}\u{feff}b", "ab"),
        (
            "Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
            "Z\u{301}\u{302}\u{303}",
        ),
        ("one\n\n\n\n\n\n\n\ntwo", "one\ntwo"),
    ] {
        let id = live.ask(&json!({"chat": {"text": text}})).await.unwrap();
        let mut heard = Vec::new();
        assert_eq!(live.answer(id, &mut heard).await.unwrap()["type"], "done");
        assert!(
            heard.iter().any(|message| message["line"]["text"] == shown),
            "{heard:?}"
        );
    }
    for bad in ["\u{202e}\u{200b}", "1\n2\n3\n4\n5", "\u{7}"] {
        let answer = live.ask_and_wait(&json!({"chat": {"text": bad}})).await.unwrap();
        assert_eq!(answer["error"]["code"], "bad_text", "{bad:?}");
    }
}

#[tokio::test]
async fn what_a_deleted_account_said_is_gone_from_the_file() {
    let mut house = House::open().await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish.clone()).await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ben, &id, "chat", json!({"text": "my secret is xyzzy"})).await;
    act(&mut ann, &id, "chat", json!({"text": "mine is plugh"})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    until(&mut live, |message| {
        message["chat"].as_array().is_some_and(|chat| chat.len() == 2)
    })
    .await;
    ben.send("DELETE", "/api/me", &[], Some("{}")).await.unwrap();
    // It goes from the screens as well.
    until(&mut live, |message| {
        message["chat"].as_array().is_some_and(|chat| chat.len() == 1)
    })
    .await;
    house.close().await;
    let mut found = [false, false];
    for file in std::fs::read_dir(house.scratch.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let has = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
        found = [found[0] || has("xyzzy"), found[1] || has("plugh")];
    }
    assert_eq!(found, [false, true]);
}

fn tokens(client: &Client) -> Vec<String> {
    let cookies = client.cookie.clone().unwrap_or_default();
    cookies.split("; ").map(str::to_owned).collect()
}

#[tokio::test]
async fn under_https_the_cookie_is_the_sites_own() {
    let house = House::open_with(|config| config.https = true).await;
    let mut ann = house.guest("Ann").await;
    let cookie = tokens(&ann)[0].clone();
    let token = cookie.strip_prefix("__Host-roundtable=").unwrap().to_owned();
    assert_eq!(me(&mut ann).await["name"], "Ann");
    // A neighbouring site can set the plain name only, and that counts for nothing.
    let planted = Client {
        cookie: Some(format!("roundtable={token}")),
        ..ann.clone()
    };
    assert_eq!(me(&mut planted.clone()).await["error"]["code"], "not_signed_in");
    let answer = planted.clone().get("/api/who").await.unwrap();
    assert!(answer.json()["me"].is_null() && !answer.head.to_lowercase().contains("set-cookie"));

    // Somebody from before HTTPS is moved over, with everything they send at the same time, and only once.
    let db = database(&house);
    db.execute_batch("UPDATE tokens SET moved_at = NULL").unwrap();
    let (mut here, mut there) = (planted.clone(), planted.clone());
    assert_eq!(me(&mut here).await["name"], "Ann");
    assert_eq!(
        tokens(&here),
        [format!("__Host-roundtable={token}")],
        "the old one is removed"
    );
    assert_eq!(me(&mut there).await["name"], "Ann");
    assert_eq!(me(&mut here).await["name"], "Ann");
    db.execute_batch("UPDATE tokens SET moved_at = moved_at - 61000")
        .unwrap();
    assert_eq!(me(&mut planted.clone()).await["error"]["code"], "not_signed_in");
    assert_eq!(me(&mut here).await["name"], "Ann");
}

#[tokio::test]
async fn a_claim_brings_a_new_token_and_ends_the_old_one() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2});
    let (id, _) = table(&mut ann, wish).await;
    let mut live = ann.live(&id, None).await.unwrap();
    let mut before = ann.clone();
    claim(&mut ann).await;
    assert_eq!(me(&mut before).await["error"]["code"], "not_signed_in");
    assert_eq!(me(&mut ann).await["claimed"], true);
    let bye = until(&mut live, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "signed_out");
    let again = ann.live(&id, None).await.unwrap().next().await.unwrap();
    assert_eq!(again["you"]["seat"], 0);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    claim(&mut ann).await;
    let (id, _) = table(&mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    let mut other = Client::new(house.address);
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <secret>";
    let login = json!({"name": "Ann", "password": "correct horse"}).to_string();
    other
        .send("POST", "/api/login", &[("User-Agent", agent)], Some(&login))
        .await
        .unwrap();
    let answer = ann.get("/api/me/sessions").await.unwrap();
    let list = answer.json()["sessions"].as_array().unwrap().clone();
    assert_eq!(list.len(), 2, "{list:?}");
    let theirs = list.iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(theirs["device"], "Firefox on Linux");
    assert!(theirs["created_at"].as_i64().unwrap() > 0 && theirs["used_at"].is_i64());
    // Neither token nor hash is in it.
    let hashes: Vec<Vec<u8>> = {
        let db = database(&house);
        let mut sql = db.prepare("SELECT hash FROM tokens").unwrap();
        sql.query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let secrets = hashes
        .iter()
        .map(|hash| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let all = tokens(&ann).into_iter().chain(tokens(&other));
    for secret in secrets.chain(all.map(|pair| pair.split_once('=').unwrap().1.to_owned())) {
        assert!(!answer.text.contains(&secret[..32]), "{}", answer.text);
    }

    // Nobody else can end it; its owner can, and only that one ends.
    let path = format!("/api/me/sessions/{}", theirs["id"].as_str().unwrap());
    let mut eve = house.guest("Eve").await;
    assert_eq!(eve.send("DELETE", &path, &[], None).await.unwrap().code(), "no_session");
    let (mut theirs, mut own) = (other.live(&id, None).await.unwrap(), ann.live(&id, None).await.unwrap());
    assert_eq!(ann.send("DELETE", &path, &[], None).await.unwrap().status, 204);
    until(&mut theirs, |message| {
        message["type"] == "bye" && message["code"] == "signed_out"
    })
    .await;
    assert_eq!(me(&mut other).await["error"]["code"], "not_signed_in");
    assert_eq!(me(&mut ann).await["name"], "Ann");
    assert_eq!(own.ask_and_wait(&json!({"sync": {}})).await.unwrap()["type"], "done");
    assert_eq!(ann.send("DELETE", &path, &[], None).await.unwrap().code(), "no_session");
}

#[tokio::test]
async fn a_session_ends_when_it_is_not_used_and_any_request_is_a_use() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let (id, _) = table(&mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    let db = database(&house);
    let back = |days: i64| {
        let sql = format!(
            "UPDATE tokens SET used_at = used_at - {d}; UPDATE people SET seen_at = seen_at - {d}",
            d = days * DAY
        );
        db.execute_batch(&sql).unwrap();
    };
    let now = number(&db, "SELECT used_at FROM tokens");
    let fresh = |at: i64| at >= now;
    // A list, a socket: everything counts, for the token and for the person.
    back(80);
    ann.get("/api/tables").await.unwrap();
    assert!(settles(&db, "SELECT used_at FROM tokens", fresh).await);
    assert!(settles(&db, "SELECT seen_at FROM people", fresh).await);
    back(80);
    let live = ann.live(&id, None).await.unwrap();
    assert!(settles(&db, "SELECT seen_at FROM people", fresh).await);
    drop(live);
    // A page that is opened makes the browser keep the cookie for longer.
    let answer = ann.get("/api/who").await.unwrap();
    assert!(answer.head.contains("Max-Age=34560000"), "{}", answer.head);
    back(91);
    assert_eq!(me(&mut ann).await["error"]["code"], "not_signed_in");
}
