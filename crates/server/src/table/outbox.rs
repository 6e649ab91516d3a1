//! Where a viewer's messages go.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use crate::cluster::AwayViewer;

/// Where a viewer's messages go: to a socket of this process, or to the node that the viewer is connected to.
pub enum Outbox {
    /// A socket of this process.
    Socket(mpsc::Sender<Utf8Bytes>),
    /// A viewer of another node.
    Away(AwayViewer),
}

/// Why a message could not be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsent {
    /// Too many others wait already.
    Full,
    /// The viewer is gone.
    Gone,
}

impl Outbox {
    /// Puts a message into the viewer's queue.
    ///
    /// # Errors
    /// Why not.
    pub fn try_send(&self, text: Utf8Bytes) -> Result<(), Unsent> {
        match self {
            Self::Socket(queue) => queue.try_send(text).map_err(|error| match error {
                TrySendError::Full(_) => Unsent::Full,
                TrySendError::Closed(_) => Unsent::Gone,
            }),
            Self::Away(viewer) => viewer.tell(text),
        }
    }
}
