//! Deletes at once what a server would delete in time, and makes the file as small as it can be.

use std::path::Path;

use super::db::now;
use super::retention::{Retention, Swept, sweep};
use super::sqlite::{CannotOpen, SqliteStore, explain};

/// Deletes what may go and rewrites the database. Returns what was deleted, and the sizes of the file before and after.
///
/// # Errors
/// If there is no database, a server uses it, or it cannot be written.
pub fn gc(database: &Path, keep: &Retention) -> Result<(Swept, u64, u64), CannotOpen> {
    let size = || std::fs::metadata(database).map_or(0, |file| file.len());
    let before = size();
    let (mut db, _lock) = SqliteStore::alone(database)?;
    let said = |error: rusqlite::Error| CannotOpen(format!("{}: {}", database.display(), explain(&error)));
    let change = db.transaction().map_err(said)?;
    let swept = now(sweep(&*change, keep, usize::MAX))
        .map_err(|error| CannotOpen(format!("{}: {error}", database.display())))?;
    change.commit().map_err(said)?;
    // Only a rewritten file can give pages back one by one from then on.
    db.execute_batch("PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        .map_err(said)?;
    drop(db);
    Ok((swept, before, size()))
}
