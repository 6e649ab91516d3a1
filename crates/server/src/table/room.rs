//! A table in memory: its state, its game, its talk and its clocks. Everything here happens at once; the actor does the
//! storing and telling.

use std::collections::{HashMap, VecDeque};

use roundtable_catalog as catalog;
use roundtable_core::{AnyMatch, Chain, Claimed, Entry, HexKey, Played, Record, Rng, Seat};
use roundtable_protocol::{Code, PersonId, Refusal, TableId};

use super::Pace;
use super::audience::Tell;
use super::lesson;
use super::mutes::Mutes;
use super::state::{SeatState, TableState, level_of};
use crate::clock::now_ms;
use crate::limits::Bucket;
use crate::names::Name;
use crate::secret::{random, same};
use crate::store::{Clock, Renamed, Seal, Sealed, Status, StoredChat, StoredTable, TableWrite, seal};

/// A table in memory.
pub struct Room {
    pub(super) id: TableId,
    pub(super) row: i64,
    /// The epoch in which this node serves the table.
    pub(super) epoch: i64,
    pub(super) version: i64,
    pub(super) state: TableState,
    pub(super) game: Option<Box<dyn AnyMatch>>,
    /// Why the stored game cannot be resumed, if it cannot.
    pub(super) stranded: Option<Refusal>,
    /// The running digest of the game, once it is dealt.
    pub(super) chain: Option<Chain>,
    pub(super) mutes: Mutes,
    /// The moves of the lesson, if it is one.
    pub(super) script: Vec<Played>,
    /// How many decisions each seat has made, which is the number of its next one.
    pub(super) decisions: Vec<u32>,
    pub(super) clocks: Vec<Clock>,
    pub(super) chat: VecDeque<StoredChat>,
    pub(super) names: HashMap<PersonId, Name>,
    /// Who finds the table among their own, as they were told.
    pub(super) members: Vec<PersonId>,
    pub(super) chatting: HashMap<PersonId, Bucket>,
    pub(super) pace: Pace,
    /// How long players have to promise and to reveal numbers for the deal, in milliseconds.
    pub(super) reveal_ms: i64,
    /// Draws bots' delays and seeds, independent of the game.
    pub(super) rng: Rng,
}

/// A table whose stored data is not what was once stored: nobody plays on with it.
fn damaged(why: &str) -> Refusal {
    Refusal::new(
        Code::Damaged,
        format!(
            "what is stored of this table is damaged ({why}), so it is out of play; the host of the site can tell more"
        ),
    )
}

/// The chain of a stored game, whose links are compared with the seals of its moves and claims.
fn checked_chain(
    secret: &HexKey,
    record: &Record,
    moves: &[Option<Seal>],
    talk: &[Option<Seal>],
) -> Result<Chain, Refusal> {
    // What was stored before there were chains has no seals; from the first seal on, all must be there.
    let (mut sealed, mut made, mut wrong) = (false, 0, None);
    let chain = Chain::walk(secret, record, |entry, chain| {
        let stored = match entry {
            Entry::Deal => return,
            Entry::Move(ply) => {
                made = ply + 1;
                moves.get(ply)
            }
            Entry::Claim(number) => talk.get(number),
        };
        let stored = stored.copied().flatten();
        sealed |= stored.is_some();
        if sealed && stored != Some(seal(chain.last())) {
            wrong.get_or_insert((entry, made));
        }
    });
    match wrong {
        None => Ok(chain),
        Some((Entry::Claim(_), made)) if made == moves.len() => Err(damaged("the last claims do not fit")),
        Some((Entry::Claim(_), made)) => Err(damaged(&format!("a claim before move {made} does not fit"))),
        Some((Entry::Deal | Entry::Move(_), made)) => Err(damaged(&format!("move {} does not fit", made - 1))),
    }
}

/// The result of a command: to be stored first, then told.
#[derive(Debug, Default)]
pub struct Step {
    /// What to store.
    pub write: TableWrite,
    /// What to tell, in this order.
    pub tell: Vec<Tell>,
    /// A new table to store first.
    pub rematch: Option<Box<(TableId, TableState)>>,
}

