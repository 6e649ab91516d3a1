//! A table: what is stored of it, what may be done at it, what is shown of it, and the actor that does all this.

mod actor;
mod audience;
mod chat;
mod mail;
mod play;
mod room;
mod seating;
mod show;
mod state;

pub use actor::TableActor;
pub(crate) use actor::no_table;
pub use mail::{Done, Mail, Reply, Who};
pub use room::{Room, Step, Tell};
pub use show::info;
pub use state::{SeatState, TableState};

/// How bots seem to think: for a time drawn between these, in milliseconds, whatever the position.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The shortest.
    pub min: u64,
    /// The longest.
    pub max: u64,
}

/// Milliseconds since 1970.
#[must_use]
pub fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}
