//! One SQLite file: a writer thread with grouped commits, and a few connections that read.

use roundtable_core::Seat;
use roundtable_protocol::{PersonId, TableId};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::db::now;
use super::mark::Mark;
use super::retention::{self, Retention, Swept};
use super::writer::{Desk, Writer};
use super::{
    Answer, ApiToken, Found, GameResult, List, Listed, Missing, NewTable, NewToken, Page, Person, Renamed, Session,
    Store, StoreError, StoredGame, StoredNote, StoredProfile, StoredReview, StoredTable, TableWrite, Talk, api_tokens,
    lists, people, private, profiles, ratings, results, reviews, schema, sessions, tables,
};
use crate::clock::now_ms;
use crate::metrics::Metrics;
use crate::secret::TokenHash;

/// The number of connections that read.
const READERS: usize = 2;

/// The most tables, guests or lines of chat that are deleted in one commit.
pub(super) const BATCH: usize = 200;

/// What is due, in the order of the index.
const DUE: &str = "SELECT DISTINCT t.id FROM clocks c JOIN tables t ON t.row = c.\"table\" WHERE c.bot = ?1 AND \
                   c.due_at <= ?2 ORDER BY c.due_at LIMIT ?3";

/// A store in one SQLite file.
pub struct SqliteStore {
    writer: Writer,
    readers: Arc<[Mutex<Connection>; READERS]>,
    next: AtomicUsize,
    /// Held while the store is open, so that no second server uses the same file.
    lock: Mutex<Option<File>>,
    file: PathBuf,
    /// False when the file turned out to be damaged.
    sound: Arc<AtomicBool>,
    absence: i64,
}

/// The database cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CannotOpen(pub String);

impl SqliteStore {
    /// Opens the database; creates it if there is none, and upgrades an older one.
    ///
    /// # Errors
    /// If another server uses it, or if it is damaged, belongs to another program or a newer version, or cannot be
    /// written.
    pub fn open(file: &Path, metrics: Arc<Metrics>) -> Result<Self, CannotOpen> {
        let said = |why: &dyn std::fmt::Display| CannotOpen(format!("the database {}: {why}", file.display()));
        if let Some(directory) = file.parent() {
            private::directory(directory).map_err(|error| {
                CannotOpen(format!(
                    "cannot make the directory {}: {error}; name another with --data",
                    directory.display()
                ))
            })?;
        }
        let (db, lock) = Self::alone(file)?;
        lost(&db, file).map_err(|why| said(&why))?;
        // Notice a file or disk that cannot be written now, not at the first move.
        let (healthy, absence) = match begin(&db) {
            Ok(absence) => (true, absence),
            Err(error) if is_full(&error) => {
                tracing::error!(why = explain(&error), "the database does not take writes");
                (false, 0)
            }
            Err(error) => return Err(said(&explain(&error))),
        };
        let desk = Desk {
            mark: Mark::open(file).map_err(|error| said(&error))?,
            commits: commits(&db).map_err(|error| said(&explain(&error)))?,
            healthy,
            db,
        };
        let sound = Arc::new(AtomicBool::new(true));
        let reader = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let db = Connection::open_with_flags(file, flags)?;
            db.busy_timeout(Duration::from_secs(5))?;
            // Enough for the pages of all running games: their moves come in no order.
            db.pragma_update(None, "cache_size", -16_000)?;
            db.set_prepared_statement_cache_capacity(64);
            Ok(Mutex::new(db))
        };
        let readers = [reader(), reader()];
        let [a, b] = readers.map(|reader: rusqlite::Result<_>| reader.map_err(|error| said(&explain(&error))));
        Ok(Self {
            writer: Writer::start(desk, metrics).map_err(|error| said(&error))?,
            readers: Arc::new([a?, b?]),
            next: AtomicUsize::new(0),
            lock: Mutex::new(Some(lock)),
            file: file.to_owned(),
            sound: look_later(file, sound),
            absence,
        })
    }

    /// Opens the database for somebody who is alone with it; creates it if there is none, and upgrades an older one.
    pub(super) fn alone(file: &Path) -> Result<(Connection, File), CannotOpen> {
        let said = |why: &dyn std::fmt::Display| CannotOpen(format!("the database {}: {why}", file.display()));
        let lock = lock(file)?;
        keep_private(file);
        let mut db = Connection::open(file).map_err(|error| said(&explain(&error)))?;
        prepare(&db).map_err(|error| said(&explain(&error)))?;
        if size(file) <= LOOK_AT_ONCE {
            sound(&db).map_err(|why| said(&why))?;
        }
        schema::migrate(&mut db).map_err(|why| said(&why))?;
        let change = db.transaction().map_err(|error| said(&explain(&error)))?;
        people::fold_names(&change).map_err(|error| said(&error))?;
        change.commit().map_err(|error| said(&explain(&error)))?;
        Ok((db, lock))
    }

    /// Reads on one of the reading connections, off the threads that serve sockets.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<T> {
        let readers = Arc::clone(&self.readers);
        let which = self.next.fetch_add(1, Ordering::Relaxed) % READERS;
        Box::pin(async move {
            let task = tokio::task::spawn_blocking(move || {
                let db = readers[which].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                // One transaction, so that what is read belongs together.
                let db = db.unchecked_transaction().map_err(unread)?;
                work(&db)
            });
            task.await.map_err(|error| StoreError::Failed(error.to_string()))?
        })
    }
}

