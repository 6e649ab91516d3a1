//! Scripted players at many tables.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use roundtable_core::Rng;
use roundtable_load::{Client, Lean, Oops, Player, messages};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The result of a measurement.
pub(crate) struct Report {
    tally: Tally,
    seconds: f64,
    players: usize,
    /// Processor time of the servers, ours, that of their database, and of their bus.
    cpu: [f64; 4],
}

/// What the players count during the measurement.
#[derive(Default)]
struct Tally {
    measuring: bool,
    /// The time of each acknowledgement, in microseconds.
    latencies: Vec<u32>,
    /// Bytes received by the players.
    bytes: u64,
}

impl Tally {
    /// Notes a message of this many bytes; if it acknowledges a move, `sent` is when that was sent.
    fn note(&mut self, bytes: u64, sent: Option<Instant>) {
        if self.measuring {
            self.bytes += bytes;
            let micros = |at: Instant| u32::try_from(at.elapsed().as_micros()).unwrap_or(u32::MAX);
            self.latencies.extend(sent.map(micros));
        }
    }
}

impl Report {
    fn moves(&self) -> f64 {
        self.tally.latencies.len().max(1) as f64
    }

    pub(crate) fn per_second(&self) -> f64 {
        self.tally.latencies.len() as f64 / self.seconds
    }

    /// The time in milliseconds in which this percentage of moves was acknowledged.
    fn percentile(&self, percent: usize) -> f64 {
        let count = self.tally.latencies.len();
        let place = (count * percent / 100).min(count.saturating_sub(1));
        f64::from(self.tally.latencies.get(place).copied().unwrap_or_default()) / 1000.0
    }

    pub(crate) fn print(&self, tables: usize) {
        println!(
            "{tables} tables, {} players: {:.0} acknowledged moves a second; acknowledged after p50 {:.1} ms, p90 \
             {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            self.players,
            self.per_second(),
            self.percentile(50),
            self.percentile(90),
            self.percentile(99),
            self.percentile(100)
        );
        println!(
            "received: {:.0} bytes a move, all players together",
            self.tally.bytes as f64 / self.moves()
        );
        let all = ["servers", "players", "PostgreSQL", "NATS"].into_iter().zip(self.cpu);
        for (who, cpu) in all.filter(|(_, cpu)| *cpu > 0.0) {
            println!(
                "{who}: {:.2} of a core, {:.0} µs a move",
                cpu / self.seconds,
                cpu * 1e6 / self.moves()
            );
        }
    }
}

/// What to measure.
pub(crate) struct Plan {
    /// The nodes.
    pub(crate) servers: Vec<SocketAddr>,
    /// Whether the players of a table are connected to different nodes.
    pub(crate) apart: bool,
    /// Simultaneous tables.
    pub(crate) tables: usize,
    pub(crate) seconds: u64,
    /// The slug of a game; anything else for all games in turn.
    pub(crate) game: String,
    /// Moves per second at all tables together; `None` for as many as possible.
    pub(crate) rate: Option<u32>,
}

impl Plan {
    /// The node that a player of a table is connected to.
    fn server(&self, table: usize, seat: usize) -> SocketAddr {
        let seat = if self.apart { seat } else { 0 };
        self.servers[(table + seat) % self.servers.len()]
    }
}

/// Lets players play. `cpu` gives the processor time of the servers, ours, that of their database, and of their bus.
pub(crate) async fn measure(plan: &Plan, cpu: impl Fn() -> [f64; 4]) -> Result<Report, Oops> {
    let &Plan { tables, seconds, .. } = plan;
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut waiting = Vec::new();
    let mut seated = Vec::new();
    let games = Client::new(plan.server(0, 0)).games().await?;
    for number in 0..tables {
        let chosen = games.iter().find(|(slug, _)| *slug == plan.game);
        let (game, players) = chosen.unwrap_or(&games[number % games.len()]).clone();
        // Some at a time, so that the server groups their commits.
        let at = (0..players).map(|seat| plan.server(number, seat)).collect();
        seated.push((number, tokio::spawn(seat(at, game))));
        if seated.len() < 32 && number + 1 < tables {
            continue;
        }
        for (number, task) in seated.drain(..) {
            waiting.push((number, task.await??));
        }
    }
    // Nobody plays before everybody is seated.
    let mut tasks = JoinSet::new();
    for (number, (table, clients)) in waiting {
        let (next, current) = watch::channel(table);
        let mut next = Some(next);
        let pace = Arc::new(Pace::new(plan, number));
        for (seat, client) in clients.into_iter().enumerate() {
            let one = One {
                client,
                player: Player::new((number * 8 + seat) as u64),
                current: current.clone(),
                asked: false,
                next: next.take(),
                pace: Arc::clone(&pace),
                tally: Arc::clone(&tally),
            };
            tasks.spawn(one.play());
        }
    }
    let players = tasks.len();
    let _pause = tokio::spawn(pause());
    // Give caches and buffers time to grow.
    wait(2, &mut tasks).await?;
    let (begun, before) = (Instant::now(), cpu());
    count(&tally).measuring = true;
    wait(seconds, &mut tasks).await?;
    let mut tally = std::mem::take(&mut *count(&tally));
    let (seconds, after) = (begun.elapsed().as_secs_f64(), cpu());
    tally.latencies.sort_unstable();
    Ok(Report {
        tally,
        seconds,
        players,
        cpu: std::array::from_fn(|who| after[who] - before[who]),
    })
}

/// When the players of a table make their moves.
struct Pace {
    /// The average time between two moves; `None` if the players do not think.
    interval: Option<Duration>,
    next: Mutex<(Instant, Rng)>,
}

