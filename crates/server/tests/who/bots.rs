//! Bot accounts: everybody sees that they are bots, and tables for people are not for them.

use crate::common::{House, act, post, refused, table, until};
use crate::tokens::claimed;
use roundtable_load::Client;
use serde_json::{Value, json};

/// A bot account.
pub(crate) async fn bot(house: &House, name: &str) -> Client {
    let mut client = claimed(house, name).await;
    let me = post(&mut client, "/api/me/bot", json!({"password": "correct horse"})).await;
    assert_eq!((&me["bot"], &me["name"]), (&json!(true), &json!(name)));
    client
}

#[tokio::test]
async fn an_account_becomes_a_bot_for_good_and_everybody_sees_it() {
    let house = House::open().await;
    let mut deep = claimed(&house, "Deep").await;
    assert_eq!(deep.get("/api/me").await.unwrap().json()["bot"], false);
    let wish = json!({"password": "wrong horse"});
    assert_eq!(refused(&mut deep, "/api/me/bot", wish).await, "wrong_password");
    let mut guest = house.guest("Guest").await;
    assert_eq!(refused(&mut guest, "/api/me/bot", json!({})).await, "not_claimed");
    // Not while others sit with it as with a person.
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
    let (first, _) = table(&mut deep, wish.clone()).await;
    let sure = json!({"password": "correct horse"});
    assert_eq!(refused(&mut deep, "/api/me/bot", sure.clone()).await, "already_seated");
    act(&mut deep, &first, "leave", json!({})).await;
    for _ in 0..2 {
        assert_eq!(post(&mut deep, "/api/me/bot", sure.clone()).await["bot"], true);
    }

    let mut ann = house.guest("Ann").await;
    let (id, _) = table(&mut ann, wish.clone()).await;
    let joined = act(&mut deep, &id, "join", json!({})).await;
    let seat = &joined["table"]["seats"][1];
    assert_eq!((&seat["name"], &seat["bot"]), (&json!("Deep"), &json!(true)));
    assert_eq!(joined["table"]["seats"][0]["bot"], Value::Null);
    let mut live = ann.live(&id, None).await.unwrap();
    assert_eq!(live.next().await.unwrap()["table"]["seats"][1]["bot"], true);
    act(&mut deep, &id, "chat", json!({"text": "I count"})).await;
    let line = until(&mut live, |message| message["type"] == "chat").await["line"].clone();
    assert_eq!((&line["name"], &line["bot"]), (&json!("Deep"), &json!(true)));
    let earlier = ann.get(&format!("/api/tables/{id}/chat/earlier")).await.unwrap().json();
    assert_eq!(earlier["lines"][0]["bot"], true);
    let listed = ann.get("/api/tables").await.unwrap().json();
    assert_eq!(listed["tables"][0]["seats"][1]["bot"], true);
    for _ in 0..4 {
        table(&mut deep, wish.clone()).await;
    }
    let folded = ann.get("/api/tables").await.unwrap().json()["folded"][0].clone();
    assert_eq!((&folded["name"], &folded["bot"]), (&json!("Deep"), &json!(true)));
}

#[tokio::test]
async fn no_bot_sits_down_at_a_table_for_people() {
    let mut house = House::open().await;
    let (mut ann, mut deep) = (house.guest("Ann").await, bot(&house, "Deep").await);
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "people_only": true});
    let (id, _) = table(&mut ann, wish.clone()).await;
    let shown = deep.get(&format!("/api/tables/{id}")).await.unwrap().json();
    assert_eq!(shown["people_only"], true);
    let join = format!("/api/tables/{id}/join");
    assert_eq!(refused(&mut deep, &join, json!({})).await, "people_only");
    let mut asked = wish;
    asked["seats"] = json!(["me", {"asked": "Deep"}]);
    assert_eq!(refused(&mut ann, "/api/tables", asked).await, "people_only");
    // It stays so when everything is read again.
    house.restart().await;
    deep.server = house.address;
    assert_eq!(refused(&mut deep, &join, json!({})).await, "people_only");
    let mut ben = house.guest("Ben").await;
    act(&mut ben, &id, "join", json!({})).await;
}
