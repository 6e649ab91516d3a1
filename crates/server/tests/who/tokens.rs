//! API tokens: programs act in their owners' names, as far as they may.

use crate::common::{House, act, post, refused, table, until};
use roundtable_load::Client;
use roundtable_server::{Need, ROUTES};
use serde_json::{Value, json};

/// Somebody with a password.
pub(crate) async fn claimed(house: &House, name: &str) -> Client {
    let mut client = house.guest(name).await;
    post(&mut client, "/api/me/password", json!({"password": "correct horse"})).await;
    client
}

/// A program with a new token of this person, and the token's id.
pub(crate) async fn program(owner: &mut Client, scopes: &[&str]) -> (Client, String) {
    let made = post(owner, "/api/me/tokens", json!({"name": "my program", "scopes": scopes})).await;
    let program = Client {
        cookie: None,
        bearer: Some(made["secret"].as_str().unwrap().to_owned()),
        ..owner.clone()
    };
    (program, made["token"]["id"].as_str().unwrap().to_owned())
}

async fn code(client: &mut Client, method: &str, path: &str) -> (u16, String) {
    let body = (method != "GET").then_some("{}");
    let answer = client.send(method, path, &[], body).await.unwrap();
    (answer.status, answer.code())
}

#[tokio::test]
async fn a_token_is_shown_once_listed_and_revoked() {
    let house = House::open().await;
    let mut ann = claimed(&house, "Ann").await;
    let made = post(
        &mut ann,
        "/api/me/tokens",
        json!({"name": " night watch ", "scopes": ["play", "read", "play"]}),
    )
    .await;
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert!(secret.starts_with("rt_") && secret.len() == 67, "{secret}");
    assert_eq!(made["token"]["name"], "night watch");
    assert_eq!(made["token"]["scopes"], json!(["read", "play"]));
    assert_eq!(made["token"]["used_at"], Value::Null);
    let listed = ann.get("/api/me/tokens").await.unwrap();
    assert!(!listed.text.contains(&secret));
    assert_eq!(listed.json()["tokens"], json!([made["token"]]));
    for file in std::fs::read_dir(house.scratch.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(64).any(|window| window == &secret.as_bytes()[3..]));
    }

    let mut bot = Client {
        bearer: Some(secret),
        ..Client::new(house.address)
    };
    assert_eq!(bot.get("/api/me").await.unwrap().json()["name"], "Ann");
    assert_eq!(bot.get("/api/who").await.unwrap().json()["me"]["name"], "Ann");
    let used = async {
        loop {
            let listed = ann.get("/api/me/tokens").await.unwrap().json();
            if listed["tokens"][0]["used_at"].is_i64() {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), used)
        .await
        .expect("the use is noted");

    // Nobody else can revoke it.
    let id = made["token"]["id"].as_str().unwrap();
    let path = format!("/api/me/tokens/{id}");
    let mut ben = claimed(&house, "Ben").await;
    assert_eq!(code(&mut ben, "DELETE", &path).await, (404, "no_token".to_owned()));
    assert_eq!(code(&mut ann, "DELETE", &path).await.0, 204);
    assert_eq!(code(&mut ann, "DELETE", &path).await, (404, "no_token".to_owned()));
    assert_eq!(code(&mut bot, "GET", "/api/me").await, (401, "bad_token".to_owned()));
}

