//! The listening socket, its connections, and the shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

use crate::cluster::Cluster;
use crate::config::Config;
use crate::http;
use crate::judge::judge;
use crate::limits::{Address, Rate};
use crate::metrics::Metrics;
use crate::signing::Signer;
use crate::site::{Place, Site, stopped};
use crate::store::{CannotOpen, PostgresStore, SqliteStore, Store};
use crate::stream::Metered;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);

/// How long connections have to end when the server stops.
const GRACE: Duration = Duration::from_secs(5);

/// How many of those who find no place are answered at the same time, and how long that may take.
const DOORWAY: usize = 64;
const AT_THE_DOOR: Duration = Duration::from_secs(2);

/// Bytes per second that are read from one connection, after a burst of four of the largest messages. A message in a
/// thousand parts counts with all its parts.
const READ_RATE: u32 = 64 * 1024;

/// The server cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CannotServe(String);

/// A running server.
pub struct Server {
    address: SocketAddr,
    site: Arc<Site>,
    accepting: JoinHandle<()>,
    timing: JoinHandle<()>,
    judging: JoinHandle<()>,
    open: Arc<Semaphore>,
    places: u32,
}

impl Server {
    /// Opens the database and starts to listen.
    ///
    /// # Errors
    /// If the database cannot be used or the address is taken, with advice.
    pub async fn start(config: Config) -> Result<Self, CannotServe> {
        let metrics = Arc::new(Metrics::new());
        let said = |error: CannotOpen| CannotServe(error.to_string());
        let store: Arc<dyn Store> = if config.store.is_empty() {
            Arc::new(SqliteStore::open(&config.database(), Arc::clone(&metrics)).map_err(said)?)
        } else {
            let opened = PostgresStore::open(&config.store, Arc::clone(&metrics)).await;
            Arc::new(opened.map_err(said)?)
        };
        Self::with_store(config, store, metrics).await
    }

    /// Starts to listen, with any store.
    ///
    /// # Errors
    /// If the address is taken.
    pub async fn with_store(config: Config, store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Result<Self, CannotServe> {
        let bind = config.bind;
        if config.bot_delay_min == 0 {
            tracing::warn!("bot_delay_min is 0, so the time that a bot takes shows how hard it found its decision");
        }
        let listener = TcpListener::bind(bind).await.map_err(|error| {
            CannotServe(format!(
                "cannot listen on {bind}: {error}; choose another address with --bind"
            ))
        })?;
        let address = listener.local_addr().map_err(|error| CannotServe(error.to_string()))?;
        let places = u32::try_from(config.max_connections).unwrap_or(u32::MAX).min(1_000_000);
        let open = Arc::new(Semaphore::new(places as usize));
        let signer = Signer::of(&*store, &config.data).await.map_err(CannotServe)?;
        let cluster = Cluster::join(&config, &address.to_string(), &store, &metrics).await;
        let cluster = cluster.map_err(CannotServe)?.map(Arc::new);
        let site = Site::new(config, store, cluster, signer, metrics);
        let site = Arc::new(site.map_err(|error| CannotServe(error.to_string()))?);
        if let Some(cluster) = &site.cluster {
            tokio::spawn(Arc::clone(cluster).keep(Arc::clone(&site)));
        }
        let router = http::router(Arc::clone(&site));
        Ok(Self {
            address,
            accepting: tokio::spawn(accept(listener, Arc::clone(&site), router, Arc::clone(&open))),
            timing: tokio::spawn(Arc::clone(&site).keep_time()),
            judging: tokio::spawn(judge(Arc::clone(&site))),
            site,
            open,
            places,
        })
    }

    /// The address that the server listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The server's metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.site.metrics
    }

    /// Stops: tells clients to come back, waits for work in progress, and closes the database.
    pub async fn stop(self) {
        self.site.stopping.send_replace(true);
        self.site.sockets.stop();
        self.accepting.abort();
        self.timing.abort();
        self.judging.abort();
        if let Some(cluster) = &self.site.cluster {
            // Others serve the tables before this process is gone.
            cluster.hand_over().await;
        }
        // All places free means that every connection has ended.
        let ended = self.open.acquire_many(self.places);
        if tokio::time::timeout(GRACE, ended).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.site.tables.clear();
        let store = Arc::clone(&self.site.store);
        // The writer finishes its queue; waiting for that must not block other tasks.
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
    }
}

async fn accept(listener: TcpListener, site: Arc<Site>, router: Router, open: Arc<Semaphore>) {
    // Places for those who find no other: they are told so, or that the server is healthy, and leave.
    let doorway = Arc::new(Semaphore::new(DOORWAY));
    let (mut turned_away, door) = (Turned::default(), http::door(Arc::clone(&site)));
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let address = Address::of(peer.ip(), site.config.ipv6_prefix);
                let place = match Arc::clone(&open).try_acquire_owned() {
                    Ok(permit) => Place::take(&site, address, permit),
                    Err(_) => None,
                };
                let guest = Guest { stream, peer, place };
                if guest.place.is_some() {
                    tokio::spawn(connection(guest, Arc::clone(&site), router.clone()));
                } else if let Ok(permit) = Arc::clone(&doorway).try_acquire_owned() {
                    turned_away.note(&site);
                    let serving = connection(guest, Arc::clone(&site), door.clone());
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(AT_THE_DOOR, serving).await;
                        drop(permit);
                    });
                }
            }
            Err(error) => {
                // Probably out of file descriptors; connections that end will free some.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Those who found no place, so that the log has one line for many of them.
#[derive(Default)]
struct Turned {
    count: u64,
    said_at: Option<Instant>,
}

impl Turned {
    fn note(&mut self, site: &Site) {
        site.metrics.limited.inc();
        self.count += 1;
        if self.said_at.is_none_or(|at| at.elapsed() > Duration::from_secs(60)) {
            tracing::warn!(count = self.count, "connections are turned away: there are too many");
            (self.count, self.said_at) = (0, Some(Instant::now()));
        }
    }
}

/// Somebody who connects.
struct Guest {
    stream: TcpStream,
    peer: SocketAddr,
    /// Their place; without one they only hear that there is none.
    place: Option<Arc<Place>>,
}

async fn connection(guest: Guest, site: Arc<Site>, router: Router) {
    let Guest { stream, peer, place } = guest;
    let mut stopping = site.stopping.subscribe();
    // Send small messages at once: a move should not wait for the next one.
    let _ = stream.set_nodelay(true);
    let stays = place.is_some();
    let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        // An upgraded connection outlives this function; it takes its place along.
        if let Some(place) = &place {
            request.extensions_mut().insert(Arc::clone(place));
        }
        request.map(axum::body::Body::new)
    });
    let largest = u32::try_from(site.config.max_message).unwrap_or(u32::MAX);
    let rate = (site.config.message_rate > 0).then(|| Rate::per_second(READ_RATE, largest.saturating_mul(4)));
    let stream = Metered::new(stream, rate, site.config.silence());
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(16 * 1024)
        .keep_alive(stays)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    drop(site);
    tokio::pin!(serving);
    // How a connection ends is the client's business.
    tokio::select! {
        _ = serving.as_mut() => {}
        () = stopped(&mut stopping) => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(GRACE, serving).await;
        }
    }
}
