//! Everything that lasts.
//!
//! Nothing in [`Store`] assumes that this process is the only one. Moves are appended at (table, ply), and the state of
//! a table is replaced at its version; the second writer gets [`StoreError::Conflict`] and loads the table again.
//! Deadlines and bots' turns are rows, so that any node can find what is due. A store that several processes share has
//! [`Nodes`] as well, which says who serves which table.

mod api_tokens;
mod backup;
mod copy;
mod db;
mod decks;
mod error;
mod gc;
mod inspect;
mod lists;
mod mark;
mod nodes;
mod people;
mod postgres;
pub(crate) mod private;
mod profiles;
mod ratings;
mod results;
mod retention;
mod reviews;
mod schema;
mod sessions;
mod side;
mod sqlite;
mod tables;
mod writer;

use std::future::Future;
use std::pin::Pin;

use roundtable_core::{Claimed, HexKey, Played, Seat};
use roundtable_protocol::{PersonId, Scope, TableId};
use serde::{Deserialize, Serialize};

pub use backup::backup;
pub use copy::{Copied, Place, copy};
pub use error::StoreError;
pub use gc::gc;
pub use inspect::inspect;
pub use nodes::{Holder, LEASE, NewNode, NodeId, NodeRow, Nodes, RENEW};
pub use postgres::{DatabaseUrl, PostgresStore};
pub use profiles::{StoredProfile, StoredStatistics};
pub use ratings::{Rebuilt, StoredRating, rebuild};
pub use results::{GameResult, Missing, Played as PlayedGame, SEVERAL, SeatOutcome, StoredGame, StoredSeat};
pub use retention::{Retention, Swept};
pub use sqlite::{CannotOpen, SqliteStore};

use crate::names::Name;
use crate::secret::TokenHash;

/// The answer of a store, to be awaited.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// Somebody who uses the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The person's name.
    pub name: String,
    /// The hash of the password, if the name is claimed.
    pub password: Option<String>,
    /// Whether a program plays under this name.
    pub bot: bool,
}

impl Person {
    /// What they are called.
    #[must_use]
    pub fn called(&self) -> Name {
        Name {
            text: self.name.clone(),
            bot: self.bot,
        }
    }
}

/// Somebody with a token.
#[derive(Clone, Debug)]
pub struct Found {
    /// Who.
    pub person: Person,
    /// When the token was last noted as used, in milliseconds since 1970.
    pub used_at: i64,
}

/// A token for somebody who just signed in.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// Its hash.
    pub hash: TokenHash,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The device in a few words, such as `Firefox on Linux`.
    pub device: String,
    /// Whether it is in a cookie that only this site can have set.
    pub strict: bool,
}

/// A device on which somebody is signed in.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its token.
    pub token: TokenHash,
    /// When it began, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, give or take an hour.
    pub used_at: i64,
    /// The device in a few words.
    pub device: String,
}

/// An API token, with which a program acts in its owner's name.
#[derive(Clone, Debug)]
pub struct ApiToken {
    /// Its hash.
    pub hash: TokenHash,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last noted as used, if ever.
    pub used_at: Option<i64>,
}

/// A guest who got another name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// Who.
    pub person: PersonId,
    /// The new name.
    pub name: String,
}

/// The status of a table, by which it is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waiting for players.
    Waiting,
    /// Waiting for the numbers that were promised for the deal.
    Dealing,
    /// Being played.
    Running,
    /// Played to the end.
    Over,
    /// Closed before it began.
    Closed,
}

/// A decision with a deadline: a person's, or a bot's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Whose.
    pub seat: Seat,
    /// Which decision of that seat, from 0.
    pub decision: u32,
    /// When, in milliseconds since 1970.
    pub due_at: i64,
    /// Whether a bot answers then; otherwise one starts to stand in for the person.
    pub bot: bool,
}

/// All data of a table except its moves, talk and clocks, which is replaced as a whole.
#[derive(Clone, Debug)]
pub struct StateWrite {
    /// The version it replaces.
    pub replaces: i64,
    /// The state as JSON.
    pub state: String,
    /// The status by which it is listed.
    pub status: Status,
    /// Who finds it among their own tables.
    pub members: Vec<PersonId>,
}

/// A stored line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChat {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; without a name if the account is gone.
    pub person: PersonId,
    /// Whether it is in the players' room; otherwise in the spectators'.
    pub players: bool,
    /// What.
    pub text: String,
}