/// Takes the lock that a serving process holds.
fn lock(file: &Path) -> Result<File, CannotOpen> {
    let path = lock_path(file);
    let lock = private::open(&path).map_err(|error| CannotOpen(format!("cannot open {}: {error}", path.display())))?;
    lock.try_lock().map_err(|_| {
        CannotOpen(format!(
            "another server is using {}; stop it first, or name another directory with --data",
            file.display()
        ))
    })?;
    Ok(lock)
}

/// Makes the database for its owner alone, or takes the permissions of others from one that an older version made. If
/// the file cannot be opened, SQLite will say why.
fn keep_private(file: &Path) {
    drop(private::open(file));
    for end in ["-wal", "-shm"] {
        let mut beside = file.as_os_str().to_owned();
        beside.push(end);
        private::close(Path::new(&beside));
    }
}

fn lock_path(file: &Path) -> PathBuf {
    file.with_extension("lock")
}

/// Databases up to this size are looked at before the server opens; larger ones meanwhile.
const LOOK_AT_ONCE: u64 = 256 << 20;

fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |file| file.len())
}

/// Whether the structure of the file is whole.
fn sound(db: &Connection) -> Result<(), String> {
    let verdict: rusqlite::Result<String> = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    match verdict {
        Ok(verdict) if verdict == "ok" => Ok(()),
        Ok(verdict) => Err(format!(
            "it is damaged; restore a backup, and check the disk (`roundtable check` says more: {verdict})"
        )),
        Err(error) => Err(explain(&error)),
    }
}

/// Looks at a large database while the server runs already. What it finds makes the server unready.
fn look_later(file: &Path, whole: Arc<AtomicBool>) -> Arc<AtomicBool> {
    if size(file) > LOOK_AT_ONCE {
        let (file, whole) = (file.to_owned(), Arc::clone(&whole));
        let look = move || {
            let db = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY);
            let found = db.map_err(|error| explain(&error)).and_then(|db| sound(&db));
            if let Err(why) = found {
                tracing::error!(why, "the database is damaged");
                whole.store(false, Ordering::Relaxed);
            }
        };
        // Without a thread to spare the next start will look again.
        let _ = std::thread::Builder::new().name("store-check".to_owned()).spawn(look);
    }
    whole
}

/// How many commits there were.
fn commits(db: &Connection) -> rusqlite::Result<u64> {
    db.query_row("SELECT commits FROM site", [], |row| row.get::<_, i64>(0))
        .map(|commits| commits.try_into().unwrap_or_default())
}

