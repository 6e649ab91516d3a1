//! What a table can be sent, and what it answers.

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use roundtable_core::Record;
use roundtable_protocol::{Command, Hint, PersonId, Refusal, TableId, TableInfo};
use tokio::sync::{mpsc, oneshot};

use crate::bots::Thought;
use crate::hints::Hinted;

/// Somebody, with the name they go by.
pub type Who = (PersonId, String);

/// Where an answer goes.
pub enum Reply {
    /// To the viewer's socket, under the request's number.
    Socket {
        /// Which viewer.
        viewer: u64,
        /// Which request.
        id: u64,
    },
    /// To an HTTP request.
    Http(oneshot::Sender<Result<Done, Refusal>>),
}

/// What is answered besides "done".
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The table on which the same people play again.
    pub table: Option<TableId>,
    /// Hints, the best first.
    pub hints: Option<Vec<Hint>>,
}

/// What a table can be sent.
pub enum Mail {
    /// Somebody wants to follow the table.
    Attach {
        /// Who.
        who: Option<Who>,
        /// The secret of the link they came by.
        key: Option<String>,
        /// Where to send messages.
        outbox: mpsc::Sender<Utf8Bytes>,
        /// Answers the viewer's number.
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// A viewer is gone.
    Detach(u64),
    /// A viewer wants to be shown everything once more.
    Sync {
        /// Which viewer.
        viewer: u64,
        /// Which request.
        id: u64,
    },
    /// Somebody wants to do something.
    Do {
        /// Who.
        who: Who,
        /// The secret of the link they came by.
        key: Option<String>,
        /// What.
        command: Command,
        /// Where the answer goes.
        reply: Reply,
        /// When it arrived.
        at: Instant,
    },
    /// What is to be seen of the table from outside.
    Look {
        /// Who asks.
        who: Option<PersonId>,
        /// The secret of the link they came by.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<TableInfo, Refusal>>,
    },
    /// The record of a finished game.
    Record {
        /// Who asks.
        who: Option<PersonId>,
        /// The secret of the link they came by.
        key: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<Box<Record>, Refusal>>,
    },
    /// A bot has thought.
    Thought(Thought),
    /// Hints were worked out.
    Hinted(Hinted),
    /// An account is gone.
    Forget(PersonId),
    /// Something may be due.
    Wake,
}

/// Answers mail that nobody will take.
pub(super) fn refuse(mail: Mail, refusal: &Refusal) {
    match mail {
        Mail::Attach { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Do {
            reply: Reply::Http(reply),
            ..
        } => drop(reply.send(Err(refusal.clone()))),
        Mail::Look { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Record { reply, .. } => drop(reply.send(Err(refusal.clone()))),
        Mail::Do { .. }
        | Mail::Detach(_)
        | Mail::Sync { .. }
        | Mail::Thought(_)
        | Mail::Hinted(_)
        | Mail::Forget(_)
        | Mail::Wake => {}
    }
}
