//! An ordinary table: a person who takes their time, and bots.

use std::time::{Duration, Instant};

use roundtable_core::Rng;
use serde_json::{Value, json};

use super::{Siege, address};
use crate::{Client, Live, Oops};

/// How ordinary tables were served.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// From sending a move to its acknowledgement.
    pub moves: Vec<Duration>,
    /// From the beginning of a bot's turn to its move.
    pub answers: Vec<Duration>,
    /// How many of those took more than twice the longest delay.
    pub late: usize,
}

impl Service {
    pub(super) fn add(&mut self, other: Self) {
        self.moves.extend(other.moves);
        self.answers.extend(other.answers);
        self.late += other.late;
    }

    pub(super) fn sort(&mut self) {
        self.moves.sort();
        self.answers.sort();
    }

    /// The time in which this percentage of moves was acknowledged.
    #[must_use]
    pub fn acknowledged(&self, percent: usize) -> Duration {
        percentile(&self.moves, percent)
    }
}

pub(super) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

const GAMES: [(&str, usize); 5] = [
    ("knight-at-the-inn", 2),
    ("knight-shift", 3),
    ("shock", 3),
    ("never-bring-a-knife", 4),
    ("knights-and-damosels", 3),
];

/// Plays games at one table after another.
pub(super) async fn table(siege: Siege, number: usize, until: Instant) -> Result<Service, Oops> {
    let mut client = Client::new(siege.server);
    client.from = Some(address(10, number + 1));
    let name = json!({ "name": format!("Guest {number}") });
    let guest = client.post("/api/guest", &name).await?;
    if guest.status != 200 {
        return Err(format!("an ordinary guest was refused: {}", guest.text).into());
    }
    let mut player = Player {
        rng: Rng::new(number as u64),
        service: Service::default(),
        longest: siege.bot_delay_max,
        until,
    };
    let (game, players) = GAMES[number % GAMES.len()];
    while Instant::now() < until {
        let wish = json!({"game": game, "players": players, "seats": ["me"]});
        let made = client.post("/api/tables", &wish).await?;
        let id = made.json()["id"].as_str().map(str::to_owned);
        let id = id.ok_or_else(|| format!("an ordinary table was refused: {}", made.text))?;
        let path = format!("/api/tables/{id}/start");
        let started = client.post(&path, &json!({"fill": "squire"})).await?;
        if started.status != 200 {
            return Err(format!("an ordinary game was refused: {}", started.text).into());
        }
        player.play(client.live(&id, None).await?).await?;
    }
    Ok(player.service)
}

struct Player {
    rng: Rng,
    service: Service,
    longest: Duration,
    until: Instant,
}

impl Player {
    /// Plays a game to its end, or until it is time.
    async fn play(&mut self, mut live: Live) -> Result<(), Oops> {
        // When the turn of a bot began.
        let mut since: Option<Instant> = None;
        while Instant::now() < self.until {
            let Some(message) = self.next(&mut live).await? else {
                return Ok(());
            };
            let game = &message["game"];
            if !["sync", "update"].contains(&message["type"].as_str().unwrap_or_default()) || game.is_null() {
                continue;
            }
            if let Some(since) = since.take() {
                let time = since.elapsed();
                self.service.answers.push(time);
                self.service.late += usize::from(time > self.longest * 2);
            }
            if !game["outcome"].is_null() {
                return Ok(());
            }
            let mut game = game.clone();
            while game["decision"].is_number() {
                game = self.decide(&mut live, &game).await?;
            }
            if game["outcome"].is_null() {
                since = Some(Instant::now());
            }
        }
        Ok(())
    }

    /// Makes a move after a while. Returns the game after it.
    async fn decide(&mut self, live: &mut Live, game: &Value) -> Result<Value, Oops> {
        let think = 300 + u64::from(self.rng.below(1_200));
        tokio::time::sleep(Duration::from_millis(think)).await;
        let legal = game["legal"].as_array().ok_or("no moves")?;
        let mv = &legal[self.rng.below(legal.len() as u32) as usize]["number"];
        let sent = Instant::now();
        let id = live
            .ask(&json!({"play": {"decision": game["decision"], "move": mv}}))
            .await?;
        let mut meanwhile = Vec::new();
        let answer = live.answer(id, &mut meanwhile).await?;
        self.service.moves.push(sent.elapsed());
        if answer["type"] != "done" {
            return Err(format!("an ordinary move was refused: {answer}").into());
        }
        let last = meanwhile.into_iter().rev().find(|message| message["type"] == "update");
        Ok(last.ok_or("a move without an update")?["game"].clone())
    }

    /// The next message; `None` when it is time to end.
    async fn next(&self, live: &mut Live) -> Result<Option<Value>, Oops> {
        let left = self.until.saturating_duration_since(Instant::now());
        match tokio::time::timeout(left, live.next()).await {
            Ok(Some(message)) if message["type"] == "bye" => {
                Err(format!("an ordinary player was dropped: {message}").into())
            }
            Ok(Some(message)) => Ok(Some(message)),
            Ok(None) => Err("an ordinary connection was lost".into()),
            Err(_) => Ok(None),
        }
    }
}
