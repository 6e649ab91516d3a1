//! The listening socket, its connections, and the shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

use crate::config::Config;
use crate::http;
use crate::metrics::Metrics;
use crate::site::{Place, Site, stopped};
use crate::store::{SqliteStore, Store};

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);

/// How long connections have to end when the server stops.
const GRACE: Duration = Duration::from_secs(5);

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
        let store = SqliteStore::open(&config.database(), Arc::clone(&metrics))
            .map_err(|error| CannotServe(error.to_string()))?;
        Self::with_store(config, Arc::new(store), metrics).await
    }

    /// Starts to listen, with any store.
    ///
    /// # Errors
    /// If the address is taken.
    pub async fn with_store(config: Config, store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Result<Self, CannotServe> {
        let bind = config.bind;
        let listener = TcpListener::bind(bind).await.map_err(|error| {
            CannotServe(format!(
                "cannot listen on {bind}: {error}; choose another address with --bind"
            ))
        })?;
        let address = listener.local_addr().map_err(|error| CannotServe(error.to_string()))?;
        let places = u32::try_from(config.max_connections).unwrap_or(u32::MAX).min(1_000_000);
        let open = Arc::new(Semaphore::new(places as usize));
        let site = Site::new(config, store, metrics).map_err(|error| CannotServe(error.to_string()))?;
        let site = Arc::new(site);
        let router = http::router(Arc::clone(&site));
        Ok(Self {
            address,
            accepting: tokio::spawn(accept(listener, Arc::clone(&site), router, Arc::clone(&open))),
            timing: tokio::spawn(Arc::clone(&site).keep_time()),
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
    loop {
        // Over the limit, connections wait in the system's queue, where they cost us nothing.
        let Ok(place) = Arc::clone(&open).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                // If the address has too many connections, this one simply ends.
                let Some(place) = Place::take(&site, peer.ip(), place) else {
                    continue;
                };
                tokio::spawn(connection(
                    stream,
                    peer,
                    site.stopping.subscribe(),
                    router.clone(),
                    place,
                ));
            }
            Err(error) => {
                // Probably out of file descriptors; connections that end will free some.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    mut stopping: watch::Receiver<bool>,
    router: Router,
    place: Arc<Place>,
) {
    // Send small messages at once: a move should not wait for the next one.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        // An upgraded connection outlives this function; it takes its place along.
        request.extensions_mut().insert(Arc::clone(&place));
        request.map(axum::body::Body::new)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
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
