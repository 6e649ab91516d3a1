//! A table in memory: its state, its game, its talk and its clocks. Everything here is immediate; storing and telling are the actor's.

use std::collections::{HashMap, VecDeque};

use roundtable_catalog as catalog;
use roundtable_core::{AnyMatch, Refusal, Rng, Seat, Talk};

use super::state::{SeatState, TableState, level_of};
use super::{Pace, now_ms};
use crate::limits::Bucket;
use crate::secret::{PersonId, TableId, random, same};
use crate::store::{Clock, StateWrite, StoredChat, StoredTable, TableWrite};
use crate::wire::TableStatus;

/// A table in memory.
pub struct Room {
    pub(super) id: TableId,
    pub(super) row: i64,
    pub(super) version: i64,
    pub(super) state: TableState,
    pub(super) game: Option<Box<dyn AnyMatch>>,
    /// Why the stored game cannot be taken up, if it cannot.
    pub(super) stranded: Option<Refusal>,
    /// How many decisions each seat has made: the number of its next one.
    pub(super) decisions: Vec<u32>,
    pub(super) clocks: Vec<Clock>,
    pub(super) chat: VecDeque<StoredChat>,
    pub(super) names: HashMap<PersonId, String>,
    pub(super) chatting: HashMap<PersonId, Bucket>,
    pub(super) pace: Pace,
    /// Draws bots' delays and seeds. It knows nothing of the game.
    pub(super) rng: Rng,
}

/// What comes of a command: to be stored first, then told.
#[derive(Debug, Default)]
pub struct Step {
    /// What to store.
    pub write: TableWrite,
    /// What to tell, in this order.
    pub tell: Vec<Tell>,
    /// Another table to make first.
    pub rematch: Option<(TableId, TableState)>,
}

/// Something to tell all viewers, each what is theirs.
#[derive(Clone, Debug)]
pub enum Tell {
    /// A move was made: events from this number on.
    Moved(usize),
    /// Something about the table changed.
    Table,
    /// Who sees what changed: everybody gets everything anew.
    Sync,
    /// A line of chat.
    Chat(StoredChat),
    /// The claim with this number.
    Claim(usize),
}

impl Room {
    /// Takes up a stored table.
    ///
    /// # Errors
    /// `damaged` if what is stored cannot be read.
    pub fn load(id: TableId, stored: StoredTable, pace: Pace) -> Result<Self, Refusal> {
        let state: TableState = serde_json::from_str(&stored.state)
            .map_err(|_| Refusal::new("damaged", "what is stored of this table cannot be read"))?;
        let mut room = Self {
            id,
            row: stored.row,
            version: stored.version,
            game: None,
            stranded: None,
            decisions: vec![0; state.players],
            clocks: stored.clocks,
            chat: stored.chat.into(),
            names: stored.names.into_iter().collect(),
            chatting: HashMap::new(),
            pace,
            rng: Rng::new(u64::from_le_bytes(random()?)),
            state,
        };
        if let Some(mut record) = room.state.record() {
            for line in &stored.moves {
                let seat = line.split(' ').next().and_then(|seat| seat.parse::<usize>().ok());
                if let Some(made) = seat.and_then(|seat| room.decisions.get_mut(seat)) {
                    *made += 1;
                }
            }
            record.moves = stored.moves;
            record.talk = stored
                .claims
                .into_iter()
                .map(|said| Talk {
                    ply: said.ply,
                    seat: said.seat,
                    claim: said.claim,
                })
                .collect();
            match catalog::replay(&record) {
                Ok(game) => room.game = Some(game),
                Err(refusal) => room.stranded = Some(refusal),
            }
        }
        Ok(room)
    }

    /// Whether this person may know of the table, with the secret they showed.
    #[must_use]
    pub fn may_see(&self, who: Option<&PersonId>, key: Option<&str>) -> bool {
        let member = |who: &PersonId| *who == self.state.host || self.state.seat_of(who).is_some();
        let fits = |key: &str| {
            let invites = self.state.seats.iter().filter_map(|seat| match seat {
                SeatState::Invited(invite) => Some(invite),
                SeatState::Open | SeatState::Bot(_) | SeatState::Person { .. } => None,
            });
            same(key, &self.state.key) || invites.into_iter().any(|invite| same(key, invite))
        };
        self.state.public || who.is_some_and(member) || key.is_some_and(fits)
    }