impl Pace {
    fn new(plan: &Plan, number: usize) -> Self {
        let interval = plan.rate.map(|rate| Duration::from_secs(1) * plan.tables as u32 / rate);
        Self {
            interval,
            next: Mutex::new((Instant::now(), Rng::new(number as u64))),
        }
    }

    /// When to make a move that is decided now: at once while the table is behind schedule, so that it catches up after
    /// the start of a game.
    fn when(&self) -> Option<Instant> {
        let interval = self.interval?;
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, part) = (next.0, next.1.below(1000) + 500);
        next.0 = at + interval * part / 1000;
        Some(at)
    }
}

/// All players wake at the same time, a thousand times a second. Otherwise the server would have to wake us for every
/// single message, and would spend more on that than on the message: we would measure how sleepy the load is.
async fn pause() {
    loop {
        // Sleep the whole thread, not just this task.
        std::thread::sleep(Duration::from_millis(1));
        tokio::task::yield_now().await;
    }
}

/// Lets them play for this long. Nobody stops earlier, unless something is wrong.
async fn wait(seconds: u64, players: &mut JoinSet<Oops>) -> Result<(), Oops> {
    tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(seconds)) => Ok(()),
        Some(error) = players.join_next() => Err(format!("a player gave up: {}", error?).into()),
    }
}

fn count(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Seats players at a table, each connected to one of these nodes.
async fn seat(at: Vec<SocketAddr>, game: String) -> Result<(String, Vec<Client>), Oops> {
    let mut clients = Vec::new();
    for (seat, &server) in at.iter().enumerate() {
        clients.push(Client::guest(server, &format!("Player {seat}")).await?);
    }
    let players = clients.len();
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
    /// The current table.
    current: watch::Receiver<String>,
    /// Whether the next table is a rematch, which asks everybody.
    asked: bool,
    /// For the first seat: tells the others of the next table.
    next: Option<watch::Sender<String>>,
    pace: Arc<Pace>,
    tally: Arc<Mutex<Tally>>,
}

impl One {
    /// Plays game after game. Returns why it cannot go on.
    async fn play(mut self) -> Oops {
        loop {
            if let Err(error) = self.play_one().await {
                return error;
            }
        }
    }

    async fn play_one(&mut self) -> Result<(), Oops> {
        let table = self.current.borrow_and_update().clone();
        let mut live = self.live(&table).await?;
        if self.asked {
            answer(&mut live, r#"{"join":{}}"#).await?;
        }
        self.play_at(&mut live).await?;
        self.player.forget();
        match &self.next {
            None => {
                self.asked = true;
                Ok(self.current.changed().await?)
            }
            Some(next) => {
                let again = answer(&mut live, r#"{"rematch":{}}"#).await?;
                let table = again["table"].as_str().ok_or("no rematch")?.to_owned();
                drop(live);
                let mut live = self.live(&table).await?;
                next.send_replace(table);
                all_joined(&mut live).await?;
                answer(&mut live, r#"{"start":{}}"#).await?;
                Ok(())
            }
        }
    }

    async fn live(&self, table: &str) -> Result<Lean, Oops> {
        let cookie = self.client.cookie.as_deref().unwrap_or_default();
        Lean::open(self.client.server, &format!("/api/tables/{table}/live"), cookie).await
    }

    /// Plays until the game is over. It keeps receiving messages while it thinks.
    async fn play_at(&mut self, live: &mut Lean) -> Result<(), Oops> {
        // Moves without an acknowledgement yet: the next decision may come before the last acknowledgement.
        let mut sent: Vec<(u64, Instant)> = Vec::new();
        let mut thinking: Option<(Instant, String)> = None;
        loop {
            let at = thinking.as_ref().map(|(at, _)| *at);
            let text = tokio::select! {
                biased;
                () = until(at) => None,
                text = live.next() => Some(text?),
            };
            let Some(text) = text else {
                if let Some((_, play)) = thinking.take() {
                    let at = Instant::now();
                    sent.push((live.ask(&play).await?, at));
                }
                continue;
            };
            let (given, length) = (messages(text)?, text.len() as u64);
            if let Some(error) = given.error {
                return Err(error.get().to_owned().into());
            }
            let answered = sent.iter().position(|(id, _)| given.id == Some(*id));
            let answered = answered.map(|place| sent.swap_remove(place).1);
            count(&self.tally).note(length, answered);
            let Some(game) = &given.game else { continue };
            if game.outcome.is_some() {
                return Ok(());
            }
            if let Some((decision, mv)) = self.player.decide(game) {
                let play = format!(r#"{{"play":{{"decision":{decision},"move":{mv}}}}}"#);
                thinking = Some((self.pace.when().unwrap_or_else(Instant::now), play));
            }
        }
    }
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) if at <= Instant::now() => {}
        Some(at) => tokio::time::sleep_until(at.into()).await,
        None => std::future::pending().await,
    }
}

/// Waits until everybody has joined the rematch.
async fn all_joined(live: &mut Lean) -> Result<(), Oops> {
    loop {
        let text = live.next().await?;
        if text.contains(r#""seats":["#) && !text.contains(r#""kind":"asked""#) {
            return Ok(());
        }
    }
}

/// Sends a command that is not a move, and waits for the answer.
async fn answer(live: &mut Lean, command: &str) -> Result<Value, Oops> {
    let id = live.ask(command).await?;
    loop {
        let text = live.next().await?;
        let given = messages(text)?;
        if let Some(error) = given.error {
            return Err(error.get().to_owned().into());
        }
        if given.id == Some(id) {
            return Ok(serde_json::from_str(text)?);
        }
    }
}
