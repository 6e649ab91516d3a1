//! The open sockets, so that some or all of them can be told to end.
//!
//! Each has its own channel, which costs a connection one atomic read to check. With one shared channel, every message
//! of every table would wait for the same lock.

use roundtable_protocol::PersonId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::secret::TokenHash;

/// Why a socket must end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// The person's tokens were revoked.
    SignedOut,
    /// The server stops.
    Restart,
}

/// Whose a socket is, and with which token it was opened.
pub type Owner = (PersonId, TokenHash);

#[derive(Default)]
struct Open {
    next: u64,
    stopped: bool,
    sockets: HashMap<u64, (Option<Owner>, oneshot::Sender<Farewell>)>,
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
    pub fn enter(&self, owner: Option<Owner>) -> (Entry, oneshot::Receiver<Farewell>) {
        let (sender, receiver) = oneshot::channel();
        let mut open = self.lock();
        open.next += 1;
        let number = open.next;
        if open.stopped {
            // The socket came too late. The receiver still exists, so this arrives.
            let _ = sender.send(Farewell::Restart);
        } else {
            open.sockets.insert(number, (owner, sender));
        }
        drop(open);
        let all = self.clone();
        (Entry { number, all }, receiver)
    }

    /// Ends the sockets of a person.
    pub fn sign_out(&self, person: &PersonId) {
        self.end_where(|(who, _)| who == person);
    }

    /// Ends the sockets of a person that were opened with other tokens.
    pub fn sign_out_others(&self, person: &PersonId, except: &TokenHash) {
        self.end_where(|(who, token)| who == person && token != except);
    }

    /// Ends the sockets that were opened with this token.
    pub fn end(&self, token: &TokenHash) {
        self.end_where(|(_, other)| other == token);
    }

    fn end_where(&self, gone: impl Fn(&Owner) -> bool) {
        let gone = self
            .lock()
            .sockets
            .extract_if(|_, (owner, _)| owner.as_ref().is_some_and(&gone))
            .collect::<Vec<_>>();
        for (_, (_, socket)) in gone {
            let _ = socket.send(Farewell::SignedOut);
        }
    }

    /// The tokens of all open sockets.
    #[must_use]
    pub fn tokens(&self) -> HashSet<TokenHash> {
        let open = self.lock();
        let owners = open.sockets.values().filter_map(|(owner, _)| owner.as_ref());
        owners.map(|(_, token)| token.clone()).collect()
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
