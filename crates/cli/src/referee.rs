//! The referee: one JSON request and one JSON answer a line. Documented, with tested examples, in docs/PROTOCOL.md.

use std::io::{BufRead, Read as _, Write};

use roundtable_catalog::{self as catalog, GameId};
use roundtable_core::{AnyMatch, DiceSource, Eye, HexKey, Record, Refusal, Seat, Setup};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::Failure;

/// A longer line is not read: no request needs one.
const LONGEST_LINE: u64 = 16 << 20;

/// Answers every line until the input ends.
///
/// # Errors
/// If reading or writing fails; a bad request never does.
pub fn serve(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Failure> {
    let mut referee = Referee::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let answer = if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            skip_line(input)?;
            refused(&Refusal::new(
                "line_too_long",
                format!("a line has at most {LONGEST_LINE} bytes"),
            ))
        } else {
            referee.answer(&line)
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}

fn skip_line(input: &mut dyn BufRead) -> Result<(), Failure> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        let over = end.is_some() || buffer.is_empty();
        input.consume(used);
        if over {
            return Ok(());
        }
    }
}

/// A referee with at most one game in hand.
#[derive(Default)]
pub struct Referee {
    game: Option<Box<dyn AnyMatch>>,
}

#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    New {
        game: String,
        players: usize,
        #[serde(default)]
        options: Map<String, Value>,
        #[serde(default)]
        deck: Option<Value>,
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default)]
        key: Option<HexKey>,
    },
    State {},
    Legal {
        #[serde(default)]
        seat: Option<Seat>,
    },
    Play {
        #[serde(default)]
        seat: Option<Seat>,
        #[serde(rename = "move")]
        mv: Value,
    },
    Check {
        #[serde(default)]
        seat: Option<Seat>,
        #[serde(rename = "move")]
        mv: Value,
    },
    View {
        eye: Eye,
    },
    Events {
        eye: Eye,
        #[serde(default)]
        since: usize,
    },
    Claim {
        seat: Seat,
        claim: Value,
    },
    Claims {},
    Hint {
        #[serde(default)]
        seat: Option<Seat>,
        #[serde(default)]
        seed: u64,
    },
    Record {},
    Load {
        record: Value,
    },
}

impl Referee {
    /// The answer to a line: always a JSON object with `ok`.
    pub fn answer(&mut self, line: &[u8]) -> Value {
        match self.try_answer(line) {
            Ok(Value::Object(fields)) => {
                let mut answer = Map::from_iter([("ok".to_owned(), Value::Bool(true))]);
                answer.extend(fields);
                Value::Object(answer)
            }
            Ok(other) => json!({ "ok": true, "answer": other }),
            Err(refusal) => refused(&refusal),
        }
    }

