//! What is stored of a table besides its moves and its talk.

use roundtable_bots::{BotSpec, Level};
use roundtable_catalog::GameId;
use roundtable_core::{DiceSource, FairDeal, HexKey, MAX_SEATS, Record, Refusal, Seat, Setup};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::going_on::GoesOn;
use crate::secret::{PersonId, TableId, link_key, random, read_number};
use crate::store::Status;
use crate::wire::{CreateTable, NewSeat, StandIn, TableStatus, WireOutcome};

/// The level that stands in where none is chosen.
const STAND_IN: &str = "squire";

/// The largest deck file, in bytes.
const DECK: usize = 32 * 1024;

/// The shortest and the longest time for a decision, in seconds.
const SECONDS: std::ops::RangeInclusive<u32> = 5..=14 * 24 * 3600;

/// What sits on a seat, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Nobody; anybody may.
    Open,
    /// Nobody; whoever has the secret may.
    Invited(String),
    /// A bot of this level.
    Bot(String),
    /// A person.
    Person {
        /// Who.
        id: PersonId,
        /// Their browser's number for the deal.
        number: Option<HexKey>,
        /// Why a bot plays for them.
        #[serde(default)]
        stand_in: Option<StandIn>,
    },
}

impl SeatState {
    /// Somebody who just sat down.
    #[must_use]
    pub const fn person(id: PersonId, number: Option<HexKey>) -> Self {
        Self::Person {
            id,
            number,
            stand_in: None,
        }
    }

    /// Who sits here.
    #[must_use]
    pub const fn who(&self) -> Option<&PersonId> {
        match self {
            Self::Person { id, .. } => Some(id),
            Self::Open | Self::Invited(_) | Self::Bot(_) => None,
        }
    }
}

/// A table, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableState {
    /// The slug of the game.
    pub game: String,
    /// The version of its rules: what the table was made with, and will be played by or not at all.
    pub rules_version: u32,
    /// How many play.
    pub players: usize,
    /// The game's switches.
    pub options: Map<String, Value>,
    /// The text of a deck file.
    pub deck: Option<String>,
    /// Whether everybody finds it in the list.
    pub public: bool,
    /// The secret part of its link.
    pub key: String,
    /// Whether it may be watched.
    pub spectators: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Seconds for a decision.
    pub seconds: Option<u32>,
    /// The level that plays for who is absent.
    pub stand_in: String,
    /// Who made it.
    pub host: PersonId,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Where it stands.
    pub status: TableStatus,
    /// The host's part of the deal. Shown to nobody before the end.
    pub secret: HexKey,
    /// All parts of the deal, once it is dealt.
    pub deal: Option<FairDeal>,
    /// Whose chat nobody hears.
    pub muted: Vec<PersonId>,
    /// Who does not hear whose chat.
    pub deaf: Vec<(PersonId, PersonId)>,
    /// The table on which the same people play again.
    pub rematch: Option<TableId>,
    /// Where it goes on from, if it does not begin with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<GoesOn>,
    /// How it ended.
    pub outcome: Option<WireOutcome>,
    /// When it was made.
    pub created_at: i64,
}

/// A level's name, if it is one. Nothing else may be named over the network: least of all a program.
pub(super) fn level(name: &str) -> Result<Level, Refusal> {
    name.parse().map_err(|why: String| Refusal::new("bad_level", why))
}

/// A level that was checked when it was stored. One that a later version no longer knows plays as the weakest.
pub(super) fn level_of(name: &str) -> Level {
    name.parse().unwrap_or_default()
}

/// The bot of such a level.
pub(super) fn bot(name: &str) -> BotSpec {
    BotSpec::Level(level_of(name))
}