/// Whether commits are missing that were acknowledged.
pub(super) fn lost(db: &Connection, file: &Path) -> Result<(), String> {
    let (has, had) = (commits(db).map_err(|error| explain(&error))?, Mark::read(file));
    match had {
        Some(had) if had > has => Err(format!(
            "its log was damaged: {} commits are missing that were acknowledged; restore a backup, and check the disk. \
             To go on without them, or if this is a restored backup, remove {}",
            had - has,
            Mark::path(file).display()
        )),
        _ => Ok(()),
    }
}

/// Writes the first commit of this process. Deadlines keep the time that was left when the last process wrote its last
/// commit: neither a stop nor a wrong clock makes anybody late.
///
/// Returns how long nobody was there, in milliseconds, as far as the clock can be trusted.
fn begin(db: &Connection) -> rusqlite::Result<i64> {
    let (last, now): (i64, i64) = (db.query_row("SELECT at FROM site", [], |row| row.get(0))?, now_ms());
    let change = db.unchecked_transaction()?;
    let away = if last > 0 { now.saturating_sub(last) } else { 0 };
    if away != 0 {
        change.execute("UPDATE clocks SET due_at = due_at + ?", [away])?;
        tracing::info!(
            seconds = away / 1000,
            "deadlines were moved by the time that the server was away"
        );
    }
    change.execute("UPDATE site SET at = ?", [now])?;
    change.commit()?;
    Ok(away.max(0))
}

/// Whether the disk takes no more.
fn is_full(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode;
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure)
    )
}

fn prepare(db: &Connection) -> rusqlite::Result<()> {
    db.busy_timeout(Duration::from_secs(10))?;
    // Counts only for a new file, and would write to any: `gc` does the same for an old one.
    if db.query_row("PRAGMA page_count", [], |row| row.get::<_, i64>(0))? == 0 {
        db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    }
    // What is deleted is overwritten: a deleted account's chat must not stay in the file.
    db.pragma_update(None, "secure_delete", "ON")?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a commit is on disk when it returns, even if the power fails.
    db.pragma_update(None, "synchronous", "FULL")?;
    // Rarely, since moves wait during a checkpoint, and the same pages are written over and over: 64 MiB of log.
    db.pragma_update(None, "wal_autocheckpoint", 16_000)?;
    db.pragma_update(None, "journal_size_limit", 64 << 20)?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// What an error of SQLite means for the operator of the server.
pub(super) fn explain(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    let hint = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "this file is no database, or damaged; restore a backup",
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged; restore a backup, and check the disk",
        Some(ErrorCode::DiskFull) => "the disk is full; make room, nothing was lost",
        Some(ErrorCode::ReadOnly) => "it cannot be written; check the owner and permissions of file and directory",
        Some(ErrorCode::CannotOpen) => "it cannot be opened; check that the directory is there and can be written",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program is writing to it",
        Some(ErrorCode::SystemIoFailure) => "the disk does not do what it should; check it",
        _ => return error.to_string(),
    };
    format!("{hint} ({error})")
}

/// Why something was not read: the file is damaged, or what is in it is of the wrong kind, or it just failed.
#[allow(clippy::needless_pass_by_value)] // So that it can be given to `map_err`.
pub(super) fn unread(error: rusqlite::Error) -> StoreError {
    use rusqlite::{Error, ErrorCode};
    match &error {
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => StoreError::Damaged(error.to_string()),
        error if matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt)) => {
            StoreError::Damaged(explain(error))
        }
        _ => failed(error),
    }
}

#[allow(clippy::needless_pass_by_value)] // So that it can be given to `map_err`.
pub(super) fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(explain(&error))
}

