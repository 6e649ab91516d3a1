//! Connections to PostgreSQL: a small pool, and transactions that end in one of three ways.

use std::error::Error as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::BytesMut;
use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Object, Pool as Inner, RecyclingMethod, Runtime,
};
use tokio::time::timeout;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use super::super::StoreError;
use super::super::db::{Arg, Db, Hold, Row, Value};
use super::super::sqlite::CannotOpen;
use super::address::Way;

/// The number of connections beside those that write moves.
const CONNECTIONS: usize = 8;

/// How long to wait for a connection, and for the answer to a statement: a database that takes longer is not there.
const PATIENCE: Duration = Duration::from_secs(5);
const STATEMENT: Duration = Duration::from_secs(15);

/// What several nodes must not do at the same time.
pub(super) enum Lock {
    Schema = 0x5254_0001,
    Names = 0x5254_0002,
    Decks = 0x5254_0003,
    Sweep = 0x5254_0004,
    Join = 0x5254_0005,
    Ratings = 0x5254_0006,
}

/// How every connection begins. Acknowledged means on disk, whatever the database's default is; a stricter setting,
/// like waiting for a standby to apply it, stays. A node that freezes in a transaction must not hold its locks for
/// long.
const BEGIN: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') IN ('off', 'local');
    SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = '10s';
    SET client_min_messages = 'warning';
";

/// The pool of connections.
#[derive(Clone)]
pub(super) struct Pool(Inner);

impl Pool {
    pub(super) fn new(way: Way) -> Result<Self, CannotOpen> {
        let settings = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let hook = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move { client.batch_execute(BEGIN).await.map_err(HookError::Backend) })
        });
        Inner::builder(Manager::from_config(way.config, way.tls, settings))
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .recycle_timeout(Some(PATIENCE))
            .post_create(hook)
            .build()
            .map(Self)
            .map_err(|error| CannotOpen(error.to_string()))
    }

    /// A connection.
    pub(super) async fn client(&self) -> Result<Client, StoreError> {
        self.0.get().await.map_err(|error| {
            use deadpool_postgres::PoolError;
            match &error {
                PoolError::Backend(error) => failed(error),
                PoolError::Timeout(_) => StoreError::Failed("the database does not answer".to_owned()),
                _ => StoreError::Failed(format!("the database cannot be reached: {error}")),
            }
        })
    }

    /// For single statements that only read.
    pub(super) async fn look(&self) -> Result<Session, StoreError> {
        Ok(Session::new(self.client().await?, false))
    }

    /// For several that must see the same.
    pub(super) async fn read(&self) -> Result<Session, StoreError> {
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
    }

    /// For changes.
    pub(super) async fn change(&self) -> Result<Session, StoreError> {
        self.begin("BEGIN").await
    }

    /// For changes that must see the same from the first to the last.
    pub(super) async fn snapshot(&self) -> Result<Session, StoreError> {
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ").await
    }

    async fn begin(&self, sql: &str) -> Result<Session, StoreError> {
        let session = Session::new(self.client().await?, true);
        patient(session.client()?.batch_execute(sql)).await?;
        Ok(session)
    }

    pub(super) fn close(&self) {
        self.0.close();
    }
}

/// A connection, mostly in a transaction.
pub(in super::super) struct Session {
    client: Option<Object>,
    open: bool,
    /// Whether the database gave the transaction up because of another, so that it may be tried again.
    again: AtomicBool,
}

impl Session {
    const fn new(client: Object, open: bool) -> Self {
        Self {
            client: Some(client),
            open,
            again: AtomicBool::new(false),
        }
    }

    pub(super) fn client(&self) -> Result<&Object, StoreError> {
        let gone = || StoreError::Failed("the connection is gone".to_owned());
        self.client.as_ref().ok_or_else(gone)
    }

    /// Whether it may be tried again.
    pub(super) fn again(&self) -> bool {
        self.again.load(Ordering::Relaxed)
    }

