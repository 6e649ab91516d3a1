//! Moves a whole site from one database to another, of either kind, while nobody uses them.

use std::fmt;
use std::path::{Path, PathBuf};

use roundtable_core::HexKey;
use roundtable_protocol::hex;
use sha2::{Digest as _, Sha256};

use super::StoreError;
use super::db::{Arg, Db as _, Row, Value, args};
use super::postgres::DatabaseUrl;
use super::side::Side;
use crate::signing;

/// How many rows go in one statement.
const ROWS: usize = 100;

/// What is copied: each table with the columns that it is ordered by, and the others.
const TABLES: &[(&str, &[&str], &[&str])] = &[
    (
        "people",
        &["id"],
        &[
            "name", "claimed", "password", "seen_at", "caseless", "written", "bot", "hidden",
        ],
    ),
    (
        "tokens",
        &["hash"],
        &["person", "used_at", "created_at", "device", "moved_at"],
    ),
    ("devices", &["hash", "person"], &["used_at"]),
    (
        "api_tokens",
        &["hash"],
        &["person", "name", "scopes", "created_at", "used_at"],
    ),
    ("decks", &["digest"], &["text"]),
    (
        "tables",
        &["row"],
        &[
            "id",
            "version",
            "status",
            "public",
            "spectators",
            "state",
            "digest",
            "deck",
            "maker",
            "changed_at",
        ],
    ),
    ("members", &["person", "\"table\""], &["host"]),
    ("moves", &["\"table\"", "ply"], &["seal", "move"]),
    ("claims", &["\"table\"", "number"], &["ply", "seat", "seal", "claim"]),
    ("chat", &["row"], &["\"table\"", "at", "person", "players", "text"]),
    ("clocks", &["\"table\"", "seat"], &["decision", "due_at", "bot"]),
    ("mutes", &["\"table\"", "\"by\"", "person"], &[]),
    ("reviews", &["digest"], &["version", "coarse", "at", "review"]),
    ("notes", &["\"table\"", "person", "ply"], &["text", "shared", "at"]),
    (
        "games",
        &["\"table\""],
        &[
            "game",
            "setup",
            "public",
            "bar",
            "finished_at",
            "digest",
            "seq",
            "unrated",
        ],
    ),
    (
        "results",
        &["\"table\"", "seat"],
        &[
            "person",
            "level",
            "claimed",
            "side",
            "place",
            "share",
            "score",
            "absent",
            "rating",
            "deviation",
        ],
    ),
    ("ratings", &["pool", "who"], &["mean", "deviation", "games"]),
];

/// Where a site is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a SQLite file.
    File(PathBuf),
    /// In a PostgreSQL database.
    Database(DatabaseUrl),
}

/// The address of a database, a SQLite file, or the directory that has it.
impl From<&str> for Place {
    fn from(text: &str) -> Self {
        if DatabaseUrl::names_postgres(text) {
            return Self::Database(DatabaseUrl::from(text.to_owned()));
        }
        let path = Path::new(text);
        if path.is_file() || path.extension().is_some_and(|extension| extension == "sqlite") {
            Self::File(path.to_owned())
        } else {
            Self::File(path.join("roundtable.sqlite"))
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => file.display().fmt(f),
            Self::Database(url) => url.fmt(f),
        }
    }
}

/// A table that was copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied {
    /// Its name.
    pub table: &'static str,
    /// How many rows it has.
    pub rows: usize,
    /// The digest of all of them, which is the same in every database.
    pub digest: String,
}

/// Copies everything, and compares it. The target is as it was before if anything is wrong.
///
/// # Errors
/// If a database cannot be used or is in use, if the target is not empty, or if the copy differs.
pub async fn copy(from: &Place, to: &Place) -> Result<Vec<Copied>, String> {
    let of = |place: &Place, why: &dyn fmt::Display| format!("{place}: {why}");
    if let Place::File(file) = from
        && !file.exists()
    {
        return Err(of(
            from,
            &"there is no such database; name its directory, its file or its address",
        ));
    }
    let made = matches!(to, Place::File(file) if !file.exists());
    let source = Side::open(from).await?;
    let target = Side::open(to).await?;
    let done = fill(&source, &target).await.map_err(|why| of(to, &why));
    let done = match done {
        Ok(copied) => hand_over(&source, from, &target, to).await.map(|()| copied),
        Err(why) => Err(why),
    };
    // The source is only read, except that it was brought up to date.
    source.end(true).await?;
    match done {
        Ok(copied) => target.end(true).await.map(|()| copied),
        Err(why) => {
            let _ = target.end(false).await;
            if let (true, Place::File(file)) = (made, to) {
                let _ = std::fs::remove_file(file);
                let _ = std::fs::remove_file(file.with_extension("lock"));
            }
            Err(why)
        }
    }
}

async fn fill(source: &Side, target: &Side) -> Result<Vec<Copied>, String> {
    let said = |error: StoreError| error.to_string();
    for (table, ..) in TABLES {
        let row = target
            .row(&format!("SELECT 1 FROM {table} LIMIT 1"), &[])
            .await
            .map_err(said)?;
        if row.is_some() {
            return Err(format!(
                "it is not empty: there are {table} in it already; name a new one"
            ));
        }
    }
    let mut copied = Vec::new();
    for &(table, key, others) in TABLES {
        let columns = [key, others].concat();
        let sent = each(source, table, key, &columns, async |rows| {
            insert(target, table, &columns, rows).await
        });
        let sent = sent.await.map_err(|error| format!("{table}: {error}"))?;
        let there = each(target, table, key, &columns, async |_: &[Row]| Ok(()))
            .await
            .map_err(said)?;
        if sent != there {
            return Err(format!(
                "the copy of {table} differs from the original; nothing was copied"
            ));
        }
        copied.push(Copied {
            table,
            rows: sent.0,
            digest: sent.1,
        });
    }
    Ok(copied)
}

