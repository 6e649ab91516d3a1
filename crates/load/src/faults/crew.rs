//! Players and spectators of a table, each connected to whatever node answers, who write down what they see and do.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use roundtable_core::{HexKey, Rng};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::history::{ClientHistory, Note, TableHistory};
use crate::{Client, Live, Oops};

/// How long a client waits for an answer before it tries another node.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a client waits for anything before it asks whether the node is still there.
const QUIET: Duration = Duration::from_secs(2);

/// How long until a client that was refused tries again.
const AGAIN: Duration = Duration::from_millis(100);

/// A line of chat for this many moves.
const CHATTY: u32 = 40;

/// The people of one table at a time.
pub(super) struct Crew {
    game: String,
    people: Vec<Client>,
    nodes: Arc<Vec<SocketAddr>>,
    number: usize,
    seed: u64,
    /// The table where they are now.
    table: Mutex<String>,
    told: Mutex<Vec<TableHistory>>,
    /// When each move of the present game was acknowledged.
    acknowledged: Mutex<Vec<Instant>>,
    /// When the latest acknowledged move was sent.
    latest: Mutex<Option<Instant>>,
    stop: AtomicBool,
    requests: AtomicU64,
}

impl Crew {
    /// People with names, for games with this many players.
    pub(super) async fn new(
        number: usize,
        (game, players): (String, usize),
        nodes: &Arc<Vec<SocketAddr>>,
        seed: u64,
    ) -> Result<Self, Oops> {
        let mut people = Vec::new();
        for seat in 0..players {
            people.push(Client::guest(nodes[0], &format!("Player {seat}")).await?);
        }
        Ok(Self {
            game,
            people,
            nodes: Arc::clone(nodes),
            number,
            seed,
            table: Mutex::default(),
            told: Mutex::default(),
            acknowledged: Mutex::default(),
            latest: Mutex::default(),
            stop: AtomicBool::new(false),
            requests: AtomicU64::new(1),
        })
    }

    /// Where they are.
    pub(super) fn table(&self) -> String {
        lock(&self.table).clone()
    }

    /// Whether a move was acknowledged that was sent after this moment.
    pub(super) fn went_on(&self, after: Instant) -> bool {
        lock(&self.latest).is_some_and(|sent| sent > after)
    }

    /// The longest time between two acknowledged moves from this moment on, if they are still at this table.
    pub(super) fn pause(&self, table: &str, from: Instant) -> Option<Duration> {
        if *lock(&self.table) != table {
            return None;
        }
        let times = lock(&self.acknowledged);
        let first = times.partition_point(|at| *at <= from).checked_sub(1)?;
        times[first..].windows(2).map(|pair| pair[1] - pair[0]).max()
    }

