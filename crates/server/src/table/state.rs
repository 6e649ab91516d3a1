//! What is stored about a table besides its moves and its talk.

use std::collections::HashMap;

use roundtable_bots::Level;
use roundtable_core::{DiceSource, FairDeal, HexKey, MAX_SEATS, Outcome, Record, Seat, Setup};
use roundtable_protocol::{Code, CreateTable, NewSeat, PersonId, Refusal, TableId};
use serde::{Deserialize, Serialize};

use super::dealing::Dealing;
use super::going_on::GoesOn;
use crate::secret::{link_key, random, read_key};
use crate::store::{Clock, NewTable, Person, StateWrite, Status, StoredTable};

/// The level of stand-ins by default.
const STAND_IN: &str = "squire";

/// The largest deck file, in bytes.
const DECK: usize = 32 * 1024;

/// The shortest and the longest time for a decision, in seconds.
const SECONDS: std::ops::RangeInclusive<u32> = 5..=14 * 24 * 3600;

/// The version of the storage format of tables. Tables in another format are not read.
const FORMAT: u32 = 1;

/// Why a bot plays for a person, as stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// A decision took longer than allowed.
    Away,
    /// The person resigned.
    Resigned,
}

/// What sits on a seat, as stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatState {
    /// Nobody; anybody may sit down.
    Open,
    /// Nobody; only somebody with this secret may sit down.
    Invited(String),
    /// Nobody yet; kept for this person, who is asked to play.
    Asked(PersonId),
    /// A bot of this level.
    Bot(String),
    /// A person.
    Person {
        /// Who.
        id: PersonId,
        /// What their browser promised for the deal.
        #[serde(default)]
        promise: Option<HexKey>,
        /// Why a bot plays for them.
        #[serde(default)]
        stand_in: Option<Absence>,
    },
}

impl SeatState {
    /// Somebody who just sat down.
    #[must_use]
    pub const fn person(id: PersonId, promise: Option<HexKey>) -> Self {
        Self::Person {
            id,
            promise,
            stand_in: None,
        }
    }

    /// Whose the seat is: who sits here, or is asked to.
    const fn whose(&self) -> Option<&PersonId> {
        match self {
            Self::Person { id, .. } | Self::Asked(id) => Some(id),
            Self::Open | Self::Invited(_) | Self::Bot(_) => None,
        }
    }

    /// Who sits here.
    #[must_use]
    pub const fn who(&self) -> Option<&PersonId> {
        match self {
            Self::Person { id, .. } => Some(id),
            Self::Open | Self::Invited(_) | Self::Asked(_) | Self::Bot(_) => None,
        }
    }
}

/// A table, as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableState {
    /// The version of the format.
    #[serde(default = "first_format")]
    format: u32,
    /// Which game, under which rules: those that the table was made with, and no others.
    #[serde(flatten)]
    pub setup: Setup,
    /// The text of a deck file. Decks are stored apart from states.
    #[serde(default, skip_serializing)]
    pub deck: Option<String>,
    /// Whether it has a deck of its own, for lists, which do not read it.
    #[serde(default)]
    pub own_deck: bool,
    /// Whether the list shows it to everybody.
    pub public: bool,
    /// Whether the game may change ratings: whoever sits down agrees. Nobody was asked at tables of older versions.
    #[serde(default)]
    pub rated: bool,
    /// The secret part of its link.
    pub key: String,
    /// Whether spectators may watch.
    pub spectators: bool,
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether no bot account can sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub people_only: bool,
    /// Seconds per decision.
    pub seconds: Option<u32>,
    /// The level of the bot that plays for absent players.
    pub stand_in: String,
    /// Who decides when it begins: whoever made it, or another after they have left.
    pub host: PersonId,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// The seats of people for whom a bot has decided, whether or not they came back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stood_in: Vec<Seat>,
    /// The status of the table.
    pub status: Status,
    /// The host's part of the deal. Nobody sees it before the end.
    pub secret: HexKey,
    /// The round in which numbers are promised and revealed, while the table is dealing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealing: Option<Dealing>,
    /// All parts of the deal, once it is dealt.
    pub deal: Option<FairDeal>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
    /// What it continues from, if it does not begin with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<GoesOn>,
    /// The seed of the lesson's deal, if it is a lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<u64>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// When it was made.
    pub created_at: i64,
}