/// Reads a table in the order of its key, a few rows at a time. Returns how many there are, and their digest.
async fn each(
    db: &Side,
    table: &str,
    key: &[&str],
    columns: &[&str],
    mut take: impl AsyncFnMut(&[Row]) -> Result<(), StoreError>,
) -> Result<(usize, String), StoreError> {
    let (mut count, mut digest) = (0, Sha256::new());
    let (list, order) = (columns.join(", "), key.join(", "));
    let places: Vec<String> = (1..=key.len()).map(|place| format!("?{place}")).collect();
    let first = format!("SELECT {list} FROM {table} ORDER BY {order} LIMIT {ROWS}");
    let next = format!(
        "SELECT {list} FROM {table} WHERE ({order}) > ({}) ORDER BY {order} LIMIT {ROWS}",
        places.join(", ")
    );
    let mut rows = db.rows(&first, &[]).await?;
    while let Some(last) = rows.last() {
        for row in &rows {
            for value in &row.0 {
                let (kind, bytes) = match value {
                    Value::Null => (0_u8, Vec::new()),
                    Value::Int(value) => (1, value.to_le_bytes().to_vec()),
                    Value::Text(text) => (2, text.clone()),
                    Value::Blob(bytes) => (3, bytes.clone()),
                };
                digest.update([kind]);
                digest.update((bytes.len() as u64).to_le_bytes());
                digest.update(&bytes);
            }
        }
        take(&rows).await?;
        count += rows.len();
        let from: Vec<Arg<'_>> = last.0.iter().take(key.len()).map(arg).collect::<Result<_, _>>()?;
        let more = db.rows(&next, &from).await?;
        rows = more;
    }
    Ok((count, hex(&digest.finalize()[..16])))
}

fn arg(value: &Value) -> Result<Arg<'_>, StoreError> {
    Ok(match value {
        Value::Null => Arg::Null,
        Value::Int(value) => Arg::Int(*value),
        Value::Blob(bytes) => Arg::Blob(bytes),
        Value::Text(text) => Arg::Text(std::str::from_utf8(text).map_err(|_| {
            StoreError::Damaged("a text in it is damaged; see `roundtable check`, and restore a backup".to_owned())
        })?),
    })
}

async fn insert(db: &Side, table: &str, columns: &[&str], rows: &[Row]) -> Result<(), StoreError> {
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns.len())
            .map(|place| format!("?{}", row * columns.len() + place))
            .collect();
        format!("({})", places.join(", "))
    };
    let places: Vec<String> = (0..rows.len()).map(row).collect();
    let sql = format!(
        "INSERT INTO {table} ({}) VALUES {}",
        columns.join(", "),
        places.join(", ")
    );
    let values: Vec<Arg<'_>> = rows.iter().flat_map(|row| &row.0).map(arg).collect::<Result<_, _>>()?;
    db.run(&sql, &values).await.map(drop)
}

/// What is not in the tables: when the site was last open, by which deadlines are moved, and the key for records.
async fn hand_over(source: &Side, from: &Place, target: &Side, to: &Place) -> Result<(), String> {
    let said = |error: StoreError| error.to_string();
    let sql = match source {
        Side::File(..) => "SELECT at FROM site",
        Side::Database(_) => "SELECT greatest(at, (SELECT max(renewed_at) FROM nodes)) FROM roundtable",
    };
    let at = source
        .row(sql, &[])
        .await
        .map_err(said)?
        .map_or(Ok(0), |row| row.int(0))
        .map_err(said)?;
    let key = match (source, from) {
        (Side::Database(_), _) => {
            let row = source
                .row("SELECT signing_key FROM roundtable", &[])
                .await
                .map_err(said)?;
            let key = row.map_or(Ok(None), |row| row.some_bytes(0)).map_err(said)?;
            key.and_then(|key| <[u8; 32]>::try_from(key).ok()).map(HexKey)
        }
        (_, Place::File(file)) => signing::kept(file.parent().unwrap_or(Path::new(".")))?,
        _ => None,
    };
    match (target, to) {
        (Side::Database(_), _) => {
            target
                .run("UPDATE roundtable SET at = ?1", args![at])
                .await
                .map_err(said)?;
            if let Some(key) = key {
                let sql = "UPDATE roundtable SET signing_key = ?1";
                target.run(sql, args![&key.0]).await.map_err(said)?;
            }
            for table in ["tables", "chat"] {
                let sql = format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'row'), greatest((SELECT max(row) FROM \
                     {table}), 1))"
                );
                target.row(&sql, &[]).await.map_err(said)?;
            }
        }
        (Side::File(..), Place::File(file)) => {
            target.run("UPDATE site SET at = ?1", args![at]).await.map_err(said)?;
            if let Some(key) = key {
                signing::keep(file.parent().unwrap_or(Path::new(".")), key)?;
            }
        }
        (Side::File(..), Place::Database(_)) => {}
    }
    Ok(())
}
