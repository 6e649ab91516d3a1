//! Bots in any language: the program reads JSON lines from its standard input and answers on its standard output.
//! docs/BOTS.md explains all of this to bot authors.
//!
//! Whatever the program does, the game goes on: if it is late, dies or answers nonsense, that is reported once and a
//! squire takes over.

use std::time::{Duration, Instant};

use roundtable_core::{Game, GameMove as _, SeatHandle, WrittenMove};
use roundtable_protocol::bots::{PROTOCOL, Said};
use roundtable_protocol::referee::Answer;
use roundtable_protocol::samples::MOST_SAMPLES;
use roundtable_protocol::{Code, Refusal};
use serde_json::Value;

use crate::process::Process;
use crate::samples::Samples;
use crate::{AnySamples as _, Bot, Level, Searchable};

/// How long a program may think about a move by default.
pub const BUDGET: Duration = Duration::from_secs(5);

/// The level that takes over if a program fails.
pub const FALLBACK: Level = Level::Squire;

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
