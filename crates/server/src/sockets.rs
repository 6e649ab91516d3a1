//! The open sockets, so that some or all of them can be told to end.
//!
//! Each has its own channel, which costs a connection one atomic read to check. With one shared channel, every message
//! of every table would wait for the same lock.

use roundtable_protocol::PersonId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Why a socket must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// The person's tokens were revoked.
    SignedOut,
    /// The server stops.
    Restart,
}

#[derive(Default)]
struct Open {
    next: u64,
    stopped: bool,
    sockets: HashMap<u64, (Option<PersonId>, oneshot::Sender<Farewell>)>,
}

/// The open sockets.
#[derive(Clone, Default)]
pub struct Sockets(Arc<Mutex<Open>>);

/// The entry of a socket, which is removed when this is dropped.
pub struct Entry {
    number: u64,
    all: Sockets,
}

impl Sockets {
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a socket. A message from the channel ends it.
    #[must_use]
    pub fn enter(&self, person: Option<PersonId>) -> (Entry, oneshot::Receiver<Farewell>) {
        let (sender, receiver) = oneshot::channel();
        let mut open = self.lock();
        open.next += 1;
        let number = open.next;
        if open.stopped {
            // The socket came too late. The receiver still exists, so this arrives.
            let _ = sender.send(Farewell::Restart);
        } else {
            open.sockets.insert(number, (person, sender));
        }
        drop(open);
        let all = self.clone();
        (Entry { number, all }, receiver)
    }

    /// Ends the sockets of a person.
    pub fn sign_out(&self, person: &PersonId) {
        let gone = self
            .lock()
            .sockets
            .extract_if(|_, (who, _)| who.as_ref() == Some(person))
            .collect::<Vec<_>>();
        for (_, (_, socket)) in gone {
            let _ = socket.send(Farewell::SignedOut);
        }
    }

    /// Ends all sockets, including later ones.
    pub fn stop(&self) {
        let mut open = self.lock();
        open.stopped = true;
        for (_, (_, socket)) in open.sockets.drain() {
            let _ = socket.send(Farewell::Restart);
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.all.lock().sockets.remove(&self.number);
    }
}
