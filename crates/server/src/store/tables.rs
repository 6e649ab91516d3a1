//! SQL for tables.

use std::collections::{BTreeMap, BTreeSet};

use roundtable_core::{Claimed, Seat};
use roundtable_protocol::{PersonId, TableId};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use sha2::{Digest as _, Sha256};

use super::decks;
use super::sqlite::failed;
use super::{
    Clock, Folded, List, Listed, ListedTable, NewTable, Page, Seal, StateWrite, Status, StoreError, StoredChat,
    StoredMute, StoredTable, TableWrite, Talk,
};

/// The most deadlines of people that are looked at in one go.
const PEOPLE_DUE: usize = 10_000;

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
    insert(db, table).map_err(failed)
}

fn insert(db: &Connection, table: &NewTable) -> rusqlite::Result<i64> {
    let deck = table.deck.as_ref().map(|text| decks::put(db, text)).transpose()?;
    let row = db
        .prepare_cached(
            "INSERT INTO tables (id, version, status, public, spectators, state, digest, deck, maker, changed_at) \
             VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .insert(params![
            table.id.as_str(),
            table.state.status.name(),
            table.public,
            table.spectators,
            table.state.state,
            digest(&table.state.state),
            deck,
            // The first member is the host, who makes the table now.
            table.state.members.first().map(PersonId::as_str),
            table.at
        ])?;
    set_members(db, row, &table.state.members)?;
    set_clocks(db, row, &table.clocks)?;
    for mute in &table.mutes {
        set_mute(db, row, mute, true)?;
    }
    Ok(row)
}

/// The digest of a state, by which damage to it is noticed.
fn digest(state: &str) -> [u8; 32] {
    Sha256::digest(state).into()
}

fn set_mute(db: &Connection, row: i64, mute: &StoredMute, on: bool) -> rusqlite::Result<()> {
    let by = mute.by.as_ref().map_or("", PersonId::as_str);
    let sql = if on {
        "INSERT OR IGNORE INTO mutes (\"table\", \"by\", person) VALUES (?, ?, ?)"
    } else {
        "DELETE FROM mutes WHERE \"table\" = ? AND \"by\" = ? AND person = ?"
    };
    db.prepare_cached(sql)?
        .execute(params![row, by, mute.person.as_str()])?;
    Ok(())
}