/// The format of tables that were stored before formats had a version.
const fn first_format() -> u32 {
    1
}

/// Reads the name of a level. Nothing else may be named over the network, least of all a program.
pub(super) fn level(name: &str) -> Result<Level, Refusal> {
    name.parse().map_err(|why: String| Refusal::new(Code::BadLevel, why))
}

/// Reads the name of a stored level, which was checked before. If a later version does not know it, the weakest level
/// plays.
pub(super) fn level_of(name: &str) -> Level {
    name.parse().unwrap_or_default()
}

impl TableState {
    /// A new table, if the game can be played like this. `asked` are the people whom the seats name.
    ///
    /// # Errors
    /// [`Code::BadSeats`], [`Code::BadLevel`], [`Code::BadSeconds`], [`Code::BadNumber`], or as
    /// [`roundtable_catalog::deal`].
    pub fn new(host: &PersonId, wish: CreateTable, asked: &HashMap<String, Person>, now: i64) -> Result<Self, Refusal> {
        if wish.deck.as_ref().is_some_and(|deck| deck.len() > DECK) {
            return Err(Refusal::new(
                roundtable_core::Code::BadDeck,
                format!("a deck file has at most {DECK} bytes"),
            ));
        }
        if let Some(seconds) = wish.seconds.filter(|seconds| !SECONDS.contains(seconds)) {
            return Err(Refusal::new(
                Code::BadSeconds,
                format!(
                    "{seconds} seconds: the time for a decision goes from {} to {}",
                    SECONDS.start(),
                    SECONDS.end()
                ),
            ));
        }
        let stand_in = wish.stand_in.unwrap_or_else(|| STAND_IN.to_owned());
        level(&stand_in)?;
        // Deal a trial game, with dice that do not matter, so that every table that exists can begin.
        let trial = roundtable_catalog::deal(&wish.setup, wish.deck.clone(), DiceSource::Seed(0))?;
        let promise = wish.promise.map(read_key).transpose()?;
        Ok(Self {
            format: FORMAT,
            seats: seats(wish.seats, wish.setup.players, (host, promise.as_ref()), asked)?,
            setup: trial.record().setup,
            own_deck: wish.deck.is_some(),
            public: wish.public,
            rated: wish.rated.unwrap_or(wish.public) && !wish.hints && wish.deck.is_none(),
            deck: wish.deck,
            key: link_key()?,
            spectators: wish.spectators,
            hints: wish.hints,
            people_only: wish.people_only,
            seconds: wish.seconds,
            stand_in,
            host: host.clone(),
            stood_in: Vec::new(),
            status: Status::Waiting,
            secret: HexKey(random()?),
            dealing: None,
            deal: None,
            rematch: None,
            start: None,
            lesson: None,
            outcome: None,
            created_at: now,
        })
    }

    /// A rematch: the same settings, with one of the players as host. The others are asked, as far as they are `there`
    /// at all: nobody is seated without having said so.
    ///
    /// # Errors
    /// [`Code::NoRandomness`].
    pub fn again(
        &self,
        host: &PersonId,
        promise: Option<&HexKey>,
        there: impl Fn(&PersonId) -> bool,
        now: i64,
    ) -> Result<Self, Refusal> {
        let anew = |seat: &SeatState| match seat {
            SeatState::Person { id, .. } if id == host => SeatState::person(id.clone(), promise.cloned()),
            SeatState::Person { id, .. } if there(id) => SeatState::Asked(id.clone()),
            SeatState::Person { .. } => SeatState::Open,
            other => other.clone(),
        };
        Ok(Self {
            key: link_key()?,
            host: host.clone(),
            seats: self.seats.iter().map(anew).collect(),
            stood_in: Vec::new(),
            status: Status::Waiting,
            secret: HexKey(random()?),
            dealing: None,
            deal: None,
            rematch: None,
            start: None,
            lesson: None,
            outcome: None,
            created_at: now,
            ..self.clone()
        })
    }

