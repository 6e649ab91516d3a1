//! PostgreSQL, which several nodes may share: connections that write tables in groups, and a small pool for the rest.

mod address;
mod alone;
mod group;
mod nodes;
mod schema;
mod session;
mod writer;

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use roundtable_core::Seat;
use roundtable_protocol::{PersonId, TableId};

use super::db::{Arg, Db as _, args};
use super::nodes::{Holder, NewNode, NodeId, NodeRow, Nodes};
use super::retention::{self, Retention, Swept};
use super::sqlite::{BATCH, CannotOpen};
use super::{
    Answer, ApiToken, Found, GameResult, List, Listed, Missing, NewTable, NewToken, Page, Person, Renamed, Session,
    Store, StoreError, StoredGame, StoredNote, StoredProfile, StoredReview, StoredTable, TableWrite, Talk, api_tokens,
    lists, people, profiles, ratings, results, reviews, sessions, tables,
};
use crate::metrics::Metrics;
use crate::secret::TokenHash;

pub use address::DatabaseUrl;
pub(super) use alone::Alone;
use session::{Lock, Pool};
use writer::{WRITERS, Writers};

/// How often a change is tried that the database gave up because of another.
const TRIES: usize = 4;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    pool: Pool,
    writers: Writers,
    absence: Arc<AtomicI64>,
    size: Arc<AtomicU64>,
    /// Which node this is, once it has joined.
    node: Arc<RwLock<Option<NodeId>>>,
}

impl PostgresStore {
    /// Opens the database; makes its tables if it has none, and upgrades older ones.
    ///
    /// # Errors
    /// If it cannot be reached, or belongs to another program or a newer version.
    pub async fn open(url: &DatabaseUrl, metrics: Arc<Metrics>) -> Result<Self, CannotOpen> {
        Self::open_with(url, WRITERS, metrics).await
    }

    /// The same, with this many connections that write tables. For measurements.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_with(url: &DatabaseUrl, writers: usize, metrics: Arc<Metrics>) -> Result<Self, CannotOpen> {
        let pool = Pool::new(url.way()?)?;
        let said = |why: String| CannotOpen(format!("the store {url}: {why}"));
        schema::migrate(&pool).await.map_err(said)?;
        Ok(Self {
            writers: Writers::start(&pool, writers.max(1), &metrics),
            pool,
            absence: Arc::default(),
            size: Arc::default(),
            node: Arc::default(),
        })
    }
}

/// Does this on one connection, in a task of its own: what was asked for is done, even if the asker is gone.
macro_rules! work {
    ($self:ident.$begin:ident(|$db:ident| $work:expr)) => {{
        let pool = $self.pool.clone();
        let task = tokio::spawn(async move {
            let mut tries = 1;
            loop {
                let session = pool.$begin().await?;
                let $db = &session;
                let result = $work.await;
                let again = session.again() && tries < TRIES;
                let done = session.end(result).await;
                if done.is_ok() || !again {
                    return done;
                }
                tries += 1;
            }
        });
        Box::pin(async move { task.await.map_err(|error| StoreError::Failed(error.to_string()))? })
    }};
}

