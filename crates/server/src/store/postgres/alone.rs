//! A database that no node uses, for whoever copies all of it.

use super::super::StoreError;
use super::super::db::{Db as _, args};
use super::super::sqlite::CannotOpen;
use super::address::DatabaseUrl;
use super::nodes::NOW;
use super::schema;
use super::session::{Lock, Pool, Session};

/// A transaction on such a database. Nobody can join meanwhile.
pub(in super::super) struct Alone {
    pub(in super::super) session: Session,
    pool: Pool,
}

impl Alone {
    pub(in super::super) async fn open(url: &DatabaseUrl) -> Result<Self, CannotOpen> {
        let said = |why: &dyn std::fmt::Display| CannotOpen(format!("the store {url}: {why}"));
        let pool = Pool::new(url.way()?)?;
        schema::migrate(&pool).await.map_err(|why| said(&why))?;
        let session = pool.snapshot().await.map_err(|error| said(&error))?;
        let lock = args![Lock::Join as i64];
        let locked = session.run("SELECT pg_advisory_xact_lock(?1)", lock).await;
        locked.map_err(|error| said(&error))?;
        let sql = format!("SELECT id, address FROM nodes WHERE until > {NOW} LIMIT 1");
        if let Some(node) = session.row(&sql, &[]).await.map_err(|error| said(&error))? {
            let address = node.text(1).unwrap_or_default();
            return Err(said(&format!(
                "a server uses it (at {address}); stop it first, or wait 10 s if it was killed"
            )));
        }
        Ok(Self { session, pool })
    }

    pub(in super::super) async fn end(self, keep: bool) -> Result<(), StoreError> {
        let undone = || StoreError::Failed(String::new());
        let done = self.session.end(if keep { Ok(()) } else { Err(undone()) }).await;
        self.pool.close();
        if keep { done } else { Ok(()) }
    }
}