    /// What happened at their tables.
    pub(super) fn told(&self) -> Vec<TableHistory> {
        std::mem::take(&mut *lock(&self.told))
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Plays game after game, until it is told to stop.
    pub(super) async fn play(self: Arc<Self>) {
        let mut game = 0;
        while !self.stops() {
            game += 1;
            let Ok(table) = self.sit(game).await else {
                // Whatever was made of it: nobody plays there.
                tokio::time::sleep(AGAIN).await;
                continue;
            };
            lock(&self.acknowledged).clear();
            lock(&self.table).clone_from(&table);
            let mut clients = JoinSet::new();
            let seats = (0..self.people.len()).map(Some).chain([None]);
            for (place, seat) in seats.enumerate() {
                let one = One {
                    crew: Arc::clone(&self),
                    table: table.clone(),
                    seat,
                    node: self.number + place,
                    rng: Rng::new(self.seed ^ ((self.number * 1000 + game) * 8 + place) as u64),
                    answered: None,
                };
                clients.spawn(one.attend());
            }
            let clients = clients.join_all().await;
            lock(&self.told).push(TableHistory { table, clients });
        }
    }

    /// A table at which everybody sits and the game has begun. Each does their part at another node.
    async fn sit(&self, game: usize) -> Result<String, Oops> {
        let node = |place: usize| self.nodes[(self.number + game + place) % self.nodes.len()];
        let at = |place: usize| Client {
            server: node(place),
            ..self.people[place].clone()
        };
        let post = |place: usize, path: String, body: Value| async move {
            let answer = timeout(PATIENCE, async { at(place).post(&path, &body).await }).await??;
            match answer.status {
                200..300 => Ok(answer.json()),
                _ => Err(Oops::from(answer.text)),
            }
        };
        let wish = json!({"game": self.game, "players": self.people.len(), "public": true, "spectators": true});
        let made = post(0, "/api/tables".to_owned(), wish).await?;
        let table = made["id"].as_str().ok_or("no table")?.to_owned();
        for place in 1..self.people.len() {
            post(place, format!("/api/tables/{table}/join"), json!({})).await?;
        }
        post(0, format!("/api/tables/{table}/start"), json!({})).await?;
        Ok(table)
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A client of a table, through all its connections.
struct One {
    crew: Arc<Crew>,
    table: String,
    seat: Option<usize>,
    node: usize,
    rng: Rng,
    /// The decision that was answered last on this connection.
    answered: Option<u64>,
}

type Notes = Arc<Mutex<Vec<Note>>>;

/// A question that waits for its answer.
struct Asked {
    id: u64,
    request: u64,
    at: Instant,
    is_move: bool,
}

impl One {
    /// Stays until the game is over, or the crew is told to stop; then looks once more at another node.
    async fn attend(mut self) -> ClientHistory {
        let notes = Notes::default();
        let mut over = false;
        while !over && !self.crew.stops() {
            match self.connect().await {
                Ok(live) => over = self.stay(live, &notes).await,
                Err(_) => tokio::time::sleep(AGAIN).await,
            }
            self.node += 1;
        }
        // Nodes may still be on their way back.
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            if let Ok(mut live) = self.connect().await
                && let Ok(Some(first)) = timeout(PATIENCE, live.next()).await
                && note(&notes, &first, true).is_some()
            {
                break;
            }
            self.node += 1;
            tokio::time::sleep(AGAIN).await;
        }
        ClientHistory {
            seat: self.seat,
            notes: lock(&notes).clone(),
        }
    }

    async fn connect(&self) -> Result<Live, Oops> {
        let server = self.crew.nodes[self.node % self.crew.nodes.len()];
        let client = match self.seat {
            Some(seat) => Client {
                server,
                ..self.crew.people[seat].clone()
            },
            None => Client::new(server),
        };
        timeout(PATIENCE, client.live(&self.table, None)).await?
    }

    /// Plays on this connection. Returns whether the game is over; if not, the connection is, or says nothing.
    async fn stay(&mut self, mut live: Live, notes: &Notes) -> bool {
        self.answered = None;
        let mut asked: Vec<Asked> = Vec::new();
        // Whether the node was asked if it is still there; whether the game is over.
        let (mut quiet, mut over) = (false, false);
        loop {
            if over && asked.is_empty() {
                return true;
            }
            if self.crew.stops() {
                return false;
            }
            let next = timeout(QUIET, live.next()).await;
            let late = asked.iter().any(|asked| asked.at.elapsed() > PATIENCE);
            let message = match next {
                Ok(Some(message)) if !late => message,
                Ok(None) => return false,
                Err(_) if !quiet && !late && live.ask(&json!({"sync": {}})).await.is_ok() => {
                    quiet = true;
                    continue;
                }
                _ => {
                    // The node may be frozen: whatever it says when it thaws is written down as well.
                    tokio::spawn(listen(live, Arc::clone(notes)));
                    return false;
                }
            };
            quiet = false;
            if message["type"] == "bye" {
                let wait = message["retry_ms"].as_u64().unwrap_or(100).min(1000);
                tokio::time::sleep(Duration::from_millis(wait)).await;
                return false;
            }
            let game = note(notes, &message, true);
            if self.answer(&message, &mut asked, notes) {
                tokio::time::sleep(AGAIN).await;
                return false;
            }
            let Some(game) = game else { continue };
            over = !game["outcome"].is_null();
            if let Some(sent) = self.decide(&mut live, &game, notes).await {
                asked.extend(sent);
            }
        }
    }

    /// Notes the answer to a question. Returns whether a move was refused, so that another node is to be asked.
    fn answer(&self, message: &Value, asked: &mut Vec<Asked>, notes: &Notes) -> bool {
        let Some(place) = asked.iter().position(|asked| message["id"] == asked.id) else {
            return false;
        };
        let Asked {
            request, at, is_move, ..
        } = asked.swap_remove(place);
        if message["type"] == "done" {
            let ply = number(&message["link"]["ply"]) as usize;
            lock(notes).push(Note::Done { request, ply });
            if is_move {
                lock(&self.crew.acknowledged).push(Instant::now());
                *lock(&self.crew.latest) = Some(at);
            }
            return false;
        }
        let code = message["error"]["code"].as_str().unwrap_or_default().to_owned();
        lock(notes).push(Note::Refused { request, code });
        is_move
    }

    /// Makes any move if there is one to make, and says something now and then.
    async fn decide(&mut self, live: &mut Live, game: &Value, notes: &Notes) -> Option<Vec<Asked>> {
        let decision = game["decision"].as_u64().filter(|_| self.seat.is_some())?;
        if self.answered == Some(decision) {
            return None;
        }
        let legal = game["legal"].as_array().filter(|legal| !legal.is_empty())?;
        let mv = &legal[self.rng.below(legal.len() as u32) as usize];
        self.answered = Some(decision);
        tokio::time::sleep(Duration::from_millis(u64::from(self.rng.below(30)))).await;
        let mut asked = Vec::new();
        let line = format!("{} {}", self.seat?, mv["notation"].as_str()?);
        let play = json!({"play": {"decision": decision, "move": mv["number"]}});
        let sent = |request| Note::Sent { request, line };
        asked.push(self.ask(live, &play, sent, notes).await?);
        if self.rng.below(CHATTY) == 0 {
            let text = format!(
                "line {} of crew {}",
                self.crew.requests.load(Ordering::SeqCst),
                self.crew.number
            );
            let chat = json!({"chat": {"text": text}});
            let said = |request| Note::Said { request, text };
            asked.push(self.ask(live, &chat, said, notes).await?);
        }
        asked[0].is_move = true;
        Some(asked)
    }

    async fn ask(
        &self,
        live: &mut Live,
        command: &Value,
        sent: impl FnOnce(u64) -> Note,
        notes: &Notes,
    ) -> Option<Asked> {
        let request = self.crew.requests.fetch_add(1, Ordering::SeqCst);
        lock(notes).push(sent(request));
        let at = Instant::now();
        let id = live.ask(command).await.ok()?;
        Some(Asked {
            id,
            request,
            at,
            is_move: false,
        })
    }
}

/// Writes down what comes until the connection ends, or nothing comes for long.
async fn listen(mut live: Live, notes: Notes) {
    while let Ok(Some(message)) = timeout(Duration::from_secs(30), live.next()).await {
        if message["type"] == "bye" {
            return;
        }
        note(&notes, &message, false);
    }
}

/// Writes down what a message shows: now, or later than what came over another connection. Returns the game, if it has
/// one.
fn note(notes: &Notes, message: &Value, now: bool) -> Option<Value> {
    let kind = message["type"].as_str()?;
    let mut notes = lock(notes);
    let lines = |lines: &Value| {
        let lines = lines.as_array().into_iter().flatten();
        lines
            .filter_map(|line| Some(line["text"].as_str()?.to_owned()))
            .collect()
    };
    match kind {
        "chat" => notes.push(Note::Heard(lines(&json!([message["line"]])))),
        "sync" => notes.push(Note::Heard(lines(&message["chat"]))),
        "update" => {}
        _ => return None,
    }
    let game = &message["game"];
    if game.is_null() {
        return None;
    }
    let link: Result<HexKey, _> = serde_json::from_value(message["link"]["digest"].clone());
    if let Ok(HexKey([a, b, c, d, ..])) = link {
        let (ply, seal) = (number(&game["ply"]) as usize, i32::from_le_bytes([a, b, c, d]));
        notes.push(Note::Shown { ply, seal });
    }
    let events = message["events"].as_array().into_iter().flatten();
    let events = events.map(|event| (number(&event["number"]), digest(&event["event"])));
    let events: Vec<(u64, u64)> = events.collect();
    match kind {
        "sync" if now && number(&message["since"]) == 0 => notes.push(Note::All(events)),
        _ if events.is_empty() => {}
        _ => notes.push(Note::Told(events)),
    }
    Some(game.clone())
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn digest(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.to_string().hash(&mut hasher);
    hasher.finish()
}
