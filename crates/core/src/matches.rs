//! A match: a position with its history, and the one gate between it and the world.

use std::any::Any;

use serde::Serialize;
use serde_json::Value;

use crate::text::{Draw, Page};
use crate::{
    Claimed, Eye, Fields, Game, GameClaim as _, GameInfo, GameMove, Illegal, Outcome, Record, Refusal, Seat,
    SeatHandle, Seats, Setup, Start, Talk, Told, WrittenClaim, deck, json, options, record,
};

/// A game being played: the position, everything told so far, and the moves that led here.
///
/// The position is private, and nothing here hands it out: an eye gets its view, its events, its legal moves and
/// its refusals. (A record holds everything and is the referee's to keep until the end.)
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    pub(crate) setup: Setup,
    pub(crate) position: G,
    pub(crate) journal: Vec<Told<G::Event>>,
    pub(crate) moves: Vec<(Seat, G::Move)>,
    pub(crate) talk: Vec<Claimed<G::Claim>>,
    /// Where it goes on from, if it does not begin with a deal; and how much had been said there.
    pub(crate) start: Option<Start>,
    pub(crate) heard: usize,
}

impl<G: Game> Match<G> {
    /// Deals a new game.
    ///
    /// # Errors
    /// `bad_players`, `bad_options` or `bad_deck`.
    pub fn new(setup: Setup) -> Result<Self, Refusal> {
        let switches = options::from_json(&setup.options).map_err(|message| Refusal::new("bad_options", message))?;
        let cards = match &setup.deck {
            None => deck::GameDeck::standard(),
            Some(text) => deck::parse("deck", text)?,
        };
        let mut journal = Vec::new();
        let position = G::new(setup.players, switches, &cards, setup.dice.dice(), &mut journal)?;
        // Written out in full, so that a record shows every switch whether it was named or not.
        let options = options::to_json(&switches);
        Ok(Self {
            setup: Setup { options, ..setup },
            position,
            journal,
            moves: Vec::new(),
            talk: Vec::new(),
            start: None,
            heard: 0,
        })
    }

    /// Plays a record again, every move through the same gate as the first time.
    ///
    /// # Errors
    /// `other_game` or `other_rules` if it belongs to another game or version, the refusals of [`Match::new`], `bad_start` if it goes
    /// on from something else than its own game, or `bad_replay` with the first move that is not legal, or the first claim that is none.
    pub fn replay(record: &Record) -> Result<Self, Refusal> {
        let info = G::INFO;
        if record.game != info.slug {
            return Err(Refusal::new(
                "other_game",
                format!("this is a record of `{}`, not of `{}`", record.game, info.slug),
            ));
        }
        if record.rules_version != info.rules_version {
            return Err(Refusal::new(
                "other_rules",
                format!(
                    "this record was played by version {} of the rules of {}; this program has version {}",
                    record.rules_version, info.name, info.rules_version
                ),
            ));
        }
        let mut game = match &record.start {
            None => Self::new(record.setup())?,
            Some(start) => Self::going_on(record, start)?,
        };
        let mut talk = record.talk.iter().peekable();
        for (ply, line) in record.moves.iter().enumerate() {
            while let Some(said) = talk.next_if(|said| said.ply <= ply) {
                game.say_again(said)?;
            }
            let wrong = |why: &dyn std::fmt::Display| {
                Refusal::new("bad_replay", format!("move {ply} of the record, `{line}`: {why}"))
            };
            let (seat, mv) = read_line(line).map_err(|why| wrong(&why))?;
            game.play(seat, mv).map_err(|why| wrong(&why))?;
        }
        for said in talk {
            game.say_again(said)?;
        }
        Ok(game)
    }

    /// Hears a claim of a record again, in its place.
    fn say_again(&mut self, said: &Talk) -> Result<(), Refusal> {
        let wrong = |why: &str| {
            Refusal::new(
                "bad_replay",
                format!("the claim {} of seat {}: {why}", said.claim, said.seat),
            )
        };
        if said.ply != self.moves.len() {
            return Err(wrong(&format!("it is not in its place, after {} moves", said.ply)));
        }
        let claim = self
            .read_claim(&said.claim)
            .map_err(|refusal| wrong(&refusal.message))?;
        self.claim(said.seat, claim).map_err(|refusal| wrong(&refusal.message))
    }

    /// Says something, at any time. It changes nothing in the game.
    ///
    /// # Errors
    /// `bad_seat` or `bad_claim` if there is no such seat, or the claim speaks of one.
    pub fn claim(&mut self, seat: Seat, claim: G::Claim) -> Result<(), Refusal> {
        let players = self.position.players();
        if seat.index() >= players {
            return Err(Refusal::new("bad_seat", format!("there is no seat {seat}")));
        }
        if !claim.fits(players) {
            return Err(Refusal::new("bad_claim", "this speaks of a seat that is not there"));
        }
        let ply = self.moves.len();
        self.talk.push(Claimed { ply, seat, claim });
        Ok(())
    }

