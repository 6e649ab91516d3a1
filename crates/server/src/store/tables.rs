//! SQL for single tables. Lists are in `lists`.

use roundtable_core::Claimed;
use roundtable_protocol::{PersonId, TableId};
use sha2::{Digest as _, Sha256};

use super::db::{Db, Row, args};
use super::lists::called;
use super::{Clock, NewTable, StateWrite, Status, StoreError, StoredChat, StoredMute, StoredTable, TableWrite};
use super::{decks, results};

/// How many lines of chat are loaded with a table.
const CHAT_LINES: usize = 100;

impl Status {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Dealing => "dealing",
            Self::Running => "running",
            Self::Over => "over",
            Self::Closed => "closed",
        }
    }

    /// Whether a table counts for whoever made it.
    pub(super) const fn is_open(self) -> bool {
        !matches!(self, Self::Over | Self::Closed)
    }
}

pub(super) async fn create(db: &impl Db, table: &NewTable) -> Result<i64, StoreError> {
    let deck = match &table.deck {
        Some(text) => Some(decks::put(db, text).await?),
        None => None,
    };
    let row = db
        .row(
            "INSERT INTO tables (id, version, status, public, spectators, state, digest, deck, maker, changed_at) \
             VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING row",
            args![
                table.id.as_str(),
                table.state.status.name(),
                table.public,
                table.spectators,
                &table.state.state,
                &digest(&table.state.state),
                deck.as_ref(),
                // The first member is the host, who makes the table now.
                table.state.members.first(),
                table.at
            ],
        )
        .await?;
    let row = row.map_or(Err(StoreError::Conflict), |row| row.int(0))?;
    set_members(db, row, &table.state.members).await?;
    set_clocks(db, row, &table.clocks).await?;
    for mute in &table.mutes {
        set_mute(db, row, mute, true).await?;
    }
    Ok(row)
}

/// The digest of a state, by which damage to it is noticed.
pub(super) fn digest(state: &str) -> [u8; 32] {
    Sha256::digest(state).into()
}

pub(super) async fn set_mute(db: &impl Db, row: i64, mute: &StoredMute, on: bool) -> Result<(), StoreError> {
    let by = mute.by.as_ref().map_or("", PersonId::as_str);
    let sql = if on {
        "INSERT INTO mutes (\"table\", \"by\", person) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM mutes WHERE \"table\" = ?1 AND \"by\" = ?2 AND person = ?3"
    };
    db.run(sql, args![row, by, &mute.person]).await.map(drop)
}

async fn set_members(db: &impl Db, row: i64, members: &[PersonId]) -> Result<(), StoreError> {
    // Most changes of a state concern nobody's place.
    let mut known = Vec::new();
    for member in db
        .rows("SELECT person, host FROM members WHERE \"table\" = ?1", args![row])
        .await?
    {
        known.push((member.text(0)?, member.flag(1)?));
    }
    if same_members(&known, members) {
        return Ok(());
    }
    db.run("DELETE FROM members WHERE \"table\" = ?1", args![row]).await?;
    // The first is the host.
    for (i, person) in members.iter().enumerate() {
        let sql = "INSERT INTO members (person, \"table\", host) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        db.run(sql, args![person, row, i == 0]).await?;
    }
    Ok(())
}

/// Whether these are the members that are known, with the first as the host.
pub(super) fn same_members(known: &[(String, bool)], members: &[PersonId]) -> bool {
    let is_known = |(i, person): (usize, &PersonId)| {
        known
            .iter()
            .any(|(who, host)| who == person.as_str() && *host == (i == 0))
    };
    known.len() == members.len() && members.iter().enumerate().all(is_known)
}

/// Stores a change. On a database that several nodes share, the writer does the same for many tables at once.
pub(super) async fn write(db: &impl Db, write: &TableWrite) -> Result<(), StoreError> {
    if let Some(state) = &write.state {
        set_state(db, write.row, state, write.at).await?;
    }
    // If a move is there already, somebody else was faster.
    if let Some((ply, line, seal)) = &write.moved {
        let sql = "INSERT INTO moves (\"table\", ply, move, seal) VALUES (?1, ?2, ?3, ?4)";
        db.run(sql, args![write.row, *ply, &line.to_string(), *seal]).await?;
    }
    if let Some((number, said, seal)) = &write.claim {
        let sql = "INSERT INTO claims (\"table\", number, ply, seat, claim, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let claim = said.claim.to_string();
        let args = args![write.row, *number, said.ply, said.seat.index(), &claim, *seal];
        db.run(sql, args).await?;
    }
    if let Some(clocks) = &write.clocks {
        set_clocks(db, write.row, clocks).await?;
    }
    if let Some(line) = &write.chat {
        let sql = "INSERT INTO chat (\"table\", at, person, players, text) VALUES (?1, ?2, ?3, ?4, ?5)";
        db.run(sql, args![write.row, line.at, &line.person, line.players, &line.text])
            .await?;
    }
    if let Some((mute, on)) = &write.mute {
        set_mute(db, write.row, mute, *on).await?;
    }
    if let Some(result) = &write.result {
        results::put(db, write.row, result).await?;
    }
    Ok(())
}