impl TableState {
    /// A new table, if it can be played like this.
    ///
    /// # Errors
    /// `unknown_game`, `bad_players`, `bad_options`, `bad_deck`, `bad_seats`, `bad_level`, `bad_seconds`, `bad_number`.
    pub fn new(host: &PersonId, wish: CreateTable, now: i64) -> Result<Self, Refusal> {
        let game: GameId = wish.game.parse().map_err(Refusal::from)?;
        if wish.deck.as_ref().is_some_and(|deck| deck.len() > DECK) {
            return Err(Refusal::new(
                "bad_deck",
                format!("a deck file has at most {DECK} bytes"),
            ));
        }
        if let Some(seconds) = wish.seconds.filter(|seconds| !SECONDS.contains(seconds)) {
            return Err(Refusal::new(
                "bad_seconds",
                format!(
                    "{seconds} seconds: the time for a decision goes from {} to {}",
                    SECONDS.start(),
                    SECONDS.end()
                ),
            ));
        }
        let stand_in = wish.stand_in.unwrap_or_else(|| STAND_IN.to_owned());
        level(&stand_in)?;
        // Dealt once on trial, with dice that do not matter: so a table that exists can begin.
        let trial = game.start(Setup {
            players: wish.players,
            options: wish.options,
            deck: wish.deck.clone(),
            dice: DiceSource::Seed(0),
        })?;
        let number = read_number(wish.number)?;
        Ok(Self {
            seats: seats(wish.seats, wish.players, host, number.as_ref())?,
            game: wish.game,
            rules_version: game.info().rules_version,
            players: wish.players,
            options: trial.record().options,
            deck: wish.deck,
            public: wish.public,
            key: link_key()?,
            spectators: wish.spectators,
            hints: wish.hints,
            seconds: wish.seconds,
            stand_in,
            host: host.clone(),
            status: TableStatus::Waiting,
            secret: HexKey(random()?),
            deal: None,
            muted: Vec::new(),
            deaf: Vec::new(),
            rematch: None,
            start: None,
            outcome: None,
            created_at: now,
        })
    }

    /// The same people and settings once more, made by one of them.
    ///
    /// # Errors
    /// `no_randomness`.
    pub fn again(&self, host: &PersonId, number: Option<&HexKey>, now: i64) -> Result<Self, Refusal> {
        let anew = |seat: &SeatState| match seat {
            SeatState::Person { id, .. } => SeatState::person(id.clone(), number.filter(|_| id == host).cloned()),
            other => other.clone(),
        };
        Ok(Self {
            key: link_key()?,
            host: host.clone(),
            seats: self.seats.iter().map(anew).collect(),
            status: TableStatus::Waiting,
            secret: HexKey(random()?),
            deal: None,
            rematch: None,
            start: None,
            outcome: None,
            created_at: now,
            ..self.clone()
        })
    }

    /// What is shown before the first card.
    #[must_use]
    pub fn commitment(&self) -> String {
        FairDeal::commit(&self.secret).into()
    }

    /// Where this person sits.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats
            .iter()
            .position(|seat| seat.who() == Some(person))
            .and_then(Seat::try_new)
    }

    /// Who finds the table among their own: the host first.
    #[must_use]
    pub fn members(&self) -> Vec<PersonId> {
        let seated = self.seats.iter().filter_map(SeatState::who);
        std::iter::once(&self.host)
            .chain(seated.filter(|person| **person != self.host))
            .cloned()
            .collect()
    }

    /// What the table is listed under.
    #[must_use]
    pub const fn listed(&self) -> Status {
        match self.status {
            TableStatus::Waiting => Status::Waiting,
            TableStatus::Running => Status::Running,
            TableStatus::Over => Status::Over,
            TableStatus::Closed => Status::Closed,
        }
    }

    /// The game as a record without moves, once it is dealt.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        Some(Record {
            format: roundtable_core::FORMAT.to_owned(),
            game: self.game.clone(),
            rules_version: self.rules_version,
            players: self.players,
            options: self.options.clone(),
            deck: self.deck.clone(),
            dice: DiceSource::Fair(self.deal.clone()?),
            start: self.start.as_ref().map(GoesOn::start),
            moves: Vec::new(),
            talk: Vec::new(),
            digest: None,
        })
    }
}

fn seats(
    wish: Option<Vec<NewSeat>>,
    players: usize,
    host: &PersonId,
    number: Option<&HexKey>,
) -> Result<Vec<SeatState>, Refusal> {
    let bad = |message: &str| Err(Refusal::new("bad_seats", message));
    let wish = wish.unwrap_or_else(|| vec![NewSeat::Me]);
    if wish.len() > players || players > MAX_SEATS {
        return bad("there are more seats than players");
    }
    if wish.iter().filter(|seat| **seat == NewSeat::Me).count() > 1 {
        return bad("you can sit on one seat only");
    }
    let open = std::iter::repeat_with(|| NewSeat::Open);
    let make = |seat| {
        Ok(match seat {
            NewSeat::Open => SeatState::Open,
            NewSeat::Invited => SeatState::Invited(link_key()?),
            NewSeat::Bot(name) => {
                level(&name)?;
                SeatState::Bot(name)
            }
            NewSeat::Me => SeatState::person(host.clone(), number.cloned()),
        })
    };
    wish.into_iter().chain(open).take(players).map(make).collect()
}