    /// Makes a move, if it is legal.
    ///
    /// # Errors
    /// Why it is not; nothing has changed then.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<(), Illegal> {
        self.position.check(seat, mv)?;
        self.position.play(seat, mv, &mut self.journal);
        self.moves.push((seat, mv));
        Ok(())
    }

    /// The handle of a seat, for a bot.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatHandle<'_, G> {
        SeatHandle::new(&self.position, &self.journal, seat).hearing(&self.talk)
    }
}

fn read_line<M: GameMove>(line: &str) -> Result<(Seat, M), String> {
    let (seat, notation) = line
        .split_once(' ')
        .ok_or("a move is a seat and its notation, such as `0 rest`")?;
    let seat = seat
        .parse()
        .ok()
        .and_then(Seat::try_new)
        .ok_or_else(|| format!("`{seat}` is no seat"))?;
    Ok((
        seat,
        notation
            .parse()
            .map_err(|error: crate::NotationError| error.to_string())?,
    ))
}

/// A match of whichever game: what the referee, the terminal and the server drive. [`Match`] is the only implementation.
pub trait AnyMatch: Send + Sync {
    /// The match itself, for whoever knows which game it is.
    fn as_any(&self) -> &dyn Any;

    /// Another match in the same place, which goes its own way from here.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// Which game it is.
    fn info(&self) -> &'static GameInfo;

    /// How many play.
    fn players(&self) -> usize;

    /// How many moves have been made.
    fn ply(&self) -> usize;

    /// The last move as a record has it: seat and notation.
    fn last_move(&self) -> Option<String>;

    /// Who has a decision to make.
    fn to_act(&self) -> Seats;

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The seat's legal moves in all three forms.
    fn legal(&self, seat: Seat) -> Vec<WrittenMove>;

    /// Whether the seat may make the move, given in any of the three forms.
    ///
    /// # Errors
    /// `bad_move` if it is no move at all, otherwise the rule that forbids it.
    fn check(&self, seat: Seat, mv: &Value) -> Result<(), Refusal>;

    /// Makes the move, given in any of the three forms.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing has changed then.
    fn play(&mut self, seat: Seat, mv: &Value) -> Result<(), Refusal>;

    /// What the eye sees, as JSON; with what was said, as `claims`, if anything was.
    fn view(&self, eye: Eye) -> Value;

    /// Puts what the eye sees into `fields`, as JSON text: the same as [`view`](Self::view), several times as fast. The two below are
    /// as fast.
    fn write_view(&self, eye: Eye, fields: &mut Fields);

    /// Appends the seat's legal moves, as [`legal`](Self::legal), as JSON text.
    fn write_legal(&self, seat: Seat, out: &mut String);

    /// Appends what the eye was told, as [`events`](Self::events), as JSON text.
    fn write_events(&self, eye: Eye, since: usize, out: &mut String);

    /// Whether every eye was told the same from this event on.
    fn told_alike(&self, since: usize) -> bool;

    /// What the eye sees, as text.
    fn draw(&self, eye: Eye, page: &mut Page);

    /// What the eye was told, from this number on. What it was not told has its number all the same.
    fn events(&self, eye: Eye, since: usize) -> Vec<WrittenEvent>;

    /// Draws the event with this number, if there is one and the eye was told of it.
    fn draw_event(&self, number: usize, eye: Eye, page: &mut Page) -> bool;

    /// How many things have happened: the number of the next event.
    fn event_count(&self) -> usize;

    /// Says something, given as the game's JSON, at any time.
    ///
    /// # Errors
    /// `bad_claim` if it is no claim of the game, `bad_seat` if nobody sits there.
    fn claim(&mut self, seat: Seat, claim: &Value) -> Result<(), Refusal>;

    /// What everybody has said, in order.
    fn claims(&self) -> Vec<WrittenClaim>;

    /// The record, sealed. It holds everything hidden.
    fn record(&self) -> Record;
}

/// A move in its three forms.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenMove {
    /// Its number in the game's fixed range.
    pub number: u32,
    /// As people write it.
    pub notation: String,
    /// As programs write it.
    pub json: Value,
}

