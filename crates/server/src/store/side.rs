//! A database of either kind that nobody else uses, in one transaction.

use std::fs::File;

use rusqlite::Connection;

use super::StoreError;
use super::copy::Place;
use super::db::{Arg, Db, Hold, Row};
use super::postgres::Alone;
use super::sqlite::SqliteStore;

/// A database in a transaction, which nobody else uses.
pub(super) enum Side {
    File(Connection, File),
    Database(Alone),
}

impl Side {
    pub(super) async fn open(place: &Place) -> Result<Self, String> {
        match place {
            Place::File(file) => {
                if let Some(directory) = file.parent() {
                    super::private::directory(directory)
                        .map_err(|error| format!("{}: {error}", directory.display()))?;
                }
                let (db, lock) = SqliteStore::alone(file).map_err(|error| error.to_string())?;
                db.execute_batch("BEGIN IMMEDIATE")
                    .map_err(|error| format!("{place}: {error}"))?;
                Ok(Self::File(db, lock))
            }
            Place::Database(url) => Alone::open(url)
                .await
                .map(Self::Database)
                .map_err(|error| error.to_string()),
        }
    }

    pub(super) async fn end(self, keep: bool) -> Result<(), String> {
        match self {
            Self::File(db, lock) => {
                let done = db.execute_batch(if keep { "COMMIT" } else { "ROLLBACK" });
                drop(db);
                drop(lock);
                done.map_err(|error| error.to_string())
            }
            Self::Database(alone) => alone.end(keep).await.map_err(|error| error.to_string()),
        }
    }
}

/// Only what both databases understand is asked here.
impl Db for Side {
    const TO_DELETE: &str = "";
    const NUMBERS: &str = "";
    const EPOCH: &str = "0";

    async fn run(&self, sql: &str, args: &[Arg<'_>]) -> Result<usize, StoreError> {
        match self {
            Self::File(db, _) => db.run(sql, args).await,
            Self::Database(alone) => alone.session.run(sql, args).await,
        }
    }

    async fn rows(&self, sql: &str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::File(db, _) => db.rows(sql, args).await,
            Self::Database(alone) => alone.session.rows(sql, args).await,
        }
    }

    async fn row(&self, sql: &str, args: &[Arg<'_>]) -> Result<Option<Row>, StoreError> {
        match self {
            Self::File(db, _) => db.row(sql, args).await,
            Self::Database(alone) => alone.session.row(sql, args).await,
        }
    }

    async fn hold(&self, _: Hold<'_>) -> Result<(), StoreError> {
        Ok(())
    }
}
