//! Decks, each stored once however many tables play with it.

use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use super::StoreError;
use super::db::{Db, Hold, args, now};

/// Stores a deck, if it is not there yet. Returns its digest.
pub(super) async fn put(db: &impl Db, text: &str) -> Result<[u8; 32], StoreError> {
    let digest: [u8; 32] = Sha256::digest(text).into();
    db.hold(Hold::Decks).await?;
    let sql = "INSERT INTO decks (digest, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    db.run(sql, args![&digest, text]).await?;
    Ok(digest)
}

/// The deck with this digest, if it is there and whole.
pub(super) async fn get(db: &impl Db, digest: &[u8]) -> Result<Option<String>, StoreError> {
    let row = db
        .row("SELECT text FROM decks WHERE digest = ?1", args![digest])
        .await?;
    let text = row.map(|row| row.text(0)).transpose()?;
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
        let digest = now(put(db, &text)).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        db.execute(
            "UPDATE tables SET deck = ?2, state = json_remove(state, '$.deck') WHERE row = ?1",
            (row, digest),
        )?;
    }
    Ok(())
}

/// Deletes decks that no table plays with.
pub(super) async fn drop_unused(db: &impl Db) -> Result<usize, StoreError> {
    db.hold(Hold::UnusedDecks).await?;
    let sql = "DELETE FROM decks WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.deck = decks.digest)";
    db.run(sql, &[]).await
}