    fn note(&self, error: StoreError, code: Option<&SqlState>) -> StoreError {
        let again = [&SqlState::T_R_DEADLOCK_DETECTED, &SqlState::T_R_SERIALIZATION_FAILURE];
        if code.is_some_and(|code| again.contains(&code)) {
            self.again.store(true, Ordering::Relaxed);
        }
        error
    }

    /// Ends the transaction: what was done is kept if the result is good.
    pub(super) async fn end<T>(mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if !self.open {
            return result;
        }
        let Ok(value) = result else {
            // What cannot be undone on this connection is undone by its end.
            self.open = patient(self.client()?.batch_execute("ROLLBACK")).await.is_err();
            return result;
        };
        let lost = || {
            StoreError::Unknown(
                "the connection to the database was lost during a commit, which may be done or not".into(),
            )
        };
        match timeout(STATEMENT, self.client()?.batch_execute("COMMIT")).await {
            Ok(Ok(())) => {
                self.open = false;
                Ok(value)
            }
            Ok(Err(error)) if is_answer(&error) => Err(failed(&error)),
            Ok(Err(_)) | Err(_) => Err(lost()),
        }
    }
}

/// A connection in an unfinished transaction is of no use to others.
impl Drop for Session {
    fn drop(&mut self) {
        if self.open
            && let Some(client) = self.client.take()
        {
            drop(Object::take(client));
        }
    }
}

/// Waits for the database, but not for ever.
async fn patient<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, StoreError> {
    match timeout(STATEMENT, work).await {
        Ok(done) => done.map_err(|error| failed(&error)),
        Err(_) => Err(StoreError::Failed("the database does not answer".to_owned())),
    }
}

/// Whether the database itself has answered, so that the transaction is surely undone: not if it only says goodbye.
pub(super) fn is_answer(error: &Error) -> bool {
    error
        .code()
        .is_some_and(|code| !code.code().starts_with("57P") && !code.code().starts_with("08"))
}

/// What an error means for the operator of the server. It never contains the address, so no password either.
pub(super) fn explain(error: &Error) -> String {
    let hint = match error.code() {
        Some(code) if *code == SqlState::INVALID_PASSWORD || *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "the database refuses this user or password; check the address of the store"
        }
        Some(code) if *code == SqlState::INVALID_CATALOG_NAME => "there is no such database; make it with `createdb`",
        Some(code) if *code == SqlState::INSUFFICIENT_PRIVILEGE => "this user may not do that; make it the owner",
        Some(code) if *code == SqlState::DISK_FULL => "the database's disk is full; make room, nothing was lost",
        Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => "this is a standby; name the primary instead",
        Some(code) if *code == SqlState::TOO_MANY_CONNECTIONS => "the database has no connection left; raise its limit",
        Some(_) => "the database refuses it",
        None => "the database cannot be reached",
    };
    let why = match (error.as_db_error(), error.source()) {
        (Some(error), _) => error.message().to_owned(),
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    };
    format!("{hint} ({why})")
}

pub(super) fn failed(error: &Error) -> StoreError {
    if error.code() == Some(&SqlState::DATA_CORRUPTED) || error.code() == Some(&SqlState::INDEX_CORRUPTED) {
        return StoreError::Damaged(explain(error));
    }
    StoreError::Failed(explain(error))
}

/// The SQL as PostgreSQL writes its values: `$1`.
fn dialect(sql: &str) -> String {
    sql.replace('?', "$")
}

impl ToSql for Arg<'_> {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match *self {
            Self::Int(value) if *ty == Type::INT4 => i32::try_from(value)?.to_sql(ty, out),
            Self::Int(value) if *ty == Type::BOOL => (value != 0).to_sql(ty, out),
            Self::Int(value) => value.to_sql(ty, out),
            Self::Bool(value) => value.to_sql(ty, out),
            Self::Text(value) => value.to_sql(ty, out),
            Self::Blob(value) => value.to_sql(ty, out),
            Self::Null => Ok(IsNull::Yes),
        }
    }

    fn accepts(ty: &Type) -> bool {
        [Type::INT4, Type::INT8, Type::BOOL, Type::TEXT, Type::BYTEA].contains(ty)
    }

    to_sql_checked!();
}

