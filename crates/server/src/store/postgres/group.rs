//! A group of writes of different tables, as one transaction of a few statements.
//!
//! Two round trips: the first locks the rows of all tables and reads what decides about each write, the second writes
//! all that may be written and commits. Both are sent without waiting for the answers in between.

use futures_util::future::try_join_all;
use roundtable_protocol::Unrated;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error, Statement};

use super::super::results::absence;
use super::super::tables::{digest, same_members};
use super::super::{StoreError, TableWrite};

/// The prepared statements.
pub(super) struct Statements {
    lock: Statement,
    heads: Statement,
    members: Statement,
    states: Statement,
    leave: Statement,
    enter: Statement,
    moves: Statement,
    claims: Statement,
    stop: Statement,
    clocks: Statement,
    chat: Statement,
    mute: Statement,
    unmute: Statement,
    games: Statement,
    results: Statement,
}

/// The rows are locked one after the other in their order, so that no two groups wait for each other.
///
/// The lock is what fences: while it is held nobody can take a table over, and whoever took it over before has raised
/// its epoch. Without it a new owner could read how far a game is while an append of the old owner is still underway,
/// which then commits behind its back.
const LOCK: &str = r#"SELECT 1 FROM tables WHERE "row" = ANY($1) ORDER BY "row" FOR NO KEY UPDATE"#;

/// A statement of its own, so that it sees what was committed while the lock was waited for.
const HEADS: &str = r#"SELECT t."row", t.version, t.epoch,
    coalesce((SELECT max(ply) + 1 FROM moves m WHERE m."table" = t."row"), 0),
    coalesce((SELECT max(number) + 1 FROM claims c WHERE c."table" = t."row"), 0)
    FROM tables t WHERE t."row" = ANY($1)"#;

const MEMBERS: &str = r#"SELECT "table", person, host FROM members WHERE "table" = ANY($1)"#;

const STATES: &str = r#"UPDATE tables t SET version = t.version + 1, state = w.state, digest = w.digest,
    status = w.status, changed_at = w.at, maker = CASE WHEN w.open THEN t.maker END
    FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[], $5::bigint[], $6::boolean[])
    AS w(id, state, digest, status, at, open) WHERE t."row" = w.id"#;

const LEAVE: &str = r#"DELETE FROM members WHERE "table" = ANY($1)"#;
const ENTER: &str = r#"INSERT INTO members ("table", person, host)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::boolean[]) ON CONFLICT DO NOTHING"#;
const MOVES: &str = r#"INSERT INTO moves ("table", ply, move, seal)
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[])"#;
const CLAIMS: &str = r#"INSERT INTO claims ("table", number, ply, seat, claim, seal)
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::text[], $6::integer[])"#;
const STOP: &str = r#"DELETE FROM clocks WHERE "table" = ANY($1)"#;
const CLOCKS: &str = r#"INSERT INTO clocks ("table", seat, decision, due_at, bot)
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::boolean[])"#;
const CHAT: &str = r#"INSERT INTO chat ("table", at, person, players, text)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[], $5::text[])"#;
const MUTE: &str = r#"INSERT INTO mutes ("table", "by", person)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING"#;
const UNMUTE: &str = r#"DELETE FROM mutes m USING unnest($1::bigint[], $2::text[], $3::text[]) AS w(id, who, whom)
    WHERE m."table" = w.id AND m."by" = w.who AND m.person = w.whom"#;

const GAMES: &str = r#"INSERT INTO games ("table", game, setup, public, bar, finished_at, digest)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[], $5::text[], $6::bigint[], $7::text[])
    ON CONFLICT DO NOTHING"#;
const RESULTS: &str = r#"INSERT INTO results ("table", seat, person, level, side, place, share, score, absent, claimed)
    SELECT w.*, EXISTS (SELECT 1 FROM people p WHERE p.id = w.person AND p.password IS NOT NULL)
    FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[],
        $8::bigint[], $9::text[]) AS w(id, seat, person, level, side, place, share, score, absent)
    ON CONFLICT DO NOTHING"#;

impl Statements {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        let rows = &[Type::INT8_ARRAY];
        let sql = async |sql: &str| client.prepare(sql).await;
        Ok(Self {
            lock: client.prepare_typed(LOCK, rows).await?,
            heads: client.prepare_typed(HEADS, rows).await?,
            members: client.prepare_typed(MEMBERS, rows).await?,
            leave: client.prepare_typed(LEAVE, rows).await?,
            stop: client.prepare_typed(STOP, rows).await?,
            states: sql(STATES).await?,
            enter: sql(ENTER).await?,
            moves: sql(MOVES).await?,
            claims: sql(CLAIMS).await?,
            clocks: sql(CLOCKS).await?,
            chat: sql(CHAT).await?,
            mute: sql(MUTE).await?,
            unmute: sql(UNMUTE).await?,
            games: sql(GAMES).await?,
            results: sql(RESULTS).await?,
        })
    }
}

