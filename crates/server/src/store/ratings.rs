//! SQL for ratings. Finished games are judged one after the other, each with a number in one order for all nodes; the
//! same games in the same order give the same ratings, so they can be made again at any time.

use std::collections::BTreeMap;

use roundtable_protocol::Unrated;
use roundtable_ratings::{Party, Rating, anchor, rate};
use sha2::{Digest as _, Sha256};

use super::copy::Place;
use super::db::{Db, Hold, Row, args};
use super::results::named;
use super::side::Side;
use super::{GameResult, StoreError};

/// How many games are read at once.
const GAMES: usize = 200;

/// A stored rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredRating {
    /// The rating.
    pub rating: Rating,
    /// How many games it is made of.
    pub games: i64,
}

/// A game as it is judged.
struct Judged {
    table: i64,
    game: String,
    bar: Option<Unrated>,
    seats: Vec<Player>,
}

/// A seat as it is judged.
struct Player {
    seat: i64,
    /// The identifier of a person, or `bot:` and a level: whom a rating is of.
    who: String,
    level: Option<String>,
    claimed: bool,
    side: i64,
    place: u8,
    absent: bool,
}

/// What a game does: why it does not count, or the new ratings of all who played.
struct Verdict {
    unrated: Option<Unrated>,
    after: BTreeMap<String, StoredRating>,
}

/// The ratings of a game's pool, as far as they are known.
type Book = BTreeMap<String, StoredRating>;

fn known(book: &Book, who: &str) -> StoredRating {
    let new = || StoredRating {
        rating: Rating::unknown(),
        games: 0,
    };
    book.get(who).copied().unwrap_or_else(new)
}

impl Judged {
    /// Why the game does not count. Decided by what was stored when it ended, so that it is always the same.
    fn unrated(&self) -> Option<Unrated> {
        let first = self.seats.first()?;
        let alone = self.seats.iter().all(|player| player.who == first.who)
            || self.seats.iter().all(|player| player.side == first.side);
        let bars = [
            (self.seats.iter().any(|player| player.absent), Unrated::Abandoned),
            (
                self.seats
                    .iter()
                    .any(|player| player.level.is_none() && !player.claimed),
                Unrated::Guest,
            ),
            (alone, Unrated::Alone),
        ];
        self.bar
            .or_else(|| bars.into_iter().find(|(is, _)| *is).map(|(_, bar)| bar))
    }

    fn judge(&self, book: &Book) -> Verdict {
        let unrated = self.unrated();
        let mut after = BTreeMap::new();
        if unrated.is_none() {
            let people = self.rated(book, None);
            for (player, rating) in self
                .seats
                .iter()
                .zip(people)
                .filter(|(player, _)| player.level.is_none())
            {
                after.insert(player.who.clone(), self.next(book, &player.who, rating));
            }
            // Levels have fixed places for everybody else; what they do here is rated beside that.
            for level in self.seats.iter().filter(|player| player.level.is_some()) {
                if !after.contains_key(&level.who) {
                    let ratings = self.rated(book, Some(&level.who)).into_iter().zip(&self.seats);
                    let own: Vec<Rating> = (ratings.filter(|(_, player)| player.who == level.who))
                        .map(|(rating, _)| rating)
                        .collect();
                    after.insert(level.who.clone(), self.next(book, &level.who, middle(&own)));
                }
            }
        }
        Verdict { unrated, after }
    }

    fn next(&self, book: &Book, who: &str, rating: Rating) -> StoredRating {
        StoredRating {
            rating,
            games: known(book, who).games + 1,
        }
    }

    /// The ratings of all seats after the game. This one's place on the scale is not fixed.
    fn rated(&self, book: &Book, free: Option<&str>) -> Vec<Rating> {
        let before = |player: &Player| {
            let fixed = player.level.as_ref().filter(|_| free != Some(&player.who));
            fixed
                .and_then(|level| anchor(&self.game, level))
                .unwrap_or_else(|| known(book, &player.who).rating)
        };
        let mut sides: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        for (index, player) in self.seats.iter().enumerate() {
            sides.entry(player.side).or_default().push(index);
        }
        let party = |members: &Vec<usize>| Party {
            place: members
                .iter()
                .map(|&index| self.seats[index].place)
                .min()
                .unwrap_or(u8::MAX),
            members: members.iter().map(|&index| before(&self.seats[index])).collect(),
        };
        let parties: Vec<Party> = sides.values().map(party).collect();
        let mut all: Vec<Rating> = self.seats.iter().map(before).collect();
        for (members, ratings) in sides.values().zip(rate(&parties)) {
            for (&index, rating) in members.iter().zip(ratings) {
                all[index] = rating;
            }
        }
        all
    }
}