/// Somebody whose chat is not heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMute {
    /// Who does not hear; nobody does if nobody is named.
    pub by: Option<PersonId>,
    /// Whose chat.
    pub person: PersonId,
}

/// A stored review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReview {
    /// Whether it is a first look.
    pub coarse: bool,
    /// The review as JSON.
    pub review: String,
}

/// A stored note on a moment of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredNote {
    /// Whose.
    pub person: PersonId,
    /// The name of that person; `None` if the account is gone.
    pub name: Option<Name>,
    /// After how many moves.
    pub ply: usize,
    /// What it says; an empty text takes the note away.
    pub text: String,
    /// Whether others may read it.
    pub shared: bool,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// The changes to a table in one step: all of them are stored, or none.
#[derive(Clone, Debug, Default)]
pub struct TableWrite {
    /// The table's row.
    pub row: i64,
    /// The epoch in which this node serves the table, see [`Holder`]; 0 where nobody shares the store.
    pub epoch: i64,
    /// A move, at its ply, and the seal after it.
    pub moved: Option<(usize, Played, Seal)>,
    /// The new state, if it changed.
    pub state: Option<StateWrite>,
    /// All running clocks, if they changed.
    pub clocks: Option<Vec<Clock>>,
    /// A claim, with its number among the claims, and the seal after it.
    pub claim: Option<(usize, Claimed, Seal)>,
    /// A line of chat.
    pub chat: Option<StoredChat>,
    /// Somebody is muted, or no longer.
    pub mute: Option<(StoredMute, bool)>,
    /// What the seats got, with the last move.
    pub result: Option<Box<GameResult>>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

impl TableWrite {
    /// Whether there is nothing to store.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        // All fields are named here, so that nobody forgets a new one.
        let Self {
            row: _,
            epoch: _,
            moved,
            state,
            clocks,
            claim,
            chat,
            mute,
            result,
            at: _,
        } = self;
        let talk = claim.is_some() || chat.is_some() || mute.is_some();
        moved.is_none() && state.is_none() && clocks.is_none() && result.is_none() && !talk
    }
}

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its identifier.
    pub id: TableId,
    /// Whether the list shows it to everybody.
    pub public: bool,
    /// Whether spectators may watch.
    pub spectators: bool,
    /// The first state; `replaces` is 0.
    pub state: StateWrite,
    /// The text of its deck, if it has one of its own.
    pub deck: Option<String>,
    /// Who is muted from the beginning.
    pub mutes: Vec<StoredMute>,
    /// The clocks, if the game runs already.
    pub clocks: Vec<Clock>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// The first four bytes of the link of the chain after a move or a claim. That is enough to notice damage, since every
/// later seal depends on it as well, and rows stay short: moves are most of what is written. Who wants to deceive is
/// noticed by the whole links that players keep.
pub type Seal = i64;

/// The seal of a link.
#[must_use]
pub fn seal(link: &HexKey) -> Seal {
    let [a, b, c, d, ..] = link.0;
    i32::from_le_bytes([a, b, c, d]).into()
}

/// A move or a claim, and the seal after it. What was stored before there were chains has none.
pub type Sealed<T> = (T, Option<Seal>);

/// A stored table.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Its row.
    pub row: i64,
    /// The version of its state.
    pub version: i64,
    /// The epoch in which it is served, see [`Holder`]; 0 where nobody shares the store.
    pub epoch: i64,
    /// The state as JSON.
    pub state: String,
    /// The text of its deck, if it has one of its own.
    pub deck: Option<String>,
    /// What is wrong with it, if something is: it must not be played on.
    pub damage: Option<String>,
    /// The moves, in order: seat and notation.
    pub moves: Vec<Sealed<String>>,
    /// The claims, in order.
    pub claims: Vec<Sealed<Claimed>>,
    /// Who is muted.
    pub mutes: Vec<StoredMute>,
    /// The last lines of chat, the oldest first.
    pub chat: Vec<StoredChat>,
    /// The running clocks.
    pub clocks: Vec<Clock>,
    /// The names of the people here.
    pub names: Vec<(PersonId, Name)>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct ListedTable {
    /// Its row, after which the next page of the list begins.
    pub row: i64,
    /// Its identifier.
    pub id: TableId,
    /// The state as JSON.
    pub state: String,
    /// How many moves were made.
    pub ply: usize,
}

