//! SQL for tokens, which are sessions, and for the devices that somebody has signed in from.

use roundtable_protocol::PersonId;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::people::{read, run};
use super::{Found, NewToken, Session, StoreError};
use crate::secret::TokenHash;

/// The most sessions of one person; the one that was not used for the longest time ends.
const SESSIONS: i64 = 50;

/// The most devices of one person.
const DEVICES: i64 = 20;

/// The person with this token, if it was used since then.
pub(super) fn person_of(db: &Connection, token: &TokenHash, since: i64) -> rusqlite::Result<Option<Found>> {
    db.prepare_cached(
        "SELECT p.id, p.name, p.password, t.used_at FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ? \
         AND t.used_at >= ? AND p.name IS NOT NULL",
    )?
    .query_row(params![&token.0[..], since], |row| {
        Ok(Found {
            person: read(row)?,
            used_at: row.get(3)?,
        })
    })
    .optional()
}

pub(super) fn add_token(db: &Connection, person: &PersonId, token: &NewToken) -> Result<(), StoreError> {
    // A token that begins in the strict cookie never was in another.
    run(
        db,
        "INSERT INTO tokens (hash, person, used_at, created_at, device, moved_at) VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
        params![
            &token.hash.0[..],
            person.as_str(),
            token.at,
            token.device,
            token.strict.then_some(0)
        ],
    )?;
    run(
        db,
        "DELETE FROM tokens WHERE person = ?1 AND hash NOT IN (SELECT hash FROM tokens WHERE person = ?1 ORDER BY \
         created_at = ?2 DESC, used_at DESC LIMIT ?3)",
        params![person.as_str(), token.at, SESSIONS],
    )?;
    run(
        db,
        "UPDATE people SET seen_at = ?2 WHERE id = ?1",
        params![person.as_str(), token.at],
    )
    .map(drop)
}

pub(super) fn touch(db: &Connection, tokens: &[TokenHash], at: i64) -> Result<(), StoreError> {
    for token in tokens {
        run(
            db,
            "UPDATE tokens SET used_at = ?2 WHERE hash = ?1",
            params![&token.0[..], at],
        )?;
        run(
            db,
            "UPDATE people SET seen_at = ?2 WHERE id = (SELECT person FROM tokens WHERE hash = ?1)",
            params![&token.0[..], at],
        )?;
    }
    Ok(())
}

/// Notes that a token moves from the old cookie into the strict one. False if that happened before `since`, or if it
/// was in the strict one from the beginning: then whoever sends it in the old cookie was given it by somebody else.
pub(super) fn move_token(db: &Connection, token: &TokenHash, at: i64, since: i64) -> Result<bool, StoreError> {
    run(
        db,
        "UPDATE tokens SET moved_at = coalesce(moved_at, ?2) WHERE hash = ?1 AND (moved_at IS NULL OR moved_at >= ?3)",
        params![&token.0[..], at, since],
    )
    .map(|moved| moved > 0)
}

pub(super) fn drop_token(db: &Connection, token: &TokenHash) -> Result<(), StoreError> {
    run(db, "DELETE FROM tokens WHERE hash = ?", [&token.0[..]]).map(drop)
}

pub(super) fn drop_tokens(db: &Connection, person: &PersonId, except: Option<&TokenHash>) -> Result<(), StoreError> {
    let kept = except.map_or(&[][..], |token| &token.0[..]);
    run(
        db,
        "DELETE FROM tokens WHERE person = ? AND hash <> ?",
        params![person.as_str(), kept],
    )
    .map(drop)
}

pub(super) fn sessions(db: &Connection, person: &PersonId, since: i64) -> rusqlite::Result<Vec<Session>> {
    db.prepare_cached(
        "SELECT hash, created_at, used_at, device FROM tokens WHERE person = ? AND used_at >= ? ORDER BY used_at DESC, \
         created_at DESC",
    )?
    .query_map(params![person.as_str(), since], |row| {
        Ok(Session {
            token: TokenHash(row.get(0)?),
            created_at: row.get(1)?,
            used_at: row.get(2)?,
            device: row.get(3)?,
        })
    })?
    .collect()
}

/// Whether somebody has signed in as this person from this device.
pub(super) fn knows_device(db: &Connection, device: &TokenHash, person: &PersonId) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT 1 FROM devices WHERE hash = ? AND person = ?")?
        .exists(params![&device.0[..], person.as_str()])
}

pub(super) fn add_device(db: &Connection, device: &TokenHash, person: &PersonId, at: i64) -> Result<(), StoreError> {
    run(
        db,
        "INSERT INTO devices (hash, person, used_at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET used_at = ?3",
        params![&device.0[..], person.as_str(), at],
    )?;
    run(
        db,
        "DELETE FROM devices WHERE person = ?1 AND hash NOT IN (SELECT hash FROM devices WHERE person = ?1 ORDER BY \
         used_at DESC LIMIT ?2)",
        params![person.as_str(), DEVICES],
    )
    .map(drop)
}

/// Drops tokens and devices that have not been used since then.
pub(super) fn expire(db: &Connection, tokens_since: i64, devices_since: i64) -> Result<(), StoreError> {
    run(db, "DELETE FROM tokens WHERE used_at < ?", [tokens_since])?;
    run(db, "DELETE FROM devices WHERE used_at < ?", [devices_since]).map(drop)
}
