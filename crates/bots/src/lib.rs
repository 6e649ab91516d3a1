//! Players that are programs. A bot gets a seat's handle and nothing else, so it sees no more than a person in that
//! seat.

mod abilities;
mod any;
mod exec;
pub mod games;
mod lesson;
mod level;
mod plain;
mod process;
mod samples;
mod search;
mod spec;
mod squire;

/// The contract, for [`plain!`] in crates that do not depend on it themselves.
#[doc(hidden)]
pub use roundtable_core as contract;
use roundtable_core::{Game, SeatHandle};

pub use abilities::{Beliefs, Exact, Insight, Learnt, Rollouts, Sealed, Searchable, Shares, UNITS};
pub use any::{AnyBot, Bots, hints_for, samples_for};
pub use exec::{BUDGET, FALLBACK};
pub use lesson::{Company, Lesson, read_lessons};
pub use level::Level;
pub use process::Process;
pub use roundtable_protocol::Hint;
pub use samples::AnySamples;
pub use search::{
    Appraisal, Budget, Change, Depth, Doubt, Effort, Guidance, Judge, Search, Settings, Thought, Trees, hints,
    open_cards,
};
pub use spec::BotSpec;
pub use squire::Squire;

/// A program that plays.
pub trait Bot<G: Game>: Send {
    /// Chooses a legal move for a seat that is to act.
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move;

    /// What it says to the table now, if anything. It may be asked at any time, and what it says has no effect on the
    /// rules.
    fn claim(&mut self, _seat: &SeatHandle<'_, G>) -> Option<G::Claim> {
        None
    }

    /// News for whoever runs the game, such as a program that failed. It is reported once.
    fn trouble(&mut self) -> Option<String> {
        None
    }
}
