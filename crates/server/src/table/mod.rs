//! A table: what is stored about it, what people can do at it, what viewers see of it, and the actor that runs it.

mod actor;
mod answers;
mod audience;
mod chat;
mod dealing;
mod going_on;
mod host;
mod lesson;
mod loading;
mod mail;
mod mutes;
mod outbox;
mod pace;
mod play;
mod results;
mod room;
mod seating;
mod show;
mod state;

pub use actor::TableActor;
pub(crate) use answers::no_table;
pub use audience::{Notice, Tell};
pub use dealing::Dealing;
pub(crate) use going_on::going_on;
pub use host::host;
pub(crate) use lesson::{lesson_info, teach};
pub(crate) use mail::refuse;
pub use mail::{Done, Mail, Reply, Who};
pub use outbox::{Outbox, Unsent};
pub use pace::Pace;
pub use room::{Room, Step};
pub use show::info;
pub(crate) use state::nobody;
pub use state::{SeatState, TableState};