async fn set_state(db: &impl Db, row: i64, state: &StateWrite, at: i64) -> Result<(), StoreError> {
    let changed = db
        .run(
            "UPDATE tables SET version = version + 1, state = ?1, digest = ?2, status = ?3, changed_at = ?4, maker = \
             CASE WHEN ?5 THEN maker END WHERE row = ?6 AND version = ?7",
            args![
                &state.state,
                &digest(&state.state),
                state.status.name(),
                at,
                state.status.is_open(),
                row,
                state.replaces
            ],
        )
        .await?;
    if changed == 0 {
        return Err(StoreError::Conflict);
    }
    set_members(db, row, &state.members).await
}

async fn set_clocks(db: &impl Db, row: i64, clocks: &[Clock]) -> Result<(), StoreError> {
    db.run("DELETE FROM clocks WHERE \"table\" = ?1", args![row]).await?;
    for clock in clocks {
        let sql = "INSERT INTO clocks (\"table\", seat, decision, due_at, bot) VALUES (?1, ?2, ?3, ?4, ?5)";
        let args = args![row, clock.seat.index(), clock.decision, clock.due_at, clock.bot];
        db.run(sql, args).await?;
    }
    Ok(())
}

/// Reads a table. Within one transaction, so that state and moves belong together.
pub(super) async fn load<D: Db>(db: &D, id: &TableId) -> Result<Option<StoredTable>, StoreError> {
    let head = format!(
        "SELECT row, version, state, digest, deck, {} FROM tables WHERE id = ?1",
        D::EPOCH
    );
    let Some(head) = db.row(&head, args![id.as_str()]).await? else {
        return Ok(None);
    };
    let row = head.int(0)?;
    let mut damage = None;
    let state = String::from_utf8(head.bytes(2)?).unwrap_or_default();
    // Tables of older versions have no digest until they are written again.
    if head.some_bytes(3)?.is_some_and(|sealed| sealed != digest(&state)) {
        damage = Some("its state does not fit its digest".to_owned());
    }
    let deck_digest = head.some_bytes(4)?;
    let deck = match &deck_digest {
        Some(digest) => decks::get(db, digest).await?,
        None => None,
    };
    if deck_digest.is_some() && deck.is_none() {
        damage = Some("its deck is missing or damaged".to_owned());
    }
    let mut moves = Vec::new();
    let sql = "SELECT move, seal, ply FROM moves WHERE \"table\" = ?1 ORDER BY ply";
    for (place, made) in (0..).zip(db.rows(sql, args![row]).await?) {
        if made.int(2)? != place && damage.is_none() {
            damage = Some(format!("move {place} is missing"));
        }
        moves.push((String::from_utf8(made.bytes(0)?).unwrap_or_default(), made.some_int(1)?));
    }
    let sql = "SELECT ply, seat, claim, seal FROM claims WHERE \"table\" = ?1 ORDER BY number";
    let claims = all(db, sql, row, |said| {
        let claimed = Claimed {
            ply: said.count(0)?,
            seat: said.seat(1)?,
            claim: serde_json::from_slice(&said.bytes(2)?).unwrap_or_default(),
        };
        Ok((claimed, said.some_int(3)?))
    });
    let claims = claims.await?;
    let sql = "SELECT \"by\", person FROM mutes WHERE \"table\" = ?1 ORDER BY \"by\", person";
    let mutes = all(db, sql, row, |mute| {
        Ok(StoredMute {
            by: PersonId::try_from(mute.text(0)?).ok(),
            person: mute.person(1)?,
        })
    });
    let mutes = mutes.await?;
    let sql =
        format!("SELECT at, person, players, text FROM chat WHERE \"table\" = ?1 ORDER BY row DESC LIMIT {CHAT_LINES}");
    let mut chat = all(db, &sql, row, line).await?;
    chat.reverse();
    let sql = "SELECT seat, decision, due_at, bot FROM clocks WHERE \"table\" = ?1 ORDER BY seat";
    let clocks = all(db, sql, row, |clock| {
        Ok(Clock {
            seat: clock.seat(0)?,
            decision: clock.int(1)?.try_into().unwrap_or_default(),
            due_at: clock.int(2)?,
            bot: clock.flag(3)?,
        })
    });
    let clocks = clocks.await?;
    let sql = "SELECT p.id, p.name, p.bot FROM members m JOIN people p ON p.id = m.person WHERE m.\"table\" = ?1 AND \
               p.name IS NOT NULL
               UNION SELECT p.id, p.name, p.bot FROM chat c JOIN people p ON p.id = c.person WHERE c.\"table\" \
               = ?1 AND p.name IS NOT NULL ORDER BY 1, 2";
    let names = all(db, sql, row, |name| Ok((name.person(0)?, called(name, 1)?))).await?;
    Ok(Some(StoredTable {
        row,
        version: head.int(1)?,
        epoch: head.int(5)?,
        state,
        deck,
        damage,
        moves,
        claims,
        mutes,
        chat,
        clocks,
        names,
    }))
}

async fn all<T>(
    db: &impl Db,
    sql: &str,
    row: i64,
    read: impl FnMut(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    db.rows(sql, args![row]).await?.iter().map(read).collect()
}

pub(super) fn line(row: &Row) -> Result<StoredChat, StoreError> {
    Ok(StoredChat {
        at: row.int(0)?,
        person: row.person(1)?,
        players: row.flag(2)?,
        text: row.text(3)?,
    })
}
