//! What is deleted for good, and when.

use super::StoreError;
use super::db::{Db, args};

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
pub(super) const OF_A_TABLE: [&str; 9] = [
    "members", "moves", "claims", "chat", "clocks", "mutes", "notes", "games", "results",
];

/// Deletes some of what may go: at most `batch` of each, so that nobody waits long.
pub(super) async fn sweep<D: Db>(db: &D, keep: &Retention, batch: usize) -> Result<Swept, StoreError> {
    let mut swept = Swept::default();
    let mut gone = Vec::new();
    let old = format!(
        "SELECT row FROM tables WHERE status = ?1 AND changed_at < ?2 ORDER BY row LIMIT ?3{}",
        D::TO_DELETE
    );
    for (status, since) in [
        ("waiting", keep.waiting),
        ("dealing", keep.waiting),
        ("closed", keep.closed),
    ] {
        for row in db.rows(&old, args![status, since, batch]).await? {
            gone.push(row.int(0)?);
        }
    }
    for row in gone {
        for table in OF_A_TABLE {
            let sql = format!("DELETE FROM {table} WHERE \"table\" = ?1");
            db.run(&sql, args![row]).await?;
        }
        swept.tables += db.run("DELETE FROM tables WHERE row = ?1", args![row]).await?;
    }
    swept.chat = db
        .run(
            "DELETE FROM chat WHERE row IN (SELECT row FROM chat WHERE at < ?1 LIMIT ?2)",
            args![keep.chat, batch],
        )
        .await?;
    db.run(
        "DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE password IS NULL AND seen_at < ?1 LIMIT ?2)",
        args![keep.guests, batch],
    )
    .await?;
    swept.guests = db
        .run(
            "UPDATE people SET name = NULL WHERE id IN (SELECT id FROM people WHERE password IS NULL AND name IS NOT \
             NULL AND seen_at < ?1 LIMIT ?2)",
            args![keep.guests, batch],
        )
        .await?;
    db.run(
        "DELETE FROM notes WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = notes.person AND p.name IS NULL)",
        &[],
    )
    .await?;
    db.run(
        "DELETE FROM api_tokens WHERE NOT EXISTS (SELECT 1 FROM people p WHERE p.id = api_tokens.person AND p.name IS \
         NOT NULL)",
        &[],
    )
    .await?;
    // Somebody without a name whom nothing refers to has left no trace.
    db.run(
        "DELETE FROM people WHERE id IN (SELECT p.id FROM people p WHERE p.name IS NULL AND p.seen_at < ?1
             AND NOT EXISTS (SELECT 1 FROM members m WHERE m.person = p.id) LIMIT ?2)",
        args![keep.guests, batch],
    )
    .await?;
    swept.reviews = db
        .run(
            "DELETE FROM reviews WHERE digest IN (SELECT digest FROM reviews WHERE at < ?1 LIMIT ?2)",
            args![keep.reviews, batch],
        )
        .await?;
    // Last, because nobody can store a deck from here to the end.
    swept.decks = super::decks::drop_unused(db).await?;
    Ok(swept)
}
