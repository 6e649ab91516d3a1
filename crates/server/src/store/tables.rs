//! SQL for tables.

use std::collections::BTreeSet;

use roundtable_core::{Claimed, Seat};
use roundtable_protocol::{PersonId, TableId};
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::sqlite::failed;
use super::{
    Clock, List, Listed, ListedTable, NewTable, StateWrite, Status, StoreError, StoredChat, StoredTable, TableWrite,
};

/// How many lines of chat are loaded with a table.
const CHAT_LINES: usize = 100;

impl Status {
    const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Dealing => "dealing",
            Self::Running => "running",
            Self::Over => "over",
            Self::Closed => "closed",
        }
    }
}

pub(super) fn create(db: &Connection, table: &NewTable) -> Result<i64, StoreError> {
    db.prepare_cached(
        "INSERT INTO tables (id, version, status, public, spectators, state, changed_at) VALUES (?, 1, ?, ?, ?, ?, ?)",
    )
    .and_then(|mut sql| {
        sql.insert(params![
            table.id.as_str(),
            table.state.status.name(),
            table.public,
            table.spectators,
            table.state.state,
            table.at
        ])
    })
    .and_then(|row| set_members(db, row, &table.state.members).map(|()| row))
    .and_then(|row| set_clocks(db, row, &table.clocks).map(|()| row))
    .map_err(failed)
}

fn set_members(db: &Connection, row: i64, members: &[PersonId]) -> rusqlite::Result<()> {
    db.prepare_cached("DELETE FROM members WHERE \"table\" = ?")?
        .execute([row])?;
    // The first is the host.
    for (i, person) in members.iter().enumerate() {
        db.prepare_cached("INSERT OR IGNORE INTO members (person, \"table\", host) VALUES (?, ?, ?)")?
            .execute(params![person.as_str(), row, i == 0])?;
    }
    Ok(())
}

pub(super) fn write(db: &Connection, write: &TableWrite) -> Result<(), StoreError> {
    if let Some(state) = &write.state {
        set_state(db, write.row, state, write.at)?;
    }
    if let Some((ply, line)) = &write.moved {
        append(db, write.row, *ply, &line.to_string())?;
    }
    if let Some((number, said)) = &write.claim {
        db.prepare_cached("INSERT INTO claims (\"table\", number, ply, seat, claim) VALUES (?, ?, ?, ?, ?)")
            .and_then(|mut sql| {
                let seat = said.seat.index() as i64;
                sql.execute(params![
                    write.row,
                    *number as i64,
                    said.ply as i64,
                    seat,
                    said.claim.to_string()
                ])
            })
            .map_err(taken)?;
    }
    if let Some(clocks) = &write.clocks {
        set_clocks(db, write.row, clocks).map_err(failed)?;
    }
    if let Some(line) = &write.chat {
        db.prepare_cached("INSERT INTO chat (\"table\", at, person, players, text) VALUES (?, ?, ?, ?, ?)")
            .and_then(|mut sql| {
                sql.execute(params![
                    write.row,
                    line.at,
                    line.person.as_str(),
                    line.players,
                    line.text
                ])
            })
            .map_err(failed)?;
    }
    Ok(())
}

/// Appends at (table, ply): if a move is there already, somebody else was faster.
fn append(db: &Connection, row: i64, ply: usize, line: &str) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO moves (\"table\", ply, move) VALUES (?, ?, ?)")
        .and_then(|mut sql| sql.execute(params![row, ply as i64, line]))
        .map(drop)
        .map_err(taken)
}

fn set_state(db: &Connection, row: i64, state: &StateWrite, at: i64) -> Result<(), StoreError> {
    let changed = db
        .prepare_cached(
            "UPDATE tables SET version = version + 1, state = ?, status = ?, changed_at = ? WHERE row = ? AND version \
             = ?",
        )
        .and_then(|mut sql| sql.execute(params![state.state, state.status.name(), at, row, state.replaces]))
        .map_err(failed)?;
    if changed == 0 {
        return Err(StoreError::Conflict);
    }
    set_members(db, row, &state.members).map_err(failed)
}

fn set_clocks(db: &Connection, row: i64, clocks: &[Clock]) -> rusqlite::Result<()> {
    db.prepare_cached("DELETE FROM clocks WHERE \"table\" = ?")?
        .execute([row])?;
    for clock in clocks {
        db.prepare_cached("INSERT INTO clocks (\"table\", seat, decision, due_at, bot) VALUES (?, ?, ?, ?, ?)")?
            .execute(params![
                row,
                clock.seat.index() as i64,
                clock.decision,
                clock.due_at,
                clock.bot
            ])?;
    }
    Ok(())
}

/// A row that exists already is a conflict, everything else a failure.
fn taken(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => StoreError::Conflict,
        _ => failed(error),
    }
}

