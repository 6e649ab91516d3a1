//! Lessons: a given deal, given moves, and bots that wait for the learner.

use std::time::Duration;

use crate::common::{House, act, state};
use roundtable_catalog::GameId;
use roundtable_core::Lesson;
use roundtable_load::{Client, Live};
use serde_json::{Value, json};

fn lesson_of(game: GameId) -> Lesson {
    Lesson::of(game.info()).unwrap().expect("every game has a lesson")
}

/// A new lesson, and the learner's socket.
async fn begin(learner: &mut Client, game: GameId) -> (String, Live) {
    let answer = learner
        .post(&format!("/api/games/{game}/lesson"), &json!({}))
        .await
        .unwrap();
    assert_eq!(answer.status, 201, "{}", answer.text);
    let table: Value = serde_json::from_str(&answer.text).unwrap();
    assert_eq!(
        (&table["lesson"], &table["public"], &table["status"]),
        (&json!(true), &json!(false), &json!("running"))
    );
    let id = table["id"].as_str().unwrap().to_owned();
    let live = learner.live(&id, table["key"].as_str()).await.unwrap();
    (id, live)
}

/// Waits until the game has this many moves.
async fn reach(live: &mut Live, ply: usize) -> Value {
    for _ in 0..200 {
        let game = state(live).await;
        if game["ply"].as_u64() == Some(ply as u64) {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("move {ply} is never made");
}

async fn ready(live: &mut Live, ply: usize) {
    live.ask_and_wait(&json!({"ready": {"ply": ply}})).await.unwrap();
}

#[tokio::test]
async fn a_lesson_goes_as_it_is_written_and_then_on_freely() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    for game in GameId::HOUSE {
        let lesson = lesson_of(game);
        let (_, mut live) = begin(&mut ann, game).await;
        for (ply, next) in lesson.moves().enumerate() {
            let at = reach(&mut live, ply).await;
            let legal = at["legal"].as_array().unwrap();
            let given = legal.iter().find(|mv| mv["number"] == at["given"]);
            if next.seat == lesson.seat {
                assert_eq!(given.unwrap()["notation"], *next.notation, "{game}, move {ply}");
                let play = json!({"play": {"decision": at["decision"], "move": next.notation}});
                let done = live.ask_and_wait(&play).await.unwrap();
                assert_eq!(done["type"], "done", "{game}: {next} {done}");
            } else {
                assert!(legal.is_empty() && at["given"].is_null(), "{game}, move {ply}");
                ready(&mut live, ply).await;
            }
        }
        // From here on the game is anybody's.
        let end = reach(&mut live, lesson.moves().count()).await;
        if end["outcome"].is_null() && !end["decision"].is_null() {
            assert!(!end["legal"].as_array().unwrap().is_empty() && end["given"].is_null());
        }
    }
}

#[tokio::test]
async fn another_legal_move_is_refused_and_hints_are_too() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut tried = 0;
    for game in GameId::HOUSE {
        let lesson = lesson_of(game);
        let (_, mut live) = begin(&mut ann, game).await;
        let mut copy = roundtable_catalog::deal(
            &lesson.setup(game.info()),
            None,
            roundtable_core::DiceSource::Seed(lesson.seed),
        )
        .unwrap();
        for (ply, next) in lesson.moves().enumerate() {
            let at = reach(&mut live, ply).await;
            if next.seat == lesson.seat {
                let other = copy
                    .legal(next.seat)
                    .into_iter()
                    .find(|mv| mv.notation != next.notation);
                if let Some(other) = other {
                    for form in [json!(other.number), json!(other.notation), other.json] {
                        for ask in [
                            json!({"play": {"decision": at["decision"], "move": form}}),
                            json!({"check": {"move": form}}),
                        ] {
                            let refused = live.ask_and_wait(&ask).await.unwrap();
                            assert_eq!(refused["error"]["code"], "in_lesson", "{refused}");
                        }
                    }
                    let refused = live.ask_and_wait(&json!({"hint": {}})).await.unwrap();
                    assert_eq!(refused["error"]["code"], "in_lesson");
                    tried += 1;
                    break;
                }
                let play = json!({"play": {"decision": at["decision"], "move": next.notation}});
                live.ask_and_wait(&play).await.unwrap();
            } else {
                ready(&mut live, ply).await;
            }
            copy.play(next.seat, &json!(next.notation)).unwrap();
        }
    }
    assert_eq!(tried, GameId::HOUSE.len());
}

#[tokio::test]
async fn bots_wait_for_the_learner_for_ever_and_after_a_restart() {
    let mut house = House::open_with(|config| config.bot_patience = 0).await;
    let mut ann = house.guest("Ann").await;
    // Somebody else moves first, or right after the learner.
    let game = GameId::HOUSE[0];
    let lesson = lesson_of(game);
    let (id, mut live) = begin(&mut ann, game).await;
    let first = lesson
        .moves()
        .position(|mv| mv.seat != lesson.seat)
        .expect("others move");
    for (ply, next) in lesson.moves().take(first).enumerate() {
        let at = reach(&mut live, ply).await;
        let play = json!({"play": {"decision": at["decision"], "move": next.notation}});
        live.ask_and_wait(&play).await.unwrap();
    }
    live.ask_and_wait(&json!({"ready": {}})).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(
        state(&mut live).await["ply"],
        first,
        "nobody moves while the learner reads"
    );
    drop(live);
    house.restart().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    ann.server = house.address;
    let mut live = ann.live(&id, None).await.unwrap();
    assert_eq!(state(&mut live).await["ply"], first, "nor while nobody is there");
    ready(&mut live, first).await;
    reach(&mut live, first + 1).await;
}

#[tokio::test]
async fn a_lesson_that_is_left_is_closed() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let (id, mut live) = begin(&mut ann, GameId::HOUSE[0]).await;
    act(&mut ann, &id, "leave", json!({})).await;
    assert_eq!(state(&mut live).await, Value::Null);
    let table = ann.get(&format!("/api/tables/{id}")).await.unwrap();
    assert!(table.text.contains(r#""status":"closed""#), "{}", table.text);
}

#[tokio::test]
async fn what_a_lesson_says_is_public_and_its_moves_are_not() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    for game in GameId::HOUSE {
        let lesson = lesson_of(game);
        let answer = ann.get(&format!("/api/games/{game}/lesson")).await.unwrap();
        let said: Value = serde_json::from_str(&answer.text).unwrap();
        assert_eq!(said["sayings"].as_array().unwrap().len(), lesson.steps.len());
        assert_eq!(said["moves"], lesson.moves().count());
        assert!(said["end"]["say"].is_string());
        assert_eq!(said.as_object().unwrap().len(), 3, "{said}");
    }
    assert_eq!(ann.get("/api/games/chess/lesson").await.unwrap().status, 400);
}
