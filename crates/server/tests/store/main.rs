//! The store: what it promises holds for SQLite and for PostgreSQL, and PostgreSQL can be shared, lost and killed.
#![allow(clippy::unwrap_used)]

mod copying;
mod faults;
mod given;
mod people;
mod results;
mod shared;
mod speed;
mod tables;

use std::sync::Arc;

use roundtable_load::{Postgres, Scratch};
use roundtable_server::metrics::Metrics;
use roundtable_server::store::{DatabaseUrl, PostgresStore, SqliteStore, Store};

/// A store in the database with this address.
async fn open(url: &str) -> PostgresStore {
    let url = DatabaseUrl::from(url.to_owned());
    PostgresStore::open(&url, Arc::new(Metrics::new())).await.unwrap()
}

/// Does the same with both stores, each of them new, and compares what was noted about it.
async fn both(test: impl AsyncFn(&dyn Store) -> Vec<String>) {
    let scratch = Scratch::new("store").unwrap();
    let file = scratch.path().join("site.sqlite");
    let sqlite = SqliteStore::open(&file, Arc::new(Metrics::new())).unwrap();
    let seen = test(&sqlite).await;
    sqlite.close();
    let postgres = open(&Postgres::shared().unwrap().database().unwrap()).await;
    let also = test(&postgres).await;
    close(postgres).await;
    assert!(!seen.is_empty());
    for (a, b) in seen.iter().zip(&also) {
        assert_eq!(a, b, "SQLite, then PostgreSQL");
    }
    assert_eq!(seen.len(), also.len());
}

/// Closes a store, which may block.
async fn close(store: impl Store) {
    tokio::task::spawn_blocking(move || store.close()).await.unwrap();
}

/// Notes the results of expressions.
macro_rules! noted {
    ($notes:ident: $($result:expr),+ $(,)?) => { $($notes.push(format!("{} = {:?}", stringify!($result), $result));)+ };
}
pub(crate) use noted;
