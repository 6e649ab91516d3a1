//! Metrics for the operator. Nothing here names a person, a table or a card.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// All metrics of a server. They belong to it rather than to the process, so that tests can run several.
pub struct Metrics {
    registry: Registry,
    /// Open connections.
    pub connections: Gauge,
    /// Open sockets.
    pub sockets: Gauge,
    /// Tables in memory.
    pub tables: Gauge,
    /// Stored moves.
    pub moves: Counter,
    /// Refused requests and messages.
    pub refusals: Counter,
    /// Requests, messages and connections over a limit.
    pub limited: Counter,
    /// Sockets closed because their client read too slowly.
    pub slow: Counter,
    /// Computed answers and hints of bots.
    pub bot_answers: Counter,
    /// Turns and hints that wait for a thread.
    pub bot_queue: Gauge,
    /// The time from a move's arrival to its acknowledgement.
    pub move_seconds: Histogram,
    /// The time of a grouped commit.
    pub commit_seconds: Histogram,
    /// Committed writes, many in one commit.
    pub commit_jobs: Counter<u64, AtomicU64>,
}

impl Metrics {
    /// All metrics at zero.
    #[must_use]
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("roundtable");
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let connections = gauge("connections", "Connections that are open");
        let sockets = gauge("sockets", "Table sockets that are open");
        let tables = gauge("tables", "Tables in memory");
        let bot_queue = gauge("bot_queue", "Turns of bots that wait for a thread");
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let moves = counter("moves", "Moves that were stored");
        let refusals = counter("refusals", "Requests and messages that were refused");
        let limited = counter("limited", "Requests, messages and connections over a limit");
        let slow = counter("slow_clients", "Sockets closed because their client read too slowly");
        let bot_answers = counter("bot_answers", "Answers that bots computed");
        let commit_jobs = counter("commit_jobs", "Writes that were committed, many in one commit");
        let mut histogram = |name: &str, help: &str| {
            let histogram = Histogram::new(exponential_buckets(0.000_25, 2.0, 14));
            registry.register(name, help, histogram.clone());
            histogram
        };
        let move_seconds = histogram("move_seconds", "From the arrival of a move to its acknowledgement");
        let commit_seconds = histogram("commit_seconds", "What a grouped commit takes");
        Self {
            registry,
            connections,
            sockets,
            tables,
            moves,
            refusals,
            limited,
            slow,
            bot_answers,
            bot_queue,
            move_seconds,
            commit_seconds,
            commit_jobs,
        }
    }

    /// The metrics in the text format of Prometheus.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}
