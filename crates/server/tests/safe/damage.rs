//! Damaged files: a game is served as it was, or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use roundtable_core::Rng;
use roundtable_load::{Client, Scratch};
use roundtable_server::metrics::Metrics;
use roundtable_server::store::{SqliteStore, Store as _};
use roundtable_server::{Config, Server, check};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::common::{House, act, finished, state, table};

/// How many files are damaged in each way. `ROUNDTABLE_DAMAGE=60` for a long run.
fn rounds() -> u64 {
    let set = std::env::var("ROUNDTABLE_DAMAGE").ok();
    set.and_then(|rounds| rounds.parse().ok()).unwrap_or(8)
}

const FILES: [&str; 3] = ["roundtable.sqlite", "roundtable.sqlite-wal", "roundtable.mark"];

/// Some games with acknowledged moves, and the files as a crash would leave them. Returns who plays, and every table
/// with its number of moves.
async fn played(to: &Path) -> (Client, BTreeMap<String, Value>) {
    let house = House::open().await;
    let mut ann = house.guest("Ann").await;
    let mut tables = BTreeMap::new();
    for game in ["shock", "never-bring-a-knife"] {
        let players = if game == "shock" { 3 } else { 4 };
        let wish = json!({"game": game, "players": players, "public": true, "spectators": true});
        let (id, _) = finished(&house, &mut ann, wish).await;
        tables.insert(id, Value::Null);
    }
    for number in 0..12 {
        let wish = json!({"game": "knight-at-the-inn", "players": 2, "public": true, "spectators": true});
        let (id, _) = table(&mut ann, wish).await;
        act(&mut ann, &id, "start", json!({"fill": "page"})).await;
        let mut live = ann.live(&id, None).await.unwrap();
        let mut rng = Rng::new(number);
        let mut made = 0;
        while made < 25 {
            let game = state(&mut live).await;
            if !game["outcome"].is_null() {
                break;
            }
            let legal = game["legal"].as_array().unwrap();
            if legal.is_empty() {
                // The bot's turn.
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                continue;
            }
            made += 1;
            let mv = &legal[rng.below(legal.len() as u32) as usize]["number"];
            live.ask_and_wait(&json!({"play": {"decision": game["decision"], "move": mv}}))
                .await
                .unwrap();
        }
        // Nothing moves any more.
        act(
            &mut ann,
            &id,
            "chat",
            json!({"text": format!("that was table {number}")}),
        )
        .await;
        tables.insert(id, Value::Null);
    }
    // Bots may still answer: wait until they have.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    for (id, ply) in &mut tables {
        *ply = ann.get(&format!("/api/tables/{id}")).await.unwrap().json()["ply"].clone();
    }
    fs::create_dir_all(to).unwrap();
    for file in FILES {
        fs::copy(house.scratch.path().join(file), to.join(file)).unwrap();
    }
    (ann, tables)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in FILES {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

/// Damages a file in one of several ways.
fn damage(file: &Path, rng: &mut Rng) -> String {
    let mut bytes = fs::read(file).unwrap();
    let (size, kind) = (bytes.len() as u32, rng.below(4));
    // The first page is where every file begins to be read; leave it, or the damage is always found at once.
    let at = (4096 + rng.below(size - 8192)) as usize;
    let what = match kind {
        0 => {
            bytes[at] ^= 1 << rng.below(8);
            "a bit"
        }
        1 => {
            let page = at / 4096 * 4096;
            bytes[page..page + 4096].fill(0);
            "a page of zeros"
        }
        2 => {
            for byte in &mut bytes[at..at + 64] {
                *byte = rng.below(256) as u8;
            }
            "64 random bytes"
        }
        _ => {
            bytes.truncate(at);
            "cut off"
        }
    };
    fs::write(file, bytes).unwrap();
    format!("{what} at {at} of {size}")
}

/// Starts a server on the files. Returns what it serves: for every table its number of moves, or the code of the
/// refusal. `None` if it does not start.
async fn served(ann: &Client, data: &Path, tables: &BTreeMap<String, Value>) -> Option<BTreeMap<String, Value>> {
    let mut config = Config::for_tests(data);
    // Bots must not add to what is there.
    (config.bot_delay_min, config.bot_delay_max) = (600_000, 600_000);
    let server = Server::start(config).await.ok()?;
    let mut ann = Client {
        server: server.address(),
        ..ann.clone()
    };
    let mut all = BTreeMap::new();
    for id in tables.keys() {
        let answer = ann.get(&format!("/api/tables/{id}")).await.unwrap();
        let info = answer.json();
        let what = match (answer.status, info["trouble"].is_string()) {
            (200, false) => info["ply"].clone(),
            (200, true) => json!("trouble"),
            _ => json!(answer.code()),
        };
        all.insert(id.clone(), what);
    }
    server.stop().await;
    Some(all)
}

async fn never_served_with_moves_missing(which: &str) {
    let scratch = Scratch::new("damage").unwrap();
    let whole = scratch.path().join("whole");
    let (ann, tables) = played(&whole).await;
    // The copy itself is in order, and has everything.
    let first = scratch.path().join("first");
    copy(&whole, &first);
    assert_eq!(served(&ann, &first, &tables).await.as_ref(), Some(&tables));
    let (mut refused, mut quarantined) = (0, 0);
    for round in 0..rounds() {
        let mut rng = Rng::new(round);
        let data = scratch.path().join(format!("{round}"));
        copy(&whole, &data);
        if which == FILES[0] {
            // The log goes into the database first, as after a clean end.
            let db = Connection::open(data.join(which)).unwrap();
            db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
        }
        let what = damage(&data.join(which), &mut rng);
        match served(&ann, &data, &tables).await {
            None => refused += 1,
            Some(all) => {
                for (id, ply) in &all {
                    let fine = *ply == tables[id] || !ply.is_number();
                    assert!(
                        fine,
                        "round {round}, {what}: {ply} moves of {} are served as if all",
                        tables[id]
                    );
                    quarantined += usize::from(!ply.is_number());
                }
            }
        }
        fs::remove_dir_all(&data).unwrap();
    }
    assert!(refused + quarantined > 0, "some damage was noticed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_database_is_never_served_with_moves_missing() {
    never_served_with_moves_missing("roundtable.sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_log_is_never_served_with_moves_missing() {
    never_served_with_moves_missing("roundtable.sqlite-wal").await;
}

#[tokio::test]
async fn a_bad_table_is_out_of_play_and_the_others_go_on() {
    let scratch = Scratch::new("quarantine").unwrap();
    let (ann, tables) = played(scratch.path()).await;
    let file = scratch.path().join("roundtable.sqlite");
    let ids: Vec<&String> = tables.keys().collect();
    let db = Connection::open(&file).unwrap();
    let row = |id: &str| -> i64 {
        db.query_row("SELECT row FROM tables WHERE id = ?", [id], |row| row.get(0))
            .unwrap()
    };
    // A move of one is missing, one of another is another, a third has lost its last, a fourth its state.
    let bad = &ids[..4];
    db.execute("DELETE FROM moves WHERE \"table\" = ? AND ply = 5", [row(bad[0])])
        .unwrap();
    let swap = "UPDATE moves SET move = (SELECT m.move FROM moves m WHERE m.\"table\" = ?1 AND m.move <> moves.move \
                LIMIT 1) WHERE \"table\" = ?1 AND ply = 4";
    db.execute(swap, [row(bad[1])]).unwrap();
    db.execute(
        "UPDATE moves SET seal = seal + 1 WHERE \"table\" = ? AND ply = 3",
        [row(bad[2])],
    )
    .unwrap();
    db.execute(
        "UPDATE tables SET state = replace(state, '\"hints\":false', '\"hints\":true ') WHERE row = ?",
        [row(bad[3])],
    )
    .unwrap();
    drop(db);
    let all = served(&ann, scratch.path(), &tables).await.expect("it starts");
    for (id, what) in &all {
        let quarantined = bad.contains(&id);
        assert_eq!(*what == json!("trouble"), quarantined, "{id}: {what}");
    }
    // Commands are refused, and say why; a viewer is shown no game.
    let server = Server::start(Config::for_tests(scratch.path())).await.unwrap();
    let mut ann = Client {
        server: server.address(),
        ..ann
    };
    let answer = ann
        .post(&format!("/api/tables/{}/resign", bad[0]), &json!({}))
        .await
        .unwrap();
    assert_eq!((answer.status, &*answer.code()), (500, "damaged"), "{}", answer.text);
    let sync = ann.live(bad[0], None).await.unwrap().next().await.unwrap();
    assert_eq!(sync["game"], json!(null));
    assert!(sync["table"]["trouble"].as_str().unwrap().contains("out of play"));
    let metrics = ann.get("/metrics").await.unwrap().text;
    assert!(metrics.contains("roundtable_damaged_tables_total 1"), "{metrics}");
    server.stop().await;
    // `check` finds all of them, and only them.
    let found = check(&file).unwrap();
    assert_eq!(
        (found.tables, found.faults.len()),
        (tables.len(), 4),
        "{:?}",
        found.faults
    );
    assert!(
        bad.iter()
            .all(|id| found.faults.iter().any(|fault| fault.contains(id.as_str())))
    );
}

#[tokio::test]
async fn a_backup_can_be_restored_with_everything() {
    let scratch = Scratch::new("restore").unwrap();
    let (ann, tables) = played(&scratch.path().join("here")).await;
    let there = scratch.path().join("there");
    fs::create_dir(&there).unwrap();
    let here = scratch.path().join("here/roundtable.sqlite");
    roundtable_server::store::backup(&here, &there.join("roundtable.sqlite")).unwrap();
    assert_eq!(served(&ann, &there, &tables).await.as_ref(), Some(&tables));
    let found = check(&there.join("roundtable.sqlite")).unwrap();
    assert_eq!((found.tables, found.faults.as_slice()), (tables.len(), &[][..]));
    // Moves that were acknowledged after the backup are missing in it: a server says so rather than go on.
    let server = Server::start(Config::for_tests(&there)).await.unwrap();
    Client::guest(server.address(), "Ben").await.unwrap();
    server.stop().await;
    fs::remove_file(there.join("roundtable.sqlite")).unwrap();
    roundtable_server::store::backup(&here, &there.join("roundtable.sqlite")).unwrap();
    let refused = SqliteStore::open(&there.join("roundtable.sqlite"), Arc::new(Metrics::new()));
    let said = refused.err().expect("it is noticed").to_string();
    assert!(
        said.contains("acknowledged") && said.contains("roundtable.mark"),
        "{said}"
    );
    // Whoever means it removes the mark.
    fs::remove_file(there.join("roundtable.mark")).unwrap();
    SqliteStore::open(&there.join("roundtable.sqlite"), Arc::new(Metrics::new()))
        .unwrap()
        .close();
}
