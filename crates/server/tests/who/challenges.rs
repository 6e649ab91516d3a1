//! People are asked to a table by name.

use crate::common::{House, act, post, refused, table};
use crate::tokens::{claimed, program};
use serde_json::{Value, json};

fn wish(name: &str) -> Value {
    json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"asked": name}]})
}

#[tokio::test]
async fn somebody_is_asked_by_name_and_says_yes_or_no() {
    let house = House::open().await;
    let (mut ann, mut ben) = (claimed(&house, "Ann").await, claimed(&house, "Ben").await);
    let made = post(&mut ann, "/api/tables", wish("BEN.")).await;
    let seat = &made["seats"][1];
    assert_eq!((&seat["kind"], &seat["name"]), (&json!("asked"), &json!("Ben")));
    let id = made["id"].as_str().unwrap().to_owned();
    // It is private, and among Ben's own.
    let mine = ben.get("/api/tables?list=mine").await.unwrap().json();
    assert_eq!(mine["tables"][0]["id"], id.as_str());
    let mut eve = house.guest("Eve").await;
    for command in ["accept", "decline"] {
        let path = format!("/api/tables/{id}/{command}");
        assert_eq!(refused(&mut eve, &path, json!({})).await, "no_table");
        assert_eq!(refused(&mut ann, &path, json!({})).await, "not_asked");
    }
    let declined = act(&mut ben, &id, "decline", json!({})).await;
    assert_eq!(declined["table"]["seats"][1], json!({"kind": "open"}));
    let path = format!("/api/tables/{id}/decline");
    assert_eq!(
        refused(&mut ben, &path, json!({})).await,
        "no_table",
        "it is none of Ben's any more"
    );
    assert_eq!(
        ben.get("/api/tables?list=mine").await.unwrap().json()["tables"],
        json!([])
    );

    // A program of Ben's says yes for him.
    let (id, _) = table(&mut ann, wish("Ben")).await;
    let (mut player, _) = program(&mut ben, &["play"]).await;
    let accepted = act(&mut player, &id, "accept", json!({})).await;
    assert_eq!(accepted["table"]["seats"][1]["kind"], "person");
    let path = format!("/api/tables/{id}/accept");
    assert_eq!(refused(&mut player, &path, json!({})).await, "not_asked");
    act(&mut ann, &id, "start", json!({})).await;
    assert_eq!(refused(&mut player, &path, json!({})).await, "already_running");
}

#[tokio::test]
async fn only_names_that_belong_to_somebody_can_be_asked_and_not_without_end() {
    let house = House::open().await;
    let (mut ann, _ben) = (claimed(&house, "Ann").await, claimed(&house, "Ben").await);
    house.guest("Guest").await;
    for (name, code) in [
        ("Guest", "no_person"),
        ("Nobody", "no_person"),
        ("ann", "bad_seats"),
        ("", "no_person"),
    ] {
        assert_eq!(refused(&mut ann, "/api/tables", wish(name)).await, code, "{name}");
    }
    let long = "x".repeat(50_000);
    assert_eq!(refused(&mut ann, "/api/tables", wish(&long)).await, "no_person");
    let twice = json!({"game": "shock", "players": 4, "seats": ["me", {"asked": "Ben"}, {"asked": "ben"}]});
    assert_eq!(refused(&mut ann, "/api/tables", twice).await, "bad_seats");
    for _ in 0..50 {
        table(&mut ann, wish("Ben")).await;
    }
    assert_eq!(refused(&mut ann, "/api/tables", wish("Ben")).await, "too_many");
}
