//! Metrics for the operator. Nothing here names a person, a table or a card.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use roundtable_protocol::Code;

use crate::bots::Kind;

/// The code of a refusal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct OfCode {
    code: &'static str,
}

/// The kind of a bot's job.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct OfKind {
    kind: &'static str,
}

/// A part of the way of a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct OfPhase {
    phase: &'static str,
}

/// The parts of the way of a move through the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// From its arrival until the table takes it up.
    Queue,
    /// The rules of the game.
    Decide,
    /// Until it is on disk.
    Store,
    /// Writing what each viewer is told.
    Tell,
}

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
    /// Refused requests and messages, by code.
    refusals: Family<OfCode, Counter>,
    /// Requests, messages and connections over a limit.
    pub limited: Counter,
    /// Sockets closed because their client read too slowly.
    pub slow: Counter,
    /// Computed answers and hints of bots.
    pub bot_answers: Counter,
    /// Reviews that were worked out.
    pub reviews: Counter,
    /// Turns and hints that wait for a thread.
    pub bot_queue: Gauge,
    /// How long turns and hints waited for a thread, by kind.
    bot_wait_seconds: Family<OfKind, Histogram, fn() -> Histogram>,
    /// The time from a move's arrival to its acknowledgement.
    pub move_seconds: Histogram,
    /// The parts of that time.
    phases: [Histogram; 4],
    /// The time of a grouped commit.
    pub commit_seconds: Histogram,
    /// How long the oldest write of a group waited for its commit.
    pub commit_wait_seconds: Histogram,
    /// Committed writes, many in one commit.
    pub commit_jobs: Counter<u64, AtomicU64>,
    /// Tables that were found damaged.
    pub damaged: Counter,
    /// Writes refused because another node serves the table now.
    pub fenced: Counter,
    /// Tables that were taken from another node, whose lease was over.
    pub takeovers: Counter,
    /// How often this node has lost its lease.
    pub leases_lost: Counter,
    /// How often letters of another node were lost.
    pub bus_gaps: Counter,
    /// How long ago the lease was renewed, in milliseconds.
    lease_age: Gauge,
    /// Bytes of the database, of its log, free on its disk, and of the process's memory.
    sizes: [Gauge; 4],
}

/// What has a size that the operator wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The database file.
    Database,
    /// The log beside it.
    Log,
    /// The room left on its disk.
    DiskFree,
    /// The memory of this process.
    Memory,
}

/// Buckets from a quarter of a millisecond to two seconds.
fn short() -> Histogram {
    Histogram::new(exponential_buckets(0.000_25, 2.0, 14))
}

/// Buckets from a millisecond to four minutes.
fn long() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 4.0, 10))
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
        let bot_queue = gauge("bot_queue", "Turns of bots and hints that wait for a thread");
        let lease_age = gauge(
            "lease_age_milliseconds",
            "How long ago the lease on the database was renewed",
        );
        let sizes = [
            gauge("database_bytes", "The size of the database file"),
            gauge("database_log_bytes", "The size of the log beside the database"),
            gauge("disk_free_bytes", "The room left on the disk of the database"),
            gauge("memory_bytes", "The memory of this process"),
        ];
        let mut counter = |name: &str, help: &str| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let moves = counter("moves", "Moves that were stored");
        let limited = counter("limited", "Requests, messages and connections over a limit");
        let slow = counter("slow_clients", "Sockets closed because their client read too slowly");
        let bot_answers = counter("bot_answers", "Answers that bots computed");
        let reviews = counter("reviews", "Reviews of finished games that were worked out");
        let damaged = counter(
            "damaged_tables",
            "Tables that were found damaged and taken out of service",
        );
        let fenced = counter("fenced_writes", "Writes refused because another node serves the table");
        let takeovers = counter(
            "takeovers",
            "Tables that were taken from another node, whose lease was over",
        );
        let leases_lost = counter("leases_lost", "How often this node has lost its lease");
        let bus_gaps = counter("bus_gaps", "How often letters of another node were lost");
        let commit_jobs = counter("commit_jobs", "Writes that were committed, many in one commit");
        let mut histogram = |name: &str, help: &str| {
            let histogram = short();
            registry.register(name, help, histogram.clone());
            histogram
        };
        let move_seconds = histogram("move_seconds", "From the arrival of a move to its acknowledgement");
        let commit_seconds = histogram("commit_seconds", "What a grouped commit takes");
        let commit_wait_seconds = histogram("commit_wait_seconds", "How long the oldest write of a group waited");
        let refusals = Family::default();
        registry.register("refusals", "Requests and messages that were refused", refusals.clone());
        let bot_wait_seconds = Family::new_with_constructor(long as fn() -> Histogram);
        registry.register(
            "bot_wait_seconds",
            "How long turns of bots and hints waited for a thread",
            bot_wait_seconds.clone(),
        );
        let by_phase = Family::<OfPhase, Histogram, _>::new_with_constructor(short as fn() -> Histogram);
        registry.register("phase_seconds", "The parts of the way of a move", by_phase.clone());
        // The lookup of a label takes a lock, which the way of a move should not.
        let phases =
            ["queue", "decide", "store", "tell"].map(|phase| by_phase.get_or_create(&OfPhase { phase }).clone());
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
            reviews,
            bot_queue,
            bot_wait_seconds,
            move_seconds,
            phases,
            commit_seconds,
            commit_wait_seconds,
            commit_jobs,
            damaged,
            fenced,
            takeovers,
            leases_lost,
            bus_gaps,
            lease_age,
            sizes,
        }
    }

    /// Counts a refusal.
    pub fn refuse(&self, code: Code) {
        // The games' own codes are many, and none of the operator's business.
        let code = match code {
            Code::Engine(roundtable_core::Code::Rule(_)) => "rule",
            other => other.name(),
        };
        self.refusals.get_or_create(&OfCode { code }).inc();
    }

    /// How long a bot's job has waited.
    pub fn bot_wait(&self, kind: Kind, wait: Duration) {
        let kind = OfKind { kind: kind.name() };
        self.bot_wait_seconds.get_or_create(&kind).observe(wait.as_secs_f64());
    }

    /// How long a part of the way of a move took.
    pub fn phase(&self, phase: Phase, time: Duration) {
        self.phases[phase as usize].observe(time.as_secs_f64());
    }

    /// Sets how long ago the lease was renewed; without one it stays.
    pub fn lease_age(&self, age: Option<Duration>) {
        if let Some(age) = age {
            self.lease_age.set(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
        }
    }

    /// Sets a size.
    pub fn size(&self, of: Size, bytes: u64) {
        self.sizes[of as usize].set(i64::try_from(bytes).unwrap_or(i64::MAX));
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
