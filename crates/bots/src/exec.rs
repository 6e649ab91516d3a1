//! Bots in any language: the program reads JSON lines from its standard input and answers on its standard output.
//! docs/BOTS.md explains all of this to bot authors.
//!
//! Whatever the program does, the game goes on: if it is late, dies or answers nonsense, that is reported once and a
//! squire takes over.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use roundtable_core::{Game, GameMove as _, SeatHandle, WrittenMove, json};
use roundtable_protocol::bots::{PROTOCOL, Said};
use roundtable_protocol::referee::Answer;
use roundtable_protocol::samples::MOST_SAMPLES;
use roundtable_protocol::{Code, Refusal};
use serde::Serialize;
use serde_json::Value;

use crate::samples::Samples;
use crate::{AnySamples as _, Bot, Level, Searchable};

/// How long a program may think about a move by default.
pub(crate) const BUDGET: Duration = Duration::from_secs(5);

/// The level that takes over if a program fails.
pub const FALLBACK: Level = Level::Squire;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 1 << 20;

/// How many lines may wait for the program to read them, or for us: a program that asks and does not read fills no
/// memory.
const WAITING: usize = 64;

/// A bot that runs as another program.
pub(crate) struct Exec<G: Game> {
    program: String,
    budget: Duration,
    state: State,
    /// How many of the events the program has been told.
    told: usize,
    trouble: Option<String>,
    fallback: Box<dyn Bot<G>>,
    moves: Vec<G::Move>,
    /// What it searches with.
    samples: Samples<G>,
}

enum State {
    /// It has not been asked anything yet.
    NotStarted,
    Running(Process),
    Failed,
}

/// A running program, with a thread each for its input and output, so that a program that does not read or does not
/// write blocks nobody.
struct Process {
    child: Child,
    questions: SyncSender<String>,
    answers: Receiver<String>,
}

impl Process {
    fn start(program: &str) -> Result<Self, String> {
        let mut words = program.split_whitespace();
        let name = words.next().ok_or("there is no program to start")?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input or output".to_owned());
        };
        let (questions, to_ask) = sync_channel::<String>(WAITING);
        let (to_answer, answers) = sync_channel(WAITING);
        std::thread::spawn(move || {
            for line in to_ask {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                match stdout.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
                    Ok(1..) if line.ends_with(b"\n") => {}
                    Ok(_) | Err(_) => return,
                }
                if to_answer.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            questions,
            answers,
        })
    }

    fn tell(&self, message: &impl Serialize) {
        // If the thread has ended, or the program does not read, the answer will be missing, and that is reported.
        let _ = self.questions.try_send(json::to_string(message));
    }

    /// The next line, if it comes before the deadline of a decision for which the program had this long.
    fn answer(&self, deadline: Instant, budget: Duration) -> Result<Value, String> {
        let late = || format!("it did not answer within {} seconds", budget.as_secs_f32());
        let left = deadline.checked_duration_since(Instant::now()).ok_or_else(late)?;
        let line = self.answers.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => late(),
            RecvTimeoutError::Disconnected => "it ended, or wrote a line without end".to_owned(),
        })?;
        serde_json::from_str(&line).map_err(|error| {
            let start: String = line.trim_end().chars().take(60).collect();
            format!("it answered `{start}`, which is no JSON: {error}")
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An honest program ends when its input does, but nobody waits for one that does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<G: Searchable> Exec<G> {
    pub(crate) fn new(program: &str, budget: Duration, seed: u64) -> Self {
        Self {
            program: program.to_owned(),
            budget,
            state: State::NotStarted,
            told: 0,
            trouble: None,
            fallback: FALLBACK.bot(seed),
            moves: Vec::new(),
            samples: Samples::new(seed),
        }
    }

    /// Asks the program for a move.
    fn ask(&mut self, seat: &SeatHandle<'_, G>) -> Result<G::Move, String> {
        if matches!(self.state, State::NotStarted) {
            let process = Process::start(&self.program)?;
            process.tell(&Said::<(), (), (), ()>::Hello {
                protocol: PROTOCOL,
                game: G::INFO.slug,
                rules_version: G::INFO.rules_version,
                players: seat.players(),
                seat: seat.seat(),
                samples: MOST_SAMPLES,
            });
            self.state = State::Running(process);
        }
        let State::Running(process) = &self.state else {
            return Err("it has failed before".to_owned());
        };
        seat.legal_moves(&mut self.moves);
        let players = seat.players();
        let legal = self.moves.iter().map(|&mv| WrittenMove::new(mv, players));
        let events: Vec<_> = seat.events(self.told).collect();
        self.told += events.len();
        process.tell(&Said::Choose {
            seat: seat.seat(),
            seconds: self.budget.as_secs_f32(),
            legal: legal.collect(),
            view: seat.view(),
            events,
            claims: seat.claims().to_vec(),
        });
        let deadline = Instant::now() + self.budget;
        self.samples.clear();
        let answer = loop {
            let answer = process.answer(deadline, self.budget)?;
            if answer.get("cmd").is_none() {
                break answer;
            }
            process.tell(&reply(&mut self.samples, answer, seat));
        };
        let chosen = answer.get("move").unwrap_or(&answer);
        let found = self.moves.iter().find(|mv| match chosen {
            Value::Number(number) => number.as_u64() == mv.number(players).map(u64::from),
            Value::String(notation) => *notation == mv.to_string(),
            Value::Object(_) => serde_json::from_value::<G::Move>(chosen.clone()).is_ok_and(|chosen| chosen == **mv),
            Value::Null | Value::Bool(_) | Value::Array(_) => false,
        });
        found.copied().ok_or_else(|| {
            format!(
                "it answered {chosen}, which is none of its {} legal moves",
                self.moves.len()
            )
        })
    }
}

/// The answer to a program that asks about samples. It draws them for its own seat alone.
fn reply<'a, G: Searchable>(samples: &'a mut Samples<G>, asked: Value, seat: &SeatHandle<'_, G>) -> Answer<'a> {
    let request = serde_json::from_value(asked).map_err(|error| Refusal::new(Code::BadRequest, error.to_string()));
    let own = seat.seat();
    let handle = |named: Option<u64>| match named {
        Some(other) if other != own.index() as u64 => Err(Refusal::new(
            roundtable_core::Code::BadSeat,
            format!("you sit on seat {own}, and draw samples for no other"),
        )),
        _ => Ok(*seat),
    };
    Answer::from(request.and_then(|request| samples.reply(request, handle)))
}

impl<G: Searchable> Bot<G> for Exec<G> {
    fn choose(&mut self, seat: &SeatHandle<'_, G>) -> G::Move {
        if !matches!(self.state, State::Failed) {
            match self.ask(seat) {
                Ok(mv) => return mv,
                Err(why) => {
                    self.trouble = Some(format!(
                        "the bot `{}` on seat {} failed: {why}. A {FALLBACK} plays on in its place.",
                        self.program,
                        seat.seat()
                    ));
                    self.state = State::Failed;
                }
            }
        }
        self.fallback.choose(seat)
    }

    fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}
