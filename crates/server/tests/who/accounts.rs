//! Guests, names and passwords, over HTTP.

use crate::common::{House, act, post, refused, table, until};
use roundtable_load::Client;
use serde_json::{Value, json};

async fn me(client: &mut Client) -> Value {
    client.get("/api/me").await.unwrap().json()
}

#[tokio::test]
async fn a_guest_has_a_name_and_a_token_that_is_not_stored() {
    let house = House::open().await;
    let mut ann = Client::new(house.address);
    assert_eq!(me(&mut ann).await["error"]["code"], "not_signed_in");
    let answer = ann.post("/api/guest", &json!({"name": " Ann "})).await.unwrap();
    assert_eq!(answer.json()["name"], "Ann");
    let cookie = answer
        .head
        .lines()
        .find(|line| line.to_lowercase().starts_with("set-cookie"))
        .unwrap()
        .to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    assert_eq!(me(&mut ann).await["name"], "Ann");
    for (body, code) in [
        (json!({"name": ""}), "bad_name"),
        (json!({"name": "<i>"}), "bad_name"),
        (json!({"nam": "x"}), "bad_request"),
    ] {
        assert_eq!(refused(&mut ann.clone(), "/api/guest", body).await, code);
    }
    // The database holds a hash, never the token.
    let token = ann.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    for file in std::fs::read_dir(house.scratch.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(token.len()).any(|window| window == token.as_bytes()));
    }
    // A made-up token belongs to nobody.
    let mut eve = Client {
        cookie: Some(format!("roundtable={}", "0".repeat(64))),
        ..ann.clone()
    };
    assert_eq!(me(&mut eve).await["error"]["code"], "not_signed_in");
}

#[tokio::test]
async fn a_name_is_claimed_and_found_again_from_another_device() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let claimed = post(&mut ann, "/api/me/password", json!({"password": "correct horse"})).await;
    assert_eq!(claimed["claimed"], true);
    // Nobody else may use that name now, however it is spelled.
    assert_eq!(
        refused(&mut Client::new(house.address), "/api/guest", json!({"name": "ANN."})).await,
        "name_taken"
    );
    let mut ben = house.guest("Ben").await;
    assert_eq!(
        ben.send("PATCH", "/api/me", &[], Some(r#"{"name":"ann"}"#))
            .await
            .unwrap()
            .code(),
        "name_taken"
    );
    let mut other = Client::new(house.address);
    for wrong in [
        json!({"name": "Ann", "password": "wrong horse"}),
        json!({"name": "Nobody", "password": "correct horse"}),
    ] {
        assert_eq!(refused(&mut other, "/api/login", wrong).await, "wrong_password");
    }
    post(
        &mut other,
        "/api/login",
        json!({"name": "ann", "password": "correct horse"}),
    )
    .await;
    assert_eq!(me(&mut other).await["id"], me(&mut ann).await["id"]);
    // Changing it needs the old password, and signs out the other devices.
    assert_eq!(
        refused(&mut ann, "/api/me/password", json!({"password": "battery staple"})).await,
        "wrong_password"
    );
    let change = json!({"password": "battery staple", "current": "correct horse"});
    post(&mut ann, "/api/me/password", change).await;
    assert_eq!(me(&mut other).await["error"]["code"], "not_signed_in");
    assert_eq!(
        refused(
            &mut other,
            "/api/login",
            json!({"name": "Ann", "password": "correct horse"})
        )
        .await,
        "wrong_password"
    );
    post(
        &mut other,
        "/api/login",
        json!({"name": "Ann", "password": "battery staple"}),
    )
    .await;
    // Sign out here, and everywhere.
    other.post("/api/logout", &json!({})).await.unwrap();
    assert!(
        !other.cookie.clone().unwrap().contains("roundtable="),
        "only the device is known"
    );
    assert_eq!(me(&mut other).await["error"]["code"], "not_signed_in");
    ann.clone()
        .post("/api/me/sign-out-everywhere", &json!({}))
        .await
        .unwrap();
    assert_eq!(me(&mut ann).await["error"]["code"], "not_signed_in");
}

#[tokio::test]
async fn attempts_at_a_password_are_limited() {
    let house = House::open().await;
    let mut eve = Client::new(house.address);
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(
            refused(
                &mut eve,
                "/api/login",
                json!({"name": "Ann", "password": "guess guess"}),
            )
            .await,
        );
    }
    assert_eq!(codes[0], "wrong_password");
    assert_eq!(codes[11], "too_fast");
}

#[tokio::test]
async fn a_deleted_account_leaves_a_seat_without_a_name() {
    let house = House::open().await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Benedick").await);
    let (id, _) = table(
        &mut ann,
        json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true}),
    )
    .await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    let mut bens = ben.live(&id, None).await.unwrap();
    let mut live = ann.live(&id, None).await.unwrap();
    let gone = ben.send("DELETE", "/api/me", &[], Some("{}")).await.unwrap();
    assert_eq!(gone.status, 204);
    until(&mut bens, |message| {
        message["type"] == "bye" && message["code"] == "signed_out"
    })
    .await;
    // One of the messages shows the seat without its person, played by a bot.
    let told = until(&mut live, |message| {
        message["table"]["seats"][1]["stand_in"] == "resigned"
    })
    .await;
    assert!(told["table"]["seats"][1].get("name").is_none() && told["table"]["seats"][1].get("person").is_none());
    assert_eq!(me(&mut ben).await["error"]["code"], "not_signed_in");
    let list = ann.get("/api/tables?list=watchable").await.unwrap();
    assert!(!list.text.contains("Benedick"), "{}", list.text);
}

#[tokio::test]
async fn a_seat_cannot_be_played_with_another_token() {
    let house = House::open().await;
    let (mut ann, mut ben, eve) = (
        house.guest("Ann").await,
        house.guest("Ben").await,
        house.guest("Eve").await,
    );
    let (id, _) = table(
        &mut ann,
        json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true}),
    )
    .await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    let mut live = eve.live(&id, None).await.unwrap();
    let play = json!({"play": {"decision": 0, "move": 0}});
    assert_eq!(live.ask_and_wait(&play).await.unwrap()["error"]["code"], "not_seated");
    let mut nobody = Client::new(house.address).live(&id, None).await.unwrap();
    assert_eq!(
        nobody.ask_and_wait(&play).await.unwrap()["error"]["code"],
        "not_signed_in"
    );
    let path = format!("/api/tables/{id}/play");
    assert_eq!(
        refused(&mut eve.clone(), &path, json!({"decision": 0, "move": 0})).await,
        "not_seated"
    );
    assert_eq!(
        refused(
            &mut Client::new(house.address),
            &path,
            json!({"decision": 0, "move": 0})
        )
        .await,
        "not_signed_in"
    );
}
