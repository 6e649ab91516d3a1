//! SQL for reviews, which can be worked out again, and for notes on finished games.

use roundtable_protocol::{PersonId, TableId};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::people::{id, run};
use super::{StoreError, StoredNote, StoredReview};

/// The review of the game whose record has this digest, if there is one of this version.
pub(super) fn review(db: &Connection, digest: &str, version: u32) -> rusqlite::Result<Option<StoredReview>> {
    db.prepare_cached("SELECT coarse, review FROM reviews WHERE digest = ? AND version = ?")?
        .query_row(params![digest, version], |row| {
            Ok(StoredReview {
                coarse: row.get(0)?,
                review: row.get(1)?,
            })
        })
        .optional()
}

/// Keeps a review, in place of a coarser or older one.
pub(super) fn put_review(
    db: &Connection,
    digest: &str,
    version: u32,
    review: &StoredReview,
    at: i64,
) -> Result<(), StoreError> {
    run(
        db,
        "INSERT OR REPLACE INTO reviews (digest, version, coarse, at, review) VALUES (?, ?, ?, ?, ?)",
        params![digest, version, review.coarse, at, review.review],
    )
    .map(drop)
}

/// The notes on a game that this person may read: the own ones, and those that are shared.
pub(super) fn notes(db: &Connection, table: &TableId, who: Option<&PersonId>) -> rusqlite::Result<Vec<StoredNote>> {
    let who = who.map_or("", PersonId::as_str);
    db.prepare_cached(
        "SELECT n.person, n.ply, n.text, n.shared, n.at, p.name FROM notes n JOIN tables t ON t.row = n.\"table\" \
         LEFT JOIN people p ON p.id = n.person WHERE t.id = ?1 AND (n.shared OR n.person = ?2) ORDER BY n.ply, n.at",
    )?
    .query_map([table.as_str(), who], |row| {
        Ok(StoredNote {
            person: id(row, 0)?,
            ply: row.get::<_, i64>(1)?.try_into().unwrap_or(0),
            text: row.get(2)?,
            shared: row.get(3)?,
            at: row.get(4)?,
            name: row.get(5)?,
        })
    })?
    .collect()
}

/// Writes somebody's note on a moment, in place of the one that was there; an empty text takes it away. At most `most`
/// of one person's are kept on a game: whether there was room.
pub(super) fn put_note(db: &Connection, table: &TableId, note: &StoredNote, most: usize) -> Result<bool, StoreError> {
    let ply = i64::try_from(note.ply).unwrap_or(i64::MAX);
    let (table, person) = (table.as_str(), note.person.as_str());
    if note.text.is_empty() {
        let sql =
            "DELETE FROM notes WHERE \"table\" = (SELECT row FROM tables WHERE id = ?) AND person = ? AND ply = ?";
        return run(db, sql, params![table, person, ply]).map(|_| true);
    }
    let written = run(
        db,
        "INSERT INTO notes (\"table\", person, ply, text, shared, at) SELECT row, ?2, ?3, ?4, ?5, ?6 FROM tables t \
         WHERE t.id = ?1 AND ((SELECT count(*) FROM notes WHERE \"table\" = t.row AND person = ?2) < ?7 \
         OR EXISTS (SELECT 1 FROM notes WHERE \"table\" = t.row AND person = ?2 AND ply = ?3)) \
         ON CONFLICT DO UPDATE SET text = excluded.text, shared = excluded.shared, at = excluded.at",
        params![table, person, ply, note.text, note.shared, note.at, most as i64],
    );
    written.map(|rows| rows > 0)
}