/// The middle of what a level did on several seats of one game.
fn middle(ratings: &[Rating]) -> Rating {
    let count = (ratings.len() as i64).max(1);
    Rating {
        mean: ratings.iter().map(|rating| rating.mean).sum::<i64>() / count,
        deviation: ratings.iter().map(|rating| rating.deviation).sum::<i64>() / count,
    }
}

/// Judges games that were not judged yet. Returns how many.
pub(super) async fn judge<D: Db>(db: &D, limit: usize) -> Result<usize, StoreError> {
    // One after the other, whoever does it: what was judged before is seen from here on.
    db.hold(Hold::Ratings).await?;
    let sql = "SELECT \"table\", game, bar, seq FROM games WHERE seq IS NULL ORDER BY finished_at, \"table\" LIMIT ?1";
    let games = db.rows(sql, args![limit]).await?;
    let games = read(db, &games).await?;
    let mut last = db.row("SELECT max(seq) FROM games", &[]).await?;
    let mut seq = last.take().map_or(Ok(None), |row| row.some_int(0))?.unwrap_or(0);
    for game in &games {
        let mut book = Book::new();
        // Most games do not count, and need no ratings.
        let rated = game.seats.iter().filter(|_| game.unrated().is_none());
        for player in rated {
            let sql = "SELECT mean, deviation, games FROM ratings WHERE pool = ?1 AND who = ?2";
            if let Some(row) = db.row(sql, args![&game.game, &player.who]).await? {
                book.insert(player.who.clone(), rating(&row, 0)?);
            }
        }
        let verdict = game.judge(&book);
        seq += 1;
        note(db, game, seq, &verdict).await?;
        put(db, &game.game, &verdict.after).await?;
    }
    Ok(games.len())
}

/// Reads the seats of these games, and what else decides about them.
async fn read<D: Db>(db: &D, rows: &[Row]) -> Result<Vec<Judged>, StoreError> {
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        let (table, bar) = (row.int(0)?, row.some_text(2)?);
        let sql = "SELECT seat, person, level, claimed, side, place, absent IS NOT NULL FROM results WHERE \"table\" = \
                   ?1 ORDER BY seat";
        let seats = db.rows(sql, args![table]).await?;
        games.push(Judged {
            table,
            game: row.text(1)?,
            bar: bar.map(|name| named(&name)).transpose()?,
            seats: seats.iter().map(player).collect::<Result<_, _>>()?,
        });
    }
    Ok(games)
}

fn player(row: &Row) -> Result<Player, StoreError> {
    let level = row.some_text(2)?;
    let bot = level.as_ref().map(|level| format!("bot:{level}"));
    Ok(Player {
        seat: row.int(0)?,
        who: bot.or(row.some_text(1)?).unwrap_or_default(),
        level,
        claimed: row.flag(3)?,
        side: row.int(4)?,
        place: row.int(5)?.try_into().unwrap_or(u8::MAX),
        absent: row.flag(6)?,
    })
}

fn rating(row: &Row, column: usize) -> Result<StoredRating, StoreError> {
    Ok(StoredRating {
        rating: Rating {
            mean: row.int(column)?,
            deviation: row.int(column + 1)?,
        },
        games: row.int(column + 2)?,
    })
}

/// Notes the verdict with the game.
async fn note(db: &impl Db, game: &Judged, seq: i64, verdict: &Verdict) -> Result<(), StoreError> {
    let sql = "UPDATE games SET seq = ?2, unrated = ?3 WHERE \"table\" = ?1";
    let unrated = verdict.unrated.map(Unrated::name);
    db.run(sql, args![game.table, seq, unrated]).await?;
    for player in game.seats.iter().filter(|player| player.level.is_none()) {
        if let Some(after) = verdict.after.get(&player.who) {
            let sql = "UPDATE results SET rating = ?3, deviation = ?4 WHERE \"table\" = ?1 AND seat = ?2";
            let Rating { mean, deviation } = after.rating;
            db.run(sql, args![game.table, player.seat, mean, deviation]).await?;
        }
    }
    Ok(())
}

async fn put(db: &impl Db, pool: &str, book: &Book) -> Result<(), StoreError> {
    for (who, StoredRating { rating, games }) in book {
        db.run(
            "INSERT INTO ratings (pool, who, mean, deviation, games) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (pool, \
             who) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, games = excluded.games",
            args![pool, who, rating.mean, rating.deviation, *games],
        )
        .await?;
    }
    Ok(())
}

/// The ratings of somebody, by pool.
pub(super) async fn of(db: &impl Db, who: &str) -> Result<BTreeMap<String, StoredRating>, StoreError> {
    let sql = "SELECT pool, mean, deviation, games FROM ratings WHERE who = ?1 ORDER BY pool";
    let rows = db.rows(sql, args![who]).await?;
    rows.iter().map(|row| Ok((row.text(0)?, rating(row, 1)?))).collect()
}

