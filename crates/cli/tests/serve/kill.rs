//! `kill -9` at any moment, under load: no acknowledged move is lost, and none is shown that is not stored.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use roundtable_core::Rng;
use roundtable_load::{Client, Live, Oops, Scratch};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::house::{BUSY, Process};

const CREWS: usize = 16;

/// What the players of a table know for certain.
#[derive(Default, Debug)]
struct Ledger {
    table: String,
    /// The acknowledged moves in order, each with seat and notation.
    acknowledged: Vec<String>,
    /// Sent and not answered yet.
    in_flight: Option<String>,
    /// The most moves that any player was shown.
    seen: usize,
}

type Ledgers = Arc<Mutex<Vec<Arc<Mutex<Ledger>>>>>;

/// The people of one table at a time; they make any legal moves, and start another table when one is over.
struct Crew {
    game: &'static str,
    players: usize,
    rng: Rng,
    ledgers: Ledgers,
    seated: Option<(Arc<Mutex<Ledger>>, Vec<Client>)>,
}

impl Crew {
    async fn play(mut self, mut server: watch::Receiver<Option<SocketAddr>>) {
        loop {
            let Ok(address) = server.wait_for(Option::is_some).await.map(|address| *address) else {
                return;
            };
            let Some(address) = address else { continue };
            // Any failure means that the server was killed; go on with the next one.
            let _ = self.play_on(address).await;
            if server.wait_for(|now| *now != Some(address)).await.is_err() {
                return;
            }
        }
    }

    async fn play_on(&mut self, server: SocketAddr) -> Result<(), Oops> {
        loop {
            if self.seated.is_none() {
                self.sit(server).await?;
            }
            let Some((ledger, clients)) = &self.seated else {
                continue;
            };
            let ledger = Arc::clone(ledger);
            let table = ledger.lock().unwrap().table.clone();
            let mut lives = Vec::new();
            for client in clients {
                let client = Client {
                    server,
                    ..client.clone()
                };
                lives.push(client.live(&table, None).await?);
            }
            let mut stands = Vec::new();
            for live in &mut lives {
                let first = live.next().await.ok_or("gone")?;
                if first["type"] == "bye" {
                    // A server that stops says so to whoever comes at that moment.
                    return Err("the server stops".into());
                }
                stands.push(first["game"].clone());
            }
            reconcile(&mut ledger.lock().unwrap(), ply(&stands[0]));
            while stands[0]["outcome"].is_null() {
                self.step(&ledger, &mut lives, &mut stands).await?;
            }
            self.seated = None;
        }
    }

    async fn sit(&mut self, server: SocketAddr) -> Result<(), Oops> {
        let mut clients = Vec::new();
        for seat in 0..self.players {
            clients.push(Client::guest(server, &format!("Player {seat}")).await?);
        }
        let wish = json!({"game": self.game, "players": self.players, "public": true});
        let made = clients[0].post("/api/tables", &wish).await?.json();
        let table = made["id"].as_str().ok_or("no table")?.to_owned();
        for client in &mut clients[1..] {
            client.post(&format!("/api/tables/{table}/join"), &json!({})).await?;
        }
        let started = clients[0]
            .post(&format!("/api/tables/{table}/start"), &json!({}))
            .await?;
        assert_eq!(started.status, 200, "{}", started.text);
        let ledger = Arc::new(Mutex::new(Ledger {
            table,
            ..Ledger::default()
        }));
        self.ledgers.lock().unwrap().push(Arc::clone(&ledger));
        self.seated = Some((ledger, clients));
        Ok(())
    }

    /// Plays one move, and waits until all have seen it.
    async fn step(&mut self, ledger: &Mutex<Ledger>, lives: &mut [Live], stands: &mut [Value]) -> Result<(), Oops> {
        let seat = stands
            .iter()
            .position(|stand| !stand["decision"].is_null())
            .expect("somebody is to act");
        let legal = stands[seat]["legal"].as_array().ok_or("no moves")?;
        let mv = &legal[self.rng.below(legal.len() as u32) as usize];
        let line = format!("{seat} {}", mv["notation"].as_str().ok_or("no notation")?);
        let play = json!({"play": {"decision": stands[seat]["decision"], "move": mv["number"]}});
        ledger.lock().unwrap().in_flight = Some(line.clone());
        let id = lives[seat].ask(&play).await?;
        let mut meanwhile = Vec::new();
        let answer = lives[seat].answer(id, &mut meanwhile).await;
        note(ledger, &meanwhile, &mut stands[seat]);
        assert_eq!(answer?["type"], "done");
        {
            let mut ledger = ledger.lock().unwrap();
            ledger.in_flight = None;
            ledger.acknowledged.push(line);
        }
        let now = ply(&stands[seat]);
        for (live, stand) in lives.iter_mut().zip(stands) {
            while ply(stand) < now {
                let message = live.next().await.ok_or("gone")?;
                note(ledger, &[message], stand);
            }
        }
        Ok(())
    }
}