    /// The commitment, which is shown before the first card.
    #[must_use]
    pub fn commitment(&self) -> String {
        FairDeal::commit(&self.secret).into()
    }

    /// Whether this person may watch: players and spectators if they are allowed, anybody before the deal, and after
    /// the end everybody who has the link of a private table.
    #[must_use]
    pub fn shows_itself_to(&self, who: Option<&PersonId>) -> bool {
        let seated = who.is_some_and(|who| self.seat_of(who).is_some());
        seated
            || self.spectators
            || match self.status {
                Status::Waiting | Status::Dealing | Status::Closed => true,
                Status::Running => false,
                Status::Over => !self.public,
            }
    }

    /// Where this person sits.
    #[must_use]
    pub fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats
            .iter()
            .position(|seat| seat.who() == Some(person))
            .and_then(Seat::try_new)
    }

    /// Which seat is kept for this person.
    #[must_use]
    pub fn asked(&self, person: &PersonId) -> Option<usize> {
        let asked = |seat: &SeatState| matches!(seat, SeatState::Asked(id) if id == person);
        self.seats.iter().position(asked)
    }

    /// Who finds the table among their own, the host first: those who sit there, and those who are asked to.
    #[must_use]
    pub fn members(&self) -> Vec<PersonId> {
        let seated = self.seats.iter().filter_map(|seat| match seat {
            SeatState::Asked(id) => Some(id),
            other => other.who(),
        });
        std::iter::once(&self.host)
            .chain(seated.filter(|person| **person != self.host))
            .cloned()
            .collect()
    }

    /// Reads a stored table.
    ///
    /// # Errors
    /// [`Code::Damaged`] if it cannot be read, or is in a format that this program does not know.
    pub fn read(text: &str, deck: Option<String>) -> Result<Self, Refusal> {
        let damaged = |message: String| Refusal::new(Code::Damaged, message);
        let mut state: Self = serde_json::from_str(text)
            .map_err(|_| damaged("what is stored of this table cannot be read".to_owned()))?;
        if state.format != FORMAT {
            return Err(damaged(format!(
                "this table is stored in form {}; this program reads form {FORMAT}",
                state.format
            )));
        }
        state.own_deck |= deck.is_some();
        state.deck = deck;
        Ok(state)
    }

    /// The table for its first write to the store.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn new_table(&self, id: TableId, clocks: Vec<Clock>) -> Result<NewTable, Refusal> {
        Ok(NewTable {
            id,
            public: self.public,
            spectators: self.spectators,
            state: self.write(0)?,
            deck: self.deck.clone(),
            mutes: Vec::new(),
            clocks,
            at: self.created_at,
        })
    }

    /// The state that replaces this version in the store.
    ///
    /// # Errors
    /// [`Code::NotStored`] if it cannot be serialised.
    pub fn write(&self, replaces: i64) -> Result<StateWrite, Refusal> {
        let text = serde_json::to_string(self);
        Ok(StateWrite {
            replaces,
            state: text.map_err(|_| Refusal::new(Code::NotStored, "this table cannot be written down"))?,
            status: self.status,
            members: self.members(),
        })
    }

    /// A table that continues from a finished game, with the set-up of the game's record, and begins at once.
    ///
    /// # Errors
    /// [`Code::NoRandomness`].
    pub fn going_on(
        host: &PersonId,
        start: GoesOn,
        seats: Vec<SeatState>,
        level: &str,
        now: i64,
    ) -> Result<Self, Refusal> {
        let setup = start.earlier().setup.clone();
        let (start, deck) = start.without_deck();
        Ok(Self {
            own_deck: deck.is_some(),
            deck,
            stand_in: level.to_owned(),
            start: Some(start),
            ..Self::at_once(host, setup, seats, now)?
        })
    }

    /// A lesson, which begins at once.
    ///
    /// # Errors
    /// [`Code::NoRandomness`].
    pub fn lesson(host: &PersonId, setup: Setup, seed: u64, seats: Vec<SeatState>, now: i64) -> Result<Self, Refusal> {
        Ok(Self {
            lesson: Some(seed),
            ..Self::at_once(host, setup, seats, now)?
        })
    }

    /// A private table for one person and bots that begins at once, without time limits and with hints.
    fn at_once(host: &PersonId, setup: Setup, seats: Vec<SeatState>, now: i64) -> Result<Self, Refusal> {
        let secret = HexKey(random()?);
        Ok(Self {
            format: FORMAT,
            setup,
            deck: None,
            own_deck: false,
            public: false,
            rated: false,
            key: link_key()?,
            spectators: false,
            hints: true,
            people_only: false,
            seconds: None,
            stand_in: STAND_IN.to_owned(),
            host: host.clone(),
            stood_in: Vec::new(),
            status: Status::Running,
            dealing: None,
            deal: Some(FairDeal::new(secret.clone(), vec![None; seats.len()])),
            seats,
            secret,
            rematch: None,
            start: None,
            lesson: None,
            outcome: None,
            created_at: now,
        })
    }

    /// The table as it would be read from the store after its first write.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub(super) fn fresh(&self) -> Result<StoredTable, Refusal> {
        Ok(StoredTable {
            row: 0,
            version: 0,
            epoch: 0,
            state: self.write(0)?.state,
            deck: self.deck.clone(),
            damage: None,
            moves: Vec::new(),
            claims: Vec::new(),
            mutes: Vec::new(),
            chat: Vec::new(),
            clocks: Vec::new(),
            names: Vec::new(),
        })
    }

    /// The game as a record without moves, once it is dealt.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        Some(Record {
            format: roundtable_core::FORMAT.to_owned(),
            setup: self.setup.clone(),
            deck: self.deck.clone(),
            // A lesson is not drawn: everybody gets the same deal.
            dice: match self.lesson {
                Some(seed) => DiceSource::Seed(seed),
                None => DiceSource::Fair(self.deal.clone()?),
            },
            start: self.start.as_ref().map(|start| start.start(self.deck.as_ref())),
            moves: Vec::new(),
            talk: Vec::new(),
            chain: None,
            digest: None,
            signature: None,
        })
    }
}

