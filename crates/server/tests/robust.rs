//! Nonsense, limits, other sites, slow and silent clients, and the shutdown of a server.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::{House, act, table, until};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use roundtable_load::{Client, Live};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

/// A public, running table of one person against a bot that never moves on its own while the person is to act.
async fn running(house: &House) -> (Client, String) {
    let mut ann = house.guest("Ann").await;
    let (id, _) = table(
        &mut ann,
        json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true}),
    )
    .await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    (ann, id)
}

/// Checks that the table still answers.
async fn well(live: &mut Live) {
    live.ask(&json!({"sync": {}})).await.unwrap();
    until(live, |message| message["type"] == "sync").await;
}

#[tokio::test]
async fn nonsense_on_a_socket_gets_a_code_and_harms_nothing() {
    let house = House::open().await;
    let (ann, id) = running(&house).await;
    let mut live = ann.live(&id, None).await.unwrap();
    live.next().await.unwrap();
    let deep = format!(
        r#"{{"id":1,"do":{{"play":{{"decision":0,"move":{}{}}}}}}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    for text in [
        "",
        "hello?",
        "{}",
        "[]",
        "null",
        "{\"id\":7}",
        r#"{"id":7,"do":{"play":{}}}"#,
        r#"{"id":7,"do":{"fly":{}}}"#,
        &deep,
    ] {
        live.send(Message::text(text)).await.unwrap();
        let answer = until(&mut live, |message| message["type"] == "refused").await;
        assert_eq!(answer["error"]["code"], "bad_request", "{text}");
        well(&mut live).await;
    }
    live.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    until(&mut live, |message| message["error"]["code"] == "bad_request").await;
    // Invalid moves for invalid decisions.
    for (decision, mv) in [(99, json!(0)), (u32::MAX, json!("rest"))] {
        let answer = live
            .ask_and_wait(&json!({"play": {"decision": decision, "move": mv}}))
            .await
            .unwrap();
        assert_eq!(answer["error"]["code"], "stale_decision");
    }
    well(&mut live).await;
    // Too large: the connection ends, the table does not.
    live.send(Message::text("x".repeat(100_000))).await.ok();
    let end = tokio::time::timeout(Duration::from_secs(20), async { while live.next().await.is_some() {} }).await;
    assert!(end.is_ok());
    // Nothing but nonsense: the connection ends.
    let mut live = ann.live(&id, None).await.unwrap();
    for _ in 0..30 {
        live.send(Message::text("?")).await.ok();
    }
    until(&mut live, |message| {
        message["type"] == "bye" && message["code"] == "bad_request"
    })
    .await;
    well(&mut ann.live(&id, None).await.unwrap()).await;
}

/// Random values, and values that look like messages.
fn junk() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z_ 0-9]{0,12}".prop_map(Value::from),
    ];
    let json = leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,8}", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    let name = prop_oneof![
        Just("join"),
        Just("leave"),
        Just("start"),
        Just("reveal"),
        Just("play"),
        Just("claim"),
        Just("chat"),
        Just("resign"),
        Just("return"),
        Just("rematch"),
        Just("mute"),
        Just("hint"),
        Just("check"),
        Just("sync"),
    ];
    let field = prop_oneof![
        Just("seat"),
        Just("number"),
        Just("promise"),
        Just("invite"),
        Just("fill"),
        Just("decision"),
        Just("move"),
        Just("claim"),
        Just("text"),
        Just("person"),
        Just("on"),
        Just("everybody"),
    ];
    let fields = prop::collection::hash_map(field, json.clone(), 0..4)
        .prop_map(|map| Value::Object(map.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()));
    prop_oneof![
        1 => "\\PC{0,200}",
        1 => json.clone().prop_map(|json| json.to_string()),
        4 => (any::<u8>(), name, fields)
            .prop_map(|(id, name, fields)| json!({"id": id, "do": {name: fields}}).to_string()),
    ]
}

