//! Results, ratings and profiles: who sees what of whom, and that ratings follow from games.

use std::time::{Duration, Instant};

use crate::common::{House, act, finished, post, refused, state, table};
use roundtable_load::{Client, Live};
use roundtable_server::store::Place;
use serde_json::{Value, json};

/// Somebody with a claimed name.
async fn owner(house: &House, name: &str) -> Client {
    let mut one = house.guest(name).await;
    post(&mut one, "/api/me/password", json!({"password": "correct horse"})).await;
    one
}

async fn get(client: &mut Client, path: &str) -> Value {
    let answer = client.get(path).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn wish(public: bool) -> Value {
    json!({"game": "knight-at-the-inn", "players": 2, "public": public, "spectators": true})
}

/// Plays a whole game of two people.
async fn game(ann: &mut Client, ben: &mut Client, wish: Value) -> (String, String) {
    let (id, key) = table(ann, wish).await;
    post(ben, &format!("/api/tables/{id}/join?key={key}"), json!({})).await;
    act(ann, &id, "start", json!({})).await;
    let mut lives = [ann.live(&id, None).await.unwrap(), ben.live(&id, None).await.unwrap()];
    let mut step = 0;
    while play_once(&mut lives, step).await {
        step += 1;
    }
    (id, key)
}

/// One move of whoever is to act. False when the game is over.
async fn play_once(lives: &mut [Live], step: usize) -> bool {
    for live in lives {
        let game = state(live).await;
        if !game["outcome"].is_null() {
            return false;
        }
        let legal = game["legal"].as_array().unwrap();
        if !legal.is_empty() {
            let mv = &legal[(step * 7 + step / 5) % legal.len()]["number"];
            let play = json!({"play": {"decision": game["decision"], "move": mv}});
            let answer = live.ask_and_wait(&play).await.unwrap();
            assert_eq!(answer["type"], "done", "{answer}");
            return true;
        }
    }
    panic!("nobody is to act");
}

/// Asks until the answer fits: games are judged right after their end.
async fn soon(client: &mut Client, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_secs(30);
    loop {
        let answer = get(client, path).await;
        if fits(&answer) {
            return answer;
        }
        assert!(Instant::now() < end, "{path}: {answer}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn rated(page: &Value) -> bool {
    page["games"][0]["rated"] == true
}

#[tokio::test]
async fn a_game_changes_the_ratings_of_those_who_agreed() {
    let mut house = House::open().await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    let (id, _) = game(&mut ann, &mut ben, wish(true)).await;
    let mut eve = house.guest("Eve").await;
    let page = soon(&mut eve, "/api/people/Ann/games", rated).await;
    let played = &page["games"][0];
    assert_eq!(
        (&played["table"], &played["seat"], &played["players"]),
        (&json!(id), &json!(0), &json!(2))
    );
    assert_eq!(played["seats"][0]["name"], "Ann");
    assert_eq!(played["seats"][1]["name"], "Ben");
    let places = [0, 1].map(|seat| played["seats"][seat]["place"].as_u64().unwrap());
    assert!(places == [1, 2] || places == [2, 1] || places == [1, 1], "{places:?}");
    let (mut points, mut won) = (Vec::new(), 0.0);
    for name in ["Ann", "Ben"] {
        let profile = get(&mut eve, &format!("/api/people/{name}")).await;
        let game = &profile["games"][0];
        assert_eq!(
            (&game["game"], &game["finished"]),
            (&json!("knight-at-the-inn"), &json!(1))
        );
        assert_eq!(game["rating"]["provisional"], true);
        assert!(game.get("without_luck").is_none());
        points.push(game["rating"]["points"].as_f64().unwrap());
        won += game["won"].as_f64().unwrap();
    }
    assert!((points[0] - points[1]).abs() > 100.0 && (points[0] + points[1] - 3000.0).abs() < 0.3);
    assert!((won - 1.0).abs() < 1e-9);
    let winner = if places[0] == 1 { 0 } else { 1 };
    assert!(points[winner] > 1500.0);

    // The list of finished games shows names and results.
    let list = get(&mut eve, "/api/tables?list=finished").await;
    let listed = &list["tables"][0];
    assert_eq!(
        (&listed["id"], &listed["seats"][1]["name"]),
        (&json!(id), &json!("Ben"))
    );
    assert_eq!(listed["outcome"]["ranks"], json!(places));
    assert_eq!(list["more"], false);

    // What is stored says the same when it is made again.
    house.close().await;
    let place = house.place();
    let checked = roundtable_server::rebuild_ratings(&place, false).await.unwrap();
    assert_eq!((checked.games, checked.counted, checked.ratings), (1, 1, 2));
    assert_eq!(checked.before, checked.after);

    // Results that are not those of the game are damage.
    if let Place::File(file) = place {
        assert_eq!(roundtable_server::check(&file).unwrap().faults, [""; 0]);
        let db = rusqlite::Connection::open(&file).unwrap();
        db.execute("UPDATE results SET score = score + 1 WHERE seat = 1", [])
            .unwrap();
        drop(db);
        let faults = roundtable_server::check(&file).unwrap().faults;
        assert!(faults.len() == 1 && faults[0].contains("results"), "{faults:?}");
    }
}

#[tokio::test]
async fn what_nobody_agreed_to_changes_nothing() {
    let house = House::open().await;
    let (mut ann, mut ben, mut guest) = (
        owner(&house, "Ann").await,
        owner(&house, "Ben").await,
        house.guest("Gus").await,
    );
    let with = |more: Value| {
        let mut wish = wish(true);
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wish
    };
    game(&mut ann, &mut ben, wish(false)).await;
    game(&mut ann, &mut ben, with(json!({"hints": true}))).await;
    game(&mut ann, &mut ben, with(json!({"rated": false}))).await;
    game(&mut ann, &mut guest, wish(true)).await;
    // A bot plays for Ann, who resigns at once.
    finished(&house, &mut ann, with(json!({}))).await;
    let all = |page: &Value| {
        page["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["unrated"].is_string())
    };
    let page = soon(&mut ann, "/api/people/Ann/games", |page| {
        page["games"].as_array().unwrap().len() == 5 && all(page)
    })
    .await;
    let why: Vec<_> = page["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["unrated"].as_str().unwrap())
        .collect();
    assert_eq!(why, ["abandoned", "guest", "not_agreed", "hints", "not_agreed"]);
    let profile = get(&mut ann, "/api/people/Ann").await;
    let stats = &profile["games"][0];
    assert!(stats.get("rating").is_none(), "{stats}");
    assert_eq!((&stats["finished"], &stats["abandoned"]), (&json!(5), &json!(1)));
    assert_eq!(stats["against"][0]["level"], "page");
    assert_eq!(stats["against"][0]["won"], 0.0, "an abandoned game is lost");

    // Friends agree on a table of their own.
    let (mut friends, mut agreed) = (wish(false), json!({"rated": true}));
    friends.as_object_mut().unwrap().append(agreed.as_object_mut().unwrap());
    game(&mut ann, &mut ben, friends).await;
    soon(&mut ann, "/api/people/Ann/games", rated).await;
}

#[tokio::test]
async fn private_games_are_for_those_who_played() {
    let house = House::open().await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    let (id, _) = game(&mut ann, &mut ben, wish(false)).await;
    let note = json!({"ply": 1, "text": "Bold!", "shared": true});
    post(&mut ann, &format!("/api/tables/{id}/notes"), note).await;
    let (mut cem, mut stranger) = (owner(&house, "Cem").await, Client::new(house.address));
    for one in [&mut cem, &mut stranger] {
        let page = get(one, "/api/people/Ann/games").await;
        assert_eq!(page["games"], json!([]));
        let profile = get(one, "/api/people/Ann").await;
        assert_eq!((&profile["games"], &profile["moments"]), (&json!([]), &json!([])));
        let list = get(one, "/api/tables?list=finished").await;
        assert_eq!(list["tables"], json!([]));
    }
    for one in [&mut ann, &mut ben] {
        assert_eq!(get(one, "/api/people/Ann/games").await["games"][0]["table"], id);
        assert_eq!(get(one, "/api/people/Ann").await["moments"][0]["text"], "Bold!");
    }
    // Of Ann's statistics Ben sees what is public, and Ann everything.
    assert_eq!(get(&mut ann, "/api/people/Ann").await["games"][0]["finished"], 1);
    assert_eq!(get(&mut ben, "/api/people/Ann").await["games"], json!([]));
}

#[tokio::test]
async fn who_wants_to_shows_nothing_but_the_name() {
    let house = House::open().await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    game(&mut ann, &mut ben, wish(true)).await;
    let mut stranger = Client::new(house.address);
    let change = |private: bool| json!({"private": private}).to_string();
    let body = change(true);
    let refusal = stranger
        .send("PATCH", "/api/me/profile", &[], Some(&body))
        .await
        .unwrap();
    assert_eq!(refusal.code(), "not_signed_in");
    let answer = ann
        .send("PATCH", "/api/me/profile", &[], Some(&body))
        .await
        .unwrap()
        .json();
    assert_eq!(
        (&answer["private"], &answer["games"][0]["finished"]),
        (&json!(true), &json!(1))
    );
    for one in [&mut stranger, &mut ben] {
        let profile = get(one, "/api/people/ann").await;
        let fields: Vec<_> = profile.as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, ["id", "name", "bot", "private"]);
        assert_eq!(one.get("/api/people/Ann/games").await.unwrap().code(), "no_person");
    }
    assert_eq!(get(&mut stranger, "/api/people/Ben").await["games"][0]["finished"], 1);
    assert_eq!(get(&mut ann, "/api/people/Ann").await["games"][0]["finished"], 1);
    let answer = ann
        .send("PATCH", "/api/me/profile", &[], Some(&change(false)))
        .await
        .unwrap();
    assert_eq!(answer.status, 200);
    assert_eq!(get(&mut ben, "/api/people/Ann").await["games"][0]["finished"], 1);
    for nobody in ["Eve", "", "%FF", &"x".repeat(3000), "%3CEve%3E"] {
        let path = format!("/api/people/{nobody}");
        let code = stranger.get(&path).await.unwrap().code();
        assert!(["no_person", "no_route"].contains(&code.as_str()), "{nobody}: {code}");
    }
    assert_eq!(
        stranger.get("/api/people/Ann/games?before=x").await.unwrap().code(),
        "bad_request"
    );
}

#[tokio::test]
async fn everything_about_oneself_is_one_file() {
    let house = House::open().await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    let mut ids = Vec::new();
    for public in [true, false] {
        ids.push(game(&mut ann, &mut ben, wish(public)).await.0);
    }
    for (client, text) in [(&mut ann, "mine"), (&mut ben, "of Ben")] {
        let note = json!({"ply": 2, "text": text, "shared": true});
        post(client, &format!("/api/tables/{}/notes", ids[0]), note).await;
    }
    let answer = ann.get("/api/me/export").await.unwrap();
    let file: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(
        (&file["format"], &file["complete"]),
        (&json!("roundtable-export/1"), &json!(true))
    );
    assert_eq!(
        (&file["me"]["name"], &file["profile"]["name"]),
        (&json!("Ann"), &json!("Ann"))
    );
    assert_eq!(file["sessions"].as_array().unwrap().len(), 1);
    let token = ann.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    assert!(!answer.text.contains(&token) && !answer.text.contains("of Ben"));
    let games = file["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(
        (&games[0]["result"]["table"], &games[1]["result"]["table"]),
        (&json!(ids[1]), &json!(ids[0]))
    );
    assert_eq!(games[1]["notes"][0]["text"], "mine");
    for (game, id) in games.iter().rev().zip(&ids) {
        // Each record is the one that anybody who may have it gets, and can be verified.
        let record = ann.get(&format!("/api/tables/{id}/record")).await.unwrap();
        assert_eq!(game["record"], record.json());
        roundtable_catalog::verify(&game["record"].to_string()).unwrap();
    }
    let mut stranger = Client::new(house.address);
    assert_eq!(stranger.get("/api/me/export").await.unwrap().code(), "not_signed_in");
    for _ in 0..9 {
        assert_eq!(ann.get("/api/me/export").await.unwrap().status, 200);
    }
    assert_eq!(ann.get("/api/me/export").await.unwrap().code(), "used_up");
}

#[tokio::test]
async fn pages_of_games_go_back_to_the_first() {
    let house = House::open().await;
    let mut ann = owner(&house, "Ann").await;
    let mut all = Vec::new();
    for _ in 0..23 {
        all.push(finished(&house, &mut ann, wish(true)).await.0);
    }
    let one = get(&mut ann, "/api/people/Ann/games").await;
    let next = one["next"].as_str().unwrap();
    let two = get(&mut ann, &format!("/api/people/Ann/games?before={next}")).await;
    let ids: Vec<&str> = [&one, &two]
        .iter()
        .flat_map(|page| page["games"].as_array().unwrap())
        .map(|game| game["table"].as_str().unwrap())
        .collect();
    let expected: Vec<&str> = all.iter().rev().map(String::as_str).collect();
    assert_eq!(ids, expected);
    assert!(two.get("next").is_none());
}

#[tokio::test]
async fn a_deleted_account_leaves_games_without_a_name() {
    let house = House::open().await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    game(&mut ann, &mut ben, wish(true)).await;
    soon(&mut ben, "/api/people/Ben/games", rated).await;
    let body = json!({"password": "correct horse"}).to_string();
    assert_eq!(
        ann.send("DELETE", "/api/me", &[], Some(&body)).await.unwrap().status,
        204
    );
    assert_eq!(ben.get("/api/people/Ann").await.unwrap().code(), "no_person");
    let page = get(&mut ben, "/api/people/Ben/games").await;
    let seat = &page["games"][0]["seats"][0];
    assert!(seat.get("name").is_none() && seat.get("person").is_none(), "{seat}");
    assert!(!page.to_string().contains("Ann"));
    assert_eq!(
        refused(&mut ann, "/api/me/password", json!({"password": "x"})).await,
        "not_signed_in"
    );
}

#[tokio::test]
async fn who_comes_back_has_been_away_all_the_same() {
    let house = House::open_with(|config| config.bot_delay_max = 0).await;
    let (mut ann, mut ben) = (owner(&house, "Ann").await, owner(&house, "Ben").await);
    let (id, _) = table(&mut ann, wish(true)).await;
    act(&mut ben, &id, "join", json!({})).await;
    act(&mut ann, &id, "start", json!({})).await;
    let mut lives = [ann.live(&id, None).await.unwrap(), ben.live(&id, None).await.unwrap()];
    // Ben plays on until a bot has decided for Ann; then she is back.
    act(&mut ann, &id, "resign", json!({})).await;
    let (end, mut own) = (Instant::now() + Duration::from_secs(30), 0);
    loop {
        let game = state(&mut lives[1]).await;
        let to_act = !game["decision"].is_null();
        if game["ply"].as_u64() > Some(own) && to_act {
            break;
        }
        if to_act {
            play_once(&mut lives[1..], 0).await;
            own += 1;
        }
        assert!(Instant::now() < end, "{game}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    act(&mut ann, &id, "return", json!({})).await;
    let mut step = 0;
    while play_once(&mut lives, step).await {
        step += 1;
    }
    let page = soon(&mut ben, "/api/people/Ben/games", |page| {
        page["games"][0]["unrated"].is_string()
    })
    .await;
    assert_eq!(page["games"][0]["unrated"], "abandoned");
    assert_eq!(page["games"][0]["seats"][0]["absent"], "away");
}
