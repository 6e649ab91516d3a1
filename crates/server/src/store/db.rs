//! What the store needs of a database, so that the same SQL and the same decisions serve SQLite and PostgreSQL.
//!
//! SQL is written as both understand it, with `?1` for the first value. SQLite answers at once, so its futures are
//! always ready (see [`now`]).

use futures_util::FutureExt as _;
use roundtable_core::Seat;
use roundtable_protocol::PersonId;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, params_from_iter};

use super::StoreError;
use super::sqlite::{failed, unread};

/// A value that is sent to the database.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arg<'a> {
    Int(i64),
    Bool(bool),
    Text(&'a str),
    Blob(&'a [u8]),
    Null,
}

macro_rules! from {
    ($($type:ty, $value:ident => $arg:expr;)+) => {
        $(impl<'a> From<$type> for Arg<'a> {
            fn from($value: $type) -> Self {
                $arg
            }
        })+
    };
}

from! {
    i64, value => Self::Int(value);
    u32, value => Self::Int(value.into());
    usize, value => Self::Int(i64::try_from(value).unwrap_or(i64::MAX));
    bool, value => Self::Bool(value);
    &'a str, value => Self::Text(value);
    &'a String, value => Self::Text(value);
    &'a [u8], value => Self::Blob(value);
    &'a [u8; 32], value => Self::Blob(value);
    &'a PersonId, value => Self::Text(value.as_str());
}

impl<'a, T: Into<Self>> From<Option<T>> for Arg<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// The values of a statement.
macro_rules! args {
    ($($value:expr),* $(,)?) => { &[$($crate::store::db::Arg::from($value)),*] };
}
pub(super) use args;

/// A value that the database sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Null,
    /// A number, or 0 and 1 for false and true.
    Int(i64),
    /// Text as bytes: damaged text may be none, which must not look like a failure of the database.
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

/// A row that the database sent.
#[derive(Debug)]
pub(super) struct Row(pub(super) Vec<Value>);

impl Row {
    fn wrong(&self, column: usize) -> StoreError {
        StoreError::Damaged(format!(
            "column {column} is of the wrong kind: {:?}",
            self.0.get(column)
        ))
    }

    fn some<T>(
        &self,
        column: usize,
        read: impl Fn(&Self, usize) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match self.0.get(column) {
            Some(Value::Null) => Ok(None),
            _ => read(self, column).map(Some),
        }
    }

    pub(super) fn int(&self, column: usize) -> Result<i64, StoreError> {
        match self.0.get(column) {
            Some(Value::Int(value)) => Ok(*value),
            _ => Err(self.wrong(column)),
        }
    }

    pub(super) fn some_int(&self, column: usize) -> Result<Option<i64>, StoreError> {
        self.some(column, Self::int)
    }

    pub(super) fn count(&self, column: usize) -> Result<usize, StoreError> {
        Ok(self.int(column)?.try_into().unwrap_or_default())
    }

    pub(super) fn flag(&self, column: usize) -> Result<bool, StoreError> {
        Ok(self.int(column)? != 0)
    }

    pub(super) fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(bytes) | Value::Blob(bytes)) => Ok(bytes.clone()),
            _ => Err(self.wrong(column)),
        }
    }

    pub(super) fn some_bytes(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.some(column, Self::bytes)
    }

    pub(super) fn text(&self, column: usize) -> Result<String, StoreError> {
        String::from_utf8(self.bytes(column)?).map_err(|_| self.wrong(column))
    }

    pub(super) fn some_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        self.some(column, Self::text)
    }

    pub(super) fn hash(&self, column: usize) -> Result<[u8; 32], StoreError> {
        self.bytes(column)?.try_into().map_err(|_| self.wrong(column))
    }

    pub(super) fn person(&self, column: usize) -> Result<PersonId, StoreError> {
        PersonId::try_from(self.text(column)?).map_err(|_| self.wrong(column))
    }

    pub(super) fn seat(&self, column: usize) -> Result<Seat, StoreError> {
        let number = usize::try_from(self.int(column)?).ok();
        number.and_then(Seat::try_new).ok_or_else(|| self.wrong(column))
    }
}