fn seats(
    wish: Option<Vec<NewSeat>>,
    players: usize,
    (host, promise): (&PersonId, Option<&HexKey>),
    asked: &HashMap<String, Person>,
) -> Result<Vec<SeatState>, Refusal> {
    let bad = |message: &str| Err(Refusal::new(Code::BadSeats, message));
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
            NewSeat::Asked(name) => match asked.get(&name) {
                Some(person) => SeatState::Asked(person.id.clone()),
                None => return Err(nobody(&name)),
            },
            NewSeat::Bot(name) => {
                level(&name)?;
                SeatState::Bot(name)
            }
            NewSeat::Me => SeatState::person(host.clone(), promise.cloned()),
        })
    };
    let seats: Vec<SeatState> = wish
        .into_iter()
        .chain(open)
        .take(players)
        .map(make)
        .collect::<Result<_, _>>()?;
    let mut theirs: Vec<&PersonId> = seats.iter().filter_map(SeatState::whose).collect();
    let count = theirs.len();
    theirs.sort_unstable();
    theirs.dedup();
    if theirs.len() < count {
        return bad("everybody sits on one seat only, and you cannot ask yourself");
    }
    Ok(seats)
}

/// Nobody can be asked by this name.
pub(crate) fn nobody(name: &str) -> Refusal {
    let message = format!("nobody with a password is called `{name}`: only they can be asked by name");
    Refusal::new(Code::NoPerson, message)
}
