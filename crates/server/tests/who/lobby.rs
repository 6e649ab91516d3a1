//! Lists of tables that nobody can fill, tables that nobody can pass on, and answers to those who leave.

use crate::common::{House, act, finished, post, refused, table, until};
use roundtable_load::Client;
use serde_json::{Value, json};

fn public() -> Value {
    json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true})
}

async fn list(client: &mut Client, query: &str) -> Value {
    let answer = client.get(&format!("/api/tables{query}")).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn ids(list: &Value) -> Vec<String> {
    let tables = list["tables"].as_array().unwrap().iter();
    tables.map(|table| table["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn one_persons_tables_do_not_hide_those_of_others() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let (anns, _) = table(&mut ann, public()).await;
    for name in ["Eve", "Kay"] {
        let mut eve = house.guest(name).await;
        for _ in 0..60 {
            table(&mut eve, public()).await;
        }
    }
    let first = list(&mut ann, "").await;
    assert_eq!((ids(&first).len(), &first["more"]), (7, &json!(false)));
    assert!(ids(&first).contains(&anns));
    let folded = first["folded"].as_array().unwrap();
    assert_eq!(folded.len(), 2);
    for (fold, name) in folded.iter().map(|fold| (fold, fold["name"].as_str().unwrap())) {
        assert!(["Eve", "Kay"].contains(&name));
        assert_eq!(fold["count"], 57);
        assert!(ids(&first).contains(&fold["after"].as_str().unwrap().to_owned()));
        // All of them, page by page.
        let by = fold["by"].as_str().unwrap();
        let one = list(&mut ann, &format!("?list=open&by={by}")).await;
        assert_eq!((ids(&one).len(), &one["more"]), (50, &json!(true)));
        let next = one["next"].as_str().unwrap();
        let two = list(&mut ann, &format!("?list=open&by={by}&before={next}")).await;
        assert_eq!(
            (ids(&two).len(), &two["more"], two.get("next")),
            (10, &json!(false), None)
        );
        assert!(ids(&two).iter().all(|id| !ids(&one).contains(id)));
    }
    for bad in ["?list=open&before=x", "?by=nobody", "?lis=open"] {
        assert_eq!(
            ann.get(&format!("/api/tables{bad}")).await.unwrap().code(),
            "bad_request"
        );
    }
}

#[tokio::test]
async fn lists_have_pages() {
    let house = House::open().await;
    let mut all = Vec::new();
    for i in 0..20 {
        let mut host = house.guest(&format!("Host {i}")).await;
        for _ in 0..4 {
            all.push(table(&mut host, public()).await.0);
        }
    }
    let mut ann = house.guest("Ann").await;
    let one = list(&mut ann, "").await;
    let two = list(&mut ann, &format!("?before={}", one["next"].as_str().unwrap())).await;
    let (first, second) = (ids(&one), ids(&two));
    assert_eq!((first.len(), second.len(), &two["more"]), (50, 10, &json!(false)));
    // Three of four, each once, in order.
    let shown: Vec<&String> = first.iter().chain(&second).collect();
    let expected: Vec<&String> = all
        .iter()
        .enumerate()
        .rev()
        .filter(|(i, _)| i % 4 > 0)
        .map(|(_, id)| id)
        .collect();
    assert_eq!(shown, expected);
    let folds = one["folded"].as_array().unwrap().len() + two["folded"].as_array().unwrap().len();
    assert_eq!(folds, 20);
}

#[tokio::test]
async fn the_limit_of_tables_cannot_be_passed_on() {
    let house = House::open_with(|config| config.max_tables = 3).await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let mut made = Vec::new();
    for _ in 0..3 {
        let (id, _) = table(&mut ann, public()).await;
        act(&mut ben, &id, "join", json!({})).await;
        let left = act(&mut ann, &id, "leave", json!({})).await;
        assert_eq!(left["table"]["seats"][0]["kind"], "open");
        made.push(id);
    }
    assert_eq!(refused(&mut ann, "/api/tables", public()).await, "too_many_tables");
    assert_eq!(refused(&mut ben, "/api/tables", public()).await, "too_many_tables");
    // When one of them is closed, there is room for another.
    act(&mut ben, &made[0], "leave", json!({})).await;
    table(&mut ann, public()).await;
}

#[tokio::test]
async fn a_rematch_is_a_table_like_any_other() {
    let house = House::open_with(|config| config.max_tables = 1).await;
    let mut ann = house.guest("Ann").await;
    let (id, _) = finished(&house, &mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    let (other, _) = table(&mut ann, public()).await;
    let path = format!("/api/tables/{id}/rematch");
    assert_eq!(refused(&mut ann, &path, json!({})).await, "too_many_tables");
    act(&mut ann, &other, "leave", json!({})).await;
    post(&mut ann, &path, json!({})).await;
}

#[tokio::test]
async fn whoever_leaves_a_private_table_is_told_what_happened() {
    let house = House::open().await;
    let (mut ann, mut ben) = (house.guest("Ann").await, house.guest("Ben").await);
    let (id, key) = table(&mut ann, json!({"game": "knight-at-the-inn", "players": 2})).await;
    post(&mut ben, &format!("/api/tables/{id}/join?key={key}"), json!({})).await;
    let left = act(&mut ben, &id, "leave", json!({})).await;
    assert_eq!(
        (&left["table"]["status"], &left["table"]["seats"][1]["kind"]),
        (&json!("waiting"), &json!("open"))
    );
    assert!(
        left["table"].get("key").is_none(),
        "the link is for those who sit there"
    );
    assert_eq!(ben.get(&format!("/api/tables/{id}")).await.unwrap().code(), "no_table");
    let closed = act(&mut ann, &id, "leave", json!({})).await;
    assert_eq!(closed["table"]["status"], "closed");
}

/// A finished game of three people at a private table.
async fn three(house: &House) -> (Client, Client, Client, String) {
    let (mut ann, mut ben, mut kay) = (
        house.guest("Ann").await,
        house.guest("Ben").await,
        house.guest("Kay").await,
    );
    let wish = json!({"game": "knights-and-damosels", "players": 3, "stand_in": "page"});
    let (id, key) = table(&mut ann, wish).await;
    for other in [&mut ben, &mut kay] {
        post(other, &format!("/api/tables/{id}/join?key={key}"), json!({})).await;
    }
    act(&mut ann, &id, "start", json!({})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    for one in [&mut ann, &mut ben, &mut kay] {
        act(one, &id, "resign", json!({})).await;
    }
    until(&mut live, |message| message["table"]["status"] == "over").await;
    (ann, ben, kay, id)
}

#[tokio::test]
async fn a_rematch_asks_everybody_before_it_seats_them() {
    let house = House::open().await;
    let (mut ann, mut ben, mut kay, id) = three(&house).await;
    let mut live = ben.live(&id, None).await.unwrap();
    let again = act(&mut ann, &id, "rematch", json!({})).await;
    let next = again["rematch"].as_str().unwrap().to_owned();
    // The others see it at the old table and among their own, and sit nowhere yet.
    until(&mut live, |message| message["table"]["rematch"] == next.as_str()).await;
    let path = format!("/api/tables/{next}");
    let shown = ben.get(&path).await.unwrap().json();
    let kinds = |table: &Value| -> Vec<String> {
        let seats = table["seats"].as_array().unwrap().iter();
        seats.map(|seat| seat["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&shown), ["person", "asked", "asked"]);
    assert_eq!(shown["seats"][1]["name"], "Ben");
    assert!(shown.get("key").is_none());
    assert!(ids(&list(&mut ben, "?list=mine").await).contains(&next));
    let mut new = ben.live(&next, None).await.unwrap();
    assert!(until(&mut new, |message| message["type"] == "sync").await["you"]["seat"].is_null());
    // Nobody takes the seat of another, not even with the whole link.
    let mut eve = house.guest("Eve").await;
    assert_eq!(eve.get(&path).await.unwrap().code(), "no_table");
    let key = again["table"]["key"].as_str().unwrap();
    assert_eq!(
        refused(&mut eve, &format!("{path}/join?key={key}"), json!({})).await,
        "no_table"
    );
    let key = ann.get(&path).await.unwrap().json()["key"].as_str().unwrap().to_owned();
    assert_eq!(
        refused(&mut eve, &format!("{path}/join?key={key}"), json!({})).await,
        "table_full"
    );
    assert_eq!(
        refused(&mut kay, &format!("{path}/join"), json!({"seat": 1})).await,
        "seat_taken"
    );
    // Ben says yes by joining, Kay says no by leaving, and the host begins with a bot.
    let joined = act(&mut ben, &next, "join", json!({})).await;
    assert_eq!(kinds(&joined["table"]), ["person", "person", "asked"]);
    assert_eq!(
        refused(&mut ann, &format!("{path}/start"), json!({})).await,
        "seats_free"
    );
    let declined = act(&mut kay, &next, "leave", json!({})).await;
    assert_eq!(kinds(&declined["table"]), ["person", "person", "open"]);
    assert!(!ids(&list(&mut kay, "?list=mine").await).contains(&next));
    let begun = act(&mut ann, &next, "start", json!({"fill": "page"})).await;
    assert_eq!(kinds(&begun["table"]), ["person", "person", "bot"]);
}

#[tokio::test]
async fn somebody_who_is_gone_is_not_asked_and_one_who_goes_frees_the_seat() {
    let house = House::open().await;
    let (mut ann, mut ben, mut kay, id) = three(&house).await;
    kay.send("DELETE", "/api/me", &[], Some("{}")).await.unwrap();
    let mut live = ann.live(&id, None).await.unwrap();
    until(&mut live, |message| {
        message["table"]["seats"][2]["kind"] == "person" && message["table"]["seats"][2].get("name").is_none()
    })
    .await;
    let next = act(&mut ann, &id, "rematch", json!({})).await["rematch"].clone();
    let next = next.as_str().unwrap();
    let mut live = ann.live(next, None).await.unwrap();
    let told = until(&mut live, |message| message["type"] == "sync").await;
    assert_eq!(
        (&told["table"]["seats"][1]["kind"], &told["table"]["seats"][2]["kind"]),
        (&json!("asked"), &json!("open"))
    );
    ben.send("DELETE", "/api/me", &[], Some("{}")).await.unwrap();
    until(&mut live, |message| message["table"]["seats"][1]["kind"] == "open").await;
}