    fn try_answer(&mut self, line: &[u8]) -> Result<Value, Refusal> {
        let text = std::str::from_utf8(line).map_err(|_| Refusal::new("bad_json", "the line is not UTF-8"))?;
        let json: Value = serde_json::from_str(text).map_err(|error| Refusal::new("bad_json", error.to_string()))?;
        let request = serde_json::from_value(json).map_err(|error| Refusal::new("bad_request", error.to_string()))?;
        match request {
            Request::New {
                game,
                players,
                options,
                deck,
                seed,
                key,
            } => {
                let id: GameId = game
                    .parse()
                    .map_err(|error: catalog::UnknownGame| Refusal::from(error))?;
                let dice = match (seed, key) {
                    (Some(_), Some(_)) => return Err(Refusal::new("bad_request", "give a seed or a key, not both")),
                    (_, Some(key)) => DiceSource::Key(key),
                    (seed, None) => DiceSource::Seed(seed.unwrap_or(0)),
                };
                let deck = deck.map(deck_text).transpose()?;
                self.take_up(id.start(Setup {
                    players,
                    options,
                    deck,
                    dice,
                })?)
            }
            Request::Load { record } => self.take_up(catalog::replay(&Record::from_json(record)?)?),
            Request::State {} => Ok(state(self.game()?)),
            Request::Legal { seat } => {
                let game = self.game()?;
                let seat = seat_of(game, seat)?;
                Ok(json!({ "seat": seat, "moves": game.legal(seat) }))
            }
            Request::Check { seat, mv } => {
                let game = self.game()?;
                let seat = seat_of(game, seat)?;
                match game.check(seat, &mv) {
                    Ok(()) => Ok(json!({ "legal": true })),
                    Err(refusal) => Ok(json!({ "legal": false, "reason": refusal })),
                }
            }
            Request::Play { seat, mv } => {
                let game = self.game.as_mut().ok_or_else(no_game)?;
                let seat = seat_of(&**game, seat)?;
                game.play(seat, &mv)?;
                Ok(state(&**game))
            }
            Request::View { eye } => {
                let game = self.game()?;
                Ok(json!({ "view": game.view(eye_of(game, eye)?) }))
            }
            Request::Events { eye, since } => {
                let game = self.game()?;
                Ok(json!({ "events": game.events(eye_of(game, eye)?, since), "next": game.event_count() }))
            }
            Request::Claim { seat, claim } => {
                let game = self.game.as_mut().ok_or_else(no_game)?;
                let seat = seat_of(&**game, Some(seat))?;
                game.claim(seat, &claim)?;
                Ok(state(&**game))
            }
            Request::Claims {} => Ok(json!({ "claims": self.game()?.claims() })),
            Request::Hint { seat, seed } => {
                let game = self.game()?;
                let seat = seat_of(game, seat)?;
                Ok(json!({ "seat": seat, "hints": catalog::hints(game, seat, seed)? }))
            }
            Request::Record {} => Ok(json!({ "record": self.game()?.record() })),
        }
    }

    fn game(&self) -> Result<&dyn AnyMatch, Refusal> {
        self.game.as_deref().ok_or_else(no_game)
    }

    /// Takes up a game in place of the one before.
    fn take_up(&mut self, game: Box<dyn AnyMatch>) -> Result<Value, Refusal> {
        let mut answer = json!({ "game": game.info().slug, "players": game.players() });
        if let (Value::Object(answer), Value::Object(state)) = (&mut answer, state(&*game)) {
            answer.extend(state);
        }
        self.game = Some(game);
        Ok(answer)
    }
}

fn no_game() -> Refusal {
    Refusal::new("no_game", "there is no game yet: begin with `new` or `load`")
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": refusal })
}

fn state(game: &dyn AnyMatch) -> Value {
    json!({ "ply": game.ply(), "to_act": game.to_act(), "outcome": game.outcome() })
}

/// A deck is the text of a deck file, or the same as a JSON object.
fn deck_text(deck: Value) -> Result<String, Refusal> {
    match deck {
        Value::String(text) => Ok(text),
        Value::Object(_) => {
            roundtable_core::deck::from_json(&deck).map_err(|message| Refusal::new("bad_deck", message))
        }
        _ => Err(Refusal::new(
            "bad_deck",
            "a deck is the text of a deck file, or the same as a JSON object",
        )),
    }
}

/// The seat that was named, or the only one that is to act.
fn seat_of(game: &dyn AnyMatch, seat: Option<Seat>) -> Result<Seat, Refusal> {
    let bad = |message: String| Refusal::new("bad_seat", message);
    match (seat, game.to_act().first()) {
        (Some(seat), _) if seat.index() < game.players() => Ok(seat),
        (Some(seat), _) => Err(bad(format!(
            "there is no seat {seat}: they go from 0 to {}",
            game.players() - 1
        ))),
        (None, Some(seat)) if game.to_act().len() == 1 => Ok(seat),
        (None, _) => Err(bad("name a seat: not exactly one is to act".to_owned())),
    }
}

fn eye_of(game: &dyn AnyMatch, eye: Eye) -> Result<Eye, Refusal> {
    match eye {
        Eye::Seat(seat) => seat_of(game, Some(seat)).map(Eye::Seat),
        Eye::Table | Eye::All => Ok(eye),
    }
}
