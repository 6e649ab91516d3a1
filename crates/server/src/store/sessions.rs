//! SQL for tokens, which are sessions, and for the devices that somebody has signed in from.

use roundtable_protocol::PersonId;

use super::db::{Db, Hold, args};
use super::people::read;
use super::{Found, NewToken, Session, StoreError};
use crate::secret::TokenHash;

/// The most sessions of one person; the one that was not used for the longest time ends.
const SESSIONS: i64 = 50;

/// The most devices of one person.
const DEVICES: i64 = 20;

/// The person with this token, if it was used since then.
pub(super) async fn person_of(db: &impl Db, token: &TokenHash, since: i64) -> Result<Option<Found>, StoreError> {
    let row = db
        .row(
            "SELECT p.id, p.name, p.password, p.bot, t.used_at FROM tokens t JOIN people p ON p.id = t.person \
             WHERE t.hash = ?1 AND t.used_at >= ?2 AND p.name IS NOT NULL",
            args![&token.0, since],
        )
        .await?;
    let found = |row: super::db::Row| {
        Ok(Found {
            person: read(&row)?,
            used_at: row.int(4)?,
        })
    };
    row.map(found).transpose()
}

pub(super) async fn add_token(db: &impl Db, person: &PersonId, token: &NewToken) -> Result<(), StoreError> {
    db.hold(Hold::Person(person)).await?;
    // A token that begins in the strict cookie never was in another.
    let moved_at = token.strict.then_some(0_i64);
    db.run(
        "INSERT INTO tokens (hash, person, used_at, created_at, device, moved_at) VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
        args![&token.hash.0, person, token.at, &token.device, moved_at],
    )
    .await?;
    db.run(
        "DELETE FROM tokens WHERE person = ?1 AND hash NOT IN (SELECT hash FROM tokens WHERE person = ?1 ORDER BY \
         created_at = ?2 DESC, used_at DESC LIMIT ?3)",
        args![person, token.at, SESSIONS],
    )
    .await?;
    db.run("UPDATE people SET seen_at = ?2 WHERE id = ?1", args![person, token.at])
        .await
        .map(drop)
}

/// Notes that tokens are in use, those of sessions and of programs. In the order of their hashes: whoever notes several
/// at the same time must not wait for each other.
pub(super) async fn touch(db: &impl Db, tokens: &[TokenHash], at: i64) -> Result<(), StoreError> {
    let mut tokens: Vec<&TokenHash> = tokens.iter().collect();
    tokens.sort_unstable_by_key(|token| token.0);
    for token in &tokens {
        for sql in [
            "UPDATE tokens SET used_at = ?2 WHERE hash = ?1",
            "UPDATE api_tokens SET used_at = ?2 WHERE hash = ?1",
        ] {
            db.run(sql, args![&token.0, at]).await?;
        }
    }
    let mut people = Vec::with_capacity(tokens.len());
    for token in &tokens {
        let sql = "SELECT person FROM tokens WHERE hash = ?1 UNION SELECT person FROM api_tokens WHERE hash = ?1";
        people.extend(db.row(sql, args![&token.0]).await?.map(|row| row.text(0)).transpose()?);
    }
    people.sort_unstable();
    people.dedup();
    for person in &people {
        let sql = "UPDATE people SET seen_at = ?2 WHERE id = ?1";
        db.run(sql, args![person, at]).await?;
    }
    Ok(())
}

/// Notes that a token moves from the old cookie into the strict one. False if that happened before `since`, or if it
/// was in the strict one from the beginning: then whoever sends it in the old cookie was given it by somebody else.
pub(super) async fn move_token(db: &impl Db, token: &TokenHash, at: i64, since: i64) -> Result<bool, StoreError> {
    db.run(
        "UPDATE tokens SET moved_at = coalesce(moved_at, ?2) WHERE hash = ?1 AND (moved_at IS NULL OR moved_at >= ?3)",
        args![&token.0, at, since],
    )
    .await
    .map(|moved| moved > 0)
}

pub(super) async fn drop_token(db: &impl Db, token: &TokenHash) -> Result<(), StoreError> {
    db.run("DELETE FROM tokens WHERE hash = ?1", args![&token.0])
        .await
        .map(drop)
}

pub(super) async fn drop_tokens(db: &impl Db, person: &PersonId, except: Option<&TokenHash>) -> Result<(), StoreError> {
    let kept = except.map_or(&[][..], |token| &token.0[..]);
    db.run(
        "DELETE FROM tokens WHERE person = ?1 AND hash <> ?2",
        args![person, kept],
    )
    .await
    .map(drop)
}

pub(super) async fn sessions(db: &impl Db, person: &PersonId, since: i64) -> Result<Vec<Session>, StoreError> {
    let rows = db
        .rows(
            "SELECT hash, created_at, used_at, device FROM tokens WHERE person = ?1 AND used_at >= ?2 ORDER BY used_at \
             DESC, created_at DESC",
            args![person, since],
        )
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Session {
                token: TokenHash(row.hash(0)?),
                created_at: row.int(1)?,
                used_at: row.int(2)?,
                device: row.text(3)?,
            })
        })
        .collect()
}

/// Whether somebody has signed in as this person from this device.
pub(super) async fn knows_device(db: &impl Db, device: &TokenHash, person: &PersonId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM devices WHERE hash = ?1 AND person = ?2";
    Ok(db.row(sql, args![&device.0, person]).await?.is_some())
}

pub(super) async fn add_device(db: &impl Db, device: &TokenHash, person: &PersonId, at: i64) -> Result<(), StoreError> {
    db.hold(Hold::Person(person)).await?;
    db.run(
        "INSERT INTO devices (hash, person, used_at) VALUES (?1, ?2, ?3) ON CONFLICT (hash, person) DO UPDATE SET \
         used_at = excluded.used_at",
        args![&device.0, person, at],
    )
    .await?;
    db.run(
        "DELETE FROM devices WHERE person = ?1 AND hash NOT IN (SELECT hash FROM devices WHERE person = ?1 ORDER BY \
         used_at DESC LIMIT ?2)",
        args![person, DEVICES],
    )
    .await
    .map(drop)
}

/// Drops tokens and devices that have not been used since then.
pub(super) async fn expire(db: &impl Db, tokens_since: i64, devices_since: i64) -> Result<(), StoreError> {
    db.run("DELETE FROM tokens WHERE used_at < ?1", args![tokens_since])
        .await?;
    db.run("DELETE FROM devices WHERE used_at < ?1", args![devices_since])
        .await
        .map(drop)
}
