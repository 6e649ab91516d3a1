//! A match of any game.

use std::any::Any;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text::{Draw as _, Page};
use crate::{
    Claimed, Code, Eye, Fields, Game, GameInfo, GameMove, Match, NotationError, Outcome, Played, Record, Refusal, Seat,
    Seats, Told, WrittenClaim, json, record,
};

/// A move in one of its three forms, not yet read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnyMove<'a> {
    /// As its number.
    Number(u64),
    /// In the notation.
    Notation(&'a str),
    /// As JSON.
    Json(&'a Value),
}

impl<'a> From<&'a Value> for AnyMove<'a> {
    fn from(written: &'a Value) -> Self {
        match written {
            Value::String(notation) => Self::Notation(notation),
            Value::Number(number) => number.as_u64().map_or(Self::Json(written), Self::Number),
            _ => Self::Json(written),
        }
    }
}

/// A match of any game: what the referee, the terminal and the server drive. [`Match`] is the only implementation.
///
/// The `write_…` methods write everything that leaves the match, as JSON text. The methods that return [`Value`]s read
/// that text, so there is only one way to write anything.
pub trait AnyMatch: Send + Sync {
    /// The match itself, for code that knows which game it is.
    fn as_any(&self) -> &dyn Any;

    /// A copy of the match that can be played on independently.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// Which game it is.
    fn info(&self) -> &'static GameInfo;

    /// How many play.
    fn players(&self) -> usize;

    /// How many moves have been made.
    fn ply(&self) -> usize;

    /// The last move.
    fn last_move(&self) -> Option<Played>;

    /// Who has a decision to make.
    fn to_act(&self) -> Seats;

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The side that each seat is on now; see [`Game::side`]. Only the referee may know it until the end.
    fn sides(&self) -> Vec<usize>;

    /// Whether the seat may make the move.
    ///
    /// # Errors
    /// [`Code::BadMove`] if it is not a move at all, otherwise the rule that forbids it.
    fn may_make(&self, seat: Seat, mv: AnyMove<'_>) -> Result<(), Refusal>;

    /// Makes the move.
    ///
    /// # Errors
    /// As [`may_make`](Self::may_make); nothing changes.
    fn make(&mut self, seat: Seat, mv: AnyMove<'_>) -> Result<(), Refusal>;

    /// Writes what the eye sees into `fields` as JSON text, and what was said, if anything, as `claims`.
    fn write_view(&self, eye: Eye, fields: &mut Fields);

    /// Appends the seat's legal moves, as a list of [`WrittenMove`].
    fn write_legal(&self, seat: Seat, out: &mut String);

    /// Appends what the eye was told from this number on, as a list of [`WrittenEvent`]. Events that it was not told
    /// keep their numbers.
    fn write_events(&self, eye: Eye, since: usize, out: &mut String);

    /// Whether every eye was told the same from this event on.
    fn told_alike(&self, since: usize) -> bool;

    /// Draws what the eye sees as text.
    fn draw(&self, eye: Eye, page: &mut Page);

    /// What a careful player with this eye could count ([`Game::odds`]).
    fn odds(&self, eye: Eye) -> Vec<String>;

    /// Draws the event with this number, if there is one and the eye was told of it.
    fn draw_event(&self, number: usize, eye: Eye, page: &mut Page) -> bool;

    /// The number of events so far, which is the number of the next one.
    fn event_count(&self) -> usize;

    /// Makes a claim, given as the game's JSON. It is allowed at any time.
    ///
    /// # Errors
    /// [`Code::BadClaim`] if it is not a claim of the game, [`Code::BadSeat`] if nobody sits there.
    fn claim(&mut self, seat: Seat, claim: &Value) -> Result<(), Refusal>;

    /// What everybody has said, in order.
    fn claims(&self) -> Vec<WrittenClaim>;

    /// The record, sealed. It holds everything hidden.
    fn record(&self) -> Record;

    /// [`may_make`](Self::may_make) a move given as JSON: its number, its notation or its object.
    ///
    /// # Errors
    /// As [`may_make`](Self::may_make).
    fn check(&self, seat: Seat, mv: &Value) -> Result<(), Refusal> {
        self.may_make(seat, mv.into())
    }

    /// [`make`](Self::make)s a move given as JSON: its number, its notation or its object.
    ///
    /// # Errors
    /// As [`make`](Self::make).
    fn play(&mut self, seat: Seat, mv: &Value) -> Result<(), Refusal> {
        self.make(seat, mv.into())
    }

    /// What the eye sees, as JSON.
    fn view(&self, eye: Eye) -> Value {
        let mut fields = Fields::default();
        self.write_view(eye, &mut fields);
        read(&fields.to_object())
    }

    /// The seat's legal moves in all three forms.
    fn legal(&self, seat: Seat) -> Vec<WrittenMove> {
        read(&written(|out| self.write_legal(seat, out)))
    }

    /// What the eye was told, from this number on.
    fn events(&self, eye: Eye, since: usize) -> Vec<WrittenEvent> {
        read(&written(|out| self.write_events(eye, since, out)))
    }
}

fn written(write: impl FnOnce(&mut String)) -> String {
    let mut out = String::new();
    write(&mut out);
    out
}

/// Reads what we have just written.
fn read<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    serde_json::from_str(text).expect("what a match writes is JSON of its type")
}

/// A move in its three forms. `J` is its JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenMove<J = Value> {
    /// Its number in the game's fixed range.
    pub number: u32,
    /// As people write it.
    pub notation: String,
    /// As programs write it.
    pub json: J,
}