#[tokio::test]
async fn a_token_that_is_none_is_refused_everywhere_and_other_schemes_are_not_ours() {
    let house = House::open().await;
    let mut eve = Client::new(house.address);
    for shown in [
        "Bearer",
        "Bearer ",
        "bearer rt_",
        "Bearer 00",
        &format!("Bearer rt_{}", "0".repeat(64)),
        &format!("Bearer {}", "0".repeat(64)),
        "Bearer rt_\u{e9}",
    ] {
        for path in ["/api/me", "/api/games", "/api/tables"] {
            let answer = eve.send("GET", path, &[("Authorization", shown)], None).await.unwrap();
            assert_eq!((answer.status, answer.code().as_str()), (401, "bad_token"), "{shown}");
            assert!(answer.head.to_lowercase().contains("www-authenticate: bearer"));
        }
    }
    // A session's token is no API token, and what a proxy asks for is not for us.
    let ann = house.guest("Ann").await;
    let session = ann.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    let shown = format!("Bearer {session}");
    let answer = eve
        .send("GET", "/api/me", &[("Authorization", &shown)], None)
        .await
        .unwrap();
    assert_eq!(answer.code(), "bad_token");
    let answer = eve
        .send("GET", "/api/games", &[("Authorization", "Basic YTpi")], None)
        .await
        .unwrap();
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn every_route_takes_only_tokens_that_are_for_it() {
    let house = House::open().await;
    let mut ann = claimed(&house, "Ann").await;
    let (id, _) = table(&mut ann, json!({"game": "shock", "players": 4, "public": true})).await;
    let all = ["read", "play", "talk", "tables"];
    let (mut whole, _) = program(&mut ann, &all).await;
    for route in ROUTES {
        let path = route.path.replace("{slug}", "shock").replace("{command}", "leave");
        let path = match path.strip_prefix("/tables/{id}") {
            Some(rest) => format!("/tables/{id}{rest}"),
            None => path.replace("{id}", "0123456789abcdef"),
        };
        let (path, method) = (
            format!("/api{}", path.replace("{ply}", "0")),
            route.method.to_uppercase(),
        );
        let needed = match route.need {
            Need::SignIn => {
                let refused = code(&mut whole, &method, &path).await;
                assert_eq!(refused, (403, "no_scope".to_owned()), "{method} {path}");
                continue;
            }
            Need::Any => continue,
            Need::Scope(scope) => scope.name(),
            Need::Command => "play",
        };
        let others: Vec<&str> = all.into_iter().filter(|scope| *scope != needed).collect();
        let (mut other, other_id) = program(&mut ann, &others).await;
        let refused = code(&mut other, &method, &path).await;
        assert_eq!(
            refused,
            (403, "no_scope".to_owned()),
            "{method} {path} without {needed}"
        );
        let (mut right, right_id) = program(&mut ann, &[needed]).await;
        if route.path == "/stream" {
            // It has no end.
            assert!(right.stream(&path, "*/*").await.is_ok());
            continue;
        }
        let (status, code_of) = code(&mut right, &method, &path).await;
        assert!(
            status != 401 && code_of != "no_scope",
            "{method} {path} with {needed}: {code_of}"
        );
        for id in [other_id, right_id] {
            assert_eq!(code(&mut ann, "DELETE", &format!("/api/me/tokens/{id}")).await.0, 204);
        }
    }
    assert_eq!(
        ann.get("/api/me").await.unwrap().json()["claimed"],
        true,
        "nothing happened to the account"
    );
}

#[tokio::test]
async fn each_command_needs_its_scope_over_http_and_over_the_socket() {
    let house = House::open().await;
    let (mut ann, mut ben) = (claimed(&house, "Ann").await, house.guest("Ben").await);
    let (id, _) = table(
        &mut ann,
        json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true}),
    )
    .await;
    act(&mut ben, &id, "join", json!({})).await;
    let (reader, reader_id) = program(&mut ann, &["read"]).await;
    let (mut talker, _) = program(&mut ann, &["talk"]).await;
    let (mut player, _) = program(&mut ann, &["play", "read"]).await;
    assert_eq!(
        refused(&mut player, &format!("/api/tables/{id}/start"), json!({})).await,
        "no_scope"
    );
    assert_eq!(
        refused(&mut talker, &format!("/api/tables/{id}/leave"), json!({})).await,
        "no_scope"
    );
    act(&mut talker, &id, "chat", json!({"text": "Ann's program says hello"})).await;
    act(&mut ann, &id, "start", json!({})).await;

    let mut watch = reader.live(&id, None).await.unwrap();
    assert_eq!(
        until(&mut watch, |message| message["type"] == "sync").await["you"]["seat"],
        0
    );
    for command in [
        json!({"resign": {}}),
        json!({"chat": {"text": "no"}}),
        json!({"rematch": {}}),
    ] {
        let answer = watch.ask_and_wait(&command).await.unwrap();
        assert_eq!(answer["error"]["code"], "no_scope", "{command}");
    }
    assert_eq!(watch.ask_and_wait(&json!({"sync": {}})).await.unwrap()["type"], "done");
    let mut play = player.live(&id, None).await.unwrap();
    assert_eq!(play.ask_and_wait(&json!({"resign": {}})).await.unwrap()["type"], "done");

    // Without its token a program's socket is closed at once; others stay.
    assert_eq!(
        code(&mut ann, "DELETE", &format!("/api/me/tokens/{reader_id}")).await.0,
        204
    );
    let bye = until(&mut watch, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "signed_out");
    assert!(reader.live(&id, None).await.is_err());
    assert_eq!(play.ask_and_wait(&json!({"sync": {}})).await.unwrap()["type"], "done");
    // So it is with all of them after another password.
    let password = json!({"password": "another horse", "current": "correct horse"});
    post(&mut ann, "/api/me/password", password).await;
    let bye = until(&mut play, |message| message["type"] == "bye").await;
    assert_eq!(bye["code"], "signed_out");
    assert_eq!(code(&mut player, "GET", "/api/me").await, (401, "bad_token".to_owned()));
}