/// Tables of one person that a list leaves out, so that others are seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The oldest table of this person that the list has.
    pub after: TableId,
    /// Who made them.
    pub maker: PersonId,
    /// How many are left out.
    pub count: usize,
}

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The tables, the latest first.
    pub tables: Vec<ListedTable>,
    /// What was left out.
    pub folded: Vec<Folded>,
    /// Whether there are older ones.
    pub more: bool,
    /// The names of the people in them.
    pub names: Vec<(PersonId, Name)>,
}

/// Lines of chat, and the names of the people in them.
pub type Talk = (Vec<StoredChat>, Vec<(PersonId, Name)>);

/// Which tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum List {
    /// Public tables that wait for players: the latest few of each person, or all of this one.
    Open(Option<PersonId>),
    /// Public tables that are running and may be watched, in the same way.
    Watchable(Option<PersonId>),
    /// All tables that this person sits at, made or is asked to.
    Of(PersonId),
    /// Those of them that are not over.
    Unfinished(PersonId),
}

/// A page of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Only tables before this row.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: usize,
    /// At most so many of one person.
    pub each: usize,
}

/// The durable storage of a site.
pub trait Store: Send + Sync + 'static {
    /// Stores a new table; returns its row.
    fn create_table(&self, table: NewTable) -> Answer<i64>;
    /// Reads a table.
    fn load_table(&self, id: TableId) -> Answer<Option<StoredTable>>;
    /// Changes a table. The answer comes when the change is on disk.
    fn write_table(&self, write: TableWrite) -> Answer<()>;
    /// Lists tables, the latest first, with the names of the people in them.
    fn list(&self, list: List, page: Page) -> Answer<Listed>;
    /// Lists public games that are over, the latest first. `before` and `row` are numbers in the order in which they
    /// ended.
    fn finished(&self, page: Page) -> Answer<Listed>;
    /// How many waiting or running tables this person hosts or made.
    fn count_tables(&self, host: PersonId) -> Answer<usize>;
    /// At how many tables that wait for players this person sits or is asked to sit, without being the host.
    fn count_asked(&self, person: PersonId) -> Answer<usize>;
    /// Tables at which something is due by then: all with a person's deadline, and this many with a bot's turn.
    fn due(&self, until: i64, bots: usize) -> Answer<Vec<TableId>>;
    /// Lines of chat of one room of a table before that time, the oldest first, with the names of the people in them.
    fn chat(&self, row: i64, players: bool, before: i64, limit: usize) -> Answer<Talk>;
    /// The review of the game whose record has this digest, if there is one of this version.
    fn review(&self, digest: String, version: u32) -> Answer<Option<StoredReview>>;
    /// Keeps a review, in place of a coarser or older one.
    fn put_review(&self, digest: String, version: u32, review: StoredReview, at: i64) -> Answer<()>;
    /// The notes on a game that this person may read: the own ones, and those that are shared.
    fn notes(&self, table: TableId, who: Option<PersonId>) -> Answer<Vec<StoredNote>>;
    /// Writes somebody's note on a moment, in place of the one that was there. False if there are `most` already.
    fn put_note(&self, table: TableId, note: StoredNote, most: usize) -> Answer<bool>;
    /// Games that were over before their results were stored: some of those after this row.
    fn missing_results(&self, after: i64, limit: usize) -> Answer<Vec<Missing>>;
    /// Stores the results of such a game, unless they are there by now.
    fn put_result(&self, row: i64, result: GameResult) -> Answer<()>;
    /// Judges some of the finished games that were not judged yet, in the order in which they ended, and changes the
    /// ratings by those that count. Returns how many were judged.
    fn judge(&self, limit: usize) -> Answer<usize>;
    /// The finished games of somebody, the latest first, as this viewer may know of them.
    fn games_of(&self, person: PersonId, viewer: Option<PersonId>, page: Page) -> Answer<Vec<StoredGame>>;
    /// What is known of somebody's games, as this viewer may know it.
    fn profile(&self, person: PersonId, viewer: Option<PersonId>) -> Answer<StoredProfile>;
    /// The latest of somebody's finished games that have a review of this version: the slug of each, the seat, and the
    /// review.
    fn reviewed(&self, person: PersonId, version: u32, limit: usize) -> Answer<Vec<(String, Seat, String)>>;
    /// Changes whether others are shown more than the name.
    fn hide(&self, person: PersonId, hidden: bool) -> Answer<()>;
    /// Deletes some of what may go.
    fn sweep(&self, keep: Retention) -> Answer<Swept>;
    /// How long there was no server before this one, in milliseconds: nobody could come back meanwhile.
    fn absence(&self) -> i64;
    /// Gives free pages back to the system, and writes the log into the database.
    fn tidy(&self) -> Answer<()>;
    /// How large the database and its log are, in bytes.
    fn sizes(&self) -> (u64, u64);

    /// Stores a new person with a first token. `name_taken` if another has claimed the name.
    fn create_person(&self, person: Person, token: NewToken) -> Answer<()>;
    /// The person with this token, if it was used since then.
    fn person_of(&self, token: TokenHash, since: i64) -> Answer<Option<Found>>;
    /// The person who has claimed this name.
    fn claimed(&self, name: String) -> Answer<Option<Person>>;
    /// Gives a person another token.
    fn add_token(&self, person: PersonId, token: NewToken) -> Answer<()>;
    /// Notes that tokens are in use, those of sessions and of programs.
    fn touch(&self, tokens: Vec<TokenHash>, at: i64) -> Answer<()>;
    /// Notes that a token moves into the strict cookie. False if it did so before `since`, or began there.
    fn move_token(&self, token: TokenHash, at: i64, since: i64) -> Answer<bool>;
    /// Revokes a token.
    fn drop_token(&self, token: TokenHash) -> Answer<()>;
    /// Revokes all tokens of a person, except this one.
    fn drop_tokens(&self, person: PersonId, except: Option<TokenHash>) -> Answer<()>;
    /// The sessions of a person that were used since then, the latest first.
    fn sessions(&self, person: PersonId, since: i64) -> Answer<Vec<Session>>;
    /// Gives a person another API token. False if there are `most` already.
    fn add_api_token(&self, person: PersonId, token: ApiToken, most: usize) -> Answer<bool>;
    /// A person's API tokens, the latest first.
    fn api_tokens(&self, person: PersonId) -> Answer<Vec<ApiToken>>;
    /// The API token with this hash, and whose it is.
    fn api_token(&self, hash: TokenHash) -> Answer<Option<(Person, ApiToken)>>;
    /// Revokes an API token of a person. False if there is none.
    fn drop_api_token(&self, person: PersonId, hash: TokenHash) -> Answer<bool>;
    /// Whether somebody has signed in as this person from this device.
    fn knows_device(&self, device: TokenHash, person: PersonId) -> Answer<bool>;
    /// Notes that somebody signs in as this person from this device.
    fn add_device(&self, device: TokenHash, person: PersonId, at: i64) -> Answer<()>;
    /// Drops tokens and devices that have not been used since then.
    fn expire(&self, tokens_since: i64, devices_since: i64) -> Answer<()>;
    /// Claims the person's name, or changes the password. All tokens end but the new one, also those of
    /// programs, and no device is known any more. Returns the guests who bore the name and got another.
    fn set_password(&self, person: PersonId, password: String, token: NewToken) -> Answer<Vec<Renamed>>;
    /// Changes a person's name. If it is claimed, guests who bore it get another.
    fn rename(&self, person: PersonId, name: String) -> Answer<Vec<Renamed>>;
    /// Makes a claimed account a bot for good. False if it sits, or is asked to sit, at a table that is not over.
    fn become_bot(&self, person: PersonId) -> Answer<bool>;
    /// Forgets a person: name, password, tokens of all kinds and chat. Returns their waiting and running tables.
    fn forget(&self, person: PersonId) -> Answer<Vec<TableId>>;

    /// The key that all nodes sign with: this candidate, if there is none yet. `None` if the store does not keep it,
    /// because nobody shares it: then the key is in a file.
    fn signing_key(&self, candidate: [u8; 32]) -> Answer<Option<[u8; 32]>>;
    /// Who serves which table, if several nodes may share this store.
    fn shared(&self) -> Option<&dyn Nodes> {
        None
    }
    /// Whether the last attempt to write succeeded.
    fn healthy(&self) -> bool;
    /// Stores everything in the queue, and closes.
    fn close(&self);
}