    /// Whether this person may follow the table now: players always, others while it waits, and then if it has spectators.
    ///
    /// # Errors
    /// `no_spectators`.
    pub fn may_watch(&self, who: Option<&PersonId>) -> Result<(), Refusal> {
        let seated = who.is_some_and(|who| self.state.seat_of(who).is_some());
        if seated || self.state.spectators || self.state.status == TableStatus::Waiting {
            return Ok(());
        }
        Err(Refusal::new("no_spectators", "this table is not for spectators"))
    }

    /// The running game.
    ///
    /// # Errors
    /// `not_running`, or why it cannot be taken up.
    pub(super) fn running(&mut self) -> Result<&mut dyn AnyMatch, Refusal> {
        if let Some(why) = &self.stranded {
            return Err(why.clone());
        }
        let waiting = || Refusal::new("not_running", "the game has not begun");
        Ok(&mut **self.game.as_mut().ok_or_else(waiting)?)
    }

    /// Where this person sits.
    ///
    /// # Errors
    /// `not_seated`.
    pub(super) fn seat(&self, who: &PersonId) -> Result<Seat, Refusal> {
        self.state
            .seat_of(who)
            .ok_or_else(|| Refusal::new("not_seated", "you have no seat at this table"))
    }

    /// Whether a bot decides for this seat now, and of which level.
    #[must_use]
    pub fn bot_level(&self, seat: Seat) -> Option<&str> {
        match self.state.seats.get(seat.index())? {
            SeatState::Bot(level) => Some(level),
            SeatState::Person { stand_in: Some(_), .. } => Some(&self.state.stand_in),
            SeatState::Person { stand_in: None, .. } | SeatState::Open | SeatState::Invited(_) => None,
        }
    }

    /// A step that begins with nothing.
    pub(super) fn step(&self) -> Step {
        Step {
            write: TableWrite {
                row: self.row,
                at: now_ms(),
                ..TableWrite::default()
            },
            ..Step::default()
        }
    }

    /// Adds the state as it is now to what is stored.
    pub(super) fn store_state(&self, step: &mut Step) -> Result<(), Refusal> {
        step.write.state = Some(StateWrite {
            replaces: self.version,
            state: state_text(&self.state)?,
            status: self.state.listed(),
            members: self.state.members(),
        });
        Ok(())
    }

    /// Sets a clock for every decision that has a time limit or is a bot's, keeps those that run, and drops the others.
    /// Stored if that changes anything.
    pub(super) fn set_clocks(&mut self, step: &mut Step) {
        let to_act = self.game.as_ref().map(|game| game.to_act()).unwrap_or_default();
        let mut clocks = Vec::new();
        for seat in to_act.iter() {
            let (level, decision) = (self.bot_level(seat).map(level_of), self.decisions[seat.index()]);
            let bot = level.is_some();
            let same = |clock: &&Clock| clock.seat == seat && clock.decision == decision && clock.bot == bot;
            let running = self.clocks.iter().find(same).map(|clock| clock.due_at);
            let wait = match (level, self.state.seconds) {
                (Some(level), _) => self.pace.draw(level, &mut self.rng),
                (None, Some(seconds)) => i64::from(seconds) * 1000,
                (None, None) => continue,
            };
            let due_at = running.unwrap_or(step.write.at + wait);
            clocks.push(Clock {
                seat,
                decision,
                due_at,
                bot,
            });
        }
        if clocks != self.clocks {
            self.clocks.clone_from(&clocks);
            step.write.clocks = Some(clocks);
        }
    }

    /// When the next clock runs out.
    #[must_use]
    pub fn next_due(&self) -> Option<i64> {
        self.clocks.iter().map(|clock| clock.due_at).min()
    }
}

/// The state as it is stored.
pub(super) fn state_text(state: &TableState) -> Result<String, Refusal> {
    serde_json::to_string(state).map_err(|_| Refusal::new("not_stored", "this table cannot be written down"))
}