pub(super) fn load(db: &Connection, id: &TableId) -> rusqlite::Result<Option<StoredTable>> {
    // One transaction, so that state and moves belong together.
    let db = db.unchecked_transaction()?;
    let head = db
        .prepare_cached("SELECT row, version, state FROM tables WHERE id = ?")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let Some((row, version, state)) = head else {
        return Ok(None);
    };
    let moves = all(
        &db,
        "SELECT move FROM moves WHERE \"table\" = ? ORDER BY ply",
        row,
        |row| row.get(0),
    )?;
    let claims = all(
        &db,
        "SELECT ply, seat, claim FROM claims WHERE \"table\" = ? ORDER BY number",
        row,
        |row| {
            Ok(Claimed {
                ply: row.get::<_, i64>(0)?.try_into().unwrap_or_default(),
                seat: seat(row, 1)?,
                claim: serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default(),
            })
        },
    )?;
    let mut chat = all(
        &db,
        &format!("SELECT at, person, players, text FROM chat WHERE \"table\" = ? ORDER BY row DESC LIMIT {CHAT_LINES}"),
        row,
        |row| {
            Ok(StoredChat {
                at: row.get(0)?,
                person: person(row, 1)?,
                players: row.get(2)?,
                text: row.get(3)?,
            })
        },
    )?;
    chat.reverse();
    let clocks = all(
        &db,
        "SELECT seat, decision, due_at, bot FROM clocks WHERE \"table\" = ? ORDER BY seat",
        row,
        |row| {
            Ok(Clock {
                seat: seat(row, 0)?,
                decision: row.get(1)?,
                due_at: row.get(2)?,
                bot: row.get(3)?,
            })
        },
    )?;
    let mut names = all(
        &db,
        "SELECT p.id, p.name FROM members m JOIN people p ON p.id = m.person WHERE m.\"table\" = ?1 AND p.name IS NOT \
         NULL
         UNION SELECT p.id, p.name FROM chat c JOIN people p ON p.id = c.person WHERE c.\"table\" = ?1 AND p.name IS \
         NOT NULL",
        row,
        |row| Ok((person(row, 0)?, row.get(1)?)),
    )?;
    names.dedup();
    Ok(Some(StoredTable {
        row,
        version,
        state,
        moves,
        claims,
        chat,
        clocks,
        names,
    }))
}

fn all<T>(
    db: &Connection,
    sql: &str,
    row: i64,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map([row], read)?.collect()
}

fn seat(row: &Row<'_>, column: usize) -> rusqlite::Result<Seat> {
    let number: i64 = row.get(column)?;
    usize::try_from(number)
        .ok()
        .and_then(Seat::try_new)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn person(row: &Row<'_>, column: usize) -> rusqlite::Result<PersonId> {
    let text: String = row.get(column)?;
    PersonId::try_from(text)
        .map_err(|why| rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into()))
}

pub(super) fn list(db: &Connection, list: &List, limit: usize) -> rusqlite::Result<Listed> {
    let db = db.unchecked_transaction()?;
    let columns = "SELECT t.id, t.state, (SELECT count(*) FROM moves WHERE \"table\" = t.row), t.row FROM";
    let sql = match list {
        List::Open => {
            format!("{columns} tables t WHERE t.status = 'waiting' AND t.public = 1 ORDER BY t.row DESC LIMIT ?1")
        }
        List::Watchable => format!(
            "{columns} tables t WHERE t.status = 'running' AND t.public = 1 AND t.spectators = 1 ORDER BY t.row DESC \
             LIMIT ?1"
        ),
        List::Of(_) => format!(
            "{columns} members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?2 AND t.status <> 'closed' \
             ORDER BY t.row DESC LIMIT ?1"
        ),
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let read = |row: &Row<'_>| {
        let id: String = row.get(0)?;
        let table = ListedTable {
            id: TableId::try_from(id)
                .map_err(|why| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into()))?,
            state: row.get(1)?,
            ply: row.get::<_, i64>(2)?.try_into().unwrap_or_default(),
        };
        Ok((table, row.get::<_, i64>(3)?))
    };
    let mut statement = db.prepare_cached(&sql)?;
    let tables: Vec<(ListedTable, i64)> = match list {
        List::Of(person) => statement.query_map(params![limit, person.as_str()], read)?.collect(),
        List::Open | List::Watchable => statement.query_map([limit], read)?.collect::<rusqlite::Result<_>>(),
    }?;
    let mut names = BTreeSet::new();
    for (_, row) in &tables {
        let here = all(
            &db,
            "SELECT p.id, p.name FROM members m JOIN people p ON p.id = m.person WHERE m.\"table\" = ? AND p.name IS \
             NOT NULL",
            *row,
            |row| Ok((person(row, 0)?, row.get(1)?)),
        )?;
        names.extend(here);
    }
    Ok((
        tables.into_iter().map(|(table, _)| table).collect(),
        names.into_iter().collect(),
    ))
}

pub(super) fn count(db: &Connection, host: &PersonId) -> rusqlite::Result<usize> {
    db.prepare_cached(
        "SELECT count(*) FROM members m JOIN tables t ON t.row = m.\"table\"
         WHERE m.person = ? AND m.host = 1 AND t.status IN ('waiting', 'dealing', 'running')",
    )?
    .query_row([host.as_str()], |row| row.get::<_, i64>(0))
    .map(|count| count.try_into().unwrap_or_default())
}

pub(super) fn due(db: &Connection, until: i64) -> rusqlite::Result<Vec<TableId>> {
    let ids: Vec<String> = db
        .prepare_cached(
            "SELECT DISTINCT t.id FROM clocks c JOIN tables t ON t.row = c.\"table\" WHERE c.due_at <= ? LIMIT 1000",
        )?
        .query_map([until], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(ids.into_iter().filter_map(|id| TableId::try_from(id).ok()).collect())
}

pub(super) fn sweep(db: &Connection, waiting_since: i64, guests_since: i64) -> Result<(), StoreError> {
    let run = |sql, since: i64| {
        db.prepare_cached(sql)
            .and_then(|mut sql| sql.execute([since]))
            .map_err(failed)
    };
    run(
        "UPDATE tables SET status = 'closed', state = json_set(state, '$.status', 'closed'), version = version + 1 \
         WHERE status = 'waiting' AND changed_at < ?",
        waiting_since,
    )?;
    run(
        "DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE password IS NULL AND seen_at < ?)",
        guests_since,
    )?;
    run(
        "UPDATE people SET name = NULL WHERE password IS NULL AND name IS NOT NULL AND seen_at < ?",
        guests_since,
    )?;
    Ok(())
}
