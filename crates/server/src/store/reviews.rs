//! SQL for reviews, which can be worked out again, and for notes on finished games.

use roundtable_protocol::{PersonId, TableId};

use super::db::{Db, Hold, Row, args};
use super::lists::called;
use super::{StoreError, StoredNote, StoredReview};

/// The review of the game whose record has this digest, if there is one of this version.
pub(super) async fn review(db: &impl Db, digest: &str, version: u32) -> Result<Option<StoredReview>, StoreError> {
    let sql = "SELECT coarse, review FROM reviews WHERE digest = ?1 AND version = ?2";
    let read = |row: Row| {
        Ok(StoredReview {
            coarse: row.flag(0)?,
            review: row.text(1)?,
        })
    };
    db.row(sql, args![digest, version]).await?.map(read).transpose()
}

/// Keeps a review, in place of a coarser or older one.
pub(super) async fn put_review(
    db: &impl Db,
    digest: &str,
    version: u32,
    review: &StoredReview,
    at: i64,
) -> Result<(), StoreError> {
    db.run(
        "INSERT INTO reviews (digest, version, coarse, at, review) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (digest) DO \
         UPDATE SET version = excluded.version, coarse = excluded.coarse, at = excluded.at, review = excluded.review",
        args![digest, version, review.coarse, at, &review.review],
    )
    .await
    .map(drop)
}

/// The notes on a game that this person may read: the own ones, and those that are shared.
pub(super) async fn notes(
    db: &impl Db,
    table: &TableId,
    who: Option<&PersonId>,
) -> Result<Vec<StoredNote>, StoreError> {
    let who = who.map_or("", PersonId::as_str);
    let rows = db
        .rows(
            "SELECT n.person, n.ply, n.text, n.shared, n.at, p.name, p.bot FROM notes n JOIN tables t ON t.row = \
             n.\"table\" LEFT JOIN people p ON p.id = n.person WHERE t.id = ?1 AND (n.shared OR n.person = ?2) ORDER \
             BY n.ply, n.at, n.person",
            args![table.as_str(), who],
        )
        .await?;
    rows.iter()
        .map(|row| {
            Ok(StoredNote {
                person: row.person(0)?,
                ply: row.count(1)?,
                text: row.text(2)?,
                shared: row.flag(3)?,
                at: row.int(4)?,
                name: match row.some_text(5)? {
                    Some(_) => Some(called(row, 5)?),
                    None => None,
                },
            })
        })
        .collect()
}

/// Writes somebody's note on a moment, in place of the one that was there; an empty text takes it away. At most `most`
/// of one person's are kept on a game: whether there was room.
pub(super) async fn put_note(
    db: &impl Db,
    table: &TableId,
    note: &StoredNote,
    most: usize,
) -> Result<bool, StoreError> {
    let (table, person) = (table.as_str(), &note.person);
    if note.text.is_empty() {
        let sql = "DELETE FROM notes WHERE \"table\" = (SELECT row FROM tables WHERE id = ?1) AND person = ?2 AND ply \
                   = ?3";
        return db.run(sql, args![table, person, note.ply]).await.map(|_| true);
    }
    db.hold(Hold::Person(person)).await?;
    let written = db
        .run(
            "INSERT INTO notes (\"table\", person, ply, text, shared, at) SELECT row, ?2, ?3, ?4, ?5, ?6 FROM tables t \
         WHERE t.id = ?1 AND ((SELECT count(*) FROM notes WHERE \"table\" = t.row AND person = ?2) < ?7 \
         OR EXISTS (SELECT 1 FROM notes WHERE \"table\" = t.row AND person = ?2 AND ply = ?3)) \
         ON CONFLICT (\"table\", person, ply) DO UPDATE SET text = excluded.text, shared = excluded.shared, \
         at = excluded.at",
            args![table, person, note.ply, &note.text, note.shared, note.at, most],
        )
        .await;
    written.map(|rows| rows > 0)
}
