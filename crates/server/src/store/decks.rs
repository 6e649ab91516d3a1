//! Decks, each stored once however many tables play with it.

use rusqlite::{Connection, OptionalExtension as _, params};
use sha2::{Digest as _, Sha256};

/// Stores a deck, if it is not there yet. Returns its digest.
pub(super) fn put(db: &Connection, text: &str) -> rusqlite::Result<[u8; 32]> {
    let digest: [u8; 32] = Sha256::digest(text).into();
    db.prepare_cached("INSERT OR IGNORE INTO decks (digest, text) VALUES (?, ?)")?
        .execute(params![digest, text])?;
    Ok(digest)
}

/// The deck with this digest, if it is there and whole.
pub(super) fn get(db: &Connection, digest: &[u8]) -> rusqlite::Result<Option<String>> {
    let text: Option<String> = db
        .prepare_cached("SELECT text FROM decks WHERE digest = ?")?
        .query_row([digest], |row| row.get(0))
        .optional()?;
    Ok(text.filter(|text| Sha256::digest(text)[..] == *digest))
}

/// Takes the decks of older tables out of their states.
pub(super) fn take_out(db: &Connection) -> rusqlite::Result<()> {
    let tables: Vec<(i64, String)> = db
        .prepare(
            "SELECT row, json_extract(state, '$.deck') FROM tables WHERE json_extract(state, '$.deck') IS NOT NULL",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (row, text) in tables {
        db.execute(
            "UPDATE tables SET deck = ?2, state = json_remove(state, '$.deck') WHERE row = ?1",
            params![row, put(db, &text)?],
        )?;
    }
    Ok(())
}

/// Deletes decks that no table plays with.
pub(super) fn drop_unused(db: &Connection) -> rusqlite::Result<usize> {
    db.prepare_cached("DELETE FROM decks WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.deck = decks.digest)")?
        .execute([])
}
