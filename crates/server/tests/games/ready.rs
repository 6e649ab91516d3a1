//! Bots wait for the only person at a table: until their page has shown what happened, and not for ever.

use std::time::Duration;

use crate::common::{House, act, state, table};
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

/// A running table for two of Knight at the Inn at which the bot is to act, and the socket of its only person.
async fn bot_to_act(house: &House, say: Option<Value>) -> (Client, String, Live) {
    for _ in 0..64 {
        let mut ann = house.guest(&format!("Ann {}", fresh())).await;
        let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"bot": "page"}]});
        let (id, key) = table(&mut ann, wish).await;
        let mut live = ann.live(&id, Some(&key)).await.unwrap();
        if let Some(ready) = &say {
            live.ask_and_wait(&json!({"ready": ready})).await.unwrap();
        }
        act(&mut ann, &id, "start", json!({})).await;
        let game = state(&mut live).await;
        if game["ply"] == 0 && game["to_act"] == json!([1]) {
            return (ann, id, live);
        }
        // The person goes first, or (without waiting) the bot was faster than we looked.
        if say.is_none() && game["ply"].as_u64() > Some(0) {
            return (ann, id, live);
        }
    }
    panic!("the bot never goes first");
}

/// A number that no other call returns.
fn fresh() -> u32 {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(1);
    NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
}

/// The move that the game reaches within a second, if it reaches more than it has.
async fn reached(live: &mut Live) -> u64 {
    tokio::time::sleep(Duration::from_millis(800)).await;
    state(live).await["ply"].as_u64().unwrap()
}

#[tokio::test]
async fn bots_wait_until_the_only_person_has_been_shown_the_move() {
    let house = House::open().await;
    let (_ann, _, mut live) = bot_to_act(&house, Some(json!({}))).await;
    assert_eq!(reached(&mut live).await, 0, "the person has seen nothing yet");
    live.ask_and_wait(&json!({"ready": {"ply": 0}})).await.unwrap();
    // A turn has up to three moves; the bot makes the first, and waits again.
    assert_eq!(reached(&mut live).await, 1);
    live.ask_and_wait(&json!({"ready": {"ply": u32::MAX}})).await.unwrap();
    assert!(reached(&mut live).await > 1, "ready for all that comes");
}

#[tokio::test]
async fn nobody_waits_for_a_client_that_does_not_say_ready_or_is_gone() {
    let house = House::open().await;
    let (_ann, _, mut live) = bot_to_act(&house, None).await;
    assert!(reached(&mut live).await > 0);
    let (bea, id, live) = bot_to_act(&house, Some(json!({}))).await;
    drop(live);
    tokio::time::sleep(Duration::from_millis(800)).await;
    let mut back = bea.live(&id, None).await.unwrap();
    assert!(
        state(&mut back).await["ply"].as_u64() > Some(0),
        "bots play on without a viewer"
    );
}

#[tokio::test]
async fn bots_do_not_wait_for_ever() {
    let house = House::open_with(|config| config.bot_patience = 1).await;
    let (_ann, _, mut live) = bot_to_act(&house, Some(json!({}))).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(state(&mut live).await["ply"].as_u64() > Some(0));
}

#[tokio::test]
async fn two_people_are_not_waited_for() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut ben = house.guest("Ben").await;
    let wish = json!({"game": "shock", "players": 3, "seats": ["me", "open", {"bot": "page"}]});
    let (id, key) = table(&mut ann, wish).await;
    let mut live = ann.live(&id, Some(&key)).await.unwrap();
    live.ask_and_wait(&json!({"ready": {}})).await.unwrap();
    let answer = ben
        .post(&format!("/api/tables/{id}/join?key={key}"), &json!({}))
        .await
        .unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text);
    act(&mut ann, &id, "start", json!({})).await;
    // Whoever is a person hands over, so that only bots play on.
    for person in [&mut ann, &mut ben] {
        let answer = person
            .post(&format!("/api/tables/{id}/resign?key={key}"), &json!({}))
            .await
            .unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    assert!(reached(&mut live).await > 3);
}
