//! What a host sees.

use std::collections::BTreeSet;

use roundtable_load::Client;
use serde_json::json;

use crate::common::{House, act, state, table};

const ALERTS: &str = include_str!("../../../../deploy/alerts.yml");
const DASHBOARD: &str = include_str!("../../../../deploy/dashboard.json");

/// The metrics that a text names.
fn named(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
    let own = words.filter(|word| word.starts_with("roundtable_"));
    own.map(|word| word.trim_end_matches("_bucket").trim_end_matches("_total").to_owned())
        .collect()
}

#[tokio::test]
async fn metrics_tell_refusals_sizes_queues_and_phases_and_the_files_for_hosts_use_them() {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let wish = json!({"game": "knight-at-the-inn", "players": 2, "seats": ["me", {"bot": "page"}]});
    let (id, key) = table(&mut ann, wish).await;
    act(&mut ann, &id, "start", json!({})).await;
    let mut live = ann.live(&id, Some(&key)).await.unwrap();
    let mut made = 0;
    while made < 3 {
        let game = state(&mut live).await;
        if game["decision"].is_number() {
            let play = json!({"play": {"decision": game["decision"], "move": game["legal"][0]["number"]}});
            live.ask_and_wait(&play).await.unwrap();
            made += 1;
        }
    }
    live.ask_and_wait(&json!({"play": {"decision": 99, "move": 0}}))
        .await
        .unwrap();
    ann.get("/api/nothing").await.unwrap();
    let text = ann.get("/metrics").await.unwrap().text;
    for line in [
        r#"roundtable_refusals_total{code="stale_decision"} 1"#,
        r#"roundtable_refusals_total{code="no_route"} 1"#,
        r#"roundtable_phase_seconds_count{phase="queue"} "#,
        r#"roundtable_phase_seconds_count{phase="decide"} "#,
        r#"roundtable_phase_seconds_count{phase="store"} "#,
        r#"roundtable_phase_seconds_count{phase="tell"} "#,
        r#"roundtable_bot_wait_seconds_count{kind="quick"} "#,
        "roundtable_commit_wait_seconds_count ",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    for size in [
        "database_bytes",
        "database_log_bytes",
        "disk_free_bytes",
        "memory_bytes",
    ] {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("roundtable_{size} ")));
        assert!(
            line.is_some_and(|bytes| bytes.parse::<u64>().unwrap() > 1000),
            "{size}: {line:?}"
        );
    }
    let known = named(&text);
    serde_json::from_str::<serde_json::Value>(DASHBOARD).unwrap();
    for metric in named(ALERTS).union(&named(DASHBOARD)) {
        assert!(known.contains(metric), "there is no {metric}");
    }
}

#[tokio::test]
async fn every_answer_has_a_number_of_its_own() {
    let house = House::open().await;
    let mut anybody = Client::new(house.address);
    let mut numbers = BTreeSet::new();
    for path in ["/", "/api/games", "/api/nothing", "/healthz"] {
        let head = anybody.get(path).await.unwrap().head.to_lowercase();
        let number = head.lines().find_map(|line| line.strip_prefix("x-request-id: "));
        numbers.insert(number.expect("a number").to_owned());
        // A number that somebody invents is not taken over.
        let forged = anybody
            .send("GET", path, &[("X-Request-Id", "mine")], None)
            .await
            .unwrap();
        assert!(!forged.head.contains("mine"));
    }
    assert_eq!(numbers.len(), 4);
}
