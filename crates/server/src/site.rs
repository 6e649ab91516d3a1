//! Everything that requests and tables share, and the tables in memory.

use roundtable_protocol::{Code, PersonId, Refusal, TableId};
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};

use crate::attempts::Attempts;
use crate::bots::{BotPool, Kind};
use crate::budgets::Budgets;
use crate::clock::{days_before, now_ms};
use crate::cluster::{Cluster, News};
use crate::config::Config;
use crate::limits::{Address, Holds, Limiter, Rate};
use crate::machine;
use crate::metrics::{Metrics, Size};
use crate::passwords::Passwords;
use crate::reviews::Reviews;
use crate::secret::TokenHash;
use crate::shares::Owner;
use crate::signing::Signer;
use crate::sockets::Sockets;
use crate::store::{Renamed, Store, Swept};
use crate::streams::Streams;
use crate::table::{Mail, host};

/// How much mail may wait at a table before it is busy.
const INBOX: usize = 64;

/// How many finished games may be replayed at the same time.
const REPLAYS: usize = 2;

/// How long a request waits for its turn to replay a game.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most people whose addresses are noted.
const SEEN: usize = 100_000;

/// How often to ask the store what is due at tables that are not in memory.
const LOOK: Duration = Duration::from_secs(1);

/// How often to sweep away old guests, tables and chat, and how long others have between two parts of that.
const SWEEP: Duration = Duration::from_secs(3600);
const BREATH: Duration = Duration::from_millis(100);

/// How often to measure sizes.
const MEASURE: Duration = Duration::from_secs(15);

/// How many tables with nothing but bots are loaded to think, or wait to.
const WAKE_BOTS: usize = 32;

/// For so many days after a sign-in its device is known.
const KNOWN: u64 = 400;

/// Everything that requests and tables share.
pub struct Site {
    /// The settings.
    pub config: Config,
    /// The store.
    pub store: Arc<dyn Store>,
    /// The other nodes, if the store can be shared.
    pub cluster: Option<Arc<Cluster>>,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Signs records.
    pub signer: Signer,
    /// The tables in memory.
    pub tables: Tables,
    /// Where bots compute.
    pub bots: BotPool,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// HTTP requests per address.
    pub requests: Limiter<Address>,
    /// HTTP requests per API token.
    pub programs: Limiter<TokenHash>,
    /// New guests per address.
    pub guests: Limiter<Address>,
    /// Attempts at passwords.
    pub attempts: Attempts,
    /// Connections per address.
    pub connections: Holds<Address>,
    /// What people may store in a day.
    pub budgets: Budgets,
    /// Reviews that are being worked out.
    pub reviews: Reviews,
    /// Bytes that an address is sent again.
    pub resent: Limiter<Address>,
    /// Where people were last seen, for fair shares.
    seen: Mutex<HashMap<PersonId, Address>>,
    /// Wakes whoever judges finished games.
    ended: Notify,
    /// Permits for replaying games.
    replays: Arc<Semaphore>,
    /// Permits for taking up stored games.
    loads: Arc<Semaphore>,
    /// Becomes true when the server stops.
    pub stopping: watch::Sender<bool>,
    /// The open sockets.
    pub sockets: Sockets,
    /// The open streams.
    pub streams: Streams,
    /// Sockets per address, which also counts them behind a proxy.
    pub sockets_held: Holds<Address>,
    /// When the site started, in seconds since 1970: the first half of requests' numbers.
    pub started: i64,
    /// How many requests there were.
    pub requested: AtomicU64,
}

impl Site {
    /// A site with this store.
    ///
    /// # Errors
    /// If the system cannot start threads for bots.
    pub fn new(
        config: Config,
        store: Arc<dyn Store>,
        cluster: Option<Arc<Cluster>>,
        signer: Signer,
        metrics: Arc<Metrics>,
    ) -> std::io::Result<Self> {
        let per_second =
            |count: u32, burst: u32| (count > 0).then(|| Rate::per_second(count, count.saturating_mul(burst)));
        Ok(Self {
            signer,
            bots: BotPool::start(config.bot_threads, Arc::clone(&metrics))?,
            requests: Limiter::new(per_second(config.request_rate, 10)).among(config.has_bus()),
            programs: Limiter::new(per_second(config.token_rate, 10)).among(config.has_bus()),
            guests: Limiter::new((config.guest_rate > 0).then(|| Rate::per_hour(config.guest_rate)))
                .among(config.has_bus()),
            attempts: Attempts::new(config.has_bus()),
            connections: Holds::new(config.max_connections_per_address),
            budgets: Budgets::new(&config),
            reviews: Reviews::default(),
            resent: Limiter::new(per_second(config.resend_rate.saturating_mul(1024), 30)).among(config.has_bus()),
            seen: Mutex::new(HashMap::new()),
            passwords: Passwords::new(),
            ended: Notify::new(),
            replays: Arc::new(Semaphore::new(REPLAYS)),
            loads: Arc::new(Semaphore::new(REPLAYS)),
            tables: Tables::default(),
            stopping: watch::Sender::new(false),
            sockets: Sockets::default(),
            streams: Streams::default(),
            sockets_held: Holds::new(config.max_connections_per_address),
            started: now_ms() / 1000,
            requested: AtomicU64::new(1),
            config,
            store,
            cluster,
            metrics,
        })
    }