/// What is known of a table that is locked.
struct Head {
    version: i64,
    epoch: i64,
    ply: i32,
    number: i32,
}

/// The verdict on each write of the group, and the members of the tables whose state changes.
pub(super) struct Verdicts {
    pub(super) each: Vec<Result<(), StoreError>>,
    members: Vec<(i64, String, bool)>,
}

/// Begins the transaction, locks the tables, and decides about each write. No table is in the group twice.
pub(super) async fn decide(client: &Client, sql: &Statements, group: &[&TableWrite]) -> Result<Verdicts, Error> {
    let rows: Vec<i64> = group.iter().map(|write| write.row).collect();
    let states: Vec<i64> = group
        .iter()
        .filter(|write| write.state.is_some())
        .map(|write| write.row)
        .collect();
    let rows: [&(dyn ToSql + Sync); 1] = [&rows];
    let state_rows: [&(dyn ToSql + Sync); 1] = [&states];
    let members = async {
        if states.is_empty() {
            return Ok(Vec::new());
        }
        client.query(&sql.members, &state_rows).await
    };
    let (_, _, heads, members) = tokio::try_join!(
        biased;
        client.batch_execute("BEGIN"),
        client.execute(&sql.lock, &rows),
        client.query(&sql.heads, &rows),
        members
    )?;
    let mut known = std::collections::HashMap::with_capacity(heads.len());
    for row in heads {
        let head = Head {
            version: row.try_get(1)?,
            epoch: row.try_get(2)?,
            ply: row.try_get(3)?,
            number: row.try_get(4)?,
        };
        known.insert(row.try_get::<_, i64>(0)?, head);
    }
    let read = |row: &tokio_postgres::Row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
    Ok(Verdicts {
        each: group.iter().map(|write| judge(write, known.get(&write.row))).collect(),
        members: members.iter().map(read).collect::<Result<_, Error>>()?,
    })
}

