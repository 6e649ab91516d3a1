//! Copies the database while a server is using it.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::private;
use super::sqlite::{CannotOpen, explain};

/// Pages copied in one step; the server can write between steps.
const PAGES: i32 = 2_000;

/// Copies the database to a file that must not exist yet, and checks the copy. Returns its size in bytes.
///
/// # Errors
/// If there is no database, if the file exists already or cannot be written, or if the copy is damaged.
pub fn backup(database: &Path, to: &Path) -> Result<u64, CannotOpen> {
    if !database.exists() {
        return Err(CannotOpen(format!(
            "there is no database {}; name its directory with --data",
            database.display()
        )));
    }
    if to.exists() {
        return Err(CannotOpen(format!(
            "{} is there already; name a new file",
            to.display()
        )));
    }
    // Write under another name first, so that a file with the right name is always a complete backup.
    let part = to.with_extension("part");
    let result = copy(database, &part).and_then(|()| {
        std::fs::rename(&part, to).map_err(|error| CannotOpen(format!("cannot write {}: {error}", to.display())))
    });
    if result.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    result?;
    Ok(std::fs::metadata(to).map_or(0, |file| file.len()))
}

fn copy(database: &Path, to: &Path) -> Result<(), CannotOpen> {
    let of = |path: &Path, error: &rusqlite::Error| CannotOpen(format!("{}: {}", path.display(), explain(error)));
    let source =
        Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(|e| of(database, &e))?;
    source
        .busy_timeout(Duration::from_secs(10))
        .map_err(|e| of(database, &e))?;
    // If it cannot be made, SQLite will say why.
    drop(private::open(to));
    let mut target = Connection::open(to).map_err(|e| of(to, &e))?;
    {
        // One read transaction for the whole copy, so that a busy server does not make it start over and over.
        let _snapshot = source.unchecked_transaction().map_err(|e| of(database, &e))?;
        source
            .query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
            .map_err(|e| of(database, &e))?;
        let copy = Backup::new(&source, &mut target).map_err(|e| of(to, &e))?;
        copy.run_to_completion(PAGES, Duration::ZERO, None)
            .map_err(|e| of(to, &e))?;
    }
    // A backup is one file, without a log beside it.
    target
        .query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))
        .map_err(|e| of(to, &e))?;
    let verdict: String = target
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|e| of(to, &e))?;
    if verdict == "ok" {
        Ok(())
    } else {
        Err(CannotOpen(format!(
            "the copy is not in order, so the database may be damaged: {verdict}"
        )))
    }
}
