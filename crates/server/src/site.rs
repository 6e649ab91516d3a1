//! Everything that requests and tables share, and the tables in memory.

use roundtable_protocol::{Code, PersonId, Refusal, TableId};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};

use crate::bots::BotPool;
use crate::config::Config;
use crate::limits::{Holds, Limiter, Rate};
use crate::metrics::Metrics;
use crate::people::Passwords;
use crate::sockets::Sockets;
use crate::store::Store;
use crate::table::{Mail, TableActor, now_ms};

/// How much mail a table takes before it says that it is busy.
const INBOX: usize = 64;

/// How many finished games are replayed at the same time.
const REPLAYS: usize = 2;

/// How long somebody waits for a game to be replayed.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the store is asked what is due on tables that are not in memory.
const LOOK: Duration = Duration::from_secs(1);

/// How often old guests and tables are swept away.
const SWEEP: Duration = Duration::from_secs(3600);

/// Everything that is shared.
pub struct Site {
    /// What is set.
    pub config: Config,
    /// The lasting memory.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The tables in memory.
    pub tables: Tables,
    /// Where bots compute.
    pub bots: BotPool,
    /// Where passwords are hashed.
    pub passwords: Passwords,
    /// HTTP requests of an address.
    pub requests: Limiter<IpAddr>,
    /// New guests of an address.
    pub guests: Limiter<IpAddr>,
    /// Attempts at a password, by name and by address.
    pub attempts: Limiter<String>,
    /// Connections of an address.
    pub connections: Holds<IpAddr>,
    /// Places for games that are replayed.
    replays: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub stopping: watch::Sender<bool>,
    /// The open sockets.
    pub sockets: Sockets,
}

impl Site {
    /// A site with this store.
    ///
    /// # Errors
    /// If the system has no threads for bots.
    pub fn new(config: Config, store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let per_second =
            |count: u32, burst: u32| (count > 0).then(|| Rate::per_second(count, count.saturating_mul(burst)));
        Ok(Self {
            bots: BotPool::start(config.bot_threads, Arc::clone(&metrics))?,
            requests: Limiter::new(per_second(config.request_rate, 10)),
            guests: Limiter::new((config.guest_rate > 0).then(|| Rate::per_hour(config.guest_rate))),
            attempts: Limiter::new(Some(Rate::per_hour(30))),
            connections: Holds::new(config.max_connections_per_address),
            passwords: Passwords::new(),
            replays: Arc::new(Semaphore::new(REPLAYS)),
            tables: Tables::default(),
            stopping: watch::Sender::new(false),
            sockets: Sockets::default(),
            config,
            store,
            metrics,
        })
    }

    /// Whether somebody may make another table.
    ///
    /// # Errors
    /// `too_many_tables`, or that the store does not answer.
    pub async fn may_have_another_table(&self, host: &PersonId) -> Result<(), Refusal> {
        if self.store.count_tables(host.clone()).await? >= self.config.max_tables {
            return Err(Refusal::new(
                Code::TooManyTables,
                "you have too many tables; finish or leave some first",
            ));
        }
        Ok(())
    }