/// What somebody must have alone for a while, where several may write at the same time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hold<'a> {
    /// Nobody claims a name meanwhile.
    NoClaims,
    /// Nobody else claims a name or makes a guest.
    Names,
    /// No deck is deleted meanwhile.
    Decks,
    /// Nobody stores a deck meanwhile.
    UnusedDecks,
    /// Nobody else judges games.
    Ratings,
    /// Nobody else changes what this person has.
    Person(&'a PersonId),
}

/// A database, or a transaction in it.
pub(super) trait Db {
    /// What is added to a query for rows that will be deleted, so that nobody changes them in between.
    const TO_DELETE: &str;
    /// A query for the numbers of the JSON list `?1`.
    const NUMBERS: &str;
    /// The epoch of a row of `tables`.
    const EPOCH: &str;

    /// Runs a statement. Returns how many rows it changed. [`StoreError::Conflict`] if a unique value is there already.
    fn run(&self, sql: &str, args: &[Arg<'_>]) -> impl Future<Output = Result<usize, StoreError>>;
    /// Reads rows.
    fn rows(&self, sql: &str, args: &[Arg<'_>]) -> impl Future<Output = Result<Vec<Row>, StoreError>>;
    /// Reads the first row, if there is one.
    fn row(&self, sql: &str, args: &[Arg<'_>]) -> impl Future<Output = Result<Option<Row>, StoreError>>;
    /// Waits until this can be had, and has it until the transaction ends.
    fn hold(&self, what: Hold<'_>) -> impl Future<Output = Result<(), StoreError>>;
}

impl rusqlite::ToSql for Arg<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(rusqlite::types::ToSqlOutput::Borrowed(match *self {
            Self::Int(value) => ValueRef::Integer(value),
            Self::Bool(value) => ValueRef::Integer(value.into()),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Blob(value) => ValueRef::Blob(value),
            Self::Null => ValueRef::Null,
        }))
    }
}

fn read(row: &rusqlite::Row<'_>, columns: usize) -> rusqlite::Result<Row> {
    let value = |column| {
        Ok(match row.get_ref(column)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(value) => Value::Int(value),
            ValueRef::Text(value) => Value::Text(value.to_vec()),
            ValueRef::Blob(value) => Value::Blob(value.to_vec()),
            ValueRef::Real(value) => {
                let why = format!("{value} is no whole number").into();
                return Err(rusqlite::Error::FromSqlConversionFailure(
                    column,
                    rusqlite::types::Type::Real,
                    why,
                ));
            }
        })
    };
    (0..columns).map(value).collect::<rusqlite::Result<_>>().map(Row)
}

/// The only connection that writes is alone anyway.
impl Db for Connection {
    const TO_DELETE: &str = "";
    const NUMBERS: &str = "SELECT value FROM json_each(?1)";
    const EPOCH: &str = "0";

    async fn run(&self, sql: &str, args: &[Arg<'_>]) -> Result<usize, StoreError> {
        let done = self
            .prepare_cached(sql)
            .and_then(|mut sql| sql.execute(params_from_iter(args)));
        done.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => StoreError::Conflict,
            _ => failed(error),
        })
    }

    async fn rows(&self, sql: &str, args: &[Arg<'_>]) -> Result<Vec<Row>, StoreError> {
        let found = self.prepare_cached(sql).and_then(|mut sql| {
            let columns = sql.column_count();
            sql.query_map(params_from_iter(args), |row| read(row, columns))?
                .collect()
        });
        found.map_err(unread)
    }

    async fn row(&self, sql: &str, args: &[Arg<'_>]) -> Result<Option<Row>, StoreError> {
        let found = self.prepare_cached(sql).and_then(|mut sql| {
            let columns = sql.column_count();
            let mut rows = sql.query(params_from_iter(args))?;
            rows.next()?.map(|row| read(row, columns)).transpose()
        });
        found.map_err(unread)
    }

    async fn hold(&self, _: Hold<'_>) -> Result<(), StoreError> {
        Ok(())
    }
}

/// The result of work on a database that answers at once.
pub(super) fn now<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    work.now_or_never()
        .unwrap_or_else(|| Err(StoreError::Failed("the database did not answer at once".to_owned())))
}