fn judge(write: &TableWrite, head: Option<&Head>) -> Result<(), StoreError> {
    let Some(head) = head else {
        return Err(StoreError::Conflict);
    };
    if write.epoch != head.epoch {
        return Err(StoreError::Fenced);
    }
    let is = |number: usize, next: i32| i32::try_from(number) == Ok(next);
    let fits = write.state.as_ref().is_none_or(|state| state.replaces == head.version)
        && write.moved.as_ref().is_none_or(|(ply, ..)| is(*ply, head.ply))
        && write.claim.as_ref().is_none_or(|(number, ..)| is(*number, head.number));
    if fits { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Small numbers, as they are stored. Larger ones than fit cannot come from a game; if one did, nothing is stored.
fn small(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// A batched statement and its columns.
type Batch<'a> = (&'a Statement, Vec<Box<dyn ToSql + Sync + Send + 'a>>);

/// Columns from rows: `columns!(rows => |row| a, b, c)`.
macro_rules! columns {
    ($rows:expr => $($column:expr),+ $(,)?) => {{
        let rows = &$rows;
        vec![$(Box::new(rows.iter().map($column).collect::<Vec<_>>()) as Box<dyn ToSql + Sync + Send>),+]
    }};
}

/// Writes what may be written, and commits.
pub(super) async fn write(
    client: &Client,
    sql: &Statements,
    group: &[&TableWrite],
    verdicts: &Verdicts,
) -> Result<(), Error> {
    let good: Vec<&TableWrite> = (group.iter().zip(&verdicts.each))
        .filter(|(_, verdict)| verdict.is_ok())
        .map(|(write, _)| *write)
        .collect();
    let batches = batches(sql, &good, &verdicts.members);
    // Sent in this order, all at once: if one of them fails, so does the commit, and that one says why.
    let all = try_join_all(batches.iter().map(|batch| run(client, batch)));
    tokio::try_join!(biased; all, client.batch_execute("COMMIT")).map(drop)
}

async fn run(client: &Client, (statement, columns): &Batch<'_>) -> Result<u64, Error> {
    let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect();
    client.execute(*statement, &columns).await
}

fn batches<'a>(sql: &'a Statements, good: &[&'a TableWrite], members: &[(i64, String, bool)]) -> Vec<Batch<'a>> {
    let mut batches: Vec<Batch<'a>> = Vec::new();
    let mut add = |statement: &'a Statement, count: usize, columns: Vec<Box<dyn ToSql + Sync + Send + 'a>>| {
        if count > 0 {
            batches.push((statement, columns));
        }
    };
    let states: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.state.as_ref()?, write.at)))
        .collect();
    add(
        &sql.states,
        states.len(),
        columns!(states => |w| w.0, |w| w.1.state.as_str(), |w| digest(&w.1.state).to_vec(), |w| w.1.status.name(),
            |w| w.2, |w| w.1.status.is_open()),
    );
    // Most changes of a state concern nobody's place.
    let moved: Vec<_> = (states.iter())
        .filter(|(row, state, _)| {
            let here = members.iter().filter(|(table, ..)| table == row);
            let here: Vec<_> = here.map(|(_, person, host)| (person.clone(), *host)).collect();
            !same_members(&here, &state.members)
        })
        .collect();
    add(&sql.leave, moved.len(), columns!(moved => |w| w.0));
    let seated: Vec<_> = (moved.iter())
        .flat_map(|(row, state, _)| {
            state
                .members
                .iter()
                .enumerate()
                .map(|(i, person)| (*row, person, i == 0))
        })
        .collect();
    add(
        &sql.enter,
        seated.len(),
        columns!(seated => |w| w.0, |w| w.1.as_str(), |w| w.2),
    );
    let moves: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.moved.as_ref()?)))
        .collect();
    add(
        &sql.moves,
        moves.len(),
        columns!(moves => |w| w.0, |w| small(w.1.0), |w| w.1.1.to_string(), |w| small(w.1.2)),
    );
    let claims: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.claim.as_ref()?)))
        .collect();
    add(
        &sql.claims,
        claims.len(),
        columns!(claims => |w| w.0, |w| small(w.1.0), |w| small(w.1.1.ply), |w| small(w.1.1.seat.index()),
            |w| w.1.1.claim.to_string(), |w| small(w.1.2)),
    );
    let timed: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.clocks.as_ref()?)))
        .collect();
    add(&sql.stop, timed.len(), columns!(timed => |w| w.0));
    let clocks: Vec<_> = timed
        .iter()
        .flat_map(|(row, clocks)| clocks.iter().map(|clock| (*row, clock)))
        .collect();
    add(
        &sql.clocks,
        clocks.len(),
        columns!(clocks => |w| w.0, |w| small(w.1.seat.index()), |w| i64::from(w.1.decision), |w| w.1.due_at,
            |w| w.1.bot),
    );
    let chat: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.chat.as_ref()?)))
        .collect();
    add(
        &sql.chat,
        chat.len(),
        columns!(chat => |w| w.0, |w| w.1.at, |w| w.1.person.as_str(), |w| w.1.players, |w| w.1.text.as_str()),
    );
    for (statement, wanted) in [(&sql.mute, true), (&sql.unmute, false)] {
        let mutes: Vec<_> = (good.iter())
            .filter_map(|write| write.mute.as_ref().map(|(mute, on)| (write.row, mute, *on)))
            .filter(|(_, _, on)| *on == wanted)
            .collect();
        add(
            statement,
            mutes.len(),
            columns!(mutes => |w| w.0, |w| w.1.by.as_ref().map_or("", |by| by.as_str()), |w| w.1.person.as_str()),
        );
    }
    let games: Vec<_> = good
        .iter()
        .filter_map(|write| Some((write.row, write.result.as_deref()?)))
        .collect();
    add(
        &sql.games,
        games.len(),
        columns!(games => |w| w.0, |w| w.1.setup.game.as_str(),
            |w| serde_json::to_string(&w.1.setup).unwrap_or_default(), |w| w.1.public, |w| w.1.bar.map(Unrated::name),
            |w| w.1.at, |w| w.1.digest.as_deref()),
    );
    let seats: Vec<_> = games
        .iter()
        .flat_map(|(row, result)| result.seats.iter().map(|seat| (*row, seat)))
        .collect();
    add(
        &sql.results,
        seats.len(),
        columns!(seats => |w| w.0, |w| small(w.1.seat.index()), |w| w.1.person.as_ref().map(|one| one.as_str()),
            |w| w.1.level.as_deref(), |w| small(w.1.side), |w| i32::from(w.1.place), |w| i64::from(w.1.share),
            |w| i64::from(w.1.score), |w| w.1.absent.map(absence)),
    );
    batches
}
