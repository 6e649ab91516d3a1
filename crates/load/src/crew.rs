//! Scripted players on many tables.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use roundtable_load::{Client, Oops, Player, messages};
use serde_json::json;
use tokio::sync::watch;

/// The games in turn, with their fewest players.
const GAMES: [(&str, usize); 5] = [
    ("knight-at-the-inn", 2),
    ("shock", 3),
    ("never-bring-a-knife", 4),
    ("knight-shift", 2),
    ("knights-and-damosels", 3),
];

/// What came of it.
pub(crate) struct Report {
    /// How long each acknowledgement took, in microseconds, in order.
    latencies: Vec<u32>,
    seconds: f64,
    /// Bytes that the players received, and how many they are.
    bytes: u64,
    players: usize,
    /// Processor time that the server took.
    cpu: f64,
}

impl Report {
    pub(crate) fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }

    fn percentile(&self, percent: usize) -> f64 {
        let place = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        f64::from(self.latencies.get(place).copied().unwrap_or_default()) / 1000.0
    }

    pub(crate) fn print(&self, tables: usize) {
        println!(
            "{tables} tables, {} players: {:.0} acknowledged moves a second; acknowledged after p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            self.players,
            self.per_second(),
            self.percentile(50),
            self.percentile(90),
            self.percentile(99),
            self.percentile(100)
        );
        println!(
            "received: {:.0} bytes a move, all players together",
            self.bytes as f64 / self.latencies.len().max(1) as f64
        );
        println!(
            "server: {:.2} of a core, {:.0} µs a move",
            self.cpu / self.seconds,
            self.cpu * 1e6 / self.latencies.len().max(1) as f64
        );
    }
}

/// Lets players play on that many tables.
pub(crate) async fn measure(
    server: SocketAddr,
    tables: usize,
    seconds: u64,
    game: &str,
    cpu: impl Fn() -> f64,
) -> Result<Report, Oops> {
    let (measuring, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (mut tasks, mut waiting) = (Vec::new(), Vec::new());
    let mut seated = Vec::new();
    for number in 0..tables {
        let (game, players) = match GAMES.iter().find(|(slug, _)| *slug == game) {
            Some(game) => *game,
            None => GAMES[number % GAMES.len()],
        };
        // Some at a time, so that their commits are grouped.
        seated.push((number, tokio::spawn(seat(server, game, players))));
        if seated.len() < 32 && number + 1 < tables {
            continue;
        }
        for (number, task) in seated.drain(..) {
            waiting.push((number, task.await??));
        }
    }
    // Nobody plays before all are seated.
    for (number, (table, clients)) in waiting {
        let (next, current) = watch::channel(table);
        let next = Arc::new(next);
        for (seat, client) in clients.into_iter().enumerate() {
            let one = One {
                client,
                player: Player::new((number * 8 + seat) as u64),
                current: current.clone(),
                next: (seat == 0).then(|| Arc::clone(&next)),
                measuring: Arc::clone(&measuring),
                stop: Arc::clone(&stop),
                latencies: Vec::new(),
                bytes: 0,
            };
            tasks.push(tokio::spawn(one.play()));
        }
    }
    // Caches and buffers first find their size.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (begun, cpu_before) = (Instant::now(), cpu());
    measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    measuring.store(false, Ordering::Relaxed);
    let (seconds, cpu) = (begun.elapsed().as_secs_f64(), cpu() - cpu_before);
    stop.store(true, Ordering::Relaxed);
    let players = tasks.len();
    let (mut latencies, mut bytes) = (Vec::new(), 0);
    for task in tasks {
        // Who waits for the other's move at the end waits for ever.
        if let Ok(Ok(one)) = tokio::time::timeout(Duration::from_secs(2), task).await {
            let one = one.map_err(|error| format!("a player gave up: {error}"))?;
            latencies.extend(one.0);
            bytes += one.1;
        }
    }
    latencies.sort_unstable();
    Ok(Report {
        latencies,
        seconds,
        bytes,
        players,
        cpu,
    })
}

async fn seat(server: SocketAddr, game: &'static str, players: usize) -> Result<(String, Vec<Client>), Oops> {
    let mut clients = Vec::new();
    for seat in 0..players {
        clients.push(Client::guest(server, &format!("Player {seat}")).await?);
    }
    let made = clients[0]
        .post(
            "/api/tables",
            &json!({"game": game, "players": players, "public": true}),
        )
        .await?
        .json();
    let table = made["id"].as_str().ok_or("no table")?.to_owned();
    for client in &mut clients[1..] {
        client.post(&format!("/api/tables/{table}/join"), &json!({})).await?;
    }
    clients[0]
        .post(&format!("/api/tables/{table}/start"), &json!({}))
        .await?;
    Ok((table, clients))
}

/// One player.
struct One {
    client: Client,
    player: Player,
    /// The table that is being played.
    current: watch::Receiver<String>,
    /// For the first seat: tells the others of the next table.
    next: Option<Arc<watch::Sender<String>>>,
    measuring: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    latencies: Vec<u32>,
    bytes: u64,
}

impl One {
    async fn play(mut self) -> Result<(Vec<u32>, u64), Oops> {
        loop {
            let table = self.current.borrow_and_update().clone();
            if self.play_at(&table).await? {
                return Ok((self.latencies, self.bytes));
            }
            self.player.forget();
            if let Some(next) = self.next.clone() {
                let again = self
                    .client
                    .post(&format!("/api/tables/{table}/rematch"), &json!({}))
                    .await?
                    .json();
                let table = again["rematch"].as_str().ok_or("no rematch")?.to_owned();
                self.client
                    .post(&format!("/api/tables/{table}/start"), &json!({}))
                    .await?;
                next.send_replace(table);
            }
            tokio::select! {
                changed = self.current.changed() => {
                    // The first seat has ended already.
                    if changed.is_err() {
                        return Ok((self.latencies, self.bytes));
                    }
                }
                () = stopped(&self.stop) => return Ok((self.latencies, self.bytes)),
            }
        }
    }

    /// Plays until the game is over, or the time: then true.
    async fn play_at(&mut self, table: &str) -> Result<bool, Oops> {
        let mut live = self.client.live(table, None).await?;
        let mut sent: Option<(u64, Instant)> = None;
        loop {
            let text = tokio::select! {
                text = live.next_text() => text.ok_or("the server closed the connection")?,
                () = stopped(&self.stop) => return Ok(true),
            };
            let measuring = self.measuring.load(Ordering::Relaxed);
            self.bytes += u64::from(measuring) * text.len() as u64;
            let given = messages(&text)?;
            if let Some(error) = given.error {
                return Err(error.get().to_owned().into());
            }
            if let Some((id, at)) = sent
                && given.id == Some(id)
            {
                sent = None;
                if measuring {
                    self.latencies
                        .push(u32::try_from(at.elapsed().as_micros()).unwrap_or(u32::MAX));
                }
            }
            let Some(game) = given.game else { continue };
            if game.outcome.is_some() {
                return Ok(false);
            }
            if let Some((decision, mv)) = self.player.decide(&game) {
                let at = Instant::now();
                sent = Some((
                    live.ask_text(&format!(r#"{{"play":{{"decision":{decision},"move":{mv}}}}}"#))
                        .await?,
                    at,
                ));
            }
        }
    }
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
