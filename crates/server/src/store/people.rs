//! SQL for people and their names.

use roundtable_protocol::{PersonId, TableId};
use rusqlite::Connection;

use super::db::{Db, Hold, Row, args, now};
use super::sessions::{add_token, drop_tokens};
use super::{NewToken, Person, Renamed, StoreError};
use crate::names::{Keys, folded, suffixed};

pub(super) fn read(row: &Row) -> Result<Person, StoreError> {
    Ok(Person {
        id: row.person(0)?,
        name: row.text(1)?,
        password: row.some_text(2)?,
        bot: row.flag(3)?,
    })
}

/// Checks that nobody else has claimed this name, or one that looks like it.
async fn free(db: &impl Db, keys: &Keys, person: &PersonId) -> Result<(), StoreError> {
    let taken = db
        .row(
            "SELECT 1 FROM people WHERE claimed IS NOT NULL AND id <> ?3 AND (caseless IN (?1, ?2) OR written IN (?1, \
             ?2)) LIMIT 1",
            args![&keys.caseless, &keys.written, person],
        )
        .await?;
    taken.map_or(Ok(()), |_| Err(StoreError::NameTaken))
}

/// Gives other names to the guests who bear this one: it is claimed now.
async fn rename_guests(db: &impl Db, keys: &Keys, owner: &PersonId) -> Result<Vec<Renamed>, StoreError> {
    let guests = db
        .rows(
            "SELECT id, name FROM people WHERE claimed IS NULL AND name IS NOT NULL AND id <> ?3 AND (caseless IN \
             (?1, ?2) OR written IN (?1, ?2))",
            args![&keys.caseless, &keys.written, owner],
        )
        .await?;
    let mut renamed = Vec::with_capacity(guests.len());
    for row in guests {
        let (guest, name) = (row.person(0)?, row.text(1)?);
        let mut attempt = 0;
        let name = loop {
            let name = suffixed(&name, attempt);
            match free(db, &Keys::of(&name), &guest).await {
                Err(StoreError::NameTaken) => attempt += 1,
                Err(error) => return Err(error),
                Ok(()) => break name,
            }
        };
        set_name(db, &guest, &name).await?;
        renamed.push(Renamed { person: guest, name });
    }
    Ok(renamed)
}

async fn set_name(db: &impl Db, person: &PersonId, name: &str) -> Result<(), StoreError> {
    let keys = Keys::of(name);
    db.run(
        "UPDATE people SET name = ?2, caseless = ?3, written = ?4 WHERE id = ?1",
        args![person, name, &keys.caseless, &keys.written],
    )
    .await
    .map(drop)
}

/// Computes what names are compared by where it is not known: in a database of a version that compared spellings
/// alone. Guests who bear a name that looks like a claimed one get another; of two claimed names that look alike, both
/// stay, because both have owners.
pub(super) fn fold_names(db: &Connection) -> Result<(), StoreError> {
    let fold = async {
        let unknown = db
            .rows(
                "SELECT id, name, claimed IS NOT NULL FROM people WHERE name IS NOT NULL AND caseless IS NULL",
                &[],
            )
            .await?;
        let read = |row: &Row| Ok((row.person(0)?, row.text(1)?, row.flag(2)?));
        let unknown: Vec<(PersonId, String, bool)> = unknown.iter().map(read).collect::<Result<_, StoreError>>()?;
        for (person, name, _) in &unknown {
            set_name(db, person, name).await?;
        }
        for (person, name, _) in unknown.iter().filter(|(_, _, claimed)| *claimed) {
            let keys = Keys::of(name);
            if free(db, &keys, person).await.is_err() {
                tracing::warn!(%person, "the claimed name of this person looks like that of another");
            }
            rename_guests(db, &keys, person).await?;
        }
        Ok(())
    };
    now(fold)
}

pub(super) async fn create(db: &impl Db, person: &Person, token: &NewToken) -> Result<(), StoreError> {
    let keys = Keys::of(&person.name);
    // Somebody who claims the name at the same moment must find this guest, or this guest the claim.
    db.hold(Hold::NoClaims).await?;
    free(db, &keys, &person.id).await?;
    db.run(
        "INSERT INTO people (id, name, seen_at, caseless, written) VALUES (?1, ?2, ?3, ?4, ?5)",
        args![&person.id, &person.name, token.at, &keys.caseless, &keys.written],
    )
    .await?;
    add_token(db, &person.id, token).await
}