fn set_members(db: &Connection, row: i64, members: &[PersonId]) -> rusqlite::Result<()> {
    // Most changes of a state concern nobody's place.
    let known = all(db, "SELECT person, host FROM members WHERE \"table\" = ?", row, |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?))
    })?;
    let is_known = |(i, person): (usize, &PersonId)| {
        known
            .iter()
            .any(|(who, host)| who == person.as_str() && *host == (i == 0))
    };
    if known.len() == members.len() && members.iter().enumerate().all(is_known) {
        return Ok(());
    }
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
    if let Some((ply, line, seal)) = &write.moved {
        append(db, write.row, *ply, &line.to_string(), *seal)?;
    }
    if let Some((number, said, seal)) = &write.claim {
        db.prepare_cached("INSERT INTO claims (\"table\", number, ply, seat, claim, seal) VALUES (?, ?, ?, ?, ?, ?)")
            .and_then(|mut sql| {
                let seat = said.seat.index() as i64;
                sql.execute(params![
                    write.row,
                    *number as i64,
                    said.ply as i64,
                    seat,
                    said.claim.to_string(),
                    seal
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
    if let Some((mute, on)) = &write.mute {
        set_mute(db, write.row, mute, *on).map_err(failed)?;
    }
    Ok(())
}

/// Appends at (table, ply): if a move is there already, somebody else was faster.
fn append(db: &Connection, row: i64, ply: usize, line: &str, seal: Seal) -> Result<(), StoreError> {
    db.prepare_cached("INSERT INTO moves (\"table\", ply, move, seal) VALUES (?, ?, ?, ?)")
        .and_then(|mut sql| sql.execute(params![row, ply as i64, line, seal]))
        .map(drop)
        .map_err(taken)
}

fn set_state(db: &Connection, row: i64, state: &StateWrite, at: i64) -> Result<(), StoreError> {
    let changed = db
        .prepare_cached(
            "UPDATE tables SET version = version + 1, state = ?, digest = ?, status = ?, changed_at = ?, \
             maker = iif(?, maker, NULL) WHERE row = ? AND version = ?",
        )
        .and_then(|mut sql| {
            let digest = digest(&state.state);
            sql.execute(params![
                state.state,
                digest,
                state.status.name(),
                at,
                !matches!(state.status, Status::Over | Status::Closed),
                row,
                state.replaces
            ])
        })
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
        .prepare_cached("SELECT row, version, state, digest, deck FROM tables WHERE id = ?")?
        .query_row([id.as_str()], |row| {
            let state: (Vec<u8>, Option<Vec<u8>>) = (text(row, 2)?, row.get(3)?);
            Ok((row.get(0)?, row.get(1)?, state, row.get::<_, Option<Vec<u8>>>(4)?))
        })
        .optional()?;
    let Some((row, version, (state, sealed), deck_digest)) = head else {
        return Ok(None);
    };
    let mut damage = None;
    let state = String::from_utf8(state).unwrap_or_default();
    // Tables of older versions have no digest until they are written again.
    if sealed.is_some_and(|sealed| sealed != digest(&state)) {
        damage = Some("its state does not fit its digest".to_owned());
    }
    let has_deck = deck_digest.is_some();
    let deck = match deck_digest {
        Some(digest) => decks::get(&db, &digest)?,
        None => None,
    };
    if has_deck && deck.is_none() {
        damage = Some("its deck is missing or damaged".to_owned());
    }
    let moves = all(
        &db,
        "SELECT move, seal, ply FROM moves WHERE \"table\" = ? ORDER BY ply",
        row,
        |row| Ok(((text(row, 0)?, row.get(1)?), row.get::<_, i64>(2)?)),
    )?;
    if let Some(gap) = (0..).zip(&moves).find(|(place, (_, ply))| place != ply) {
        damage = Some(format!("move {} is missing", gap.0));
    }
    let moves = moves
        .into_iter()
        .map(|((line, seal), _)| (String::from_utf8(line).unwrap_or_default(), seal));
    let claims = all(
        &db,
        "SELECT ply, seat, claim, seal FROM claims WHERE \"table\" = ? ORDER BY number",
        row,
        |row| {
            let claimed = Claimed {
                ply: row.get::<_, i64>(0)?.try_into().unwrap_or_default(),
                seat: seat(row, 1)?,
                claim: serde_json::from_slice(&text(row, 2)?).unwrap_or_default(),
            };
            Ok((claimed, row.get(3)?))
        },
    )?;
    let mutes = all(
        &db,
        "SELECT \"by\", person FROM mutes WHERE \"table\" = ?",
        row,
        |row| {
            Ok(StoredMute {
                by: PersonId::try_from(row.get::<_, String>(0)?).ok(),
                person: person(row, 1)?,
            })
        },
    )?;
    let mut chat = all(
        &db,
        &format!("SELECT at, person, players, text FROM chat WHERE \"table\" = ? ORDER BY row DESC LIMIT {CHAT_LINES}"),
        row,
        line,
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
        epoch: 0,
        state,
        deck,
        damage,
        moves: moves.collect(),
        claims,
        mutes,
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

/// Text as bytes: damaged text may be none, which must not look like a failure of the database.
fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(row.get_ref(column)?.as_bytes()?.to_vec())
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

/// The condition for a table to be in this list, if the list is for everybody.
const fn listed(list: &List) -> &'static str {
    match list {
        List::Open(_) => "status = 'waiting' AND public = 1",
        List::Watchable(_) => "status = 'running' AND public = 1 AND spectators = 1",
        List::Of(_) => "status <> 'closed'",
    }
}

pub(super) fn list(db: &Connection, list: &List, page: Page) -> rusqlite::Result<Listed> {
    let db = db.unchecked_transaction()?;
    let columns = "SELECT t.id, t.state, (SELECT count(*) FROM moves WHERE \"table\" = t.row), t.row, t.maker FROM";
    let (which, end) = (listed(list), "AND t.row < ?1 ORDER BY t.row DESC LIMIT ?2");
    // A table is left out if its maker has enough newer ones in the list, whatever page they are on.
    let sql = match list {
        List::Open(None) | List::Watchable(None) => format!(
            "{columns} tables t WHERE {which} AND (SELECT count(*) FROM (SELECT 1 FROM tables x WHERE x.maker = \
             t.maker AND x.row > t.row AND {which} LIMIT ?3)) < ?3 {end}"
        ),
        List::Open(Some(_)) | List::Watchable(Some(_)) => {
            format!("{columns} tables t WHERE t.maker = ?3 AND {which} {end}")
        }
        List::Of(_) => {
            format!("{columns} members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?3 AND {which} {end}")
        }
    };
    let read = |row: &Row<'_>| {
        let id: String = row.get(0)?;
        let table = ListedTable {
            row: row.get(3)?,
            id: TableId::try_from(id)
                .map_err(|why| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into()))?,
            state: row.get(1)?,
            ply: row.get::<_, i64>(2)?.try_into().unwrap_or_default(),
        };
        Ok((table, row.get::<_, Option<String>>(4)?))
    };
    let (before, limit) = (page.before.unwrap_or(i64::MAX), number(page.limit).saturating_add(1));
    let mut statement = db.prepare_cached(&sql)?;
    let mut tables: Vec<(ListedTable, Option<String>)> = match list {
        List::Open(None) | List::Watchable(None) => statement
            .query_map(params![before, limit, number(page.each)], read)?
            .collect(),
        List::Open(Some(person)) | List::Watchable(Some(person)) | List::Of(person) => statement
            .query_map(params![before, limit, person.as_str()], read)?
            .collect::<rusqlite::Result<_>>(),
    }?;
    let more = tables.len() > page.limit;
    tables.truncate(page.limit);
    let mut names = BTreeSet::new();
    for (table, _) in &tables {
        let here = all(
            &db,
            "SELECT p.id, p.name FROM members m JOIN people p ON p.id = m.person WHERE m.\"table\" = ? AND p.name IS \
             NOT NULL",
            table.row,
            |row| Ok((person(row, 0)?, row.get(1)?)),
        )?;
        names.extend(here);
    }
    let folded = match list {
        List::Open(None) | List::Watchable(None) => folded(&db, which, &tables, page.each, &mut names)?,
        List::Open(Some(_)) | List::Watchable(Some(_)) | List::Of(_) => Vec::new(),
    };
    Ok(Listed {
        tables: tables.into_iter().map(|(table, _)| table).collect(),
        folded,
        more,
        names: names.into_iter().collect(),
    })
}

/// How many tables were left out, of each maker whose last shown table is on this page.
fn folded(
    db: &Connection,
    which: &str,
    tables: &[(ListedTable, Option<String>)],
    each: usize,
    names: &mut BTreeSet<(PersonId, String)>,
) -> rusqlite::Result<Vec<Folded>> {
    let mut last: BTreeMap<&str, &ListedTable> = BTreeMap::new();
    for (table, maker) in tables {
        if let Some(maker) = maker {
            last.insert(maker, table);
        }
    }
    let mut folded = Vec::new();
    for (maker, table) in last {
        let count = |newer: &str| {
            db.prepare_cached(&format!(
                "SELECT count(*) FROM tables WHERE maker = ? AND {which} AND row {newer} ?"
            ))?
            .query_row(params![maker, table.row], |row| row.get::<_, i64>(0))
        };
        // Not the last that is shown if an older one follows on the next page.
        if count(">=")? < number(each) {
            continue;
        }
        let (count, Ok(maker)) = (count("<")?, PersonId::try_from(maker.to_owned())) else {
            continue;
        };
        if count > 0 {
            let name = db
                .prepare_cached("SELECT name FROM people WHERE id = ? AND name IS NOT NULL")?
                .query_row([maker.as_str()], |row| row.get(0))
                .optional()?;
            names.extend(name.map(|name| (maker.clone(), name)));
            folded.push(Folded {
                after: table.id.clone(),
                maker,
                count: count.try_into().unwrap_or_default(),
            });
        }
    }
    Ok(folded)
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A table counts for its host and for whoever made it: handing it on makes no room for another.
pub(super) fn count(db: &Connection, host: &PersonId) -> rusqlite::Result<usize> {
    db.prepare_cached(
        "SELECT count(*) FROM (
            SELECT t.row FROM members m JOIN tables t ON t.row = m.\"table\"
            WHERE m.person = ?1 AND m.host = 1 AND t.status IN ('waiting', 'dealing', 'running')
            UNION SELECT row FROM tables WHERE maker = ?1)",
    )?
    .query_row([host.as_str()], |row| row.get::<_, i64>(0))
    .map(|count| count.try_into().unwrap_or_default())
}

pub(super) fn due(db: &Connection, until: i64, bots: usize) -> rusqlite::Result<Vec<TableId>> {
    let due = |bot: bool, limit: usize| -> rusqlite::Result<Vec<String>> {
        db.prepare_cached(
            "SELECT DISTINCT t.id FROM clocks c JOIN tables t ON t.row = c.\"table\" WHERE c.bot = ? AND c.due_at <= ? \
             ORDER BY c.due_at LIMIT ?",
        )?
        .query_map(params![bot, until, limit as i64], |row| row.get(0))?
        .collect()
    };
    // Deadlines of people are never hidden by bots that are late.
    let mut ids = due(false, PEOPLE_DUE)?;
    ids.extend(due(true, bots)?);
    Ok(ids.into_iter().filter_map(|id| TableId::try_from(id).ok()).collect())
}

pub(super) fn chat(db: &Connection, row: i64, players: bool, before: i64, limit: usize) -> rusqlite::Result<Talk> {
    let mut lines: Vec<StoredChat> = db
        .prepare_cached(
            "SELECT at, person, players, text FROM chat WHERE \"table\" = ? AND players = ? AND at < ? ORDER BY row \
             DESC LIMIT ?",
        )?
        .query_map(params![row, players, before, limit as i64], line)?
        .collect::<rusqlite::Result<_>>()?;
    lines.reverse();
    let mut names = Vec::new();
    for person in lines.iter().map(|line| &line.person).collect::<BTreeSet<_>>() {
        let name: Option<Option<String>> = db
            .prepare_cached("SELECT name FROM people WHERE id = ?")?
            .query_row([person.as_str()], |row| row.get(0))
            .optional()?;
        names.extend(name.flatten().map(|name| (person.clone(), name)));
    }
    Ok((lines, names))
}

fn line(row: &Row<'_>) -> rusqlite::Result<StoredChat> {
    Ok(StoredChat {
        at: row.get(0)?,
        person: person(row, 1)?,
        players: row.get(2)?,
        text: row.get(3)?,
    })
}
