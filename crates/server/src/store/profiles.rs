//! SQL for what is known of a person's games.

use std::collections::BTreeMap;

use roundtable_core::Seat;
use roundtable_protocol::{Against, Moment, PersonId, TableId};

use super::StoreError;
use super::db::{Db, Row, args};
use super::ratings::{self, StoredRating};
use super::results::SEVERAL;

/// How many shared notes are shown.
const MOMENTS: usize = 20;

/// What is known of somebody's games.
#[derive(Clone, Debug)]
pub struct StoredProfile {
    /// Whether others are shown the name and nothing else.
    pub hidden: bool,
    /// How it went, by the slugs of the games.
    pub games: BTreeMap<String, StoredStatistics>,
    /// The ratings, by the slugs of the games.
    pub ratings: BTreeMap<String, StoredRating>,
    /// Shared notes, the latest first.
    pub moments: Vec<Moment>,
}

/// How it went in one game.
#[derive(Clone, Debug, Default)]
pub struct StoredStatistics {
    /// How many games were finished.
    pub finished: usize,
    /// How many of them a bot had to play for the person.
    pub abandoned: usize,
    /// The sum of the shares of victory.
    pub won: f64,
    /// How many were won in a row, up to the latest.
    pub streak: usize,
    /// How many at most.
    pub best_streak: usize,
    /// Against each level of bots.
    pub against: Vec<Against>,
}

impl StoredStatistics {
    /// Adds the next game.
    fn add(&mut self, share: i64, absent: bool) {
        self.finished += 1;
        self.abandoned += usize::from(absent);
        if absent || share == 0 {
            self.streak = 0;
        } else {
            self.won += part(share);
            self.streak += 1;
            self.best_streak = self.best_streak.max(self.streak);
        }
    }
}

/// A stored share of the victory, or a sum of them.
fn part(share: i64) -> f64 {
    share as f64 / f64::from(SEVERAL)
}

/// Which games make up statistics: the person's own, all of them or those in public.
const WHICH: &str = "r.person = ?1 AND (g.public OR ?2) AND (g.bar IS NULL OR g.bar NOT IN ('lesson', 'continued'))";

/// What is known of somebody's games, as this viewer may know it.
pub(super) async fn profile(
    db: &impl Db,
    person: &PersonId,
    viewer: Option<&PersonId>,
) -> Result<StoredProfile, StoreError> {
    let own = viewer == Some(person);
    let hidden = db.row("SELECT hidden FROM people WHERE id = ?1", args![person]).await?;
    let mut games: BTreeMap<String, StoredStatistics> = BTreeMap::new();
    let sql = format!(
        "SELECT g.game, r.share, r.absent IS NOT NULL FROM results r JOIN games g ON g.\"table\" = r.\"table\" WHERE \
         {WHICH} ORDER BY g.finished_at, g.\"table\""
    );
    for row in db.rows(&sql, args![person, own]).await? {
        let game = games.entry(row.text(0)?).or_default();
        game.add(row.int(1)?, row.flag(2)?);
    }
    let sql = format!(
        "SELECT met.game, met.level, count(*), CAST(sum(met.won) AS BIGINT) FROM (SELECT DISTINCT g.game, b.level, \
         r.\"table\", CASE WHEN r.absent IS NULL THEN r.share ELSE 0 END AS won FROM results r JOIN games g ON \
         g.\"table\" = r.\"table\" JOIN results b ON b.\"table\" = r.\"table\" AND b.level IS NOT NULL AND b.side <> \
         r.side WHERE {WHICH}) met GROUP BY met.game, met.level ORDER BY met.game, met.level"
    );
    for row in db.rows(&sql, args![person, own]).await? {
        let against = Against {
            level: row.text(1)?,
            games: row.count(2)?,
            won: part(row.int(3)?),
        };
        games.entry(row.text(0)?).or_default().against.push(against);
    }
    let sql = "SELECT t.id, g.game, n.ply, n.text, n.at FROM notes n JOIN games g ON g.\"table\" = n.\"table\" JOIN \
               tables t ON t.row = n.\"table\" WHERE n.person = ?1 AND n.shared AND ((t.public AND t.spectators) OR \
               EXISTS (SELECT 1 FROM results v WHERE v.\"table\" = n.\"table\" AND v.person = ?2)) ORDER BY n.at DESC, \
               n.\"table\" DESC, n.ply DESC LIMIT ?3";
    let viewer = viewer.map_or("", PersonId::as_str);
    let moments = db.rows(sql, args![person, viewer, MOMENTS]).await?;
    Ok(StoredProfile {
        hidden: hidden.map_or(Ok(false), |row| row.flag(0))?,
        games,
        ratings: ratings::of(db, person.as_str()).await?,
        moments: moments.iter().map(moment).collect::<Result<_, _>>()?,
    })
}

fn moment(row: &Row) -> Result<Moment, StoreError> {
    Ok(Moment {
        table: TableId::try_from(row.text(0)?).map_err(StoreError::Damaged)?,
        game: row.text(1)?,
        ply: row.count(2)?,
        text: row.text(3)?,
        at: row.int(4)?,
    })
}

/// Changes whether others are shown more than the name.
pub(super) async fn hide(db: &impl Db, person: &PersonId, hidden: bool) -> Result<(), StoreError> {
    let sql = "UPDATE people SET hidden = ?2 WHERE id = ?1 AND name IS NOT NULL";
    db.run(sql, args![person, hidden]).await.map(drop)
}

/// The latest games of somebody that have a review of this version.
pub(super) async fn reviewed(
    db: &impl Db,
    person: &PersonId,
    version: u32,
    limit: usize,
) -> Result<Vec<(String, Seat, String)>, StoreError> {
    let rows = db
        .rows(
            "SELECT g.game, r.seat, v.review FROM results r JOIN games g ON g.\"table\" = r.\"table\" JOIN reviews v \
             ON v.digest = g.digest WHERE r.person = ?1 AND r.absent IS NULL AND (g.bar IS NULL OR g.bar NOT IN \
             ('lesson', 'continued')) AND v.version = ?2 AND NOT v.coarse ORDER BY g.\"table\" DESC LIMIT ?3",
            args![person, version, limit],
        )
        .await?;
    let read = |row: &Row| Ok((row.text(0)?, row.seat(1)?, row.text(2)?));
    rows.iter().map(read).collect()
}