pub(super) fn read(row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let value = |(column, about): (usize, &tokio_postgres::Column)| {
        let value = match *about.type_() {
            Type::INT4 => row
                .try_get::<_, Option<i32>>(column)
                .map(|value| value.map(|value| Value::Int(value.into()))),
            Type::INT8 => row.try_get::<_, Option<i64>>(column).map(|value| value.map(Value::Int)),
            Type::BOOL => row
                .try_get::<_, Option<bool>>(column)
                .map(|value| value.map(|on| Value::Int(on.into()))),
            Type::BYTEA => row
                .try_get::<_, Option<Vec<u8>>>(column)
                .map(|value| value.map(Value::Blob)),
            _ => row
                .try_get::<_, Option<String>>(column)
                .map(|value| value.map(|text| Value::Text(text.into_bytes()))),
        };
        value
            .map(|value| value.unwrap_or(Value::Null))
            .map_err(|error| StoreError::Damaged(error.to_string()))
    };
    row.columns()
        .iter()
        .enumerate()
        .map(value)
        .collect::<Result<_, _>>()
        .map(Row)
}

impl Session {
    async fn query(&self, sql: &str, args: &[Arg<'_>]) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let (client, sql) = (self.client()?, dialect(sql));
        let work = async {
            let statement = client.prepare_cached(&sql).await?;
            client.query(&statement, &references(args)).await
        };
        self.judge(timeout(STATEMENT, work).await)
    }

    /// The result of a statement, with a unique value that is there already as a conflict.
    fn judge<T>(&self, done: Result<Result<T, Error>, tokio::time::error::Elapsed>) -> Result<T, StoreError> {
        match done {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => Err(StoreError::Conflict),
            Ok(Err(error)) => Err(self.note(failed(&error), error.code())),
            Err(_) => Err(StoreError::Failed("the database does not answer".to_owned())),
        }
    }
}

fn references<'a>(args: &'a [Arg<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    args.iter().map(|arg| arg as &(dyn ToSql + Sync)).collect()
}

impl Db for Session {
    const TO_DELETE: &str = " FOR UPDATE SKIP LOCKED";
    const NUMBERS: &str = "SELECT value::bigint FROM json_array_elements_text(?1::text::json)";
    const EPOCH: &str = "epoch";

    async fn run(&self, sql: &str, args: &[Arg<'_>]) -> Result<usize, StoreError> {
        let (client, sql) = (self.client()?, dialect(sql));
        let work = async {
            let statement = client.prepare_cached(&sql).await?;
            client.execute(&statement, &references(args)).await
        };
        let done = self.judge(timeout(STATEMENT, work).await)?;
        Ok(usize::try_from(done).unwrap_or(usize::MAX))
    }

    async fn rows(&self, sql: &str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        self.query(sql, args).await?.iter().map(read).collect()
    }

    async fn row(&self, sql: &str, args: &[Arg<'_>]) -> Result<Option<Row>, StoreError> {
        self.query(sql, args).await?.first().map(read).transpose()
    }

    async fn hold(&self, what: Hold<'_>) -> Result<(), StoreError> {
        let (sql, lock) = match what {
            Hold::NoClaims => ("SELECT pg_advisory_xact_lock_shared(?1)", Lock::Names),
            Hold::Names => ("SELECT pg_advisory_xact_lock(?1)", Lock::Names),
            Hold::Decks => ("SELECT pg_advisory_xact_lock_shared(?1)", Lock::Decks),
            Hold::UnusedDecks => ("SELECT pg_advisory_xact_lock(?1)", Lock::Decks),
            Hold::Ratings => ("SELECT pg_advisory_xact_lock(?1)", Lock::Ratings),
            Hold::Person(person) => {
                let sql = "SELECT 1 FROM people WHERE id = ?1 FOR NO KEY UPDATE";
                return self.run(sql, &[person.into()]).await.map(drop);
            }
        };
        self.run(sql, &[Arg::Int(lock as i64)]).await.map(drop)
    }
}