/// `ROUNDTABLE_FUZZ=100000` for a long run.
#[test]
fn fuzzed_messages_always_get_an_answer_and_never_break_the_table() {
    let cases = std::env::var("ROUNDTABLE_FUZZ")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(1500);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let house = runtime.block_on(House::open());
    let (ann, id) = runtime.block_on(running(&house));
    let live = std::cell::RefCell::new(runtime.block_on(ann.live(&id, None)).unwrap());
    let mut runner = TestRunner::new(Cases {
        cases,
        failure_persistence: None,
        ..Cases::default()
    });
    let result = runner.run(&junk(), |text| {
        let live = &mut *live.borrow_mut();
        runtime.block_on(async {
            live.send(Message::text(text))
                .await
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            // An answer, and then the table answers a good request.
            let answered = async {
                until(live, |message| {
                    message["type"] == "done" || message["type"] == "refused"
                })
                .await
            };
            tokio::time::timeout(Duration::from_secs(30), answered)
                .await
                .map_err(|_| TestCaseError::fail("no answer"))?;
            well(live).await;
            Ok(())
        })
    });
    result.unwrap();
}

#[tokio::test]
async fn http_nonsense_gets_a_code() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let big = format!(r#"{{"name":"{}"}}"#, "x".repeat(100_000));
    for (method, path, headers, body, code) in [
        ("GET", "/api/nothing", &[][..], None, "no_route"),
        ("GET", "/nothing", &[], None, "no_route"),
        ("DELETE", "/api/games", &[], None, "no_method"),
        ("POST", "/api/guest", &[], Some("{"), "bad_request"),
        (
            "POST",
            "/api/guest",
            &[("Content-Type", "text/plain")],
            Some("{}"),
            "bad_request",
        ),
        ("POST", "/api/guest", &[], Some(&*big), "too_large"),
        ("GET", "/api/tables/..%2f..%2fetc", &[], None, "no_table"),
        ("GET", "/api/tables/%ff", &[], None, "no_table"),
        ("GET", "/api/tables?list=all", &[], None, "bad_request"),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"chess","players":2}"#),
            "unknown_game",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":99}"#),
            "bad_players",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"options":{"easy":true}}"#),
            "bad_options",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"deck":"x"}"#),
            "bad_deck",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"seats":["me","me"]}"#),
            "bad_seats",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"seats":[{"bot":"exec:/bin/sh"}]}"#),
            "bad_level",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"stand_in":"exec:x"}"#),
            "bad_level",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"seconds":1}"#),
            "bad_seconds",
        ),
        (
            "POST",
            "/api/tables",
            &[],
            Some(r#"{"game":"shock","players":3,"promise":"12"}"#),
            "bad_number",
        ),
    ] {
        let answer = ann.send(method, path, headers, body).await.unwrap();
        assert_eq!(answer.code(), code, "{method} {path}: {}", answer.text);
    }
}

#[tokio::test]
async fn other_sites_cannot_act_and_browsers_are_kept_strict() {
    let house = House::open().await;
    let (mut ann, id) = running(&house).await;
    let own = format!("http://{}", house.address);
    let wish = r#"{"game":"shock","players":3}"#;
    let with = |origin: &str| [("Origin".to_owned(), origin.to_owned())];
    for (origin, status) in [("https://evil.example", 403), ("null", 403), (&*own, 201)] {
        let headers = with(origin);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (&**name, &**value)).collect();
        let answer = ann.send("POST", "/api/tables", &headers, Some(wish)).await.unwrap();
        assert_eq!(answer.status, status, "{origin}: {}", answer.text);
    }
    let path = format!("/api/tables/{id}/live");
    assert!(ann.socket(&path, Some("https://evil.example")).await.is_err());
    assert!(ann.socket(&path, Some(&own)).await.is_ok());
    for path in ["/", "/api/games", "/api/nothing"] {
        let head = ann.get(path).await.unwrap().head.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{path} lacks {header}:\n{head}");
        }
    }
    assert!(
        ann.get("/api/games")
            .await
            .unwrap()
            .head
            .to_lowercase()
            .contains("cache-control: no-store")
    );
}