fn ply(stand: &Value) -> usize {
    stand["ply"].as_u64().unwrap_or_default() as usize
}

/// Notes what was shown.
fn note(ledger: &Mutex<Ledger>, messages: &[Value], stand: &mut Value) {
    for message in messages.iter().filter(|message| message["game"].is_object()) {
        *stand = message["game"].clone();
        let mut ledger = ledger.lock().unwrap();
        ledger.seen = ledger.seen.max(ply(stand));
    }
}

/// After reconnecting: the move in flight was stored or not, and nothing else can have happened.
fn reconcile(ledger: &mut Ledger, ply: usize) {
    let sent = ledger.in_flight.take();
    if ply > ledger.acknowledged.len() {
        ledger
            .acknowledged
            .push(sent.expect("a move that nobody sent is stored"));
    }
    assert_eq!(
        ply,
        ledger.acknowledged.len(),
        "the table has as many moves as were acknowledged"
    );
}

/// Compares what the players know with what is on disk.
fn compare(file: &Path, ledgers: &Ledgers) -> usize {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    let verdict: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
    let mut moves = db
        .prepare("SELECT move FROM moves JOIN tables ON row = \"table\" WHERE id = ? ORDER BY ply")
        .unwrap();
    let mut count = 0;
    for ledger in ledgers.lock().unwrap().iter() {
        let ledger = ledger.lock().unwrap();
        let stored: Vec<String> = moves
            .query_map([&ledger.table], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let known = ledger.acknowledged.len();
        assert!(
            stored.len() >= known,
            "acknowledged moves are lost: {} of {known}",
            stored.len()
        );
        assert_eq!(
            stored[..known],
            ledger.acknowledged,
            "the stored moves are those that were acknowledged"
        );
        assert!(ledger.seen <= stored.len(), "a move was shown that is not stored");
        let more = &stored[known..];
        assert!(
            more.is_empty() || *more == *ledger.in_flight.as_slice(),
            "stored, but never sent: {more:?}"
        );
        count += known;
    }
    count
}

/// `ROUNDTABLE_KILLS=1000` for a long run.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_loses_no_acknowledged_move() {
    let _busy = BUSY.lock().await;
    let kills: u32 = std::env::var("ROUNDTABLE_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(50);
    let scratch = Scratch::new("kill").unwrap();
    let file = scratch.path().join("roundtable.sqlite");
    let games = [
        ("knight-at-the-inn", 2),
        ("shock", 3),
        ("never-bring-a-knife", 4),
        ("knight-shift", 2),
        ("knights-and-damosels", 3),
    ];
    let ledgers = Ledgers::default();
    let (address, server) = watch::channel(None);
    let crews: Vec<_> = (0..CREWS)
        .map(|crew| {
            let (game, players) = games[crew % games.len()];
            let ledgers = Arc::clone(&ledgers);
            let crew = Crew {
                game,
                players,
                rng: Rng::new(crew as u64),
                ledgers,
                seated: None,
            };
            tokio::spawn(crew.play(server.clone()))
        })
        .collect();
    let (mut rng, mut before, mut busy) = (Rng::new(1), 0, 0);
    for _ in 0..kills {
        let mut process = Process::start(scratch.path(), &[]);
        address.send_replace(Some(process.address));
        tokio::time::sleep(Duration::from_millis(60 + u64::from(rng.below(120)))).await;
        process.kill();
        address.send_replace(None);
        let count = compare(&file, &ledgers);
        busy += u32::from(count > before);
        before = count;
        assert!(
            crews.iter().all(|crew| !crew.is_finished()),
            "a crew gave up: something was wrong"
        );
    }
    // Everything is still there for the last server, and it stops cleanly.
    let mut process = Process::start(scratch.path(), &[]);
    address.send_replace(Some(process.address));
    tokio::time::sleep(Duration::from_millis(200)).await;
    address.send_replace(None);
    process.stop();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let total = compare(&file, &ledgers);
    assert!(
        crews.iter().all(|crew| !crew.is_finished()),
        "a crew gave up: something was wrong"
    );
    eprintln!(
        "{kills} kills, {busy} of them under load, {total} acknowledged moves, {} tables",
        ledgers.lock().unwrap().len()
    );
    assert!(busy * 2 > kills, "most kills came while moves were made");
    crews.iter().for_each(tokio::task::JoinHandle::abort);
}