/// An event as it is told to one eye.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WrittenEvent {
    /// Its place in the stream, from 0.
    pub number: usize,
    /// What happened, or null for what this eye is not told.
    pub event: Option<Value>,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl<G: Game> Match<G> {
    fn read_claim(&self, written: &Value) -> Result<G::Claim, Refusal> {
        serde_json::from_value(written.clone())
            .map_err(|error| Refusal::new("bad_claim", format!("this is no claim of {}: {error}", G::INFO.name)))
    }

    fn read_move(&self, written: &Value) -> Result<G::Move, Refusal> {
        let bad = |message: String| Refusal::new("bad_move", message);
        match written {
            Value::Number(number) => {
                let count = G::Move::count(self.position.players());
                number
                    .as_u64()
                    .and_then(|number| u32::try_from(number).ok())
                    .and_then(|number| G::Move::from_number(number, self.position.players()))
                    .ok_or_else(|| bad(format!("the moves are numbered from 0 to {}, not {number}", count - 1)))
            }
            Value::String(notation) => notation
                .parse()
                .map_err(|error: crate::NotationError| bad(error.to_string())),
            Value::Object(_) => serde_json::from_value(written.clone())
                .map_err(|error| bad(format!("this is no move of {}: {error}", G::INFO.name))),
            Value::Null | Value::Bool(_) | Value::Array(_) => {
                Err(bad("a move is its number, its notation or its JSON object".to_owned()))
            }
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

    fn last_move(&self) -> Option<String> {
        self.moves.last().map(|(seat, mv)| format!("{seat} {mv}"))
    }

    fn to_act(&self) -> Seats {
        self.position.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn legal(&self, seat: Seat) -> Vec<WrittenMove> {
        let mut moves = Vec::new();
        self.position.legal_moves(seat, &mut moves);
        let written = |mv: G::Move| WrittenMove {
            number: mv.number(self.position.players()).expect("a legal move has a number"),
            notation: mv.to_string(),
            json: to_json(&mv),
        };
        moves.into_iter().map(written).collect()
    }

    fn check(&self, seat: Seat, mv: &Value) -> Result<(), Refusal> {
        let mv = self.read_move(mv)?;
        Ok(self.position.check(seat, mv)?)
    }

    fn play(&mut self, seat: Seat, mv: &Value) -> Result<(), Refusal> {
        let mv = self.read_move(mv)?;
        Ok(Match::play(self, seat, mv)?)
    }

    fn view(&self, eye: Eye) -> Value {
        let mut view = to_json(&self.position.view(eye));
        if let Value::Object(fields) = &mut view
            && !self.talk.is_empty()
        {
            fields.insert("claims".to_owned(), to_json(&self.claims()));
        }
        view
    }

    fn write_view(&self, eye: Eye, fields: &mut Fields) {
        fields.set(&self.position.view(eye));
        if !self.talk.is_empty() {
            fields.push("claims", &self.claims());
        }
    }

    fn told_alike(&self, since: usize) -> bool {
        self.journal.iter().skip(since).all(Told::is_public)
    }

    fn write_legal(&self, seat: Seat, out: &mut String) {
        #[derive(Serialize)]
        struct Written<M> {
            number: Option<u32>,
            notation: String,
            json: M,
        }
        let mut moves = Vec::new();
        self.position.legal_moves(seat, &mut moves);
        let written = |mv: G::Move| Written {
            number: mv.number(self.position.players()),
            notation: mv.to_string(),
            json: mv,
        };
        list(moves.into_iter().map(written), out);
    }

    fn write_events(&self, eye: Eye, since: usize, out: &mut String) {
        #[derive(Serialize)]
        struct Written<'a, E> {
            number: usize,
            event: Option<&'a E>,
            #[serde(skip_serializing_if = "Option::is_none")]
            text: Option<String>,
        }
        let told = self.journal.iter().map(|told| told.to(eye));
        let written = told.enumerate().skip(since).map(|(number, event)| Written {
            number,
            event,
            text: event.map(Page::plain),
        });
        list(written, out);
    }

    fn draw(&self, eye: Eye, page: &mut Page) {
        self.position.view(eye).draw(page);
    }

    fn events(&self, eye: Eye, since: usize) -> Vec<WrittenEvent> {
        let write = |(number, told): (usize, &Told<G::Event>)| WrittenEvent {
            number,
            event: told.to(eye).map(to_json),
            text: told.to(eye).map(Page::plain),
        };
        self.journal.iter().enumerate().skip(since).map(write).collect()
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
        let claim = self.read_claim(claim)?;
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
        Record {
            format: record::FORMAT.to_owned(),
            game: G::INFO.slug.to_owned(),
            rules_version: G::INFO.rules_version,
            players: self.setup.players,
            options: self.setup.options.clone(),
            deck: self.setup.deck.clone(),
            dice: self.setup.dice.clone(),
            start: self.start.clone(),
            moves: self.moves.iter().map(|(seat, mv)| format!("{seat} {mv}")).collect(),
            talk: self
                .talk
                .iter()
                .skip(self.heard)
                .map(|said| Talk {
                    ply: said.ply,
                    seat: said.seat,
                    claim: to_json(&said.claim),
                })
                .collect(),
            digest: None,
        }
        .sealed()
    }
}

/// Appends a list.
fn list<T: Serialize>(things: impl Iterator<Item = T>, out: &mut String) {
    out.push('[');
    for (i, thing) in things.enumerate() {
        if i > 0 {
            out.push(',');
        }
        json::write(&thing, out);
    }
    out.push(']');
}

fn to_json(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).expect("views, events and moves have string keys and finite numbers")
}
