//! What is deleted for good, and when.

use rusqlite::Connection;

/// What to delete: everything that has not changed since these times, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct Retention {
    /// Tables that never started.
    pub waiting: i64,
    /// Tables that were closed.
    pub closed: i64,
    /// Lines of chat.
    pub chat: i64,
    /// Guests without a password.
    pub guests: i64,
    /// Reviews, which can be worked out again.
    pub reviews: i64,
}

/// What was deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Tables.
    pub tables: usize,
    /// Lines of chat.
    pub chat: usize,
    /// Guests who were forgotten.
    pub guests: usize,
    /// Decks that no table plays with any more.
    pub decks: usize,
    /// Reviews.
    pub reviews: usize,
}

impl Swept {
    /// Whether there was nothing to delete.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what another sweep deleted.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            tables: self.tables + other.tables,
            chat: self.chat + other.chat,
            guests: self.guests + other.guests,
            decks: self.decks + other.decks,
            reviews: self.reviews + other.reviews,
        }
    }
}

/// Where the rows of a table are.
const OF_A_TABLE: [&str; 7] = ["members", "moves", "claims", "chat", "clocks", "mutes", "notes"];

/// Deletes some of what may go: at most `batch` of each, so that nobody waits long.
pub(super) fn sweep(db: &Connection, keep: &Retention, batch: usize) -> rusqlite::Result<Swept> {
    let batch = i64::try_from(batch).unwrap_or(i64::MAX);
    let mut swept = Swept::default();
    let mut gone = Vec::new();
    for (status, since) in [
        ("waiting", keep.waiting),
        ("dealing", keep.waiting),
        ("closed", keep.closed),
    ] {
        let rows: Vec<i64> = db
            .prepare_cached("SELECT row FROM tables WHERE status = ? AND changed_at < ? LIMIT ?")?
            .query_map((status, since, batch), |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        gone.extend(rows);
    }
    for row in gone {
        for table in OF_A_TABLE {
            db.prepare_cached(&format!("DELETE FROM {table} WHERE \"table\" = ?"))?
                .execute([row])?;
        }
        swept.tables += db.prepare_cached("DELETE FROM tables WHERE row = ?")?.execute([row])?;
    }
    swept.chat = db
        .prepare_cached("DELETE FROM chat WHERE row IN (SELECT row FROM chat WHERE at < ? LIMIT ?)")?
        .execute([keep.chat, batch])?;
    db.prepare_cached(
        "DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE password IS NULL AND seen_at < ? LIMIT ?)",
    )?
    .execute([keep.guests, batch])?;
    swept.guests = db
        .prepare_cached(
            "UPDATE people SET name = NULL WHERE id IN (SELECT id FROM people WHERE password IS NULL AND name IS NOT \
             NULL AND seen_at < ? LIMIT ?)",
        )?
        .execute([keep.guests, batch])?;
    db.prepare_cached(
        "DELETE FROM notes WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = notes.person AND p.name IS NULL)",
    )?
    .execute([])?;
    // Somebody without a name whom nothing refers to has left no trace.
    db.prepare_cached(
        "DELETE FROM people WHERE id IN (SELECT p.id FROM people p WHERE p.name IS NULL AND p.seen_at < ?1
             AND NOT EXISTS (SELECT 1 FROM members m WHERE m.person = p.id) LIMIT ?2)",
    )?
    .execute([keep.guests, batch])?;
    swept.decks = super::decks::drop_unused(db)?;
    swept.reviews = db
        .prepare_cached("DELETE FROM reviews WHERE digest IN (SELECT digest FROM reviews WHERE at < ? LIMIT ?)")?
        .execute([keep.reviews, batch])?;
    Ok(swept)
}
