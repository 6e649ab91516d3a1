//! What is hit: nodes, a database with a standby, a bus, and the link to one node.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::link::Link;
use crate::{Certificate, Nats, Oops, Postgres, Process, Scratch, Serve};

/// How many nodes there are. The last lives behind the link, if there is one.
pub(super) const NODES: usize = 3;

/// Settings of a database that does not care for power failures: killed processes lose nothing.
const QUICK: [&str; 2] = ["fsync=off", "full_page_writes=off"];

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// The servers.
pub(super) struct Grounds {
    serve: Vec<Serve>,
    nodes: Vec<Option<Process>>,
    /// The database, and who takes over from it.
    postgres: [Postgres; 2],
    nats: Nats,
    pub(super) link: Option<Link>,
    _scratch: Scratch,
}

impl Grounds {
    /// Starts everything.
    pub(super) fn open(program: &Path, durable: bool, logs: Option<&PathBuf>) -> Result<Self, Oops> {
        let link = Link::lay()?;
        let back = link.as_ref().map(Link::back);
        let certificate = Certificate::new(&["127.0.0.1", "10.77.0.1"])?;
        let authority = certificate.file().to_string_lossy().into_owned();
        let nats = Nats::start_at(back.map_or("127.0.0.1", |_| "0.0.0.0"), Some(certificate))?;
        let hosts: Vec<&str> = back.into_iter().collect();
        let settings: &[&str] = if durable { &[] } else { &QUICK };
        let postgres = Postgres::start_at(&hosts, settings)?;
        let standby = postgres.standby(None)?;
        postgres.sql("postgres", "CREATE DATABASE site")?;
        let scratch = Scratch::new("faults")?;
        let mut serve = Vec::new();
        for number in 0..NODES {
            let far = link.as_ref().filter(|_| number + 1 == NODES);
            let host = far.map_or("127.0.0.1", Link::back);
            let mut one = Serve::unlimited(program).with(&["--bus", &nats.address_at(host)]);
            one = one.with(&["--bus-credentials", &nats.credentials(), "--bus-ca", &authority]);
            let ports = [postgres.port(), standby.port()];
            one.environment
                .push(("ROUNDTABLE_STORE", Postgres::address_of(host, ports, "site")));
            one.bind = match far {
                Some(link) => format!("{}:8080", link.front()),
                None => format!("127.0.0.1:{}", free_port()?),
            };
            one.through = far.map(Link::through).unwrap_or_default();
            one.data = Some(scratch.path().join(number.to_string()));
            let logs = logs.map_or_else(|| scratch.path(), PathBuf::as_path);
            one.log = Some(logs.join(format!("node-{number}.log")));
            serve.push(one);
        }
        let mut grounds = Self {
            nodes: serve.iter().map(|_| None).collect(),
            serve,
            postgres: [postgres, standby],
            nats,
            link,
            _scratch: scratch,
        };
        for number in 0..NODES {
            grounds.start(number)?;
        }
        Ok(grounds)
    }

    /// Where the nodes listen.
    pub(super) fn addresses(&self) -> Result<Arc<Vec<SocketAddr>>, Oops> {
        let addresses: Result<Vec<SocketAddr>, _> = self.serve.iter().map(|one| one.bind.parse()).collect();
        Ok(Arc::new(addresses?))
    }

    /// Starts a node. While its database is on its way back, it is tried again.
    pub(super) fn start(&mut self, node: usize) -> Result<(), Oops> {
        let begun = Instant::now();
        loop {
            match self.serve[node].start() {
                Ok(process) => {
                    self.nodes[node] = Some(process);
                    return Ok(());
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Kills a node at once.
    pub(super) fn kill(&mut self, node: usize) {
        self.nodes[node] = None;
    }

    /// Has a node stop, and waits until it has.
    pub(super) fn stop(&mut self, node: usize) -> Result<(), Oops> {
        let Some(mut process) = self.nodes[node].take() else {
            return Ok(());
        };
        process.signal("-TERM");
        if process.wait(PATIENCE)? {
            Ok(())
        } else {
            Err("a node that was told to stop did not end well".into())
        }
    }

    /// Freezes a node, or lets it go on.
    pub(super) fn freeze(&self, node: usize, on: bool) {
        if let Some(process) = &self.nodes[node] {
            process.signal(if on { "-STOP" } else { "-CONT" });
        }
    }

    pub(super) fn kill_database(&self) {
        self.postgres[0].kill();
    }

    pub(super) fn start_database(&self) -> Result<(), Oops> {
        self.postgres[0].run()
    }

    /// Kills the database for good; its standby takes over, and gets a new standby.
    pub(super) fn fail_over(&mut self) -> Result<(), Oops> {
        let [old, new] = &self.postgres;
        old.kill();
        new.promote()?;
        let standby = new.standby(Some(old.port()))?;
        self.postgres.swap(0, 1);
        self.postgres[1] = standby;
        Ok(())
    }

    pub(super) fn kill_bus(&self) {
        self.nats.kill();
    }

    pub(super) fn start_bus(&self) -> Result<(), Oops> {
        self.nats.run()
    }

    /// What the database answers.
    pub(super) fn sql(&self, sql: &str) -> Result<String, Oops> {
        self.postgres[0].sql("site", sql)
    }

    /// The tables that a node serves.
    pub(super) fn tables_of(&self, node: usize) -> Result<Vec<String>, Oops> {
        let place = &self.serve[node].bind;
        let sql = format!(
            "SELECT t.id FROM tables t JOIN nodes n ON n.id = t.node WHERE n.address LIKE '%@{place}' AND t.status = \
             'running'"
        );
        Ok(self.sql(&sql)?.lines().map(str::to_owned).collect())
    }
}

fn free_port() -> Result<u16, Oops> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
