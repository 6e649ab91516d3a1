//! Reads everything that is stored, to find damage.

use std::path::Path;
use std::time::Duration;

use roundtable_protocol::TableId;
use rusqlite::{Connection, OpenFlags};

use super::db::now;
use super::sqlite::{CannotOpen, explain, lost};
use super::{StoredSeat, StoredTable, results, tables};

/// Reads the whole database, also while a server uses it. Returns what is wrong with the file itself, and gives every
/// table to `each` with its results, or why it cannot be read.
///
/// # Errors
/// If there is no database, or nothing of it can be read.
pub fn inspect(
    database: &Path,
    mut each: impl FnMut(&TableId, Result<(StoredTable, Vec<StoredSeat>), String>),
) -> Result<Vec<String>, CannotOpen> {
    if !database.exists() {
        return Err(CannotOpen(format!(
            "there is no database {}; name its directory with --data",
            database.display()
        )));
    }
    let said = |error: rusqlite::Error| CannotOpen(format!("{}: {}", database.display(), explain(&error)));
    let db = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(said)?;
    db.busy_timeout(Duration::from_secs(10)).map_err(said)?;
    let mut faults: Vec<String> = db
        .prepare("PRAGMA integrity_check(20)")
        .and_then(|mut sql| sql.query_map([], |row| row.get(0))?.collect())
        .map_err(said)?;
    faults.retain(|fault| fault != "ok");
    faults.extend(lost(&db, database).err());
    let ids: Vec<String> = db
        .prepare("SELECT id FROM tables ORDER BY row")
        .and_then(|mut sql| sql.query_map([], |row| row.get(0))?.collect())
        .map_err(said)?;
    // A backup from an older version has none.
    let has_results = "SELECT count(*) FROM sqlite_schema WHERE name = 'results'";
    let has_results = db
        .query_row(has_results, [], |row| row.get::<_, i64>(0))
        .map_err(said)?
        > 0;
    for id in ids {
        match TableId::try_from(id.clone()) {
            Ok(id) => match now(tables::load(&db, &id)) {
                Ok(Some(table)) if !has_results => each(&id, Ok((table, Vec::new()))),
                Ok(Some(table)) => match now(results::seats(&db, &[table.row])) {
                    Ok(mut seats) => {
                        let seats = seats.remove(&table.row).unwrap_or_default();
                        each(&id, Ok((table, seats)));
                    }
                    Err(why) => each(&id, Err(why.to_string())),
                },
                // A server has deleted it meanwhile.
                Ok(None) => {}
                Err(why) => each(&id, Err(why.to_string())),
            },
            Err(_) => faults.push(format!("`{id}` is no table's identifier")),
        }
    }
    Ok(faults)
}