#[tokio::test]
async fn tokens_are_for_names_with_a_password_and_not_too_many() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"name": "x", "scopes": ["read"]});
    assert_eq!(refused(&mut ann, "/api/me/tokens", wish.clone()).await, "not_claimed");
    assert_eq!(
        refused(&mut Client::new(house.address), "/api/me/tokens", wish.clone()).await,
        "not_signed_in"
    );
    post(&mut ann, "/api/me/password", json!({"password": "correct horse"})).await;
    for (wish, code) in [
        (json!({"name": "x", "scopes": []}), "bad_request"),
        (json!({"name": "x", "scopes": ["everything"]}), "bad_request"),
        (json!({"name": "", "scopes": ["read"]}), "bad_text"),
        (json!({"name": "x\ny", "scopes": ["read"]}), "bad_text"),
        (json!({"name": "x".repeat(61), "scopes": ["read"]}), "bad_text"),
    ] {
        assert_eq!(refused(&mut ann, "/api/me/tokens", wish).await, code);
    }
    for _ in 0..20 {
        post(&mut ann, "/api/me/tokens", wish.clone()).await;
    }
    assert_eq!(refused(&mut ann, "/api/me/tokens", wish.clone()).await, "too_many");
    // With the account its tokens are gone.
    let listed = ann.get("/api/me/tokens").await.unwrap().json();
    let id = listed["tokens"][0]["id"].as_str().unwrap();
    assert_eq!(code(&mut ann, "DELETE", &format!("/api/me/tokens/{id}")).await.0, 204);
    let (mut bot, _) = program(&mut ann, &["read"]).await;
    assert_eq!(bot.get("/api/me").await.unwrap().status, 200);
    let gone = ann
        .send("DELETE", "/api/me", &[], Some(r#"{"password":"correct horse"}"#))
        .await
        .unwrap();
    assert_eq!(gone.status, 204);
    assert_eq!(code(&mut bot, "GET", "/api/me").await, (401, "bad_token".to_owned()));
}

#[tokio::test]
async fn a_token_can_be_used_only_so_often() {
    let house = House::open_with(|config| config.token_rate = 1).await;
    let mut ann = claimed(&house, "Ann").await;
    let ((mut busy, _), (mut calm, _)) = (program(&mut ann, &["read"]).await, program(&mut ann, &["read"]).await);
    let mut refusals = 0;
    for _ in 0..20 {
        let answer = busy.get("/api/me").await.unwrap();
        assert!(answer.status == 200 || answer.code() == "too_fast", "{}", answer.text);
        refusals += u32::from(answer.status == 429);
    }
    assert!(refusals >= 5, "{refusals}");
    assert_eq!(calm.get("/api/me").await.unwrap().status, 200, "others are free to");
    assert_eq!(ann.get("/api/me").await.unwrap().status, 200);
}
