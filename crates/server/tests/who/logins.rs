//! Attempts at passwords: nobody locks anybody else out.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use crate::common::{House, post, refused};
use roundtable_load::Client;
use serde_json::{Value, json};

fn login(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

/// Somebody at another address.
fn from(house: &House, last: u8) -> Client {
    Client {
        from: Some(IpAddr::V4(Ipv4Addr::new(127, 0, 3, last))),
        ..Client::new(house.address)
    }
}

async fn owner(house: &House, name: &str) -> Client {
    let mut owner = house.guest(name).await;
    post(&mut owner, "/api/me/password", json!({"password": "correct horse"})).await;
    owner
}

/// Tries until the address is refused.
async fn exhaust(eve: &mut Client, name: impl Fn(usize) -> String) {
    for i in 0..30 {
        if refused(eve, "/api/login", login(&name(i), "guess guess")).await == "too_fast" {
            return;
        }
    }
    panic!("an address may try for ever");
}

#[tokio::test]
async fn an_address_that_is_out_takes_nothing_from_a_name() {
    let house = House::open().await;
    owner(&house, "Ann").await;
    let mut eve = from(&house, 1);
    exhaust(&mut eve, |i| format!("nobody {i}")).await;
    for _ in 0..40 {
        assert_eq!(
            refused(&mut eve, "/api/login", login("Ann", "guess guess")).await,
            "too_fast"
        );
    }
    // The owner on a device that nobody knows.
    post(&mut from(&house, 2), "/api/login", login("Ann", "correct horse")).await;
}

#[tokio::test]
async fn a_known_device_comes_in_though_name_and_address_are_out() {
    let house = House::open().await;
    let mut ann = owner(&house, "Ann").await;
    ann.from = Some(IpAddr::V4(Ipv4Addr::new(127, 0, 3, 9)));
    ann.post("/api/logout", &json!({})).await.unwrap();
    // Two addresses drain the name, one of them Ann's own.
    exhaust(&mut from(&house, 8), |_| "Ann".to_owned()).await;
    exhaust(&mut from(&house, 9), |_| "Ann".to_owned()).await;
    assert_eq!(
        refused(&mut from(&house, 7), "/api/login", login("Ann", "correct horse")).await,
        "too_fast",
        "a stranger cannot go on guessing"
    );
    // What proves the device has survived the sign-out.
    post(&mut ann, "/api/login", login("Ann", "correct horse")).await;
    ann.post("/api/logout", &json!({})).await.unwrap();
    // It is no free pass: it has its own budget.
    exhaust(&mut ann, |_| "Ann".to_owned()).await;
    // And it is nothing for other names.
    let mut ben = owner(&house, "Ben").await;
    ben.post("/api/logout", &json!({})).await.unwrap();
    assert_eq!(
        refused(&mut ben, "/api/login", login("Ann", "guess guess")).await,
        "too_fast"
    );
}

#[tokio::test]
async fn a_password_that_is_too_long_is_as_wrong_as_any() {
    let house = House::open().await;
    owner(&house, "Ann").await;
    let mut took = [Duration::ZERO; 2];
    for round in 0..5 {
        for (at, password) in ["x".repeat(20), "x".repeat(50_000)].into_iter().enumerate() {
            let begun = Instant::now();
            let answer = from(&house, round)
                .post("/api/login", &login("Ann", &password))
                .await
                .unwrap();
            took[at] += begun.elapsed();
            assert_eq!((answer.status, answer.code().as_str()), (401, "wrong_password"));
        }
    }
    assert!(took[1] > took[0] / 3, "as slow: {took:?}");
    // They were counted.
    assert_eq!(
        refused(&mut from(&house, 99), "/api/login", login("Ann", "x")).await,
        "too_fast"
    );
}

#[tokio::test]
async fn a_flood_of_guesses_is_told_to_wait_and_known_devices_go_first() {
    let house = House::open().await;
    let mut ann = owner(&house, "Ann").await;
    ann.post("/api/logout", &json!({})).await.unwrap();
    let mut flood = tokio::task::JoinSet::new();
    for i in 0..150_u8 {
        let mut eve = from(&house, i);
        flood.spawn(async move {
            let answer = eve
                .post("/api/login", &login(&format!("nobody {i}"), "guess guess"))
                .await
                .unwrap();
            (
                answer.code(),
                answer.head.to_lowercase().contains("retry-after: "),
                Instant::now(),
            )
        });
    }
    tokio::time::sleep(Duration::from_millis(30)).await;
    post(&mut ann, "/api/login", login("Ann", "correct horse")).await;
    let came = Instant::now();
    let answers = flood.join_all().await;
    let busy = answers.iter().filter(|(code, wait, _)| code == "busy" && *wait).count();
    let wrong: Vec<_> = answers.iter().filter(|(code, ..)| code == "wrong_password").collect();
    assert_eq!(busy + wrong.len(), answers.len());
    assert!(busy > 0 && !wrong.is_empty(), "{busy} were told to wait");
    assert!(
        wrong.iter().any(|(.., at)| *at > came),
        "strangers still waited when the owner was in"
    );
}

/// What once locked everybody out whose name had not been seen before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_addresses_with_fresh_names_lock_nobody_out() {
    let house = House::open().await;
    owner(&house, "Ann").await;
    let mut guessing = tokio::task::JoinSet::new();
    for address in 1..=110 {
        let mut eve = from(&house, address);
        guessing.spawn(async move {
            for i in 0..10 {
                refused(
                    &mut eve,
                    "/api/login",
                    login(&format!("fresh {address} {i}"), "guess guess"),
                )
                .await;
            }
        });
    }
    guessing.join_all().await;
    // Nobody has tried Ann's name yet, and this address is new as well.
    post(&mut from(&house, 200), "/api/login", login("Ann", "correct horse")).await;
}