pub(super) async fn claimed(db: &impl Db, name: &str) -> Result<Option<Person>, StoreError> {
    let keys = Keys::of(name);
    // The same spelling first: from older versions there may be two claimed names that look alike.
    let row = db
        .row(
            "SELECT id, name, password, bot FROM people WHERE claimed IS NOT NULL AND (caseless IN (?1, ?2) OR \
             written IN (?1, ?2)) ORDER BY claimed = ?3 DESC, caseless = ?1 DESC LIMIT 1",
            args![&keys.caseless, &keys.written, &folded(name)],
        )
        .await?;
    row.map(|row| read(&row)).transpose()
}

/// Claims the name or changes the password. All tokens of the person end but the new one.
pub(super) async fn set_password(
    db: &impl Db,
    person: &PersonId,
    password: &str,
    token: &NewToken,
) -> Result<Vec<Renamed>, StoreError> {
    db.hold(Hold::Names).await?;
    let row = db
        .row(
            "SELECT name, claimed IS NOT NULL FROM people WHERE id = ?1 AND name IS NOT NULL",
            args![person],
        )
        .await?;
    let row = row.ok_or_else(|| StoreError::Failed("nobody can claim a name without having one".to_owned()))?;
    let (name, claimed) = (row.text(0)?, row.flag(1)?);
    let keys = Keys::of(&name);
    if !claimed {
        free(db, &keys, person).await?;
    }
    db.run(
        "UPDATE people SET password = ?2, claimed = coalesce(claimed, ?3) WHERE id = ?1",
        args![person, password, &keys.caseless],
    )
    .await
    .map_err(taken)?;
    drop_tokens(db, person, None).await?;
    db.run("DELETE FROM devices WHERE person = ?1", args![person]).await?;
    // Whoever knew the old password may have made some.
    db.run("DELETE FROM api_tokens WHERE person = ?1", args![person])
        .await?;
    add_token(db, person, token).await?;
    rename_guests(db, &keys, person).await
}

/// Changes a name. If it is claimed, guests who bear it get another, too.
pub(super) async fn rename(db: &impl Db, person: &PersonId, name: &str) -> Result<Vec<Renamed>, StoreError> {
    let keys = Keys::of(name);
    db.hold(Hold::Names).await?;
    free(db, &keys, person).await?;
    set_name(db, person, name).await?;
    let claimed = db
        .run(
            "UPDATE people SET claimed = ?2 WHERE id = ?1 AND claimed IS NOT NULL",
            args![person, &keys.caseless],
        )
        .await
        .map_err(taken)?;
    if claimed > 0 {
        rename_guests(db, &keys, person).await
    } else {
        Ok(Vec::new())
    }
}

/// Two claimed names with the same key are one name too many, everything else is a failure.
fn taken(error: StoreError) -> StoreError {
    match error {
        StoreError::Conflict => StoreError::NameTaken,
        error => error,
    }
}

/// Makes an account a bot, unless it has to do with a table that is not over: others sat down there with a person.
pub(super) async fn become_bot(db: &impl Db, person: &PersonId) -> Result<bool, StoreError> {
    db.hold(Hold::Person(person)).await?;
    db.run(
        "UPDATE people SET bot = ?2 WHERE id = ?1 AND password IS NOT NULL AND NOT EXISTS (SELECT 1 FROM members m \
         JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?1 AND t.status IN ('waiting', 'dealing', 'running'))",
        args![person, true],
    )
    .await
    .map(|done| done > 0)
}

pub(super) async fn forget(db: &impl Db, person: &PersonId) -> Result<Vec<TableId>, StoreError> {
    // Nobody may write something for this person in between, who would be forgotten all the same.
    db.hold(Hold::Person(person)).await?;
    // The row stays without a name: seats still refer to it, and show nobody.
    for sql in [
        "UPDATE people SET name = NULL, claimed = NULL, password = NULL, caseless = NULL, written = NULL, \
         hidden = false WHERE id = ?1",
        "DELETE FROM tokens WHERE person = ?1",
        "DELETE FROM devices WHERE person = ?1",
        "DELETE FROM api_tokens WHERE person = ?1",
        "DELETE FROM chat WHERE person = ?1",
        "DELETE FROM notes WHERE person = ?1",
    ] {
        db.run(sql, args![person]).await?;
    }
    let tables = db
        .rows(
            "SELECT t.id FROM members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?1 AND t.status IN \
             ('waiting', 'dealing', 'running')",
            args![person],
        )
        .await?;
    let tables: Vec<String> = tables.iter().map(|row| row.text(0)).collect::<Result<_, _>>()?;
    Ok(tables.into_iter().filter_map(|id| TableId::try_from(id).ok()).collect())
}
