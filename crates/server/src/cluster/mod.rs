//! Several nodes on one database. PostgreSQL says who serves which table ([`Nodes`]); a bus carries what players do to
//! the node that serves their table, and what they are shown back to the node they are connected to.
//!
//! Nothing depends on the bus but speed: a letter that is lost leaves a gap in a numbered stream, and then the viewers
//! concerned connect anew and are sent everything. Nothing is told that is not stored, and a node whose lease may be
//! over tells nothing at all.
//!
//! - `membership`: the lease of this node, and who else is there
//! - `bus`, `letter`, `post`: letters, and how they travel
//! - `away`: a table that another node serves, as it looks from here
//! - `guests`: viewers of other nodes at tables of this one
//! - `porter`: takes letters in

mod away;
mod bus;
mod guests;
mod letter;
mod membership;
mod porter;
mod post;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use roundtable_protocol::{Code, Refusal, TableId};
use tokio::sync::watch;

pub(crate) use away::Away;
use away::{Aways, moving};
use bus::Bus;
pub use guests::AwayViewer;
use guests::Guests;
pub(crate) use letter::News;
use membership::Membership;
use post::Post;

use crate::config::Config;
use crate::metrics::Metrics;
use crate::site::Site;
use crate::store::{NodeId, Nodes, Store, StoreError};

/// How often to see who is there.
const LOOK: Duration = Duration::from_millis(500);

/// How often to tell others which viewers are still here.
const STILL: Duration = Duration::from_secs(5);

/// How often to tell others what was taken from limits.
const TELL_TAKEN: Duration = Duration::from_secs(1);

/// How long to wait for the bus at the start, and for tables that are handed over to finish what they are doing.
const WAIT: Duration = Duration::from_secs(2);

/// This node, among others on the same database.
pub struct Cluster {
    store: Arc<dyn Store>,
    metrics: Arc<Metrics>,
    membership: Mutex<Membership>,
    /// Whether the node hands its tables over, and takes none any more.
    leaving: AtomicBool,
    /// The bus, if the settings name one.
    wire: Option<Wire>,
    /// Counts how often all tables in memory had to go: the lease was lost, or they were handed over.
    cleared: watch::Sender<u64>,
    /// Counts changes of who is there and can be reached.
    changes: watch::Sender<u64>,
}

/// What is there only with a bus.
struct Wire {
    /// The letters that come in, until the porter takes them.
    letters: Mutex<Option<[Subscriber; 2]>>,
    up: watch::Receiver<bool>,
    post: Post,
    guests: Guests,
    aways: Aways,
}

/// Where a table is served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    /// By this node, in this epoch.
    Here(i64),
    /// By another, which the bus reaches.
    There(NodeId),
    /// By another that cannot be reached.
    OutOfReach,
}

impl Cluster {
    /// Joins the other nodes on this store. `None` if nobody can share it.
    ///
    /// # Errors
    /// If the bus cannot be used or the database does not answer, with advice.
    pub async fn join(
        config: &Config,
        address: &str,
        store: &Arc<dyn Store>,
        metrics: &Arc<Metrics>,
    ) -> Result<Option<Self>, String> {
        if store.shared().is_none() {
            if !config.has_bus() {
                return Ok(None);
            }
            return Err("a bus is for several nodes on one database: name it with --store postgres://…".to_owned());
        }
        let membership = Membership::new(address).map_err(|refusal| refusal.message)?;
        let wire = if !config.has_bus() {
            None
        } else {
            let (sender, mut up) = watch::channel(false);
            let bus = Arc::new(Bus::connect(config, sender).await?);
            let post = Post::new(Arc::clone(&bus), membership.home.clone());
            // Usually it is there at once; if it is not, the node does without it for now.
            let _ = tokio::time::timeout(WAIT, up.wait_for(|up| *up)).await;
            // Before others can know of this node, so that it hears all they write.
            let letters = bus.listen(&membership.home).await?;
            Some(Wire {
                letters: Mutex::new(Some(letters)),
                guests: Guests::new(post.clone()),
                aways: Aways::default(),
                up,
                post,
            })
        };
        let cluster = Self {
            store: Arc::clone(store),
            metrics: Arc::clone(metrics),
            membership: Mutex::new(membership),
            leaving: AtomicBool::new(false),
            wire,
            cleared: watch::Sender::new(0),
            changes: watch::Sender::new(0),
        };
        cluster.enter().await.map_err(|error| error.to_string())?;
        cluster.look().await.map_err(|error| error.to_string())?;
        Ok(Some(cluster))
    }

    fn nodes(&self) -> Result<&dyn Nodes, StoreError> {
        let alone = || StoreError::Failed("nobody shares this store".to_owned());
        self.store.shared().ok_or_else(alone)
    }

