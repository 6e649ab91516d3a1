//! Shared by the tests of the server: a server in this process on a free port, people, tables.
#![allow(dead_code, clippy::unwrap_used)]

use std::net::SocketAddr;
use std::time::Duration;

use roundtable_core::{FairDeal, HexKey};
use roundtable_load::{Client, Live, Nats, Postgres, Scratch};
use roundtable_server::store::{DatabaseUrl, Place};
use roundtable_server::{Config, Server};
use serde_json::{Value, json};

pub(crate) struct House {
    pub(crate) server: Option<Server>,
    pub(crate) scratch: Scratch,
    pub(crate) address: SocketAddr,
    change: fn(&mut Config),
    store: DatabaseUrl,
    /// Other nodes on the same database, and the bus between them: in the tests of the program `cluster`.
    others: Vec<(Server, Scratch)>,
    bus: Option<Nats>,
}

/// Where the server stores: the tests of the programs `postgres` and `cluster` are those of others, with the other
/// store.
fn store() -> DatabaseUrl {
    let chosen = std::env::var("ROUNDTABLE_TEST_STORE").is_ok_and(|store| store == "postgres");
    if chosen || ["postgres", "cluster"].contains(&env!("CARGO_CRATE_NAME")) {
        DatabaseUrl::from(Postgres::shared().unwrap().database().unwrap())
    } else {
        DatabaseUrl::default()
    }
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    pub(crate) async fn open_with(change: fn(&mut Config)) -> Self {
        let scratch = Scratch::new("server").unwrap();
        let store = store();
        let mut config = Config::for_tests(scratch.path());
        config.store = store.clone();
        change(&mut config);
        let mut bus = None;
        let mut others = Vec::new();
        if env!("CARGO_CRATE_NAME") == "cluster" {
            let nats = bus.insert(Nats::start().unwrap());
            (config.bus, config.bus_credentials) = (nats.address(), nats.credentials());
            for _ in 0..2 {
                let scratch = Scratch::new("server").unwrap();
                let config = Config {
                    data: scratch.path().to_owned(),
                    ..config.clone()
                };
                others.push((Server::start(config).await.unwrap(), scratch));
            }
        }
        let server = Server::start(config).await.unwrap();
        Self {
            address: server.address(),
            server: Some(server),
            scratch,
            change,
            store,
            others,
            bus,
        }
    }

    /// Where the client with this number comes in: at each node in turn, if there are several.
    pub(crate) fn door(&self, client: usize) -> SocketAddr {
        let others = self.others.iter().map(|(server, _)| server.address());
        let doors: Vec<SocketAddr> = others.chain([self.address]).collect();
        doors[client % doors.len()]
    }

    pub(crate) async fn guest(&self, name: &str) -> Client {
        Client::guest(self.address, name).await.unwrap()
    }

    /// Stops the server and starts it again on the same database.
    pub(crate) async fn restart(&mut self) {
        self.close().await;
        let mut config = Config::for_tests(self.scratch.path());
        config.store = self.store.clone();
        (self.change)(&mut config);
        let server = Server::start(config).await.unwrap();
        self.address = server.address();
        self.server = Some(server);
    }

    /// Where the site is stored.
    pub(crate) fn place(&self) -> Place {
        if self.store.is_empty() {
            Place::File(self.scratch.path().join("roundtable.sqlite"))
        } else {
            Place::Database(self.store.clone())
        }
    }

    pub(crate) async fn close(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }
}

/// Sends JSON and expects it to be accepted.
pub(crate) async fn post(client: &mut Client, path: &str, body: Value) -> Value {
    let answer = client.post(path, &body).await.unwrap();
    assert!(
        (200..300).contains(&answer.status),
        "{path}: {} {}",
        answer.status,
        answer.text
    );
    answer.json()
}

/// Sends JSON and expects a refusal. Returns its code.
pub(crate) async fn refused(client: &mut Client, path: &str, body: Value) -> String {
    let answer = client.post(path, &body).await.unwrap();
    assert!(answer.status >= 400, "{path}: {} {}", answer.status, answer.text);
    answer.code()
}

/// Makes a table. Returns its identifier and the secret of its link.
pub(crate) async fn table(host: &mut Client, wish: Value) -> (String, String) {
    let made = post(host, "/api/tables", wish).await;
    (
        made["id"].as_str().unwrap().to_owned(),
        made["key"].as_str().unwrap().to_owned(),
    )
}

/// Sends a command to a table over HTTP.
pub(crate) async fn act(client: &mut Client, table: &str, command: &str, body: Value) -> Value {
    post(client, &format!("/api/tables/{table}/{command}"), body).await
}

/// Waits for a matching message, for at most a minute.
pub(crate) async fn until(live: &mut Live, fits: impl Fn(&Value) -> bool) -> Value {
    let wait = async {
        loop {
            let message = live.next().await.expect("the connection stays open");
            if fits(&message) {
                return message;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .expect("the message comes")
}

/// A finished game that bots played, for somebody on seat 0: the identifier of the table and the secret of its link.
pub(crate) async fn finished(house: &House, ann: &mut Client, wish: Value) -> (String, String) {
    let mut whole = json!({"stand_in": "page", "promise": promise(3)});
    whole.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    let (id, key) = table(ann, whole).await;
    act(ann, &id, "start", json!({"fill": "page"})).await;
    act(ann, &id, "reveal", json!({"number": number(3)})).await;
    let mut live = ann.live(&id, None).await.unwrap();
    act(ann, &id, "resign", json!({})).await;
    assert_eq!(live.next().await.unwrap()["type"], "sync");
    until(&mut live, |message| message["table"]["status"] == "over").await;
    assert!(house.server.is_some());
    (id, key)
}

/// A number for a deal.
pub(crate) fn number(byte: u8) -> Value {
    json!(HexKey([byte; 32]))
}

/// Its promise.
pub(crate) fn promise(byte: u8) -> Value {
    json!(FairDeal::promise(&HexKey([byte; 32])))
}

/// Where the game stands now: what was sent before the question does not count.
pub(crate) async fn state(live: &mut Live) -> Value {
    let id = live.ask(&json!({"sync": {}})).await.unwrap();
    let mut game = Value::Null;
    loop {
        let message = live.next().await.expect("the connection stays open");
        if message["type"] == "sync" {
            game = message["game"].clone();
        } else if message["type"] == "done" && message["id"] == id {
            return game;
        }
    }
}