impl Room {
    /// Resumes a stored table.
    ///
    /// # Errors
    /// [`Code::Damaged`] if the stored data cannot be read, or [`Code::NoRandomness`].
    pub fn load(id: TableId, stored: StoredTable, pace: Pace) -> Result<Self, Refusal> {
        let damage = stored.damage.as_deref().map(damaged);
        let state = match (TableState::read(&stored.state, stored.deck), damage.clone()) {
            (Ok(state), _) => state,
            (Err(_), Some(damage)) => return Err(damage),
            (Err(refusal), None) => return Err(refusal),
        };
        let mut room = Self {
            id,
            row: stored.row,
            version: stored.version,
            epoch: stored.epoch,
            game: None,
            stranded: damage,
            chain: None,
            mutes: stored.mutes.into(),
            script: Vec::new(),
            decisions: vec![0; state.setup.players],
            clocks: stored.clocks,
            chat: stored.chat.into(),
            names: stored.names.into_iter().collect(),
            members: state.members(),
            chatting: HashMap::new(),
            pace,
            reveal_ms: 20_000,
            rng: Rng::new(u64::from_le_bytes(random()?)),
            state,
        };
        if room.stranded.is_none() {
            match room.take_up(stored.moves, stored.claims) {
                Ok(game) => room.game = game,
                Err(refusal) => room.stranded = Some(refusal),
            }
        }
        Ok(room)
    }

    /// Replays the stored game, if it has been dealt, checks it against its chain, and counts each seat's decisions.
    fn take_up(
        &mut self,
        moves: Vec<Sealed<String>>,
        talk: Vec<Sealed<Claimed>>,
    ) -> Result<Option<Box<dyn AnyMatch>>, Refusal> {
        let Some(mut record) = self.state.record().filter(|_| self.state.status != Status::Closed) else {
            return Ok(None);
        };
        let unreadable = |why: String| damaged(&format!("a stored move cannot be read: {why}"));
        let (lines, seals): (Vec<String>, Vec<_>) = moves.into_iter().unzip();
        let lines = lines.iter().map(|line| line.parse::<Played>().map_err(unreadable));
        record.moves = lines.collect::<Result<_, _>>()?;
        let (talk, talk_seals): (Vec<Claimed>, Vec<_>) = talk.into_iter().unzip();
        record.talk = talk;
        let chain = checked_chain(&self.state.secret, &record, &seals, &talk_seals)?;
        for played in &record.moves {
            if let Some(made) = self.decisions.get_mut(played.seat.index()) {
                *made += 1;
            }
        }
        let game = catalog::replay(&record)?;
        if self.state.outcome.is_some() && game.outcome() != self.state.outcome {
            return Err(damaged("the game does not end as it did"));
        }
        self.script = lesson::script(&self.state, game.info(), &record.moves);
        self.chain = Some(chain);
        Ok(Some(game))
    }

    /// Why the stored game cannot be resumed, if it cannot.
    #[must_use]
    pub const fn trouble(&self) -> Option<&Refusal> {
        self.stranded.as_ref()
    }

    /// Whether this person may know of the table, given the secret in their link.
    #[must_use]
    pub fn may_see(&self, who: Option<&PersonId>, key: Option<&str>) -> bool {
        let member = |who: &PersonId| {
            *who == self.state.host || self.state.seat_of(who).is_some() || self.state.asked(who).is_some()
        };
        let fits = |key: &str| {
            let invites = self.state.seats.iter().filter_map(|seat| match seat {
                SeatState::Invited(invite) => Some(invite),
                SeatState::Open | SeatState::Asked(_) | SeatState::Bot(_) | SeatState::Person { .. } => None,
            });
            same(key, &self.state.key) || invites.into_iter().any(|invite| same(key, invite))
        };
        self.state.public || who.is_some_and(member) || key.is_some_and(fits)
    }

    /// Whether this person may watch the table now.
    ///
    /// # Errors
    /// [`Code::NoSpectators`].
    pub fn may_watch(&self, who: Option<&PersonId>) -> Result<(), Refusal> {
        if self.state.shows_itself_to(who) {
            return Ok(());
        }
        Err(Refusal::new(
            Code::NoSpectators,
            "this game is played without spectators",
        ))
    }