/// What making all ratings again has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rebuilt {
    /// How many results of older games were filled in.
    pub filled: usize,
    /// How many games were judged.
    pub games: usize,
    /// How many of them count.
    pub counted: usize,
    /// How many ratings there are.
    pub ratings: usize,
    /// The digest of all ratings and verdicts as they were.
    pub before: String,
    /// The same as they are when made again.
    pub after: String,
}

/// Makes all ratings again from the results of the games, while nobody uses the database. `fill` gives the results of
/// games that have none yet. With `keep` the ratings are replaced; otherwise nothing changes.
///
/// # Errors
/// If the database cannot be used, is in use, or is damaged.
pub async fn rebuild(
    place: &Place,
    keep: bool,
    mut fill: impl FnMut(&super::Missing, super::StoredTable) -> Option<GameResult>,
) -> Result<Rebuilt, String> {
    if let Place::File(file) = place
        && !file.exists()
    {
        return Err(format!(
            "{place}: there is no such database; name its directory, its file or its address"
        ));
    }
    let side = Side::open(place).await?;
    let done = again(&side, &mut fill)
        .await
        .map_err(|error| format!("{place}: {error}"));
    side.end(keep && done.is_ok()).await?;
    done
}

async fn again(
    db: &Side,
    fill: &mut impl FnMut(&super::Missing, super::StoredTable) -> Option<GameResult>,
) -> Result<Rebuilt, StoreError> {
    let before = digest(db).await?;
    let (mut filled, mut after) = (0, 0);
    loop {
        let missing = super::results::missing(db, after, GAMES).await?;
        let Some(last) = missing.last() else { break };
        after = last.row;
        for game in &missing {
            let table = super::tables::load(db, &game.table).await?;
            if let Some(result) = table.and_then(|table| fill(game, table)) {
                super::results::put(db, game.row, &result).await?;
                filled += 1;
            }
        }
    }
    db.run("DELETE FROM ratings", &[]).await?;
    db.run(
        "UPDATE results SET rating = NULL, deviation = NULL WHERE rating IS NOT NULL",
        &[],
    )
    .await?;
    let (mut books, mut games, mut counted, mut seq) = (BTreeMap::<String, Book>::new(), 0, 0, 0);
    loop {
        let sql = "SELECT \"table\", game, bar, seq FROM games WHERE seq > ?1 ORDER BY seq LIMIT ?2";
        let rows = db.rows(sql, args![seq, GAMES]).await?;
        if rows.is_empty() {
            break;
        }
        for (game, row) in read(db, &rows).await?.iter().zip(&rows) {
            seq = row.int(3)?;
            let book = books.entry(game.game.clone()).or_default();
            let verdict = game.judge(book);
            note(db, game, seq, &verdict).await?;
            games += 1;
            counted += usize::from(verdict.unrated.is_none());
            book.extend(verdict.after);
        }
    }
    for (pool, book) in &books {
        put(db, pool, book).await?;
    }
    // What nobody has judged yet comes last, as it would have.
    loop {
        let judged = judge(db, GAMES).await?;
        games += judged;
        if judged == 0 {
            break;
        }
    }
    let sql = "SELECT count(*) FROM games WHERE seq > ?1 AND unrated IS NULL";
    let late = db.row(sql, args![seq]).await?;
    let ratings = db.row("SELECT count(*) FROM ratings", &[]).await?;
    Ok(Rebuilt {
        filled,
        games,
        counted: counted + late.map_or(Ok(0), |row| row.count(0))?,
        ratings: ratings.map_or(Ok(0), |row| row.count(0))?,
        before,
        after: digest(db).await?,
    })
}

/// The digest of all ratings, and of what every judged game did to them.
async fn digest(db: &Side) -> Result<String, StoreError> {
    let mut digest = Sha256::new();
    let (mut pool, mut who) = (String::new(), String::new());
    loop {
        let sql = "SELECT pool, who, mean, deviation, games FROM ratings WHERE (pool, who) > (?1, ?2) ORDER BY pool, \
                   who LIMIT ?3";
        let rows = db.rows(sql, args![&pool, &who, GAMES]).await?;
        let Some(last) = rows.last() else { break };
        (pool, who) = (last.text(0)?, last.text(1)?);
        for row in &rows {
            digest.update(format!("{:?}\n", row.0));
        }
    }
    let (mut seq, mut seat) = (0, -1);
    loop {
        let sql = "SELECT g.seq, r.seat, g.unrated, r.rating, r.deviation FROM games g JOIN results r ON r.\"table\" = \
                   g.\"table\" WHERE (g.seq, r.seat) > (?1, ?2) ORDER BY g.seq, r.seat LIMIT ?3";
        let rows = db.rows(sql, args![seq, seat, GAMES]).await?;
        let Some(last) = rows.last() else { break };
        (seq, seat) = (last.int(0)?, last.int(1)?);
        for row in &rows {
            digest.update(format!("{:?}\n", row.0));
        }
    }
    Ok(roundtable_protocol::hex(&digest.finalize()[..16]))
}