    fn membership<T>(&self, work: impl FnOnce(&mut Membership) -> T) -> T {
        work(&mut self.membership.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Joins under the present name.
    async fn enter(&self) -> Result<(), StoreError> {
        let (begun, node) = self.membership(|own| (std::time::Instant::now(), own.as_new()));
        self.nodes()?.join(node).await?;
        self.membership(|own| own.renewed(begun));
        Ok(())
    }

    /// Looks who is there.
    async fn look(&self) -> Result<(), StoreError> {
        let rows = self.nodes()?.nodes().await?;
        if self.membership(|own| own.see(&rows)) {
            self.changed();
        }
        Ok(())
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Whether this node may serve tables: its lease is not over.
    #[must_use]
    pub fn serves(&self) -> bool {
        self.membership(|own| own.holds())
    }

    /// What keeps this node from working with the others, if something does.
    #[must_use]
    pub fn missing(&self) -> Option<&'static str> {
        if !self.serves() {
            return Some("the lease on the database is over\n");
        }
        self.wire
            .as_ref()
            .and_then(|wire| (!*wire.up.borrow()).then_some("the bus does not answer\n"))
    }

    /// Resolves when all tables in memory have to go.
    #[must_use]
    pub fn cleared(&self) -> watch::Receiver<u64> {
        self.cleared.subscribe()
    }

    /// Resolves when somebody came, went, or can be reached again.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Takes a table, or finds out who serves it.
    pub(crate) async fn holder(&self, table: &TableId) -> Result<Held, Refusal> {
        let away = || {
            let message = "this server has lost its database and waits for it; try again in a moment";
            Refusal::new(Code::Busy, message)
        };
        if self.leaving.load(Ordering::SeqCst) {
            return Err(moving());
        }
        if !self.serves() {
            return Err(away());
        }
        let me = self.membership(|own| own.id.clone());
        let holder = match self.nodes()?.take(table.clone(), &me).await {
            Err(StoreError::Fenced) => return Err(away()),
            other => other?.ok_or_else(crate::table::no_table)?,
        };
        if holder.taken_over {
            self.metrics.takeovers.inc();
        }
        if holder.mine {
            return Ok(Held::Here(holder.epoch));
        }
        let home = membership::home(&holder.address);
        let reached = self.wire.as_ref().is_some_and(|wire| *wire.up.borrow());
        match home {
            Some(home) if reached => {
                // The database says that its lease lasts, which is news if it has just come.
                let is_there = self.membership(|own| own.meet(&home));
                is_there.then_some(Held::There(home)).ok_or_else(moving)
            }
            _ => Ok(Held::OutOfReach),
        }
    }

    /// Gives up a table that leaves the memory.
    pub(crate) async fn give_up(&self, row: i64, epoch: i64) {
        let given = match self.nodes() {
            Ok(nodes) => nodes.give_up(row, epoch).await,
            Err(error) => Err(error),
        };
        if let Err(error) = given {
            // It stays this node's until the lease is over, which costs nothing but that nobody else takes it.
            tracing::debug!(%error, "a table could not be given up");
        }
    }

    /// Tells all other nodes.
    pub(crate) fn tell(self: &Arc<Self>, news: News) {
        if self.wire.is_some() {
            let cluster = Arc::clone(self);
            tokio::spawn(async move {
                if let Some(wire) = &cluster.wire {
                    wire.post.news(news).await;
                }
            });
        }
    }

    /// Keeps the lease, looks who is there, and takes letters in. Ends with the server.
    pub async fn keep(self: Arc<Self>, site: Arc<Site>) {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let porter = tokio::spawn(porter::run(Arc::clone(&self), Arc::clone(&site)));
        let mut stopping = site.stopping.subscribe();
        loop {
            tokio::select! {
                _ = look.tick() => self.attend().await,
                () = crate::site::stopped(&mut stopping) => break,
            }
        }
        porter.abort();
    }

    /// Renews the lease when it is time, and notices when it is lost.
    async fn attend(&self) {
        let (due, held) = self.membership(|own| (own.is_due(), own.holds()));
        if due && let Err(error) = self.renew().await {
            tracing::warn!(%error, "the lease could not be renewed");
        }
        if let Err(error) = self.look().await {
            tracing::debug!(%error, "who is there cannot be read");
        }
        let holds = self.serves();
        self.metrics.lease_age(self.membership(|own| own.age()));
        if held && !holds {
            tracing::error!("the lease may be over: nothing is told until the database answers");
            self.clear();
        }
    }

    async fn renew(&self) -> Result<(), StoreError> {
        let (begun, me) = self.membership(|own| (std::time::Instant::now(), own.id.clone()));
        if self.nodes()?.renew(&me).await? {
            self.membership(|own| own.renewed(begun));
            return Ok(());
        }
        tracing::error!("the lease was over: others may have taken the tables of this node; it joins again");
        self.metrics.leases_lost.inc();
        self.membership(Membership::lose);
        self.clear();
        self.membership(Membership::rename)
            .map_err(|refusal| StoreError::Failed(refusal.message))?;
        self.enter().await
    }

    /// Has all tables in memory go. Their viewers come again.
    fn clear(&self) {
        self.cleared.send_modify(|count| *count += 1);
    }

    /// Hands all tables over: they leave the memory, others may take them at once, and are told so.
    pub async fn hand_over(&self) {
        // First, so that no letter on its way brings a table up again.
        self.leaving.store(true, Ordering::SeqCst);
        self.clear();
        let begun = std::time::Instant::now();
        while self.metrics.tables.get() > 0 && begun.elapsed() < WAIT {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let me = self.membership(|own| {
            own.lose();
            own.id.clone()
        });
        let left = match self.nodes() {
            Ok(nodes) => nodes.leave(&me).await,
            Err(error) => Err(error),
        };
        if let Err(error) = left {
            tracing::warn!(%error, "the tables could not be handed over; others take them when the lease is over");
            return;
        }
        if let Some(wire) = &self.wire {
            wire.post.news(News::Leaving).await;
        }
    }
}
