//! A viewer of a table, and what an address may have open at the same time.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use roundtable_protocol::{Code, Refusal, TableId};
use tokio::sync::{mpsc, oneshot};

use crate::limits::Address;
use crate::site::Site;
use crate::table::{Mail, Outbox, Who};

/// How many messages may wait for a slow client before it is dropped.
const OUTBOX: usize = 128;

/// One of the sockets and streams of an address, held while it is open.
pub(super) struct Held {
    site: Arc<Site>,
    address: Address,
}

impl Held {
    /// Takes one, if the address may have another and was not sent too much.
    pub(super) fn take(site: &Arc<Site>, address: Address) -> Result<Self, Refusal> {
        if site.resent.wait(address, 1) > Duration::ZERO {
            site.metrics.limited.inc();
            let refusal = "your address was sent too much at once; come back in a moment";
            return Err(Refusal::new(Code::TooFast, refusal));
        }
        let site = Arc::clone(site);
        if !site.sockets_held.take(address) {
            site.metrics.limited.inc();
            let refusal = "your address has too many tables open; close some";
            return Err(Refusal::new(Code::TooMany, refusal));
        }
        Ok(Self { site, address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.site.sockets_held.give_back(&self.address);
    }
}

/// A viewer of a table, until this is dropped.
pub(super) struct Attached {
    pub(super) table: mpsc::Sender<Mail>,
    pub(super) viewer: u64,
}

impl Attached {
    /// Attaches a viewer to a table. Its messages come from the queue, the first of them with everything.
    pub(super) async fn to(
        site: &Arc<Site>,
        id: &TableId,
        who: Option<Who>,
        key: Option<String>,
    ) -> Result<(Self, mpsc::Receiver<Utf8Bytes>), Refusal> {
        let (outbox, inbox) = mpsc::channel(OUTBOX);
        let (reply, answer) = oneshot::channel();
        let attach = Mail::Attach {
            who,
            key,
            outbox: Outbox::Socket(outbox),
            reply,
        };
        let table = site.post(id, attach)?;
        let gone = |_| Refusal::new(Code::Busy, "the table is being read again; try again");
        let viewer = answer.await.map_err(gone)??;
        Ok((Self { table, viewer }, inbox))
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        let goodbye = Mail::Detach(self.viewer);
        if let Err(mpsc::error::TrySendError::Full(goodbye)) = self.table.try_send(goodbye) {
            let table = self.table.clone();
            tokio::spawn(async move { table.send(goodbye).await });
        }
    }
}

/// Messages with everything are what somebody could ask for over and over, so the address pays for them.
pub(super) fn count(site: &Site, address: Address, text: &Utf8Bytes) {
    if text.as_str().starts_with(r#"{"type":"sync""#) {
        let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
        site.resent.charge(address, bytes);
    }
}
