//! SQL for the results of finished games.

use std::collections::BTreeMap;

use roundtable_core::{Seat, Setup};
use roundtable_protocol::{PersonId, StandIn, TableId, Unrated};
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

use super::db::{Db, Row, args};
use super::lists::called;
use super::{Page, StoreError};
use crate::names::Name;

/// The whole victory, in the parts in which shares of it are stored.
pub const SEVERAL: u32 = 1_000_000;

/// How a game ended for everybody.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Which game, for how many players and with which switches.
    pub setup: Setup,
    /// Whether everybody may see that it was played.
    pub public: bool,
    /// What keeps it from changing ratings, as far as the table says.
    pub bar: Option<Unrated>,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The digest of its record.
    pub digest: Option<String>,
    /// The seats, in order.
    pub seats: Vec<SeatOutcome>,
}

/// How a game ended for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOutcome {
    /// Which seat.
    pub seat: Seat,
    /// The person who sat there.
    pub person: Option<PersonId>,
    /// The level of the bot that sat there.
    pub level: Option<String>,
    /// The side at the end.
    pub side: usize,
    /// The place, from 1.
    pub place: u8,
    /// The share of the victory, in parts of [`SEVERAL`].
    pub share: u32,
    /// The score.
    pub score: i32,
    /// Why a bot played for the person, if one did.
    pub absent: Option<StandIn>,
}

/// A finished game whose results are not stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its row.
    pub row: i64,
    /// Its table.
    pub table: TableId,
    /// When the table changed last, which is when the game ended or somewhat later.
    pub changed_at: i64,
}

/// A finished game with its results.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Its row.
    pub row: i64,
    /// Its table.
    pub table: TableId,
    /// What happened.
    pub played: Played,
    /// The seats, in order.
    pub seats: Vec<StoredSeat>,
}

/// What is stored about a finished game as a whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Which game, for how many players and with which switches.
    pub setup: Setup,
    /// Whether everybody may see that it was played.
    pub public: bool,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// Its number in the order in which games were judged; `None` if it was not yet.
    pub seq: Option<i64>,
    /// Why it does not count.
    pub unrated: Option<Unrated>,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// What it got.
    pub outcome: SeatOutcome,
    /// Whether the person had a claimed name when the game ended.
    pub claimed: bool,
    /// The person's name now, and whether it is claimed; `None` if the account is gone.
    pub name: Option<(Name, bool)>,
    /// The person's rating after the game, in millionths of a point, if it counted.
    pub rating: Option<i64>,
}

/// The name of an absence, as it is stored.
pub(super) const fn absence(absent: StandIn) -> &'static str {
    match absent {
        StandIn::Away => "away",
        StandIn::Resigned => "resigned",
    }
}

