//! SQL for lists of tables, and for old chat.

use std::collections::{BTreeMap, BTreeSet};

use roundtable_protocol::{PersonId, TableId};

use super::db::{Arg, Db, Row, args};
use super::tables::line;
use super::{Folded, List, Listed, ListedTable, Page, StoreError, Talk};
use crate::names::Name;

/// The most deadlines of people that are looked at in one go.
const PEOPLE_DUE: usize = 10_000;

/// The condition for a table to be in this list, if the list is for everybody.
const fn listed(list: &List) -> &'static str {
    match list {
        List::Open(_) => "status = 'waiting' AND public",
        List::Watchable(_) => "status = 'running' AND public AND spectators",
        List::Of(_) => "status <> 'closed'",
        List::Unfinished(_) => "status IN ('waiting', 'dealing', 'running')",
    }
}

/// Reads a page of a list. Within one transaction, so that its parts belong together.
pub(super) async fn list<D: Db>(db: &D, list: &List, page: Page) -> Result<Listed, StoreError> {
    let columns = "SELECT t.id, t.state, (SELECT count(*) FROM moves WHERE \"table\" = t.row), t.row, t.maker FROM";
    let (which, end) = (listed(list), "AND t.row < ?1 ORDER BY t.row DESC LIMIT ?2");
    // A table is left out if its maker has enough newer ones in the list, whatever page they are on.
    let sql = match list {
        List::Open(None) | List::Watchable(None) => format!(
            "{columns} tables t WHERE {which} AND (SELECT count(*) FROM (SELECT 1 FROM tables x WHERE x.maker = \
             t.maker AND x.row > t.row AND {which} LIMIT ?3) newer) < ?3 {end}"
        ),
        List::Open(Some(_)) | List::Watchable(Some(_)) => {
            format!("{columns} tables t WHERE t.maker = ?3 AND {which} {end}")
        }
        List::Of(_) | List::Unfinished(_) => {
            format!("{columns} members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?3 AND {which} {end}")
        }
    };
    let last = match list {
        List::Open(None) | List::Watchable(None) => Arg::from(page.each),
        List::Open(Some(person)) | List::Watchable(Some(person)) | List::Of(person) | List::Unfinished(person) => {
            Arg::from(person)
        }
    };
    let (before, limit) = (page.before.unwrap_or(i64::MAX), page.limit.saturating_add(1));
    let read = |row: &Row| {
        let table = ListedTable {
            row: row.int(3)?,
            id: TableId::try_from(row.text(0)?).map_err(StoreError::Damaged)?,
            state: row.text(1)?,
            ply: row.count(2)?,
        };
        Ok((table, row.some_text(4)?))
    };
    let rows = db.rows(&sql, &[before.into(), limit.into(), last]).await?;
    let mut tables: Vec<(ListedTable, Option<String>)> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
    let more = tables.len() > page.limit;
    tables.truncate(page.limit);
    let rows: Vec<i64> = tables.iter().map(|(table, _)| table.row).collect();
    let mut names = names_at(db, &rows).await?;
    let folded = match list {
        List::Open(None) | List::Watchable(None) => folded(db, which, &tables, page.each, &mut names).await?,
        List::Open(Some(_)) | List::Watchable(Some(_)) | List::Of(_) | List::Unfinished(_) => Vec::new(),
    };
    Ok(Listed {
        tables: tables.into_iter().map(|(table, _)| table).collect(),
        folded,
        more,
        names: names.into_iter().collect(),
    })
}

/// Reads a page of the public games that are over, the latest first. Their places in the list are the numbers under
/// which they were judged.
pub(super) async fn finished<D: Db>(db: &D, page: Page) -> Result<Listed, StoreError> {
    let sql = "SELECT t.id, t.state, (SELECT count(*) FROM moves WHERE \"table\" = t.row), g.seq, t.row FROM games g \
               JOIN tables t ON t.row = g.\"table\" WHERE g.public AND g.seq < ?1 ORDER BY g.seq DESC LIMIT ?2";
    let before = page.before.unwrap_or(i64::MAX);
    let mut rows = db.rows(sql, args![before, page.limit.saturating_add(1)]).await?;
    let more = rows.len() > page.limit;
    rows.truncate(page.limit);
    let read = |row: &Row| {
        Ok(ListedTable {
            row: row.int(3)?,
            id: TableId::try_from(row.text(0)?).map_err(StoreError::Damaged)?,
            state: row.text(1)?,
            ply: row.count(2)?,
        })
    };
    let tables = rows.iter().map(|row| row.int(4)).collect::<Result<Vec<_>, _>>()?;
    Ok(Listed {
        tables: rows.iter().map(read).collect::<Result<_, StoreError>>()?,
        folded: Vec::new(),
        more,
        names: names_at(db, &tables).await?.into_iter().collect(),
    })
}

