//! Nodes in this process.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use roundtable_load::{Client, Live, Nats, Postgres, Scratch};
use roundtable_server::store::DatabaseUrl;
use roundtable_server::{Config, Server};
use serde_json::Value;

/// A node.
pub(crate) struct Node {
    pub(crate) server: Option<Server>,
    pub(crate) address: SocketAddr,
    _scratch: Scratch,
}

/// Some nodes on one database of their own.
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Node>,
    pub(crate) nats: Nats,
    pub(crate) database: String,
}

impl Nodes {
    pub(crate) async fn open(count: usize) -> Self {
        let database = Postgres::shared().unwrap().database().unwrap();
        let mut nodes = Self {
            nodes: Vec::new(),
            nats: Nats::start().unwrap(),
            database,
        };
        for _ in 0..count {
            nodes.join().await;
        }
        nodes.meet().await;
        nodes
    }

    /// Another node joins.
    pub(crate) async fn join(&mut self) {
        let scratch = Scratch::new("node").unwrap();
        let mut config = Config::for_tests(scratch.path());
        config.bus = self.nats.address();
        config.bus_credentials = self.nats.credentials();
        config.store = DatabaseUrl::from(self.database.clone());
        let server = Server::start(config).await.unwrap();
        self.nodes.push(Node {
            address: server.address(),
            server: Some(server),
            _scratch: scratch,
        });
    }

    /// Waits until all nodes that run know of each other.
    pub(crate) async fn meet(&self) {
        self.until_ready(true).await;
        // Everybody looks around twice a second.
        tokio::time::sleep(Duration::from_millis(1100)).await;
    }

    /// Waits until all nodes that run say that they can work, or that they cannot.
    pub(crate) async fn until_ready(&self, ready: bool) {
        let begun = Instant::now();
        for node in self.nodes.iter().filter(|node| node.server.is_some()) {
            loop {
                let answer = Client::new(node.address).get("/readyz").await.unwrap();
                if (answer.status == 200) == ready {
                    break;
                }
                assert!(begun.elapsed() < Duration::from_secs(30), "{}", answer.text);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Notes every message for viewers that the bus carries, and the node that it is for.
    pub(crate) async fn listen_in(&self) -> Arc<Mutex<Vec<(usize, String)>>> {
        let rows = Postgres::shared()
            .unwrap()
            .sql(&self.database, "SELECT address FROM nodes")
            .unwrap();
        let home = |row: &str| {
            let (home, address) = row.split_once('@').unwrap();
            let node = self.nodes.iter().position(|node| node.address.to_string() == address);
            (format!("roundtable.node.{home}"), node.unwrap())
        };
        let homes: HashMap<String, usize> = rows.lines().map(home).collect();
        let (user, password) = self.nats.user();
        let options = async_nats::ConnectOptions::with_user_and_password(user, password);
        let client = options.connect(self.nats.address()).await.unwrap();
        let mut letters = client.subscribe("roundtable.>").await.unwrap();
        client.flush().await.unwrap();
        let heard: Arc<Mutex<Vec<(usize, String)>>> = Arc::default();
        let noted = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Some(letter) = letters.next().await {
                let text = String::from_utf8(letter.payload.to_vec()).unwrap();
                if let (Some(node), Some((_, message))) = (homes.get(letter.subject.as_str()), text.split_once('\n')) {
                    noted.lock().unwrap().push((*node, message.to_owned()));
                }
            }
        });
        heard
    }

    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node].address
    }

    /// The same person, connected to this node.
    pub(crate) fn at(&self, client: &Client, node: usize) -> Client {
        Client {
            server: self.address(node),
            ..client.clone()
        }
    }

    /// The sum of a metric over all nodes that run.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let texts = self.nodes.iter().filter_map(|node| node.server.as_ref());
        let texts = texts.map(|server| server.metrics().text());
        let line = |text: String| {
            let found = text
                .lines()
                .find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
            found.unwrap_or(0.0) as u64
        };
        texts.map(line).sum()
    }
}

/// Connects to a table, again and again: it may be on its way from one node to another.
pub(crate) async fn connect(client: &Client, table: &str) -> (Live, Value) {
    let begun = Instant::now();
    loop {
        if let Ok(mut live) = client.live(table, None).await
            && let Some(first) = live.next().await
            && first["type"] == "sync"
        {
            return (live, first);
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the table can be reached");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
