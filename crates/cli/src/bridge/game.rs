//! One game of a program: it is asked in a thread of its own, by the protocol of docs/BOTS.md.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use roundtable_bots::Process;
use roundtable_catalog::GameId;
use roundtable_core::Seat;
use roundtable_protocol::bots::PROTOCOL;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::line::{Event, Table, Turn};

/// What a program has answered.
pub(super) struct Answer {
    pub(super) table: String,
    pub(super) decision: u32,
    /// The move, or what the program did instead.
    pub(super) chosen: Result<Value, String>,
}

/// One game. When it is dropped, its program ends.
pub(super) struct Game {
    questions: Sender<Question>,
    /// The last decision that the program was asked for.
    asked: Option<u32>,
}

enum Question {
    Sit(Seat),
    Choose(Turn, Vec<Event>),
}

impl Game {
    pub(super) fn new(
        game: GameId,
        table: &Table,
        (program, budget): (String, Duration),
        answers: mpsc::Sender<Answer>,
    ) -> Self {
        let (questions, inbox) = channel();
        let player = Player {
            table: table.id.clone(),
            game,
            players: table.players,
            program,
            budget,
            seat: None,
            process: None,
            told: 0,
        };
        std::thread::spawn(move || player.play(&inbox, &answers));
        Self { questions, asked: None }
    }

    /// The program sits on this seat.
    pub(super) fn sit(&self, seat: Seat) {
        // If the thread has ended, its last answer says why.
        let _ = self.questions.send(Question::Sit(seat));
    }

    /// It is the program's turn. After a new connection it may be told again what it is thinking about.
    pub(super) fn ask(&mut self, turn: Turn, events: Vec<Event>) {
        if self.asked != Some(turn.decision) {
            self.asked = Some(turn.decision);
            let _ = self.questions.send(Question::Choose(turn, events));
        }
    }
}

struct Player {
    table: String,
    game: GameId,
    players: usize,
    program: String,
    budget: Duration,
    seat: Option<Seat>,
    process: Option<Process>,
    /// How many of the game's events the program was told.
    told: usize,
}

impl Player {
    /// Plays until there are no more questions, or the program fails.
    fn play(mut self, inbox: &Receiver<Question>, answers: &mpsc::Sender<Answer>) {
        for question in inbox {
            match question {
                Question::Sit(seat) => self.seat = Some(seat),
                Question::Choose(turn, events) => {
                    let decision = turn.decision;
                    let chosen = self.choose(turn, events);
                    let failed = chosen.is_err();
                    let answer = Answer {
                        table: self.table.clone(),
                        decision,
                        chosen,
                    };
                    if answers.blocking_send(answer).is_err() || failed {
                        return;
                    }
                }
            }
        }
    }

    fn choose(&mut self, mut turn: Turn, events: Vec<Event>) -> Result<Value, String> {
        let seat = self.seat.ok_or("it has no seat")?;
        let news = self.news(events);
        let process = match &mut self.process {
            Some(process) => process,
            process => {
                let started = Process::start(&self.program).map_err(|why| format!("`{}`: {why}", self.program))?;
                let info = self.game.info();
                started.tell(&json!({
                    "type": "hello", "protocol": PROTOCOL, "game": info.slug, "rules_version": info.rules_version,
                    "players": self.players, "seat": seat,
                    // Nobody here has a position to draw samples from.
                    "samples": 0,
                }));
                process.insert(started)
            }
        };
        let claims = claims(&mut turn.view);
        process.tell(&json!({
            "type": "choose", "seat": seat, "seconds": self.budget.as_secs_f32(), "legal": turn.legal,
            "view": turn.view, "events": news, "claims": claims,
        }));
        let deadline = Instant::now() + self.budget;
        loop {
            let answer = process.answer(deadline, self.budget);
            let answer = answer.map_err(|why| format!("the program `{}` failed: {why}", self.program))?;
            if answer.get("cmd").is_none() {
                return Ok(answer.get("move").unwrap_or(&answer).clone());
            }
            let message = "there are no samples on a server; `hello` said so";
            process.tell(&json!({"ok": false, "error": {"code": "too_many", "message": message}}));
        }
    }

    /// The events that are new to the program, in their places: null for each that its seat was not told.
    fn news(&mut self, events: Vec<Event>) -> Vec<Value> {
        let mut news = Vec::new();
        for Event { number, event } in events {
            if number < self.told {
                continue;
            }
            news.resize(news.len() + number - self.told, Value::Null);
            news.push(event);
            self.told = number + 1;
        }
        news
    }
}

/// Takes what was said out of a view, where the server puts it, and writes it as programs are told.
fn claims(view: &mut Value) -> Vec<Value> {
    let said = view.as_object_mut().and_then(|view| view.remove("claims"));
    let said = said.as_ref().and_then(Value::as_array);
    said.into_iter()
        .flatten()
        .map(|said| json!({"ply": said["ply"], "seat": said["seat"], "claim": said["claim"]}))
        .collect()
}