/// Reads a stored name of a simple type.
pub(super) fn named<T: for<'a> Deserialize<'a>>(name: &str) -> Result<T, StoreError> {
    T::deserialize(StrDeserializer::<Error>::new(name)).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// Stores the results of a game, unless they are there.
pub(super) async fn put(db: &impl Db, row: i64, result: &GameResult) -> Result<(), StoreError> {
    let setup = serde_json::to_string(&result.setup).unwrap_or_default();
    let new = db
        .run(
            "INSERT INTO games (\"table\", game, setup, public, bar, finished_at, digest) VALUES (?1, ?2, ?3, ?4, \
             ?5, ?6, ?7) ON CONFLICT DO NOTHING",
            args![
                row,
                &result.setup.game,
                &setup,
                result.public,
                result.bar.map(Unrated::name),
                result.at,
                result.digest.as_ref()
            ],
        )
        .await?;
    if new == 0 {
        return Ok(());
    }
    for own in &result.seats {
        db.run(
            "INSERT INTO results (\"table\", seat, person, level, side, place, share, score, absent, claimed) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \
             EXISTS (SELECT 1 FROM people p WHERE p.id = ?10 AND p.password IS NOT NULL))",
            args![
                row,
                own.seat.index(),
                own.person.as_ref(),
                own.level.as_ref(),
                own.side,
                u32::from(own.place),
                own.share,
                i64::from(own.score),
                own.absent.map(absence),
                own.person.as_ref()
            ],
        )
        .await?;
    }
    Ok(())
}

/// Games that were over before their results were stored.
pub(super) async fn missing(db: &impl Db, after: i64, limit: usize) -> Result<Vec<Missing>, StoreError> {
    let rows = db
        .rows(
            "SELECT t.row, t.id, t.changed_at FROM tables t WHERE t.status = 'over' AND t.row > ?1 AND NOT EXISTS \
             (SELECT 1 FROM games g WHERE g.\"table\" = t.row) ORDER BY t.row LIMIT ?2",
            args![after, limit],
        )
        .await?;
    let read = |row: &Row| {
        Ok(Missing {
            row: row.int(0)?,
            table: TableId::try_from(row.text(1)?).map_err(StoreError::Damaged)?,
            changed_at: row.int(2)?,
        })
    };
    rows.iter().map(read).collect()
}

/// The finished games of somebody, the latest first: those in public, and those that the viewer has played in.
pub(super) async fn games_of<D: Db>(
    db: &D,
    person: &PersonId,
    viewer: Option<&PersonId>,
    page: Page,
) -> Result<Vec<StoredGame>, StoreError> {
    let viewer = viewer.map_or("", PersonId::as_str);
    let rows = db
        .rows(
            "SELECT g.\"table\", t.id, g.setup, g.public, g.finished_at, g.seq, g.unrated FROM results r JOIN games g \
             ON g.\"table\" = r.\"table\" JOIN tables t ON t.row = g.\"table\" WHERE r.person = ?1 AND g.\"table\" < \
             ?2 AND (g.public OR EXISTS (SELECT 1 FROM results v WHERE v.\"table\" = g.\"table\" AND v.person = ?3)) \
             ORDER BY r.\"table\" DESC LIMIT ?4",
            args![person, page.before.unwrap_or(i64::MAX), viewer, page.limit],
        )
        .await?;
    let mut games = rows.iter().map(game).collect::<Result<Vec<_>, _>>()?;
    let tables: Vec<i64> = games.iter().map(|game| game.row).collect();
    let mut seats = seats(db, &tables).await?;
    for game in &mut games {
        game.seats = seats.remove(&game.row).unwrap_or_default();
    }
    Ok(games)
}

fn game(row: &Row) -> Result<StoredGame, StoreError> {
    let setup = serde_json::from_slice(&row.bytes(2)?);
    Ok(StoredGame {
        row: row.int(0)?,
        table: TableId::try_from(row.text(1)?).map_err(StoreError::Damaged)?,
        played: Played {
            setup: setup.map_err(|error| StoreError::Damaged(error.to_string()))?,
            public: row.flag(3)?,
            at: row.int(4)?,
            seq: row.some_int(5)?,
            unrated: row.some_text(6)?.map(|name| named(&name)).transpose()?,
        },
        seats: Vec::new(),
    })
}

/// The seats of these games.
pub(super) async fn seats<D: Db>(db: &D, tables: &[i64]) -> Result<BTreeMap<i64, Vec<StoredSeat>>, StoreError> {
    let numbers = serde_json::to_string(tables).unwrap_or_default();
    let sql = format!(
        "SELECT r.\"table\", r.seat, r.person, r.level, r.side, r.place, r.share, r.score, r.absent, r.claimed, \
         r.rating, p.name, p.bot, p.claimed IS NOT NULL FROM results r LEFT JOIN people p ON p.id = r.person WHERE \
         r.\"table\" IN ({}) ORDER BY r.\"table\", r.seat",
        D::NUMBERS
    );
    let mut all: BTreeMap<i64, Vec<StoredSeat>> = BTreeMap::new();
    for row in db.rows(&sql, args![&numbers]).await? {
        all.entry(row.int(0)?).or_default().push(seat(&row)?);
    }
    Ok(all)
}

fn seat(row: &Row) -> Result<StoredSeat, StoreError> {
    let small = |column: usize| {
        let number = row.int(column)?;
        u32::try_from(number).map_err(|_| StoreError::Damaged(format!("{number} is no result")))
    };
    let person = row.some_text(2)?.map(PersonId::try_from).transpose();
    Ok(StoredSeat {
        outcome: SeatOutcome {
            seat: row.seat(1)?,
            person: person.map_err(StoreError::Damaged)?,
            level: row.some_text(3)?,
            side: row.count(4)?,
            place: small(5)?.try_into().unwrap_or(u8::MAX),
            share: small(6)?,
            score: row.int(7)?.try_into().unwrap_or_default(),
            absent: row.some_text(8)?.map(|name| named(&name)).transpose()?,
        },
        claimed: row.flag(9)?,
        name: match row.some_text(11)? {
            Some(_) => Some((called(row, 11)?, row.flag(13)?)),
            None => None,
        },
        rating: row.some_int(10)?,
    })
}