/// An event as one eye is told it. `E` is its JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenEvent<E = Value> {
    /// Its place in the stream, from 0.
    pub number: usize,
    /// What happened, or null if this eye is not told.
    pub event: Option<E>,
    /// The same as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl<M: GameMove> WrittenMove<M> {
    /// A legal move in its three forms.
    ///
    /// # Panics
    /// If the move cannot occur in a game of `players`.
    #[must_use]
    pub fn new(mv: M, players: usize) -> Self {
        Self {
            number: mv.number(players).expect("a legal move has a number"),
            notation: mv.to_string(),
            json: mv,
        }
    }
}

impl AnyMove<'_> {
    /// Reads the move as one of the game `G`. It need not be legal.
    ///
    /// # Errors
    /// [`Code::BadMove`] if it is not a move of the game.
    pub fn read<G: Game>(self, players: usize) -> Result<G::Move, Refusal> {
        let bad = |message: String| Refusal::new(Code::BadMove, message);
        match self {
            Self::Number(number) => u32::try_from(number)
                .ok()
                .and_then(|number| G::Move::from_number(number, players))
                .ok_or_else(|| {
                    let last = G::Move::count(players) - 1;
                    bad(format!("the moves are numbered from 0 to {last}, not {number}"))
                }),
            Self::Notation(notation) => notation.parse().map_err(|error: NotationError| bad(error.to_string())),
            Self::Json(object @ Value::Object(_)) => G::Move::deserialize(object)
                .map_err(|error| bad(format!("this is no move of {}: {error}", G::INFO.name))),
            Self::Json(_) => Err(bad("a move is its number, its notation or its JSON object".to_owned())),
        }
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn players(&self) -> usize {
        self.position.players()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn last_move(&self) -> Option<Played> {
        self.moves.last().map(played)
    }

    fn to_act(&self) -> Seats {
        self.position.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn sides(&self) -> Vec<usize> {
        Self::sides(self)
    }

    fn may_make(&self, seat: Seat, mv: AnyMove<'_>) -> Result<(), Refusal> {
        let mv = mv.read::<G>(self.position.players())?;
        Ok(self.position.check(seat, mv)?)
    }

    fn make(&mut self, seat: Seat, mv: AnyMove<'_>) -> Result<(), Refusal> {
        let mv = mv.read::<G>(self.position.players())?;
        Ok(Match::play(self, seat, mv)?)
    }

    fn write_view(&self, eye: Eye, fields: &mut Fields) {
        fields.set(&self.position.view(eye));
        if !self.talk.is_empty() {
            fields.push("claims", &self.claims());
        }
    }

    fn write_legal(&self, seat: Seat, out: &mut String) {
        let players = self.position.players();
        let mut moves = Vec::new();
        self.position.legal_moves(seat, &mut moves);
        let written = moves.into_iter().map(|mv| WrittenMove::new(mv, players));
        json::write_list(written, out);
    }

    fn write_events(&self, eye: Eye, since: usize, out: &mut String) {
        let told = self.journal.iter().map(|told| told.to(eye));
        let written = told.enumerate().skip(since).map(|(number, event)| WrittenEvent {
            number,
            event,
            text: event.map(Page::plain),
        });
        json::write_list(written, out);
    }

    fn told_alike(&self, since: usize) -> bool {
        self.journal.iter().skip(since).all(Told::is_public)
    }

    fn draw(&self, eye: Eye, page: &mut Page) {
        self.position.view(eye).draw(page);
    }

    fn odds(&self, eye: Eye) -> Vec<String> {
        G::odds(&self.position.view(eye))
    }

    fn draw_event(&self, number: usize, eye: Eye, page: &mut Page) -> bool {
        let event = self.journal.get(number).and_then(|told| told.to(eye));
        if let Some(event) = event {
            event.draw(page);
        }
        event.is_some()
    }

    fn event_count(&self) -> usize {
        self.journal.len()
    }

    fn claim(&mut self, seat: Seat, claim: &Value) -> Result<(), Refusal> {
        let claim = G::Claim::deserialize(claim)
            .map_err(|error| Refusal::new(Code::BadClaim, format!("this is no claim of {}: {error}", G::INFO.name)))?;
        Match::claim(self, seat, claim)
    }

    fn claims(&self) -> Vec<WrittenClaim> {
        let write = |said: &Claimed<G::Claim>| WrittenClaim {
            ply: said.ply,
            seat: said.seat,
            claim: to_json(&said.claim),
            text: Page::plain(&said.claim),
        };
        self.talk.iter().map(write).collect()
    }

    fn record(&self) -> Record {
        let said = self.talk.iter().skip(self.heard).map(|said| Claimed {
            ply: said.ply,
            seat: said.seat,
            claim: to_json(&said.claim),
        });
        Record {
            format: record::FORMAT.to_owned(),
            setup: self.setting.setup(),
            deck: self.setting.deck.clone(),
            dice: self.dice.clone(),
            start: self.start.clone(),
            moves: self.moves.iter().map(played).collect(),
            talk: said.collect(),
            chain: None,
            digest: None,
            signature: None,
        }
        .sealed()
    }
}

fn played<M: ToString>((seat, mv): &(Seat, M)) -> Played {
    Played {
        seat: *seat,
        notation: mv.to_string(),
    }
}

fn to_json(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).expect("claims have string keys and finite numbers")
}
