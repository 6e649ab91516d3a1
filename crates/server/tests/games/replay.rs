//! Finished games: replayed for any eye, verified, continued.

use crate::common::{House, act, finished, refused, table, until};
use roundtable_catalog::{GameId, replay};
use roundtable_core::{Eye, Played, Record};
use roundtable_load::{Client, Player, messages};
use serde_json::{Value, json};

async fn get(client: &mut Client, path: &str) -> Value {
    let answer = client.get(path).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

async fn code(client: &mut Client, path: &str) -> String {
    client.get(path).await.unwrap().code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_can_be_looked_at_again_by_every_eye() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    for game in GameId::HOUSE {
        let players = game.info().min_players;
        let wish = json!({"game": game.to_string(), "players": players});
        let (id, _) = finished(&house, &mut ann, wish).await;
        let path = format!("/api/tables/{id}");
        let record = Record::parse(&ann.get(&format!("{path}/record")).await.unwrap().text).unwrap();
        let last = record.moves.len();
        let whole = replay(&record).unwrap();
        for eye in ["0", "1", "table", "all"] {
            let seen: Eye = eye.parse().unwrap();
            let index = get(&mut ann, &format!("{path}/replay?eye={eye}")).await;
            assert_eq!(index["table"]["seats"][0]["name"], "Ann");
            assert_eq!(index["table"]["outcome"], json!(whole.outcome()));
            assert_eq!(index["eye"], serde_json::to_value(seen).unwrap());
            let moves = index["moves"].as_array().unwrap();
            let lines: Vec<Played> = moves
                .iter()
                .map(|mv| {
                    format!("{} {}", mv["seat"], mv["notation"].as_str().unwrap())
                        .parse()
                        .unwrap()
                })
                .collect();
            assert_eq!(lines, record.moves);
            assert!((1..).zip(moves).all(|(ply, mv)| mv["ply"] == ply));
            let told: Vec<Value> = whole
                .events(seen, 0)
                .into_iter()
                .filter(|event| event.event.is_some())
                .map(|event| json!([event.number, event.event, event.text]))
                .collect();
            let events = index["events"].as_array().unwrap();
            let shown: Vec<Value> = events
                .iter()
                .map(|event| json!([event["number"], event["event"], event["text"]]))
                .collect();
            assert_eq!(shown, told, "{game} {eye}");
            // All frames, a hundred at a time.
            let mut frames = Vec::new();
            while frames.len() <= last {
                let from = frames.len();
                let path = format!("{path}/replay/frames?eye={eye}&from={from}");
                frames.extend(get(&mut ann, &path).await["frames"].as_array().unwrap().clone());
            }
            assert_eq!(frames.len(), last + 1);
            for (ply, frame) in frames.iter().enumerate().step_by(7) {
                let then = replay(&record.until(ply)).unwrap();
                assert_eq!(frame["ply"], ply);
                assert_eq!(frame["view"], then.view(seen), "{game} {eye} {ply}");
                assert_eq!(frame["to_act"], json!(then.to_act()));
                let happened = events
                    .iter()
                    .filter(|event| event["ply"].as_u64() <= Some(ply as u64))
                    .count();
                let so_far = then
                    .events(seen, 0)
                    .into_iter()
                    .filter(|event| event.event.is_some())
                    .count();
                assert_eq!(happened, so_far, "{game} {eye} {ply}");
            }
            let one = get(&mut ann, &format!("{path}/replay/{}?eye={eye}", last / 2)).await;
            assert_eq!(one, frames[last / 2]);
        }
        let verified = get(&mut ann, &format!("{path}/verify")).await;
        assert_eq!(verified["moves"], last);
        assert_eq!(verified["digest"], json!(record.digest));
        let shown = get(&mut ann, &path).await["commitment"].clone();
        assert_eq!(
            verified["deal"],
            json!({"type": "fair", "commitment": shown, "numbers": 1, "promised": true, "failed": 0})
        );
        assert_eq!(verified["outcome"], json!(whole.outcome()));
    }
}

#[tokio::test]
async fn claims_are_in_their_place() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "never-bring-a-knife", "players": 4, "stand_in": "page"});
    let (id, _) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({"fill": "page"})).await;
    act(&mut ann, &id, "claim", json!({"claim": {"type": "own", "role": "cop"}})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    act(&mut ann, &id, "resign", json!({})).await;
    until(&mut live, |message| message["table"]["status"] == "over").await;
    let index = get(&mut ann, &format!("/api/tables/{id}/replay?eye=table")).await;
    let claims = index["claims"].as_array().unwrap();
    assert_eq!((claims.len(), &claims[0]["text"]), (1, &json!("I am a Cop.")));
    let ply = claims[0]["ply"].as_u64().unwrap();
    let frames = get(
        &mut ann,
        &format!("/api/tables/{id}/replay/frames?from=0&to={}", ply + 1),
    )
    .await;
    for frame in frames["frames"].as_array().unwrap() {
        let heard = frame["view"].get("claims").is_some();
        assert_eq!(heard, frame["ply"].as_u64().unwrap() >= ply);
    }
}

