//! SQL for people and their names.

use roundtable_protocol::{PersonId, TableId};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, Row, params};

use super::sessions::{add_token, drop_tokens};
use super::sqlite::failed;
use super::{NewToken, Person, Renamed, StoreError};
use crate::names::{Keys, folded, suffixed};

pub(super) fn run(db: &Connection, sql: &str, with: impl rusqlite::Params) -> Result<usize, StoreError> {
    db.prepare_cached(sql)
        .and_then(|mut sql| sql.execute(with))
        .map_err(failed)
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Person> {
    Ok(Person {
        id: id(row, 0)?,
        name: row.get(1)?,
        password: row.get(2)?,
    })
}

pub(super) fn id(row: &Row<'_>, column: usize) -> rusqlite::Result<PersonId> {
    let id: String = row.get(column)?;
    PersonId::try_from(id)
        .map_err(|why| rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into()))
}

/// Checks that nobody else has claimed this name, or one that looks like it.
fn free(db: &Connection, keys: &Keys, person: &PersonId) -> Result<(), StoreError> {
    let taken: Option<i64> = db
        .prepare_cached(
            "SELECT 1 FROM people WHERE claimed IS NOT NULL AND id <> ?3 AND (caseless IN (?1, ?2) OR written IN (?1, \
             ?2)) LIMIT 1",
        )
        .and_then(|mut sql| {
            sql.query_row(params![keys.caseless, keys.written, person.as_str()], |row| row.get(0))
                .optional()
        })
        .map_err(failed)?;
    taken.map_or(Ok(()), |_| Err(StoreError::NameTaken))
}

/// Gives other names to the guests who bear this one: it is claimed now.
fn rename_guests(db: &Connection, keys: &Keys, owner: &PersonId) -> Result<Vec<Renamed>, StoreError> {
    let guests: Vec<(PersonId, String)> = db
        .prepare_cached(
            "SELECT id, name FROM people WHERE claimed IS NULL AND name IS NOT NULL AND id <> ?3 AND (caseless IN \
             (?1, ?2) OR written IN (?1, ?2))",
        )
        .and_then(|mut sql| {
            sql.query_map(params![keys.caseless, keys.written, owner.as_str()], |row| {
                Ok((id(row, 0)?, row.get(1)?))
            })?
            .collect()
        })
        .map_err(failed)?;
    let mut renamed = Vec::with_capacity(guests.len());
    for (guest, name) in guests {
        let mut attempt = 0;
        let name = loop {
            let name = suffixed(&name, attempt);
            match free(db, &Keys::of(&name), &guest) {
                Err(StoreError::NameTaken) => attempt += 1,
                Err(error) => return Err(error),
                Ok(()) => break name,
            }
        };
        set_name(db, &guest, &name)?;
        renamed.push(Renamed { person: guest, name });
    }
    Ok(renamed)
}

fn set_name(db: &Connection, person: &PersonId, name: &str) -> Result<(), StoreError> {
    let keys = Keys::of(name);
    run(
        db,
        "UPDATE people SET name = ?2, caseless = ?3, written = ?4 WHERE id = ?1",
        params![person.as_str(), name, keys.caseless, keys.written],
    )
    .map(drop)
}