    /// Notes where a person was seen.
    pub fn see(&self, person: &PersonId, address: Address) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.get(person) == Some(&address) {
            return;
        }
        if seen.len() >= SEEN {
            // Whoever is active is noted again soon.
            seen.clear();
        }
        seen.insert(person.clone(), address);
    }

    /// The person as the owner of time on the bots' threads.
    pub fn owner(&self, person: &PersonId) -> Owner {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        Owner {
            address: seen.get(person).copied(),
            person: person.clone(),
        }
    }

    /// Whether somebody may make another table.
    ///
    /// # Errors
    /// `too_many_tables`, or why the store failed.
    pub async fn may_have_another_table(&self, host: &PersonId) -> Result<(), Refusal> {
        if self.store.count_tables(host.clone()).await? >= self.config.max_tables {
            return Err(Refusal::new(
                Code::TooManyTables,
                "you have too many tables; finish or leave some first",
            ));
        }
        Ok(())
    }

    /// Replays a game off the socket threads, and only a few at a time, because it takes a moment.
    ///
    /// # Errors
    /// `busy` if too many others are waiting.
    pub async fn replaying<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = || Refusal::new(Code::Busy, "many games are being looked at; try again in a moment");
        let permit = tokio::time::timeout(PATIENCE, Arc::clone(&self.replays).acquire_owned());
        let permit = permit.await.map_err(|_| busy())?.map_err(|_| busy())?;
        replay_with(permit, work).await
    }

    /// Takes up a stored game off the socket threads. A person may be waiting for it, so it does not wait behind those
    /// who look at finished games.
    ///
    /// # Errors
    /// `damaged` if that breaks down.
    pub async fn loading<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = |_| Refusal::new(Code::Busy, "the server is being restarted; come back in a moment");
        let permit = Arc::clone(&self.loads).acquire_owned().await.map_err(busy)?;
        replay_with(permit, work).await
    }

    /// Sends mail to a table, loading it into memory if needed.
    ///
    /// # Errors
    /// `busy` if it has too much mail.
    pub fn send(self: &Arc<Self>, id: &TableId, mail: Mail) -> Result<(), Refusal> {
        self.post(id, mail).map(drop)
    }

    /// The same, and returns where to send more. Only for senders whom the table knows as viewers: it stays in memory
    /// for them.
    ///
    /// # Errors
    /// `busy` if it has too much mail.
    pub fn post(self: &Arc<Self>, id: &TableId, mail: Mail) -> Result<mpsc::Sender<Mail>, Refusal> {
        // Send under the lock: a table is removed from memory under the same lock, so it has seen all its mail by then.
        let mut tables = self.tables.lock();
        let outbox = tables.entry(id.clone()).or_insert_with(|| {
            let (outbox, inbox) = mpsc::channel(INBOX);
            tokio::spawn(host(Arc::clone(self), id.clone(), inbox, outbox.downgrade()));
            outbox
        });
        outbox
            .try_send(mail)
            .map_err(|_| Refusal::new(Code::Busy, "too much is going on at this table; try again in a moment"))?;
        Ok(outbox.clone())
    }

    /// Sends mail to a table and waits for the answer.
    ///
    /// # Errors
    /// `busy`, or what the table answers.
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &TableId,
        mail: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Mail,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.send(id, mail(reply))?;
        let gone = |_| Refusal::new(Code::Busy, "the table is being read again; try again in a moment");
        answer.await.map_err(gone)?
    }

    /// Tells all tables and sockets what they must know, here and at other nodes.
    pub(crate) fn announce(&self, news: News) {
        self.hear(&news);
        if let Some(cluster) = &self.cluster {
            cluster.tell(news);
        }
    }

    /// Tells the tables and sockets of this node what they must know.
    pub(crate) fn hear(&self, news: &News) {
        match news {
            News::Renamed(renamed) => {
                // Sockets know their people by the old names, so they are made anew.
                for (person, _) in renamed {
                    self.sockets.sign_out(person);
                }
                let renamed = renamed.iter().cloned();
                let renamed: Arc<[Renamed]> = renamed.map(|(person, name)| Renamed { person, name }).collect();
                self.tell_all(|| Mail::Renamed(Arc::clone(&renamed)));
            }
            News::Seated(people) => self.streams.wake(people),
            News::Bot(person) => {
                // Sockets know their people as they were, too.
                self.sockets.sign_out(person);
                self.tell_all(|| Mail::Bot(person.clone()));
            }
            News::Forgotten(person) => {
                self.sockets.sign_out(person);
                // Tables may remember what was said.
                self.tell_all(|| Mail::Forget(person.clone()));
            }
            News::SignedOut { person, except: None } => self.sockets.sign_out(person),
            News::SignedOut {
                person,
                except: Some(token),
            } => self.sockets.sign_out_others(person, token),
            News::TokenEnded(token) => self.sockets.end(token),
            News::Spent(spent) => self.spend_as_told(spent),
            News::Leaving => {}
        }
    }

    /// Ends the sockets of tokens that do not count any more: what other nodes said while the bus was away is lost.
    pub(crate) async fn end_strangers(&self) {
        let since = self.sessions_since(now_ms());
        for token in self.sockets.tokens() {
            let session = self.store.person_of(token.clone(), since).await;
            let program = self.store.api_token(token.clone()).await;
            if let (Ok(None), Ok(None)) = (session, program) {
                self.sockets.end(&token);
            }
        }
    }

    /// Whether this node may tell anybody anything.
    #[must_use]
    pub fn serves(&self) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.serves())
    }

    /// Loads tables when something is due at them, and sweeps. Ends with the server.
    pub async fn keep_time(self: Arc<Self>) {
        let mut stopping = self.stopping.subscribe();
        let mut look = tokio::time::interval(LOOK);
        let mut sweep = tokio::time::interval(SWEEP);
        let mut measure = tokio::time::interval(MEASURE);
        loop {
            tokio::select! {
                _ = look.tick() => self.wake_due().await,
                _ = sweep.tick() => {
                    // Deadlines do not wait for it.
                    let site = Arc::clone(&self);
                    tokio::spawn(async move { site.sweep().await });
                }
                _ = measure.tick() => self.measure(),
                () = stopped(&mut stopping) => return,
            }
        }
    }

    /// A game has ended: whoever judges games has work.
    pub fn game_ended(&self) {
        self.ended.notify_one();
    }

    /// Resolves when a game has ended.
    pub(crate) async fn next_end(&self) {
        self.ended.notified().await;
    }

    async fn wake_due(self: &Arc<Self>) {
        // Bots at tables that nobody looks at have time: only as many are loaded as can think soon.
        let room = WAKE_BOTS.saturating_sub(self.bots.waiting(Kind::Idle));
        let bots = if room == 0 { 0 } else { self.tables.len() + room };
        match self.store.due(now_ms(), bots).await {
            Ok(tables) => {
                for id in tables.iter().filter(|id| !self.tables.contains(id)) {
                    let _ = self.send(id, Mail::Wake);
                }
            }
            Err(error) => tracing::error!(%error, "what is due cannot be read"),
        }
    }

    /// Tokens that were not used since then have expired.
    #[must_use]
    pub fn sessions_since(&self, now: i64) -> i64 {
        days_before(self.attended(now), self.config.session_days)
    }

    /// The time for what is forgotten after a while. The time before this process does not count: nobody could come
    /// back then, and a wrong clock must not delete anything.
    fn attended(&self, now: i64) -> i64 {
        now.saturating_sub(self.store.absence())
    }

    /// Sends mail to all tables in memory, each as soon as it takes some. A table that is being loaded gets it, too.
    pub fn tell_all(&self, mail: impl Fn() -> Mail) {
        for table in self.tables.all() {
            let mail = mail();
            if let Err(mpsc::error::TrySendError::Full(mail)) = table.try_send(mail) {
                tokio::spawn(async move { table.send(mail).await });
            }
        }
    }

    /// Deletes for good what nobody needs any more, a little at a time.
    async fn sweep(&self) {
        let now = now_ms();
        // Whoever is connected is there, even without a request for months.
        let alive = self.sockets.tokens().into_iter().collect();
        let alive = self.store.touch(alive, now).await;
        let expired = self
            .store
            .expire(self.sessions_since(now), days_before(self.attended(now), KNOWN))
            .await;
        if let Err(error) = alive.and(expired) {
            // Rather keep everybody than forget somebody who is there.
            tracing::error!(%error, "who is there could not be noted");
            return;
        }
        let mut all = Swept::default();
        loop {
            match self.store.sweep(self.config.retention(self.attended(now))).await {
                Ok(swept) if swept.is_empty() => break,
                Ok(swept) => all = all.and(swept),
                Err(error) => return tracing::error!(%error, "old guests, tables and chat could not be swept"),
            }
            tokio::time::sleep(BREATH).await;
        }
        if !all.is_empty() {
            let Swept {
                tables,
                chat,
                guests,
                decks,
                reviews,
            } = all;
            tracing::info!(tables, chat, guests, decks, reviews, "swept");
        }
        if let Err(error) = self.store.tidy().await {
            tracing::error!(%error, "the database could not be tidied");
        }
    }

    /// Measures what an operator wants to know the size of.
    fn measure(&self) {
        let (database, log) = self.store.sizes();
        self.metrics.size(Size::Database, database);
        self.metrics.size(Size::Log, log);
        if let Some(bytes) = machine::disk_free(&self.config.data) {
            self.metrics.size(Size::DiskFree, bytes);
        }
        if let Some(bytes) = machine::memory() {
            self.metrics.size(Size::Memory, bytes);
        }
    }
}