impl Store for SqliteStore {
    fn create_table(&self, table: NewTable) -> Answer<i64> {
        self.writer.write(move |db| now(tables::create(db, &table)))
    }
    fn load_table(&self, id: TableId) -> Answer<Option<StoredTable>> {
        self.read(move |db| now(tables::load(db, &id)))
    }
    fn write_table(&self, write: TableWrite) -> Answer<()> {
        let one_move = write.moved.is_some()
            && write.state.is_none()
            && write.clocks.is_none()
            && write.claim.is_none()
            && write.chat.is_none()
            && write.mute.is_none()
            && write.result.is_none();
        let work = move |db: &Connection| now(tables::write(db, &write));
        if one_move {
            self.writer.write_one(work)
        } else {
            self.writer.write(work)
        }
    }
    fn list(&self, list: List, page: Page) -> Answer<Listed> {
        self.read(move |db| now(lists::list(db, &list, page)))
    }
    fn finished(&self, page: Page) -> Answer<Listed> {
        self.read(move |db| now(lists::finished(db, page)))
    }
    fn count_tables(&self, host: PersonId) -> Answer<usize> {
        self.read(move |db| now(lists::count(db, &host)))
    }
    fn count_asked(&self, person: PersonId) -> Answer<usize> {
        self.read(move |db| now(lists::count_asked(db, &person)))
    }
    fn due(&self, until: i64, bots: usize) -> Answer<Vec<TableId>> {
        self.read(move |db| now(lists::due(db, DUE, until, bots, &[])))
    }
    fn chat(&self, row: i64, players: bool, before: i64, limit: usize) -> Answer<Talk> {
        self.read(move |db| now(lists::chat(db, row, players, before, limit)))
    }
    fn review(&self, digest: String, version: u32) -> Answer<Option<StoredReview>> {
        self.read(move |db| now(reviews::review(db, &digest, version)))
    }
    fn put_review(&self, digest: String, version: u32, review: StoredReview, at: i64) -> Answer<()> {
        self.writer
            .write(move |db| now(reviews::put_review(db, &digest, version, &review, at)))
    }
    fn notes(&self, table: TableId, who: Option<PersonId>) -> Answer<Vec<StoredNote>> {
        self.read(move |db| now(reviews::notes(db, &table, who.as_ref())))
    }
    fn put_note(&self, table: TableId, note: StoredNote, most: usize) -> Answer<bool> {
        self.writer
            .write(move |db| now(reviews::put_note(db, &table, &note, most)))
    }
    fn missing_results(&self, after: i64, limit: usize) -> Answer<Vec<Missing>> {
        self.read(move |db| now(results::missing(db, after, limit)))
    }
    fn put_result(&self, row: i64, result: GameResult) -> Answer<()> {
        self.writer.write(move |db| now(results::put(db, row, &result)))
    }
    fn judge(&self, limit: usize) -> Answer<usize> {
        self.writer.write(move |db| now(ratings::judge(db, limit)))
    }
    fn games_of(&self, person: PersonId, viewer: Option<PersonId>, page: Page) -> Answer<Vec<StoredGame>> {
        self.read(move |db| now(results::games_of(db, &person, viewer.as_ref(), page)))
    }
    fn profile(&self, person: PersonId, viewer: Option<PersonId>) -> Answer<StoredProfile> {
        self.read(move |db| now(profiles::profile(db, &person, viewer.as_ref())))
    }
    fn reviewed(&self, person: PersonId, version: u32, limit: usize) -> Answer<Vec<(String, Seat, String)>> {
        self.read(move |db| now(profiles::reviewed(db, &person, version, limit)))
    }
    fn hide(&self, person: PersonId, hidden: bool) -> Answer<()> {
        self.writer.write(move |db| now(profiles::hide(db, &person, hidden)))
    }
    fn sweep(&self, keep: Retention) -> Answer<Swept> {
        self.writer.write(move |db| now(retention::sweep(db, &keep, BATCH)))
    }
    fn absence(&self) -> i64 {
        self.absence
    }
    fn tidy(&self) -> Answer<()> {
        self.writer.tidy()
    }
    fn sizes(&self) -> (u64, u64) {
        let log = self.file.with_extension("sqlite-wal");
        (size(&self.file), size(&log))
    }
    fn create_person(&self, person: Person, token: NewToken) -> Answer<()> {
        self.writer.write(move |db| now(people::create(db, &person, &token)))
    }
    fn person_of(&self, token: TokenHash, since: i64) -> Answer<Option<Found>> {
        self.read(move |db| now(sessions::person_of(db, &token, since)))
    }
    fn claimed(&self, name: String) -> Answer<Option<Person>> {
        self.read(move |db| now(people::claimed(db, &name)))
    }
    fn add_token(&self, person: PersonId, token: NewToken) -> Answer<()> {
        self.writer
            .write(move |db| now(sessions::add_token(db, &person, &token)))
    }
    fn touch(&self, tokens: Vec<TokenHash>, at: i64) -> Answer<()> {
        self.writer.write(move |db| now(sessions::touch(db, &tokens, at)))
    }
    fn move_token(&self, token: TokenHash, at: i64, since: i64) -> Answer<bool> {
        self.writer
            .write(move |db| now(sessions::move_token(db, &token, at, since)))
    }
    fn drop_token(&self, token: TokenHash) -> Answer<()> {
        self.writer.write(move |db| now(sessions::drop_token(db, &token)))
    }
    fn drop_tokens(&self, person: PersonId, except: Option<TokenHash>) -> Answer<()> {
        self.writer
            .write(move |db| now(sessions::drop_tokens(db, &person, except.as_ref())))
    }
    fn sessions(&self, person: PersonId, since: i64) -> Answer<Vec<Session>> {
        self.read(move |db| now(sessions::sessions(db, &person, since)))
    }
    fn add_api_token(&self, person: PersonId, token: ApiToken, most: usize) -> Answer<bool> {
        self.writer
            .write(move |db| now(api_tokens::add(db, &person, &token, most)))
    }
    fn api_tokens(&self, person: PersonId) -> Answer<Vec<ApiToken>> {
        self.read(move |db| now(api_tokens::of(db, &person)))
    }
    fn api_token(&self, hash: TokenHash) -> Answer<Option<(Person, ApiToken)>> {
        self.read(move |db| now(api_tokens::find(db, &hash)))
    }
    fn drop_api_token(&self, person: PersonId, hash: TokenHash) -> Answer<bool> {
        self.writer.write(move |db| now(api_tokens::revoke(db, &person, &hash)))
    }
    fn knows_device(&self, device: TokenHash, person: PersonId) -> Answer<bool> {
        self.read(move |db| now(sessions::knows_device(db, &device, &person)))
    }
    fn add_device(&self, device: TokenHash, person: PersonId, at: i64) -> Answer<()> {
        self.writer
            .write(move |db| now(sessions::add_device(db, &device, &person, at)))
    }
    fn expire(&self, tokens_since: i64, devices_since: i64) -> Answer<()> {
        self.writer
            .write(move |db| now(sessions::expire(db, tokens_since, devices_since)))
    }
    fn set_password(&self, person: PersonId, password: String, token: NewToken) -> Answer<Vec<Renamed>> {
        self.writer
            .write(move |db| now(people::set_password(db, &person, &password, &token)))
    }
    fn rename(&self, person: PersonId, name: String) -> Answer<Vec<Renamed>> {
        self.writer.write(move |db| now(people::rename(db, &person, &name)))
    }
    fn become_bot(&self, person: PersonId) -> Answer<bool> {
        self.writer.write(move |db| now(people::become_bot(db, &person)))
    }
    fn forget(&self, person: PersonId) -> Answer<Vec<TableId>> {
        self.writer.write(move |db| now(people::forget(db, &person)))
    }
    fn signing_key(&self, _: [u8; 32]) -> Answer<Option<[u8; 32]>> {
        Box::pin(std::future::ready(Ok(None)))
    }
    fn healthy(&self) -> bool {
        self.writer.healthy() && self.sound.load(Ordering::Relaxed)
    }
    fn close(&self) {
        self.writer.close();
        if let Ok(mut lock) = self.lock.lock() {
            lock.take();
        }
    }
}