#[tokio::test]
async fn nothing_is_replayed_before_the_end_or_for_who_may_not_see_it() {
    let house = House::open().await;
    let (mut ann, mut eve) = (house.guest("Ann").await, house.guest("Eve").await);
    let wish = json!({"game": "shock", "players": 3, "public": true, "spectators": true});
    let (running, _) = table(&mut ann, wish).await;
    act(&mut ann, &running, "start", json!({"fill": "page"})).await;
    let private = json!({"game": "shock", "players": 3, "spectators": true});
    let (hidden, key) = finished(&house, &mut ann, private).await;
    for end in ["replay", "replay/frames", "replay/3", "verify"] {
        let path = format!("/api/tables/{running}/{end}?eye=all");
        assert_eq!(code(&mut ann, &path).await, "not_over");
        let path = format!("/api/tables/{hidden}/{end}");
        assert_eq!(code(&mut eve, &path).await, "no_table");
        assert_eq!(code(&mut eve, &format!("{path}?key={key}")).await, "");
    }
    let wish = json!({"ply": 1, "seat": 0, "level": "page"});
    let path = |id: &str| format!("/api/tables/{id}/continue");
    assert_eq!(refused(&mut ann, &path(&running), wish.clone()).await, "not_over");
    assert_eq!(refused(&mut eve, &path(&hidden), wish.clone()).await, "no_table");
    let nobody = &mut Client::new(house.address);
    assert_eq!(refused(nobody, &path(&hidden), wish.clone()).await, "not_signed_in");
    let keyed = format!("{}?key={key}", path(&hidden));
    assert_eq!(eve.post(&keyed, &wish).await.unwrap().status, 201);
    // Without spectators, only players may replay it.
    let alone = json!({"game": "shock", "players": 3, "public": true});
    let (alone, _) = finished(&house, &mut ann, alone).await;
    assert_eq!(
        code(&mut eve, &format!("/api/tables/{alone}/replay")).await,
        "no_spectators"
    );
    assert_eq!(code(&mut ann, &format!("/api/tables/{alone}/replay")).await, "");
    // Impossible requests are refused.
    let base = format!("/api/tables/{alone}/replay");
    for (end, expected) in [
        ("?eye=9", "bad_eye"),
        ("?eye=3", "bad_eye"),
        ("?eye=Table", "bad_eye"),
        ("/frames?from=x", "bad_request"),
        ("/frames?from=5&to=4", "bad_ply"),
        ("/frames?from=0&to=100", "bad_ply"),
        ("/frames?from=99999", "bad_ply"),
        ("/frames?from=0&to=18446744073709551615", "bad_ply"),
        ("/99999", "bad_ply"),
        ("/x", "bad_ply"),
        ("/-1", "bad_ply"),
    ] {
        assert_eq!(code(&mut ann, &format!("{base}{end}")).await, expected, "{end}");
    }
    let moves = get(&mut ann, &base).await["moves"].as_array().unwrap().len();
    for (wish, expected) in [
        (json!({"ply": moves + 1, "seat": 0, "level": "page"}), "bad_ply"),
        (json!({"ply": moves, "seat": 0, "level": "page"}), "game_over"),
        (json!({"ply": 1, "seat": 3, "level": "page"}), "bad_seat"),
        (json!({"ply": 1, "seat": 200, "level": "page"}), "bad_seat"),
        (json!({"ply": 1, "seat": 0, "level": "exec:sh"}), "bad_level"),
        (json!({"ply": -1, "seat": 0, "level": "page"}), "bad_request"),
        (json!({"ply": 1, "seat": 0}), "bad_request"),
    ] {
        assert_eq!(refused(&mut ann, &path(&alone), wish).await, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_from_a_moment_of_another_and_survives_a_restart() {
    let mut house = House::open_with(|config| config.max_tables = 3).await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "shock", "players": 3, "seats": ["me"]});
    let (id, _) = finished(&house, &mut ann, wish).await;
    let ply = 12;
    let made = act(
        &mut ann,
        &id,
        "continue",
        json!({"ply": ply, "seat": 2, "level": "page"}),
    )
    .await;
    assert_eq!(made["continues"], json!({"table": id, "ply": ply, "seat": 2}));
    assert_eq!(
        (&made["status"], &made["ply"], &made["hints"]),
        (&json!("running"), &json!(0), &json!(true))
    );
    assert_eq!((&made["public"], &made["spectators"]), (&json!(false), &json!(false)));
    assert_eq!(made["seats"][2]["name"], "Ann");
    assert_eq!(made["seats"][0]["level"], "page");
    let next = made["id"].as_str().unwrap().to_owned();
    // At the start, seat 2 sees what it saw then, and was told what it was told.
    let then = get(&mut ann, &format!("/api/tables/{id}/replay/{ply}?eye=2")).await;
    house.restart().await;
    let mut ann = Client {
        server: house.address,
        ..ann
    };
    let mut live = ann.live(&next, None).await.unwrap();
    let mut player = Player::new(5);
    let (mut first, mut restarted) = (true, false);
    let mut last_view = Value::Null;
    let mut over = false;
    while !over {
        let Some(text) = live.next_text().await else {
            panic!("the connection stays open")
        };
        let message: Value = serde_json::from_str(&text).unwrap();
        assert_ne!(message["type"], "refused", "{text}");
        if first {
            // A bot may have moved already.
            if message["game"]["ply"] == 0 {
                assert_eq!(message["game"]["view"], then["view"]);
            }
            first = false;
        }
        over = message["table"]["status"] == "over";
        if let Some(view) = message["game"].get("view") {
            last_view = view.clone();
        }
        for (field, value) in message["game"]["changed"].as_object().into_iter().flatten() {
            last_view[field] = value.clone();
        }
        if message["game"]["ply"].as_u64() > Some(8) && !restarted && message["game"]["decision"].is_number() {
            restarted = true;
            house.restart().await;
            ann.server = house.address;
            live = ann.live(&next, None).await.unwrap();
            let again = live.next().await.unwrap();
            assert_eq!(again["game"]["view"], last_view, "nothing is lost");
            live.ask(&json!({"sync": {}})).await.unwrap();
            player = Player::new(6);
            continue;
        }
        let given = messages(&text).unwrap();
        if let Some((decision, mv)) = given.game.as_ref().and_then(|game| player.decide(game)) {
            live.ask(&json!({"play": {"decision": decision, "move": mv}}))
                .await
                .unwrap();
        }
    }
    assert!(restarted);
    let text = ann.get(&format!("/api/tables/{next}/record")).await.unwrap().text;
    let record = Record::parse(&text).unwrap();
    assert_eq!(record.start.as_ref().unwrap().record.moves.len(), ply);
    let verified = get(&mut ann, &format!("/api/tables/{next}/verify")).await;
    assert_eq!(
        (&verified["earlier"][0]["moves"], &verified["earlier"][0]["seat"]),
        (&json!(ply), &json!(2))
    );
    assert_eq!(verified["earlier"][0]["deal"]["type"], "fair");
    assert_eq!(verified["moves"], record.moves.len());
    let index = get(&mut ann, &format!("/api/tables/{next}/replay?eye=2")).await;
    assert_eq!(index["moves"].as_array().unwrap().len(), record.moves.len());
    let start = get(&mut ann, &format!("/api/tables/{next}/replay/0?eye=2")).await;
    assert_eq!(start["view"], then["view"]);
    // Another game continues from this one, and a rematch begins with its own deal.
    let third = act(
        &mut ann,
        &next,
        "continue",
        json!({"ply": 3, "seat": 0, "level": "squire"}),
    )
    .await;
    assert_eq!(third["continues"]["table"], json!(next));
    let rematch = act(&mut ann, &next, "rematch", json!({})).await["rematch"].clone();
    let fresh = get(&mut ann, &format!("/api/tables/{}", rematch.as_str().unwrap())).await;
    assert_eq!((&fresh["status"], fresh.get("continues")), (&json!("waiting"), None));
    // Tables that continue from another count like any other.
    let path = format!("/api/tables/{id}/continue");
    let wish = json!({"ply": 3, "seat": 0, "level": "page"});
    assert_eq!(ann.post(&path, &wish).await.unwrap().status, 201);
    assert_eq!(refused(&mut ann, &path, wish).await, "too_many_tables");
}
