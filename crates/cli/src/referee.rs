//! The referee: one JSON request and one JSON answer per line. docs/PROTOCOL.md documents it with tested examples.

use std::io::{BufRead, Read as _, Write};

use roundtable_bots::AnySamples;
use roundtable_catalog as catalog;
use roundtable_core::{AnyMatch, DiceSource, Eye, Fields, Raw, Record, Seat, json};
use roundtable_protocol::referee::{Answer, New, Request, Result as Outcome, State};
use roundtable_protocol::samples::{self, AnyEye};
use roundtable_protocol::{Code, Refusal};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Failure;

/// A longer line is rejected: no request needs one.
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
            let refusal = Refusal::new(Code::LineTooLong, format!("a line has at most {LONGEST_LINE} bytes"));
            json::to_string(&Answer::refused(refusal))
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
    /// Samples of it.
    samples: Option<Box<dyn AnySamples>>,
    /// A buffer for the part of an answer that a match writes itself.
    part: String,
}

impl Referee {
    /// The answer to a line: always a JSON object with `ok`.
    pub fn answer(&mut self, line: &[u8]) -> String {
        json::to_string(&Answer::from(self.try_answer(line)))
    }

    fn try_answer(&mut self, line: &[u8]) -> Result<Outcome<'_>, Refusal> {
        let text = std::str::from_utf8(line).map_err(|_| Refusal::new(Code::BadJson, "the line is not UTF-8"))?;
        let json: Value = serde_json::from_str(text).map_err(|error| Refusal::new(Code::BadJson, error.to_string()))?;
        if samples::Request::is_meant(&json) {
            let (Some(game), Some(samples)) = (&self.game, &mut self.samples) else {
                return Err(no_game());
            };
            return samples.answer(&**game, read(json)?);
        }
        self.part.clear();
        let request = read(json)?;
        match request {
            Request::New(new) => self.take_up(deal(new)?),
            Request::Load { record } => self.take_up(catalog::replay(&Record::from_json(record)?)?),
            Request::State {} => Ok(Outcome::State(state(self.game()?))),
            Request::Legal { seat } => {
                let Self { game, part, .. } = self;
                let game = game.as_deref().ok_or_else(no_game)?;
                let seat = seat_of(game, seat)?;
                game.write_legal(seat, part);
                Ok(Outcome::Legal { seat, moves: Raw(part) })
            }
            Request::Check { seat, mv } => {
                let game = self.game()?;
                let checked = game.check(seat_of(game, seat)?, &mv);
                Ok(Outcome::Checked {
                    legal: checked.is_ok(),
                    reason: checked.err(),
                })
            }
            Request::Play { seat, mv } => {
                let game = self.game.as_mut().ok_or_else(no_game)?;
                let seat = seat_of(&**game, seat)?;
                game.play(seat, &mv)?;
                if let Some(samples) = &mut self.samples {
                    samples.clear();
                }
                Ok(Outcome::State(state(&**game)))
            }
            Request::View { eye } => {
                let game = self.game()?;
                let mut fields = Fields::default();
                game.write_view(eye_of(game, eye)?, &mut fields);
                self.part = fields.to_object();
                Ok(Outcome::View { view: Raw(&self.part) })
            }
            Request::Events { eye, since } => {
                let Self { game, part, .. } = self;
                let game = game.as_deref().ok_or_else(no_game)?;
                game.write_events(eye_of(game, eye)?, since, part);
                Ok(Outcome::Events {
                    events: Raw(part),
                    next: game.event_count(),
                })
            }
            Request::Claim { seat, claim } => {
                let game = self.game.as_mut().ok_or_else(no_game)?;
                let seat = seat_of(&**game, Some(seat))?;
                game.claim(seat, &claim)?;
                Ok(Outcome::State(state(&**game)))
            }
            Request::Claims {} => {
                let claims = self.game()?.claims();
                Ok(Outcome::Claims { claims })
            }
            Request::Hint { seat, seed } => {
                let game = self.game()?;
                let seat = seat_of(game, seat)?;
                let hints = roundtable_bots::hints_for(game, seat, seed)?;
                Ok(Outcome::Hints { seat, hints })
            }
            Request::Record {} => {
                let record = Box::new(self.game()?.record());
                Ok(Outcome::Record { record })
            }
        }
    }

    fn game(&self) -> Result<&dyn AnyMatch, Refusal> {
        self.game.as_deref().ok_or_else(no_game)
    }

    /// Starts on a game in place of the previous one.
    fn take_up(&mut self, game: Box<dyn AnyMatch>) -> Result<Outcome<'_>, Refusal> {
        let taken = Outcome::Taken {
            game: game.info().slug,
            players: game.players(),
            state: state(&*game),
        };
        self.samples = Some(roundtable_bots::samples_for(&*game, 0)?);
        self.game = Some(game);
        Ok(taken)
    }
}

fn read<T: DeserializeOwned>(request: Value) -> Result<T, Refusal> {
    serde_json::from_value(request).map_err(|error| Refusal::new(Code::BadRequest, error.to_string()))
}

fn deal(new: New) -> Result<Box<dyn AnyMatch>, Refusal> {
    let dice = match (new.seed, new.key) {
        (Some(_), Some(_)) => return Err(Refusal::new(Code::BadRequest, "give a seed or a key, not both")),
        (_, Some(key)) => DiceSource::Key(key),
        (seed, None) => DiceSource::Seed(seed.unwrap_or(0)),
    };
    let deck = new.deck.map(deck_text).transpose()?;
    Ok(catalog::deal(&new.setup, deck, dice)?)
}

fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "there is no game yet: begin with `new` or `load`")
}

fn state(game: &dyn AnyMatch) -> State {
    State {
        ply: game.ply(),
        to_act: game.to_act(),
        outcome: game.outcome(),
    }
}

/// A deck is the text of a deck file, or the same as a JSON object.
fn deck_text(deck: Value) -> Result<String, Refusal> {
    let bad = |message: &str| Refusal::new(roundtable_core::Code::BadDeck, message);
    match deck {
        Value::String(text) => Ok(text),
        Value::Object(_) => roundtable_core::deck::from_json(&deck).map_err(|message| bad(&message)),
        _ => Err(bad("a deck is the text of a deck file, or the same as a JSON object")),
    }
}

/// The seat named, or the only one that is to act.
fn seat_of(game: &dyn AnyMatch, number: Option<u64>) -> Result<Seat, Refusal> {
    samples::seat_of(number, game.players(), game.to_act())
}

fn eye_of(game: &dyn AnyMatch, eye: AnyEye) -> Result<Eye, Refusal> {
    eye.at(game.players())
}