impl Store for PostgresStore {
    fn create_table(&self, table: NewTable) -> Answer<i64> {
        work!(self.change(|db| tables::create(db, &table)))
    }
    fn load_table(&self, id: TableId) -> Answer<Option<StoredTable>> {
        work!(self.read(|db| tables::load(db, &id)))
    }
    fn write_table(&self, write: TableWrite) -> Answer<()> {
        self.writers.write(write)
    }
    fn list(&self, list: List, page: Page) -> Answer<Listed> {
        work!(self.read(|db| lists::list(db, &list, page)))
    }
    fn finished(&self, page: Page) -> Answer<Listed> {
        work!(self.read(|db| lists::finished(db, page)))
    }
    fn count_tables(&self, host: PersonId) -> Answer<usize> {
        work!(self.look(|db| lists::count(db, &host)))
    }
    fn count_asked(&self, person: PersonId) -> Answer<usize> {
        work!(self.look(|db| lists::count_asked(db, &person)))
    }
    fn due(&self, until: i64, bots: usize) -> Answer<Vec<TableId>> {
        let node = self.node.read().unwrap_or_else(PoisonError::into_inner).clone();
        work!(self.look(|db| async {
            let node = node.as_ref().map_or("", NodeId::as_str);
            lists::due(db, &nodes::due(), until, bots, args![node]).await
        }))
    }
    fn chat(&self, row: i64, players: bool, before: i64, limit: usize) -> Answer<Talk> {
        work!(self.look(|db| lists::chat(db, row, players, before, limit)))
    }
    fn review(&self, digest: String, version: u32) -> Answer<Option<StoredReview>> {
        work!(self.look(|db| reviews::review(db, &digest, version)))
    }
    fn put_review(&self, digest: String, version: u32, review: StoredReview, at: i64) -> Answer<()> {
        work!(self.change(|db| reviews::put_review(db, &digest, version, &review, at)))
    }
    fn notes(&self, table: TableId, who: Option<PersonId>) -> Answer<Vec<StoredNote>> {
        work!(self.look(|db| reviews::notes(db, &table, who.as_ref())))
    }
    fn put_note(&self, table: TableId, note: StoredNote, most: usize) -> Answer<bool> {
        work!(self.change(|db| reviews::put_note(db, &table, &note, most)))
    }
    fn missing_results(&self, after: i64, limit: usize) -> Answer<Vec<Missing>> {
        work!(self.look(|db| results::missing(db, after, limit)))
    }
    fn put_result(&self, row: i64, result: GameResult) -> Answer<()> {
        work!(self.change(|db| results::put(db, row, &result)))
    }
    fn judge(&self, limit: usize) -> Answer<usize> {
        work!(self.change(|db| ratings::judge(db, limit)))
    }
    fn games_of(&self, person: PersonId, viewer: Option<PersonId>, page: Page) -> Answer<Vec<StoredGame>> {
        work!(self.read(|db| results::games_of(db, &person, viewer.as_ref(), page)))
    }
    fn profile(&self, person: PersonId, viewer: Option<PersonId>) -> Answer<StoredProfile> {
        work!(self.read(|db| profiles::profile(db, &person, viewer.as_ref())))
    }
    fn reviewed(&self, person: PersonId, version: u32, limit: usize) -> Answer<Vec<(String, Seat, String)>> {
        work!(self.look(|db| profiles::reviewed(db, &person, version, limit)))
    }
    fn hide(&self, person: PersonId, hidden: bool) -> Answer<()> {
        work!(self.change(|db| profiles::hide(db, &person, hidden)))
    }
    fn sweep(&self, keep: Retention) -> Answer<Swept> {
        work!(self.change(|db| async {
            // One node is enough; the others find nothing to do.
            let sql = "SELECT pg_try_advisory_xact_lock(?1)";
            let alone = db.row(sql, &[Arg::Int(Lock::Sweep as i64)]).await?;
            if alone.map_or(Ok(false), |row| row.flag(0))? {
                retention::sweep(db, &keep, BATCH).await
            } else {
                Ok(Swept::default())
            }
        }))
    }
    fn absence(&self) -> i64 {
        self.absence.load(Ordering::Relaxed)
    }
    /// The database tidies itself (autovacuum).
    fn tidy(&self) -> Answer<()> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// What it was at the last question: the database is asked again meanwhile.
    fn sizes(&self) -> (u64, u64) {
        let (pool, size) = (self.pool.clone(), Arc::clone(&self.size));
        tokio::spawn(async move {
            if let Ok(db) = pool.look().await
                && let Ok(Some(row)) = db.row("SELECT pg_database_size(current_database())", &[]).await
            {
                size.store(row.count(0).unwrap_or_default() as u64, Ordering::Relaxed);
            }
        });
        (self.size.load(Ordering::Relaxed), 0)
    }
    fn create_person(&self, person: Person, token: NewToken) -> Answer<()> {
        work!(self.change(|db| people::create(db, &person, &token)))
    }
    fn person_of(&self, token: TokenHash, since: i64) -> Answer<Option<Found>> {
        work!(self.look(|db| sessions::person_of(db, &token, since)))
    }
    fn claimed(&self, name: String) -> Answer<Option<Person>> {
        work!(self.look(|db| people::claimed(db, &name)))
    }
    fn add_token(&self, person: PersonId, token: NewToken) -> Answer<()> {
        work!(self.change(|db| sessions::add_token(db, &person, &token)))
    }
    fn touch(&self, tokens: Vec<TokenHash>, at: i64) -> Answer<()> {
        work!(self.change(|db| sessions::touch(db, &tokens, at)))
    }
    fn move_token(&self, token: TokenHash, at: i64, since: i64) -> Answer<bool> {
        work!(self.change(|db| sessions::move_token(db, &token, at, since)))
    }
    fn drop_token(&self, token: TokenHash) -> Answer<()> {
        work!(self.change(|db| sessions::drop_token(db, &token)))
    }
    fn drop_tokens(&self, person: PersonId, except: Option<TokenHash>) -> Answer<()> {
        work!(self.change(|db| sessions::drop_tokens(db, &person, except.as_ref())))
    }
    fn sessions(&self, person: PersonId, since: i64) -> Answer<Vec<Session>> {
        work!(self.look(|db| sessions::sessions(db, &person, since)))
    }
    fn add_api_token(&self, person: PersonId, token: ApiToken, most: usize) -> Answer<bool> {
        work!(self.change(|db| api_tokens::add(db, &person, &token, most)))
    }
    fn api_tokens(&self, person: PersonId) -> Answer<Vec<ApiToken>> {
        work!(self.look(|db| api_tokens::of(db, &person)))
    }
    fn api_token(&self, hash: TokenHash) -> Answer<Option<(Person, ApiToken)>> {
        work!(self.look(|db| api_tokens::find(db, &hash)))
    }
    fn drop_api_token(&self, person: PersonId, hash: TokenHash) -> Answer<bool> {
        work!(self.change(|db| api_tokens::revoke(db, &person, &hash)))
    }
    fn knows_device(&self, device: TokenHash, person: PersonId) -> Answer<bool> {
        work!(self.look(|db| sessions::knows_device(db, &device, &person)))
    }
    fn add_device(&self, device: TokenHash, person: PersonId, at: i64) -> Answer<()> {
        work!(self.change(|db| sessions::add_device(db, &device, &person, at)))
    }
    fn expire(&self, tokens_since: i64, devices_since: i64) -> Answer<()> {
        work!(self.change(|db| sessions::expire(db, tokens_since, devices_since)))
    }
    fn set_password(&self, person: PersonId, password: String, token: NewToken) -> Answer<Vec<Renamed>> {
        work!(self.change(|db| people::set_password(db, &person, &password, &token)))
    }
    fn rename(&self, person: PersonId, name: String) -> Answer<Vec<Renamed>> {
        work!(self.change(|db| people::rename(db, &person, &name)))
    }
    fn become_bot(&self, person: PersonId) -> Answer<bool> {
        work!(self.change(|db| people::become_bot(db, &person)))
    }
    fn forget(&self, person: PersonId) -> Answer<Vec<TableId>> {
        work!(self.change(|db| people::forget(db, &person)))
    }
    fn signing_key(&self, candidate: [u8; 32]) -> Answer<Option<[u8; 32]>> {
        work!(self.change(|db| async {
            let sql = "UPDATE roundtable SET signing_key = coalesce(signing_key, ?1) RETURNING signing_key";
            let row = db.row(sql, args![&candidate]).await?;
            row.map(|row| row.hash(0)).transpose()
        }))
    }
    fn shared(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
    fn healthy(&self) -> bool {
        self.writers.healthy()
    }
    fn close(&self) {
        self.writers.close();
        self.pool.close();
    }
}

impl Nodes for PostgresStore {
    fn join(&self, node: NewNode) -> Answer<()> {
        let (absence, this, id) = (Arc::clone(&self.absence), Arc::clone(&self.node), node.id.clone());
        let joined: Answer<i64> = work!(self.change(|db| nodes::join(db, &node)));
        Box::pin(async move {
            let away = joined.await?;
            absence.fetch_add(away, Ordering::Relaxed);
            *this.write().unwrap_or_else(PoisonError::into_inner) = Some(id);
            Ok(())
        })
    }
    fn renew(&self, node: &NodeId) -> Answer<bool> {
        let node = node.clone();
        work!(self.change(|db| nodes::renew(db, &node)))
    }
    fn leave(&self, node: &NodeId) -> Answer<()> {
        let node = node.clone();
        work!(self.change(|db| nodes::leave(db, &node)))
    }
    fn nodes(&self) -> Answer<Vec<NodeRow>> {
        work!(self.look(|db| nodes::nodes(db)))
    }
    fn take(&self, table: TableId, node: &NodeId) -> Answer<Option<Holder>> {
        let node = node.clone();
        work!(self.change(|db| nodes::take(db, &table, &node)))
    }
    fn give_up(&self, row: i64, epoch: i64) -> Answer<()> {
        work!(self.change(|db| nodes::give_up(db, row, epoch)))
    }
}
