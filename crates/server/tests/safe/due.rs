//! A person's deadline is kept, however many bots are late.

use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::json;

use crate::common::{House, act, table};

/// Copies of a table of bots whose turn is long overdue.
const BOTS: usize = 1_200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_bots_do_not_hide_the_deadline_of_a_person() {
    let mut house = House::open_with(|config| (config.bot_delay_min, config.bot_delay_max) = (600, 600)).await;
    let mut ann = house.guest("Ann").await;
    let seats = json!([{"bot": "champion"}, {"bot": "champion"}]);
    let (bots, _) = table(
        &mut ann,
        json!({"game": "knight-at-the-inn", "players": 2, "seats": seats}),
    )
    .await;
    act(&mut ann, &bots, "start", json!({})).await;
    let wish = json!({"game": "shock", "players": 3, "seconds": 60, "stand_in": "page"});
    let (own, _) = table(&mut ann, wish).await;
    act(&mut ann, &own, "start", json!({"fill": "page"})).await;
    // Wait until it is Ann's turn.
    let mut live = ann.live(&own, None).await.unwrap();
    crate::common::until(&mut live, |message| message["game"]["decision"].is_number()).await;
    drop(live);
    house.close().await;
    let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
    let change = db.unchecked_transaction().unwrap();
    for number in 0..BOTS {
        change
            .execute(
                "INSERT INTO tables (id, version, status, public, spectators, state, digest, changed_at) SELECT \
                 printf('%032x', ?2), version, status, public, spectators, state, digest, changed_at FROM tables \
                 WHERE id = ?1",
                (&bots, number as i64),
            )
            .unwrap();
        let row = change.last_insert_rowid();
        change
            .execute("INSERT INTO clocks VALUES (?, 0, 0, 1, 1)", [row])
            .unwrap();
    }
    // Ann's time has run out as well, but not as long ago as that of the bots.
    change
        .execute("UPDATE clocks SET due_at = 2 WHERE bot = 0", [])
        .unwrap();
    change.commit().unwrap();
    drop(db);
    house.restart().await;
    ann.server = house.address;
    let since = Instant::now();
    loop {
        // Asking for the table would wake it, so look into the store.
        let db = Connection::open(house.scratch.path().join("roundtable.sqlite")).unwrap();
        let away: bool = db
            .query_row(
                "SELECT instr(state, '\"stand_in\":\"away\"') > 0 FROM tables WHERE id = ?",
                [&own],
                |row| row.get(0),
            )
            .unwrap();
        if away {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "nobody noticed");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let tables = house.server.as_ref().unwrap().metrics().tables.get();
    assert!(tables < 200, "not all of them are in memory: {tables}");
}
