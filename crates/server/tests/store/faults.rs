//! A database that is killed, frozen and restarted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use roundtable_load::Postgres;
use roundtable_server::store::{Status, Store as _, StoreError};

use crate::given::{moved, new_table, table};
use crate::open;

async fn within(seconds: u64, what: &str, so: impl AsyncFn() -> bool) {
    let until = Instant::now() + Duration::from_secs(seconds);
    while !so().await {
        assert!(Instant::now() < until, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Every acknowledged move is there afterwards, and none twice; those of which nobody knows are there or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_database_loses_nothing_that_was_acknowledged() {
    const TABLES: u8 = 20;
    let postgres = Arc::new(Postgres::start().unwrap());
    let store = Arc::new(open(&postgres.database().unwrap()).await);
    let mut rows = Vec::new();
    for number in 0..TABLES {
        rows.push(
            store
                .create_table(new_table(number, Status::Running, &[1]))
                .await
                .unwrap(),
        );
    }
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for (number, row) in (0..TABLES).zip(rows) {
        let (store, stop) = (Arc::clone(&store), Arc::clone(&stop));
        players.push(tokio::spawn(async move {
            let (mut ply, mut unknown, mut failed) = (0, 0, 0);
            while !stop.load(Ordering::Relaxed) {
                match store.write_table(moved(row, 0, ply)).await {
                    Ok(()) => ply += 1,
                    Err(StoreError::Failed(_)) => {
                        failed += 1;
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                    Err(StoreError::Unknown(_)) => {
                        unknown += 1;
                        // Only the database knows.
                        let made = loop {
                            match store.load_table(table(number)).await {
                                Ok(found) => break found.unwrap().moves.len(),
                                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                            }
                        };
                        assert!(made == ply || made == ply + 1, "{made} moves, {ply} acknowledged");
                        ply = made;
                    }
                    Err(error) => panic!("{error:?} at {ply}"),
                }
            }
            (ply, unknown, failed)
        }));
    }
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        postgres.kill();
        within(5, "it is noticed", async || !store.healthy()).await;
        postgres.run().unwrap();
        within(10, "it comes back by itself", async || store.healthy()).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    stop.store(true, Ordering::Relaxed);
    let (mut all, mut unknown, mut failed) = (0, 0, 0);
    for (number, player) in (0..TABLES).zip(players) {
        let (ply, unsure, not) = player.await.unwrap();
        let stored = store.load_table(table(number)).await.unwrap().unwrap();
        assert_eq!((stored.moves.len(), stored.damage), (ply, None));
        (all, unknown, failed) = (all + ply, unknown + unsure, failed + not);
    }
    println!("{all} moves, {unknown} of unknown outcome, {failed} refused");
    assert!(all > 100 && failed > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_database_keeps_nobody_waiting_for_ever() {
    let postgres = Postgres::start().unwrap();
    let store = open(&postgres.database().unwrap()).await;
    let row = store.create_table(new_table(1, Status::Running, &[1])).await.unwrap();
    store.write_table(moved(row, 0, 0)).await.unwrap();
    postgres.freeze();
    let error = tokio::time::timeout(Duration::from_secs(20), store.write_table(moved(row, 0, 1)))
        .await
        .unwrap();
    assert!(
        matches!(error, Err(StoreError::Failed(_) | StoreError::Unknown(_))),
        "{error:?}"
    );
    assert!(!store.healthy());
    postgres.thaw();
    within(10, "it comes back", async || store.healthy()).await;
    let made = store.load_table(table(1)).await.unwrap().unwrap().moves.len();
    within(10, "it takes moves", async || {
        store.write_table(moved(row, 0, made)).await.is_ok()
    })
    .await;
}