/// Replays a game off the socket threads, and gives the permit back then.
async fn replay_with<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(permit);
        done
    });
    done.await
        .map_err(|_| Refusal::new(Code::Damaged, "this game cannot be replayed"))
}

/// Waits for the server to stop.
pub async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the site; if it is gone, the server has stopped.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// A place among the connections, held while one is open.
pub struct Place {
    site: Arc<Site>,
    /// The address that it counts for; `None` behind a proxy, where all connections come from the proxy.
    address: Option<Address>,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    /// Takes a place, if the address has one left.
    #[must_use]
    pub fn take(site: &Arc<Site>, peer: Address, permit: OwnedSemaphorePermit) -> Option<Arc<Self>> {
        let address = (!site.config.trust_proxy).then_some(peer);
        if address.is_some_and(|address| !site.connections.take(address)) {
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

    fn len(&self) -> usize {
        self.lock().len()
    }

    /// Where to send mail to each of them.
    fn all(&self) -> Vec<mpsc::Sender<Mail>> {
        self.lock().values().cloned().collect()
    }

    fn contains(&self, id: &TableId) -> bool {
        self.lock().contains_key(id)
    }

    /// Removes all tables from memory, each as soon as its viewers are gone.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Removes the table from memory.
    pub fn remove(&self, id: &TableId) {
        self.lock().remove(id);
    }

    /// Removes the table from memory, unless it has mail.
    pub fn remove_if_idle(&self, id: &TableId, inbox: &mpsc::Receiver<Mail>) -> bool {
        let mut tables = self.lock();
        let idle = inbox.is_empty();
        if idle {
            tables.remove(id);
        }
        idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::{Token, person_id};
    use crate::store::{NewToken, Person, SqliteStore};

    /// Somebody who leaves a page open for months makes no request, and is there all the same.
    #[tokio::test]
    async fn whoever_is_connected_is_not_forgotten() {
        let scratch = roundtable_load::Scratch::new("site").unwrap();
        let (config, metrics) = (Config::for_tests(scratch.path()), Arc::new(Metrics::new()));
        let store = Arc::new(SqliteStore::open(&config.database(), Arc::clone(&metrics)).unwrap());
        let signer = Signer::open(&config.data).unwrap();
        let site = Site::new(config, store, None, signer, metrics).unwrap();
        let long_ago = days_before(now_ms(), 200);
        let mut tokens = Vec::new();
        for name in ["Ann", "Ben"] {
            let (id, hash) = (person_id().unwrap(), Token::new().unwrap().hash());
            let person = Person {
                id: id.clone(),
                name: name.to_owned(),
                password: None,
                bot: false,
            };
            let token = NewToken {
                hash: hash.clone(),
                at: long_ago,
                device: String::new(),
                strict: false,
            };
            site.store.create_person(person, token).await.unwrap();
            tokens.push((id, hash));
        }
        let _socket = site.sockets.enter(Some(tokens[0].clone()));
        site.sweep().await;
        let mut known = Vec::new();
        for (_, token) in tokens {
            let since = site.sessions_since(now_ms());
            known.push(
                site.store
                    .person_of(token, since)
                    .await
                    .unwrap()
                    .map(|found| found.person.name),
            );
        }
        assert_eq!(known, [Some("Ann".to_owned()), None]);
        site.store.close();
    }
}
