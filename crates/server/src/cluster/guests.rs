//! Viewers of other nodes at tables of this one. To a table they are viewers like all others.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::letter::Letter;
use super::post::Post;
use crate::store::NodeId;
use crate::table::{Mail, Unsent};

/// The queue of a viewer who is connected to another node. When the table drops it, that node is told.
pub struct AwayViewer {
    node: NodeId,
    viewer: u64,
    guests: Guests,
}

impl AwayViewer {
    /// Sends the viewer a message.
    ///
    /// # Errors
    /// If too many wait, or the bus is away.
    pub fn tell(&self, text: Utf8Bytes) -> Result<(), Unsent> {
        self.guests.post.tell(&self.node, self.viewer, text)
    }
}

impl Drop for AwayViewer {
    fn drop(&mut self) {
        let guest = self.guests.lock().remove(&(self.node.clone(), self.viewer));
        let (viewer, again) = (self.viewer, guest.is_none_or(|guest| guest.table.is_closed()));
        self.guests.post.letter(&self.node, Letter::Ended { viewer, again });
    }
}

/// A viewer of another node, as this one knows it.
#[derive(Clone)]
pub(super) struct Guest {
    /// The table.
    pub(super) table: mpsc::Sender<Mail>,
    /// The viewer's number there.
    pub(super) number: u64,
}

/// The viewers of other nodes, by node and their number there.
#[derive(Clone)]
pub(super) struct Guests {
    post: Post,
    known: Arc<Mutex<HashMap<(NodeId, u64), Guest>>>,
}

impl Guests {
    pub(super) fn new(post: Post) -> Self {
        Self {
            post,
            known: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(NodeId, u64), Guest>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a table puts messages for this viewer.
    pub(super) fn outbox(&self, node: &NodeId, viewer: u64) -> AwayViewer {
        AwayViewer {
            node: node.clone(),
            viewer,
            guests: self.clone(),
        }
    }

    pub(super) fn enter(&self, node: &NodeId, viewer: u64, guest: Guest) {
        self.lock().insert((node.clone(), viewer), guest);
    }

    pub(super) fn find(&self, node: &NodeId, viewer: u64) -> Option<Guest> {
        self.lock().get(&(node.clone(), viewer)).cloned()
    }

    pub(super) fn leave(&self, node: &NodeId, viewer: u64) {
        let guest = self.lock().remove(&(node.clone(), viewer));
        detach(guest);
    }

    /// Only these viewers of that node are still there. Returns those that this node does not know.
    pub(super) fn still(&self, node: &NodeId, viewers: &[u64]) -> Vec<u64> {
        let there: HashSet<u64> = viewers.iter().copied().collect();
        let mut known = self.lock();
        let gone: Vec<Guest> = known
            .extract_if(|(of, viewer), _| of == node && !there.contains(viewer))
            .map(|(_, guest)| guest)
            .collect();
        let unknown = viewers
            .iter()
            .filter(|&&viewer| !known.contains_key(&(node.clone(), viewer)));
        let unknown = unknown.copied().collect();
        drop(known);
        detach(gone);
        unknown
    }

    /// All viewers whose node fits are gone.
    pub(super) fn lose(&self, fits: impl Fn(&NodeId) -> bool) {
        let gone: Vec<Guest> = self
            .lock()
            .extract_if(|(of, _), _| fits(of))
            .map(|(_, guest)| guest)
            .collect();
        detach(gone);
    }
}

/// Tells tables that viewers are gone, each as soon as it takes mail.
fn detach(guests: impl IntoIterator<Item = Guest>) {
    for Guest { table, number } in guests {
        if let Err(mpsc::error::TrySendError::Full(mail)) = table.try_send(Mail::Detach(number)) {
            tokio::spawn(async move { table.send(mail).await });
        }
    }
}
