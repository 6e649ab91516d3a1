//! The messages to a table's actor, and its answers.

use std::sync::Arc;
use std::time::Instant;

use roundtable_core::{Link, Record};
use roundtable_protocol::{ChatPage, Command, Hint, PersonId, Refusal, TableId, TableInfo};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::outbox::Outbox;
use crate::bots::Thought;
use crate::hints::Hinted;
use crate::names::Name;
use crate::store::Renamed;

/// Somebody, and their name.
pub type Who = (PersonId, Name);

/// Where an answer goes.
pub enum Reply {
    /// To the viewer's socket, under the request's number.
    Socket {
        /// Which viewer.
        viewer: u64,
        /// Which request.
        id: u64,
    },
    /// To an HTTP request of this person, with the table as it is shown to them afterwards.
    Http(PersonId, oneshot::Sender<Result<Done, Refusal>>),
}

/// The content of an answer besides "done".
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Done {
    /// The table of the rematch.
    pub table: Option<TableId>,
    /// Hints, the best first.
    pub hints: Option<Vec<Hint>>,
    /// What could be counted.
    pub odds: Option<Vec<String>>,
    /// The last link of the chain, after a move or a claim.
    pub link: Option<Link>,
    /// The table afterwards, for an HTTP request: whoever left a private one could not look any more.
    pub shown: Option<Box<TableInfo>>,
}

/// A message to a table.
pub enum Mail {
    /// Somebody wants to follow the table.
    Attach {
        /// Who.
        who: Option<Who>,
        /// The secret of their link.
        key: Option<String>,
        /// Where to send messages.
        outbox: Outbox,
        /// Receives the viewer's number.
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// A viewer is gone.
    Detach(u64),
    /// A viewer wants everything again.
    Sync {
        /// Which viewer.
        viewer: u64,
        /// Which request.
        id: u64,
        /// The last message that it has, and how many events.
        known: Option<(u64, Option<usize>)>,
    },
    /// Somebody sends a command.
    Do {
        /// Who.
        who: Who,
        /// The secret of their link.
        key: Option<String>,
        /// What.
        command: Command,
        /// Where the answer goes.
        reply: Reply,
        /// When it arrived.
        at: Instant,
    },
    /// Somebody asks for the [`TableInfo`].
    Look {
        /// Who asks.
        who: Option<PersonId>,
        /// The secret of their link.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<TableInfo, Refusal>>,
    },
    /// Somebody asks for earlier lines of chat.
    Chat {
        /// Who asks.
        who: Option<PersonId>,
        /// The secret of their link.
        key: Option<String>,
        /// Lines before this time, in milliseconds since 1970.
        before: i64,
        /// The answer.
        reply: oneshot::Sender<Result<ChatPage, Refusal>>,
    },
    /// Somebody asks for the record of a finished game.
    Record {
        /// Who asks.
        who: Option<PersonId>,
        /// The secret of their link.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<Box<Record>, Refusal>>,
    },
    /// A bot has finished thinking.
    Thought(Thought),
    /// Hints have been computed.
    Hinted(Hinted),
    /// Some people have other names.
    Renamed(Arc<[Renamed]>),
    /// An account is a bot from now on.
    Bot(PersonId),
    /// An account is gone.
    Forget(PersonId),
    /// Something may be due.
    Wake,
}

/// Refuses mail that nobody will handle.
pub(crate) fn refuse(mail: Mail, refusal: &Refusal) {
    match mail {
        Mail::Attach { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Do {
            reply: Reply::Http(_, reply),
            ..
        } => drop(reply.send(Err(refusal.clone()))),
        Mail::Look { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Chat { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Record { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Do { .. }
        | Mail::Detach(_)
        | Mail::Sync { .. }
        | Mail::Thought(_)
        | Mail::Hinted(_)
        | Mail::Renamed(_)
        | Mail::Bot(_)
        | Mail::Forget(_)
        | Mail::Wake => {}
    }
}