/// Computes what names are compared by where it is not known: in a database of a version that compared spellings
/// alone. Guests who bear a name that looks like a claimed one get another; of two claimed names that look alike, both
/// stay, because both have owners.
pub(super) fn fold_names(db: &Connection) -> Result<(), StoreError> {
    let unknown: Vec<(PersonId, String, bool)> = db
        .prepare("SELECT id, name, claimed IS NOT NULL FROM people WHERE name IS NOT NULL AND caseless IS NULL")
        .and_then(|mut sql| {
            sql.query_map([], |row| Ok((id(row, 0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
        .map_err(failed)?;
    for (person, name, _) in &unknown {
        set_name(db, person, name)?;
    }
    for (person, name, _) in unknown.iter().filter(|(_, _, claimed)| *claimed) {
        let keys = Keys::of(name);
        if free(db, &keys, person).is_err() {
            tracing::warn!(%person, "the claimed name of this person looks like that of another");
        }
        rename_guests(db, &keys, person)?;
    }
    Ok(())
}

pub(super) fn create(db: &Connection, person: &Person, token: &NewToken) -> Result<(), StoreError> {
    let keys = Keys::of(&person.name);
    free(db, &keys, &person.id)?;
    run(
        db,
        "INSERT INTO people (id, name, seen_at, caseless, written) VALUES (?, ?, ?, ?, ?)",
        params![person.id.as_str(), person.name, token.at, keys.caseless, keys.written],
    )?;
    add_token(db, &person.id, token)
}

pub(super) fn claimed(db: &Connection, name: &str) -> rusqlite::Result<Option<Person>> {
    let keys = Keys::of(name);
    // The same spelling first: from older versions there may be two claimed names that look alike.
    db.prepare_cached(
        "SELECT id, name, password FROM people WHERE claimed IS NOT NULL AND (caseless IN (?1, ?2) OR written IN (?1, \
         ?2)) ORDER BY claimed = ?3 DESC, caseless = ?1 DESC LIMIT 1",
    )?
    .query_row([&keys.caseless, &keys.written, &folded(name)], read)
    .optional()
}

/// Claims the name or changes the password. All tokens of the person end but the new one.
pub(super) fn set_password(
    db: &Connection,
    person: &PersonId,
    password: &str,
    token: &NewToken,
) -> Result<Vec<Renamed>, StoreError> {
    let (name, claimed): (String, bool) = db
        .prepare_cached("SELECT name, claimed IS NOT NULL FROM people WHERE id = ? AND name IS NOT NULL")
        .and_then(|mut sql| sql.query_row([person.as_str()], |row| Ok((row.get(0)?, row.get(1)?))))
        .map_err(failed)?;
    let keys = Keys::of(&name);
    if !claimed {
        free(db, &keys, person)?;
    }
    db.prepare_cached("UPDATE people SET password = ?2, claimed = coalesce(claimed, ?3) WHERE id = ?1")
        .and_then(|mut sql| sql.execute(params![person.as_str(), password, keys.caseless]))
        .map_err(taken)?;
    drop_tokens(db, person, None)?;
    run(db, "DELETE FROM devices WHERE person = ?", [person.as_str()])?;
    add_token(db, person, token)?;
    rename_guests(db, &keys, person)
}

/// Changes a name. If it is claimed, guests who bear it get another, too.
pub(super) fn rename(db: &Connection, person: &PersonId, name: &str) -> Result<Vec<Renamed>, StoreError> {
    let keys = Keys::of(name);
    free(db, &keys, person)?;
    set_name(db, person, name)?;
    let claimed = db
        .prepare_cached("UPDATE people SET claimed = ?2 WHERE id = ?1 AND claimed IS NOT NULL")
        .and_then(|mut sql| sql.execute(params![person.as_str(), keys.caseless]))
        .map_err(taken)?;
    if claimed > 0 {
        rename_guests(db, &keys, person)
    } else {
        Ok(Vec::new())
    }
}

/// Two claimed names with the same key are one name too many, everything else is a failure.
fn taken(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::NameTaken,
        _ => failed(error),
    }
}

pub(super) fn forget(db: &Connection, person: &PersonId) -> Result<Vec<TableId>, StoreError> {
    // The row stays without a name: seats still refer to it, and show nobody.
    for sql in [
        "UPDATE people SET name = NULL, claimed = NULL, password = NULL, caseless = NULL, written = NULL WHERE id = ?",
        "DELETE FROM tokens WHERE person = ?",
        "DELETE FROM devices WHERE person = ?",
        "DELETE FROM chat WHERE person = ?",
        "DELETE FROM notes WHERE person = ?",
    ] {
        run(db, sql, [person.as_str()])?;
    }
    let tables: Vec<String> = db
        .prepare_cached(
            "SELECT t.id FROM members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ? AND t.status IN \
             ('waiting', 'dealing', 'running')",
        )
        .and_then(|mut sql| sql.query_map([person.as_str()], |row| row.get(0))?.collect())
        .map_err(failed)?;
    Ok(tables.into_iter().filter_map(|id| TableId::try_from(id).ok()).collect())
}