    /// The running game.
    ///
    /// # Errors
    /// [`Code::NotRunning`], or why it cannot be resumed.
    pub(super) fn running(&mut self) -> Result<&mut dyn AnyMatch, Refusal> {
        if let Some(why) = &self.stranded {
            return Err(why.clone());
        }
        let waiting = || Refusal::new(Code::NotRunning, "the game has not begun");
        Ok(&mut **self.game.as_mut().ok_or_else(waiting)?)
    }

    /// Where this person sits.
    ///
    /// # Errors
    /// [`Code::NotSeated`].
    pub(super) fn seat(&self, who: &PersonId) -> Result<Seat, Refusal> {
        self.state
            .seat_of(who)
            .ok_or_else(|| Refusal::new(Code::NotSeated, "you have no seat at this table"))
    }

    /// The person at the table, if there is only one.
    #[must_use]
    pub fn only_person(&self) -> Option<&PersonId> {
        let mut persons = self.state.seats.iter().filter_map(SeatState::who);
        persons.next().filter(|_| persons.next().is_none())
    }

    /// Whether a person plays here who is not away.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        let here = |seat: &SeatState| matches!(seat, SeatState::Person { stand_in: None, .. });
        self.state.seats.iter().any(here)
    }

    /// The level of the bot that decides for this seat now, if one does.
    #[must_use]
    pub fn bot_level(&self, seat: Seat) -> Option<&str> {
        match self.state.seats.get(seat.index())? {
            SeatState::Bot(level) => Some(level),
            SeatState::Person { stand_in: Some(_), .. } => Some(&self.state.stand_in),
            SeatState::Person { stand_in: None, .. }
            | SeatState::Open
            | SeatState::Invited(_)
            | SeatState::Asked(_) => None,
        }
    }

    /// Notes the name of somebody who comes. A name that is known stays: changes are told by [`rename`](Self::rename),
    /// and a connection may still know somebody by an old one.
    pub(super) fn meet(&mut self, who: &PersonId, name: &Name) {
        self.names.entry(who.clone()).or_insert_with(|| name.clone());
    }

    /// Some people have other names. Whether one of them is shown here.
    pub(super) fn rename(&mut self, renamed: &[Renamed]) -> bool {
        let mut shown = false;
        for Renamed { person, name } in renamed {
            if let Some(known) = self.names.get_mut(person).filter(|known| known.text != *name) {
                known.text.clone_from(name);
                shown = true;
            }
        }
        shown
    }

    /// Who finds a table among their own that they did not find before this is stored: this one, or its rematch.
    pub(super) fn newly_seated(
        &mut self,
        write: &TableWrite,
        rematch: Option<&(TableId, TableState)>,
    ) -> Vec<PersonId> {
        let mut new = rematch.map_or_else(Vec::new, |(_, state)| state.members());
        if let Some(state) = &write.state {
            let known = std::mem::replace(&mut self.members, state.members.clone());
            new.extend(state.members.iter().filter(|person| !known.contains(person)).cloned());
        }
        new
    }

    /// An empty step.
    pub(super) fn step(&self) -> Step {
        Step {
            write: TableWrite {
                row: self.row,
                epoch: self.epoch,
                at: now_ms(),
                ..TableWrite::default()
            },
            ..Step::default()
        }
    }

    /// Adds the current state to what the step stores.
    pub(super) fn store_state(&self, step: &mut Step) -> Result<(), Refusal> {
        step.write.state = Some(self.state.write(self.version)?);
        Ok(())
    }

    /// Sets a clock for every decision that has a time limit or is a bot's, keeps those that run, and drops the others.
    /// The step stores them if anything changed.
    pub(super) fn set_clocks(&mut self, step: &mut Step) {
        let to_act = self.game.as_ref().map(|game| game.to_act()).unwrap_or_default();
        let dealing = self.state.dealing.as_ref();
        let mut clocks = dealing.map_or_else(Vec::new, |dealing| dealing.clocks(&self.state));
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