/// The names of the people at these tables.
async fn names_at<D: Db>(db: &D, tables: &[i64]) -> Result<BTreeSet<(PersonId, Name)>, StoreError> {
    let tables = serde_json::to_string(tables).unwrap_or_default();
    let sql = format!(
        "SELECT p.id, p.name, p.bot FROM members m JOIN people p ON p.id = m.person WHERE m.\"table\" IN ({}) \
         AND p.name IS NOT NULL",
        D::NUMBERS
    );
    let rows = db.rows(&sql, args![&tables]).await?;
    rows.iter().map(|row| Ok((row.person(0)?, called(row, 1)?))).collect()
}

/// How many tables were left out, of each maker whose last shown table is on this page.
async fn folded(
    db: &impl Db,
    which: &str,
    tables: &[(ListedTable, Option<String>)],
    each: usize,
    names: &mut BTreeSet<(PersonId, Name)>,
) -> Result<Vec<Folded>, StoreError> {
    let mut last: BTreeMap<&str, &ListedTable> = BTreeMap::new();
    for (table, maker) in tables {
        if let Some(maker) = maker {
            last.insert(maker, table);
        }
    }
    let mut folded = Vec::new();
    for (maker, table) in last {
        let count = async |newer: &str| {
            let sql = format!("SELECT count(*) FROM tables WHERE maker = ?1 AND {which} AND row {newer} ?2");
            let row = db.row(&sql, args![maker, table.row]).await?;
            row.map_or(Ok(0), |row| row.count(0))
        };
        // Not the last that is shown if an older one follows on the next page.
        if count(">=").await? < each {
            continue;
        }
        let (count, Ok(maker)) = (count("<").await?, PersonId::try_from(maker.to_owned())) else {
            continue;
        };
        if count > 0 {
            names.extend(name(db, &maker).await?.map(|name| (maker.clone(), name)));
            folded.push(Folded {
                after: table.id.clone(),
                maker,
                count,
            });
        }
    }
    Ok(folded)
}

async fn name(db: &impl Db, person: &PersonId) -> Result<Option<Name>, StoreError> {
    let sql = "SELECT name, bot FROM people WHERE id = ?1 AND name IS NOT NULL";
    let row = db.row(sql, args![person]).await?;
    row.map(|row| called(&row, 0)).transpose()
}

/// Reads a name, and in the next column whether it is a bot's.
pub(super) fn called(row: &Row, at: usize) -> Result<Name, StoreError> {
    Ok(Name {
        text: row.text(at)?,
        bot: row.flag(at + 1)?,
    })
}

/// A table counts for its host and for whoever made it: handing it on makes no room for another.
pub(super) async fn count(db: &impl Db, host: &PersonId) -> Result<usize, StoreError> {
    let row = db
        .row(
            "SELECT count(*) FROM (
                SELECT t.row FROM members m JOIN tables t ON t.row = m.\"table\"
                WHERE m.person = ?1 AND m.host AND t.status IN ('waiting', 'dealing', 'running')
                UNION SELECT row FROM tables WHERE maker = ?1) theirs",
            args![host],
        )
        .await?;
    row.map_or(Ok(0), |row| row.count(0))
}

/// At how many waiting tables somebody sits or is asked to sit, whom others host.
pub(super) async fn count_asked(db: &impl Db, person: &PersonId) -> Result<usize, StoreError> {
    let row = db
        .row(
            "SELECT count(*) FROM members m JOIN tables t ON t.row = m.\"table\" WHERE m.person = ?1 AND NOT \
             m.host AND t.status = 'waiting'",
            args![person],
        )
        .await?;
    row.map_or(Ok(0), |row| row.count(0))
}

/// What is due. The query gets whether a bot's or a person's, until when, and the most.
pub(super) async fn due(
    db: &impl Db,
    sql: &str,
    until: i64,
    bots: usize,
    more: &[Arg<'_>],
) -> Result<Vec<TableId>, StoreError> {
    let mut ids = Vec::new();
    // Deadlines of people are never hidden by bots that are late.
    for (bot, limit) in [(false, PEOPLE_DUE), (true, bots)] {
        let args = [&[bot.into(), until.into(), limit.into()], more].concat();
        for row in db.rows(sql, &args).await? {
            ids.extend(TableId::try_from(row.text(0)?).ok());
        }
    }
    Ok(ids)
}

/// Lines of chat of one room of a table, the oldest first, with the names of those who said them.
pub(super) async fn chat(db: &impl Db, row: i64, players: bool, before: i64, limit: usize) -> Result<Talk, StoreError> {
    let sql = "SELECT at, person, players, text FROM chat WHERE \"table\" = ?1 AND players = ?2 AND at < ?3 ORDER BY \
               row DESC LIMIT ?4";
    let rows = db.rows(sql, args![row, players, before, limit]).await?;
    let mut lines = rows.iter().map(line).collect::<Result<Vec<_>, _>>()?;
    lines.reverse();
    let mut names = Vec::new();
    for person in lines.iter().map(|line| &line.person).collect::<BTreeSet<_>>() {
        names.extend(name(db, person).await?.map(|name| (person.clone(), name)));
    }
    Ok((lines, names))
}
