//! Where everything lasting is kept.
//!
//! [`Store`] is what a shared database for several nodes would implement as well: nothing in it supposes that this
//! process is the only one. Moves are appended at (table, ply), and everything else of a table is replaced at its
//! version; whoever comes second gets [`StoreError::Conflict`] and reads the table again. Deadlines and bots' turns are
//! rows, so that any node can find what is due.

mod backup;
mod people;
mod schema;
mod sqlite;
mod tables;
mod writer;

use std::future::Future;
use std::pin::Pin;

use roundtable_core::{Claimed, Played, Seat};
use roundtable_protocol::{Code, PersonId, Refusal, TableId};
use serde::{Deserialize, Serialize};

pub use backup::backup;
pub use sqlite::SqliteStore;

use crate::secret::TokenHash;

/// What a store will answer.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Why something was not stored or not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else wrote there first; read again. Nothing was written.
    #[error("the table was changed by another in the meantime")]
    Conflict,
    /// The name belongs to somebody else. Nothing was written.
    #[error("this name belongs to somebody who protects it with a password")]
    NameTaken,
    /// The database cannot do it now. Nothing was written.
    #[error("{0}")]
    Failed(String),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::new(Code::Conflict, "something else happened at the same time; look again"),
            StoreError::NameTaken => Self::new(Code::NameTaken, error.to_string()),
            // What exactly is wrong with the disk is for the log, not for the public.
            StoreError::Failed(_) => Self::new(
                Code::NotStored,
                "this could not be stored, so it has not happened; try again in a moment",
            ),
        }
    }
}

/// Somebody who uses the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// The hash of the password, if the name is claimed.
    pub password: Option<String>,
}

/// Where a table stands: what it is listed under.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting for players.
    Waiting,
    /// Being played.
    Running,
    /// Played to the end.
    Over,
    /// Given up before it began.
    Closed,
}

/// A decision that is due at a time: of a person, or a bot's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Whose.
    pub seat: Seat,
    /// Which decision of that seat, counted from 0.
    pub decision: u32,
    /// When, in milliseconds since 1970.
    pub due_at: i64,
    /// Whether a bot answers then; otherwise one begins to stand in for the person.
    pub bot: bool,
}

/// Everything of a table but its moves, in the form in which it is replaced.
#[derive(Clone, Debug)]
pub struct StateWrite {
    /// The version it replaces.
    pub replaces: i64,
    /// The state as JSON.
    pub state: String,
    /// What it is listed under.
    pub status: Status,
    /// Who finds it among their own.
    pub members: Vec<PersonId>,
}

/// A line of chat, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChat {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; nobody if the account is gone.
    pub person: PersonId,
    /// Whether in the players' room, or in the spectators'.
    pub players: bool,
    /// What.
    pub text: String,
}

/// What changes at a table in one step: all of it is stored, or nothing.
#[derive(Clone, Debug, Default)]
pub struct TableWrite {
    /// The table's row.
    pub row: i64,
    /// A move, at its ply.
    pub moved: Option<(usize, Played)>,
    /// The new state, if it changed.
    pub state: Option<StateWrite>,
    /// All clocks that run from now on, if they changed.
    pub clocks: Option<Vec<Clock>>,
    /// A claim, with its number among the claims.
    pub claim: Option<(usize, Claimed)>,
    /// A line of chat.
    pub chat: Option<StoredChat>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

impl TableWrite {
    /// Whether there is nothing to store.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        // All fields are named, so that a new one is not forgotten here.
        let Self {
            row: _,
            moved,
            state,
            clocks,
            claim,
            chat,
            at: _,
        } = self;
        moved.is_none() && state.is_none() && clocks.is_none() && claim.is_none() && chat.is_none()
    }
}

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name.
    pub id: TableId,
    /// Whether everybody finds it in the list.
    pub public: bool,
    /// Whether it may be watched.
    pub spectators: bool,
    /// The first state; `replaces` is 0.
    pub state: StateWrite,
    /// What is due, if the game runs already.
    pub clocks: Vec<Clock>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A table as it was stored.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Its row.
    pub row: i64,
    /// The version of its state.
    pub version: i64,
    /// The state as JSON.
    pub state: String,
    /// The moves, in order: seat and notation.
    pub moves: Vec<String>,
    /// The claims, in order.
    pub claims: Vec<Claimed>,
    /// The last lines of chat, the oldest first.
    pub chat: Vec<StoredChat>,
    /// What is due.
    pub clocks: Vec<Clock>,
    /// What the people here are called.
    pub names: Vec<(PersonId, String)>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct ListedTable {
    /// Its name.
    pub id: TableId,
    /// The state as JSON.
    pub state: String,
    /// How many moves were made.
    pub ply: usize,
}

/// Tables in a list, and what the people in them are called.
pub type Listed = (Vec<ListedTable>, Vec<(PersonId, String)>);

/// Which tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum List {
    /// Public ones that wait for players.
    Open,
    /// Public ones that are played and may be watched.
    Watchable,
    /// All that this person sits at or made.
    Of(PersonId),
}

/// The lasting memory of a site.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new table; answers its row.
    fn create_table(&self, table: NewTable) -> Answer<i64>;
    /// Reads a table.
    fn load_table(&self, id: TableId) -> Answer<Option<StoredTable>>;
    /// Changes a table. The answer comes when it is on disk.
    fn write_table(&self, write: TableWrite) -> Answer<()>;
    /// Lists tables, the latest first, with the names of the people in them.
    fn list(&self, list: List, limit: usize) -> Answer<Listed>;
    /// How many tables this person made that are waiting or running.
    fn count_tables(&self, host: PersonId) -> Answer<usize>;
    /// Tables on which something was due by then.
    fn due(&self, until: i64) -> Answer<Vec<TableId>>;
    /// Closes tables that have waited since before then, and forgets guests who have not come since.
    fn sweep(&self, waiting_since: i64, guests_since: i64) -> Answer<()>;

    /// Keeps a new person with a first token. `name_taken` if the name is claimed by another.
    fn create_person(&self, person: Person, token: TokenHash, at: i64) -> Answer<()>;
    /// Whose token this is.
    fn person_of(&self, token: TokenHash) -> Answer<Option<Person>>;
    /// Who has claimed this name.
    fn claimed(&self, name: String) -> Answer<Option<Person>>;
    /// Gives a person another token.
    fn add_token(&self, person: PersonId, token: TokenHash, at: i64) -> Answer<()>;
    /// Notes that a token is in use.
    fn touch(&self, token: TokenHash, at: i64) -> Answer<()>;
    /// Takes a token back.
    fn drop_token(&self, token: TokenHash) -> Answer<()>;
    /// Takes all tokens of a person back, except this one.
    fn drop_tokens(&self, person: PersonId, except: Option<TokenHash>) -> Answer<()>;
    /// Claims the person's name, or changes the password.
    fn set_password(&self, person: PersonId, password: String) -> Answer<()>;
    /// Changes what a person is called.
    fn rename(&self, person: PersonId, name: String) -> Answer<()>;
    /// Forgets a person: name, password and tokens. Answers the tables they are a member of.
    fn forget(&self, person: PersonId) -> Answer<Vec<TableId>>;

    /// Whether the last attempt to write succeeded.
    fn healthy(&self) -> bool;
    /// Stores all that was asked for, and closes.
    fn close(&self);
}
