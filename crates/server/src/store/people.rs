//! SQL for people.

use roundtable_protocol::{PersonId, TableId};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::sqlite::failed;
use super::{Person, StoreError};
use crate::people::folded;
use crate::secret::TokenHash;

fn run(db: &Connection, sql: &str, with: impl rusqlite::Params) -> Result<usize, StoreError> {
    db.prepare_cached(sql)
        .and_then(|mut sql| sql.execute(with))
        .map_err(failed)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Person> {
    let id: String = row.get(0)?;
    Ok(Person {
        id: PersonId::try_from(id)
            .map_err(|why| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into()))?,
        name: row.get(1)?,
        password: row.get(2)?,
    })
}

/// Checks that nobody else has claimed this name.
fn free(db: &Connection, name: &str, person: &PersonId) -> Result<(), StoreError> {
    let taken: Option<String> = db
        .prepare_cached("SELECT id FROM people WHERE claimed = ?1 AND id <> ?2")
        .and_then(|mut sql| {
            sql.query_row([&folded(name), person.as_str()], |row| row.get(0))
                .optional()
        })
        .map_err(failed)?;
    taken.map_or(Ok(()), |_| Err(StoreError::NameTaken))
}

pub(super) fn create(db: &Connection, person: &Person, token: &TokenHash, at: i64) -> Result<(), StoreError> {
    free(db, &person.name, &person.id)?;
    run(
        db,
        "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)",
        params![person.id.as_str(), person.name, at],
    )?;
    add_token(db, &person.id, token, at)
}

pub(super) fn person_of(db: &Connection, token: &TokenHash) -> rusqlite::Result<Option<Person>> {
    db.prepare_cached(
        "SELECT p.id, p.name, p.password FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ? AND p.name IS \
         NOT NULL",
    )?
    .query_row([&token.0[..]], read)
    .optional()
}

pub(super) fn claimed(db: &Connection, name: &str) -> rusqlite::Result<Option<Person>> {
    db.prepare_cached("SELECT id, name, password FROM people WHERE claimed = ?")?
        .query_row([folded(name)], read)
        .optional()
}

pub(super) fn add_token(db: &Connection, person: &PersonId, token: &TokenHash, at: i64) -> Result<(), StoreError> {
    run(
        db,
        "INSERT INTO tokens (hash, person, used_at) VALUES (?, ?, ?)",
        params![&token.0[..], person.as_str(), at],
    )?;
    run(
        db,
        "UPDATE people SET seen_at = ?2 WHERE id = ?1",
        params![person.as_str(), at],
    )?;
    Ok(())
}

pub(super) fn touch(db: &Connection, token: &TokenHash, at: i64) -> Result<(), StoreError> {
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
    Ok(())
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

pub(super) fn set_password(db: &Connection, person: &PersonId, password: &str) -> Result<(), StoreError> {
    let name: String = db
        .prepare_cached("SELECT name FROM people WHERE id = ? AND name IS NOT NULL")
        .and_then(|mut sql| sql.query_row([person.as_str()], |row| row.get(0)))
        .map_err(failed)?;
    free(db, &name, person)?;
    run(
        db,
        "UPDATE people SET password = ?2, claimed = ?3 WHERE id = ?1",
        params![person.as_str(), password, folded(&name)],
    )
    .map(drop)
}

pub(super) fn rename(db: &Connection, person: &PersonId, name: &str) -> Result<(), StoreError> {
    free(db, name, person)?;
    run(
        db,
        "UPDATE people SET name = ?2, claimed = CASE WHEN claimed IS NULL THEN NULL ELSE ?3 END WHERE id = ?1",
        params![person.as_str(), name, folded(name)],
    )
    .map(drop)
}

pub(super) fn forget(db: &Connection, person: &PersonId) -> Result<Vec<TableId>, StoreError> {
    // The row stays without a name: seats and chat lines still refer to it, and show nobody.
    run(
        db,
        "UPDATE people SET name = NULL, claimed = NULL, password = NULL WHERE id = ?",
        [person.as_str()],
    )?;
    run(db, "DELETE FROM tokens WHERE person = ?", [person.as_str()])?;
    let tables: Vec<String> = db
        .prepare_cached(
            "SELECT t.id FROM members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ? AND t.status IN \
             ('waiting', 'dealing', 'running')",
        )
        .and_then(|mut sql| sql.query_map([person.as_str()], |row| row.get(0))?.collect())
        .map_err(failed)?;
    Ok(tables.into_iter().filter_map(|id| TableId::try_from(id).ok()).collect())
}
