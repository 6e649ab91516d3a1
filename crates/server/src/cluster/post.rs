//! Letters on their way out: a queue and a numbered stream for each node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::bus::Bus;
use super::letter::{Head, Letter, News, write};
use crate::secret::random;
use crate::store::NodeId;
use crate::table::Unsent;

/// How many letters may wait for the bus, for one node.
const QUEUE: usize = 8192;

/// How many letters are looked at together.
const BATCH: usize = 256;

enum Parcel {
    Letter(Letter),
    /// A message for a viewer.
    Told(u64, Utf8Bytes),
}

/// The letters on their way out.
#[derive(Clone)]
pub(super) struct Post {
    bus: Arc<Bus>,
    home: NodeId,
    queues: Arc<Mutex<HashMap<NodeId, mpsc::Sender<Parcel>>>>,
}

impl Post {
    pub(super) fn new(bus: Arc<Bus>, home: NodeId) -> Self {
        Self {
            bus,
            home,
            queues: Arc::default(),
        }
    }

    /// Sends a letter.
    pub(super) fn letter(&self, to: &NodeId, letter: Letter) {
        if self.put(to, Parcel::Letter(letter)) == Err(Unsent::Full) {
            // What is lost must be noticed: the next letter begins a new stream.
            self.forget(to);
        }
    }

    /// Sends a message for a viewer of that node.
    pub(super) fn tell(&self, to: &NodeId, viewer: u64, text: Utf8Bytes) -> Result<(), Unsent> {
        self.put(to, Parcel::Told(viewer, text))
    }

    /// Tells all nodes.
    pub(super) async fn news(&self, news: News) {
        let letter = Letter::News(news);
        let head = Head {
            from: self.home.clone(),
            stream: 0,
            number: 0,
            letter: &letter,
        };
        if let Some(bytes) = write(&head, None) {
            self.bus.send(None, bytes).await;
            self.bus.flush().await;
        }
    }

    /// Forgets what waits for this node.
    pub(super) fn forget(&self, to: &NodeId) {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).remove(to);
    }

    /// Forgets everything that waits: the bus was away.
    pub(super) fn clear(&self) {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn put(&self, to: &NodeId, parcel: Parcel) -> Result<(), Unsent> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queues.entry(to.clone()).or_insert_with(|| {
            let (queue, parcels) = mpsc::channel(QUEUE);
            tokio::spawn(carry(Arc::clone(&self.bus), self.home.clone(), to.clone(), parcels));
            queue
        });
        queue.try_send(parcel).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Unsent::Full,
            mpsc::error::TrySendError::Closed(_) => Unsent::Gone,
        })
    }
}

/// Carries letters to the bus, in one numbered stream.
async fn carry(bus: Arc<Bus>, from: NodeId, to: NodeId, mut parcels: mpsc::Receiver<Parcel>) {
    let stream = random::<8>().map_or(0, u64::from_le_bytes);
    let (mut number, mut batch) = (0, Vec::with_capacity(BATCH));
    while parcels.recv_many(&mut batch, BATCH).await > 0 {
        for (letter, text) in merged(batch.drain(..)) {
            number += 1;
            let head = Head {
                from: from.clone(),
                stream,
                number,
                letter: &letter,
            };
            if let Some(bytes) = write(&head, text.as_ref()) {
                bus.send(Some(&to), bytes).await;
            }
        }
    }
}

/// Viewers with the same eye are sent the same message: it travels once. A message is made once for each eye and told
/// to all of them in one go, so none of them can have another one in between.
fn merged(parcels: impl Iterator<Item = Parcel>) -> Vec<(Letter, Option<Utf8Bytes>)> {
    let mut letters: Vec<(Letter, Option<Utf8Bytes>)> = Vec::new();
    for parcel in parcels {
        match parcel {
            Parcel::Letter(letter) => letters.push((letter, None)),
            Parcel::Told(viewer, text) => {
                let same = |known: &Option<Utf8Bytes>| {
                    known
                        .as_ref()
                        .is_some_and(|known| std::ptr::eq(known.as_str(), text.as_str()))
                };
                let known = letters.iter_mut().rev().find(|(_, known)| same(known));
                match known {
                    Some((Letter::Told { viewers }, _)) => viewers.push(viewer),
                    _ => letters.push((Letter::Told { viewers: vec![viewer] }, Some(text))),
                }
            }
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_for_several_viewers_travels_once() {
        let (one, other): (Utf8Bytes, Utf8Bytes) = ("one".to_owned().into(), "one".to_owned().into());
        let parcels = [
            Parcel::Told(1, one.clone()),
            Parcel::Told(2, other),
            Parcel::Told(3, one),
            Parcel::Letter(Letter::Detach { viewer: 1 }),
        ];
        let letters = merged(parcels.into_iter());
        let told = |at: usize| match &letters[at].0 {
            Letter::Told { viewers } => viewers.clone(),
            _ => Vec::new(),
        };
        assert_eq!((told(0), told(1), letters.len()), (vec![1, 3], vec![2], 3));
    }
}