#[tokio::test]
async fn limits_hold() {
    let house = House::open_with(|config| {
        config.message_rate = 5;
        config.request_rate = 5;
        config.max_tables = 2;
        config.max_connections_per_address = 8;
    })
    .await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "shock", "players": 3});
    let (id, _) = table(&mut ann, wish.clone()).await;
    table(&mut ann, wish.clone()).await;
    assert_eq!(ann.post("/api/tables", &wish).await.unwrap().code(), "too_many_tables");
    let mut live = ann.live(&id, None).await.unwrap();
    for _ in 0..40 {
        live.ask(&json!({"sync": {}})).await.unwrap();
    }
    // A client that reads late, and only after it has sent more, still learns why it must go.
    tokio::time::sleep(Duration::from_millis(300)).await;
    live.ask(&json!({"sync": {}})).await.unwrap();
    until(&mut live, |message| {
        message["type"] == "bye" && message["code"] == "too_fast"
    })
    .await;
    drop(live);
    let mut codes = Vec::new();
    for _ in 0..80 {
        codes.push(ann.get("/api/games").await.unwrap().code());
    }
    assert_eq!(codes.last().unwrap(), "too_fast");
    // Over the connections that an address may have, one is told so.
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(tokio::net::TcpStream::connect(house.address).await.unwrap());
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let answer = Client::new(house.address).get("/api/games").await.unwrap();
    assert_eq!(answer.code(), "busy", "{}", answer.text);
    let limited = house.server.as_ref().unwrap().metrics().limited.get();
    assert!(limited >= 3, "{limited}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_read_is_dropped_and_the_table_goes_on() {
    let house = House::open_with(|config| config.bot_delay_max = 0).await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "shock", "players": 5, "seats": ["me"], "public": true, "spectators": true});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    // This one never reads: its queue fills up, and only it suffers.
    let slow = Client::new(house.address).live(&id, None).await.unwrap();
    let mut live = ann.live(&id, None).await.unwrap();
    let metrics = house.server.as_ref().unwrap().metrics();
    let me = ann.get("/api/me").await.unwrap().json()["id"].clone();
    for number in 0..20_000 {
        // Mutes change the table, and everybody is told.
        let mute = json!({"person": me, "on": number % 2 == 0, "everybody": true});
        live.ask(&json!({ "mute": mute })).await.unwrap();
        until(&mut live, |message| message["type"] == "done").await;
        if metrics.slow.get() > 0 {
            break;
        }
    }
    assert_eq!(metrics.slow.get(), 1, "the slow one was dropped");
    well(&mut live).await;
    drop(slow);
}

#[tokio::test]
async fn a_silent_client_is_dropped() {
    let house = House::open_with(|config| config.silence = 1).await;
    let (_, id) = running(&house).await;
    // A raw connection that upgrades and then neither reads nor answers pings.
    let mut raw = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let request = format!(
        "GET /api/tables/{id}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: \
         websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    raw.write_all(request.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    tokio::time::timeout(Duration::from_secs(20), raw.read_to_end(&mut all))
        .await
        .expect("the server ends it")
        .unwrap();
    assert!(String::from_utf8_lossy(&all).contains("silent"));
}

#[tokio::test]
async fn a_stopping_server_tells_clients_to_come_back() {
    let mut house = House::open().await;
    let (ann, id) = running(&house).await;
    let mut live = ann.live(&id, None).await.unwrap();
    assert_eq!(live.next().await.unwrap()["type"], "sync");
    let (bye, ()) = tokio::join!(until(&mut live, |message| message["type"] == "bye"), house.close());
    assert_eq!((&bye["code"], bye["retry_ms"].is_number()), (&json!("restart"), true));
    assert!(live.next().await.is_none());
    house.restart().await;
    let ann = Client {
        server: house.address,
        ..ann
    };
    well(&mut ann.live(&id, None).await.unwrap()).await;
}

#[tokio::test]
async fn health_readiness_and_metrics_answer_and_tell_no_secrets() {
    let house = House::open().await;
    let (mut ann, id) = running(&house).await;
    assert_eq!(ann.get("/healthz").await.unwrap().text, "ok\n");
    assert_eq!(ann.get("/readyz").await.unwrap().text, "ready\n");
    let metrics = ann.get("/metrics").await.unwrap();
    assert!(
        metrics.text.contains("roundtable_tables 1") && metrics.text.contains("roundtable_commit_seconds_count"),
        "{}",
        metrics.text
    );
    assert!(!metrics.text.contains(&id) && !metrics.text.contains("Ann"));
    // Not through a proxy.
    let far = ann
        .send("GET", "/metrics", &[("X-Forwarded-For", "203.0.113.7")], None)
        .await
        .unwrap();
    assert_eq!(far.status, 404);
    let page = ann.get("/").await.unwrap();
    assert!(page.status == 200 && page.text.contains("Roundtable"));
}