    /// Replays a game: work that is short but not nothing, so it is done away from the sockets, and only a little at a
    /// time.
    ///
    /// # Errors
    /// `busy` if too many others wait for theirs.
    pub async fn replaying<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = || Refusal::new(Code::Busy, "many games are being looked at; try again in a moment");
        let permit = tokio::time::timeout(PATIENCE, Arc::clone(&self.replays).acquire_owned());
        let permit = permit.await.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        });
        done.await
            .map_err(|_| Refusal::new(Code::Damaged, "this game cannot be replayed"))
    }

    /// Sends mail to a table, bringing it into memory if it is not there.
    ///
    /// # Errors
    /// `busy` if it has too much mail.
    pub fn send(self: &Arc<Self>, id: &TableId, mail: Mail) -> Result<(), Refusal> {
        self.post(id, mail).map(drop)
    }

    /// The same, and answers where to send more. Only for those whom the table knows as viewers: it stays in memory for
    /// them.
    ///
    /// # Errors
    /// `busy` if it has too much mail.
    pub fn post(self: &Arc<Self>, id: &TableId, mail: Mail) -> Result<mpsc::Sender<Mail>, Refusal> {
        // Sent under the lock: a table that leaves the memory under the same lock has seen all its mail.
        let mut tables = self.tables.lock();
        let outbox = tables.entry(id.clone()).or_insert_with(|| {
            let (outbox, inbox) = mpsc::channel(INBOX);
            let actor = TableActor::run(Arc::clone(self), id.clone(), inbox, outbox.downgrade());
            tokio::spawn(actor);
            outbox
        });
        outbox
            .try_send(mail)
            .map_err(|_| Refusal::new(Code::Busy, "too much is going on at this table; try again in a moment"))?;
        Ok(outbox.clone())
    }

    /// Brings tables into memory when something is due on them, and sweeps. Ends with the server.
    pub async fn keep_time(self: Arc<Self>) {
        let mut stopping = self.stopping.subscribe();
        let mut look = tokio::time::interval(LOOK);
        let mut sweep = tokio::time::interval(SWEEP);
        loop {
            tokio::select! {
                _ = look.tick() => self.wake_due().await,
                _ = sweep.tick() => self.sweep().await,
                () = stopped(&mut stopping) => return,
            }
        }
    }

    async fn wake_due(self: &Arc<Self>) {
        match self.store.due(now_ms()).await {
            Ok(tables) => {
                for id in tables.iter().filter(|id| !self.tables.contains(id)) {
                    let _ = self.send(id, Mail::Wake);
                }
            }
            Err(error) => tracing::error!(%error, "what is due cannot be read"),
        }
    }

    async fn sweep(&self) {
        const DAY: i64 = 24 * 3600 * 1000;
        let before = |days: u64| now_ms().saturating_sub(DAY.saturating_mul(i64::try_from(days).unwrap_or(i64::MAX)));
        let (waiting, guests) = (self.config.close_waiting_after, self.config.forget_guests_after);
        if let Err(error) = self.store.sweep(before(waiting), before(guests)).await {
            tracing::error!(%error, "old guests and tables could not be swept");
        }
    }
}

/// Waits for the server to stop.
pub async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the site; without it the server has stopped.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// A place among the connections, held as long as one is open.
pub struct Place {
    site: Arc<Site>,
    /// The address it is counted for; nothing behind a proxy, where all connections have the proxy's.
    address: Option<IpAddr>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Takes a place, if the address may have another.
    #[must_use]
    pub fn take(site: &Arc<Site>, peer: IpAddr, permit: OwnedSemaphorePermit) -> Option<Arc<Self>> {
        let address = (!site.config.trust_proxy).then_some(peer);
        if address.is_some_and(|address| !site.connections.take(address)) {
            site.metrics.limited.inc();
            return None;
        }
        site.metrics.connections.inc();
        Some(Arc::new(Self {
            site: Arc::clone(site),
            address,
            _permit: permit,
        }))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.site.metrics.connections.dec();
        if let Some(address) = &self.address {
            self.site.connections.give_back(address);
        }
    }
}

/// The tables in memory.
#[derive(Default)]
pub struct Tables(Mutex<HashMap<TableId, mpsc::Sender<Mail>>>);

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Mail>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn contains(&self, id: &TableId) -> bool {
        self.lock().contains_key(id)
    }

    /// All tables leave the memory, as soon as their viewers are gone.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// The table leaves the memory.
    pub fn remove(&self, id: &TableId) {
        self.lock().remove(id);
    }

    /// The table leaves the memory, unless it has mail.
    pub fn remove_if_idle(&self, id: &TableId, inbox: &mpsc::Receiver<Mail>) -> bool {
        let mut tables = self.lock();
        let idle = inbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }
}
