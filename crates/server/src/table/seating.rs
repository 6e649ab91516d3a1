//! Joining, leaving, starting, letting a bot play, rematches.

use roundtable_core::Code as Engine;
use roundtable_protocol::{Code, PersonId, Refusal};

use super::audience::Tell;
use super::room::{Room, Step};
use super::state::{Absence, SeatState, level};
use crate::names::Name;
use crate::secret::{read_key, same, table_id};
use crate::store::Status;

impl Room {
    fn waiting(&self) -> Result<(), Refusal> {
        match self.state.status {
            Status::Waiting => Ok(()),
            Status::Dealing => Err(Refusal::new(
                Code::AlreadyRunning,
                "this game is being dealt, and its seats stand",
            )),
            Status::Running | Status::Over => Err(Refusal::new(Code::AlreadyRunning, "this game has begun already")),
            Status::Closed => Err(Refusal::new(Code::Closed, "this table was given up")),
        }
    }

    /// Takes a seat. Somebody who is seated already only sends a promise for the deal.
    pub(super) fn join(
        &mut self,
        who: &PersonId,
        name: &Name,
        seat: Option<u8>,
        invite: Option<&str>,
        promise: Option<String>,
    ) -> Result<Step, Refusal> {
        let promise = promise.map(read_key).transpose()?;
        if self.state.status == Status::Dealing && self.state.seat_of(who).is_some() {
            return self.promise_again(who, promise);
        }
        self.waiting()?;
        self.may_sit(name.bot)?;
        let fits = |state: &SeatState| match state {
            SeatState::Open => true,
            SeatState::Invited(secret) => invite.is_some_and(|invite| same(invite, secret)),
            SeatState::Asked(id) => id == who,
            SeatState::Bot(_) | SeatState::Person { .. } => false,
        };
        // Whoever has the whole link may also take a seat that is kept for a guest, if no other is free.
        let has_link = invite.is_some_and(|key| same(key, &self.state.key));
        let all_taken = !self.state.seats.iter().any(|seat| matches!(seat, SeatState::Open));
        let kept = |state: &SeatState| has_link && all_taken && matches!(state, SeatState::Invited(_));
        let own = self.state.seat_of(who).map(roundtable_core::Seat::index);
        let place = match (own, seat.map(usize::from)) {
            (Some(own), wish) if wish.is_none_or(|wish| wish == own) => own,
            (Some(_), _) => {
                return Err(Refusal::new(
                    Code::AlreadySeated,
                    "you have a seat here; leave it first",
                ));
            }
            (None, Some(wish)) if self.state.seats.get(wish).is_none() => {
                return Err(Refusal::new(Engine::BadSeat, format!("there is no seat {wish}")));
            }
            (None, Some(wish)) => Some(wish)
                .filter(|&wish| self.state.seats.get(wish).is_some_and(|seat| fits(seat) || kept(seat)))
                .ok_or_else(|| Refusal::new(Code::SeatTaken, "this seat is not free for you"))?,
            (None, None) => {
                // An invitation is for its seat; without one, take the first open seat.
                let invited = self
                    .state
                    .seats
                    .iter()
                    .position(|seat| matches!(seat, SeatState::Invited(_)) && fits(seat));
                let free = self
                    .state
                    .asked(who)
                    .or(invited)
                    .or_else(|| self.state.seats.iter().position(fits));
                let free = free.or_else(|| self.state.seats.iter().position(kept));
                free.ok_or_else(|| Refusal::new(Code::TableFull, "there is no free seat"))?
            }
        };
        if let Some(kept) = self.state.asked(who).filter(|kept| *kept != place) {
            // Somebody who takes another seat leaves the one that was kept to others.
            self.state.seats[kept] = SeatState::Open;
        }
        self.state.seats[place] = SeatState::person(who.clone(), promise);
        self.meet(who, name);
        self.changed(Tell::Sync)
    }

    /// Whether somebody may sit here, who is a bot or not.
    pub(super) fn may_sit(&self, bot: bool) -> Result<(), Refusal> {
        if bot && self.state.people_only {
            let message = "this table is for people: a bot account cannot sit down here";
            return Err(Refusal::new(Code::PeopleOnly, message));
        }
        Ok(())
    }

    /// Whether this person is a bot, as far as is known here.
    pub(super) fn is_bot(&self, who: &PersonId) -> bool {
        self.names.get(who).is_some_and(|name| name.bot)
    }

    /// Somebody is a bot from now on. They have no seat then, except if they sat down at that very moment: then the
    /// seat at a table for people is given up, or a bot of the house plays on it for good.
    pub(super) fn is_bot_now(&mut self, who: &PersonId) -> Result<Option<Step>, Refusal> {
        let Some(name) = self.names.get_mut(who).filter(|name| !name.bot) else {
            return Ok(None);
        };
        name.bot = true;
        if self.state.people_only {
            return self.without(who).map(Some);
        }
        Ok(Some(Step {
            tell: vec![Tell::Table],
            ..self.step()
        }))
    }

    fn asked(&self, who: &PersonId) -> Result<usize, Refusal> {
        self.waiting()?;
        let kept = self.state.asked(who);
        kept.ok_or_else(|| Refusal::new(Code::NotAsked, "nobody asks you to this table now"))
    }

    /// Says yes to a challenge or a rematch.
    pub(super) fn accept(&mut self, who: &PersonId, name: &Name, promise: Option<String>) -> Result<Step, Refusal> {
        self.asked(who)?;
        self.join(who, name, None, None, promise)
    }

    /// Says no to it.
    pub(super) fn decline(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        let kept = self.asked(who)?;
        self.state.seats[kept] = SeatState::Open;
        self.changed(Tell::Table)
    }

    /// Gives up the seat, or hands it to a bot if the game is running. Somebody who is only asked says no.
    pub(super) fn leave(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        if let (Some(_), Status::Waiting) = (self.state.asked(who), self.state.status) {
            return self.decline(who);
        }
        let seat = self.seat(who)?;
        if self.waiting().is_err() {
            if self.state.lesson.is_some() && self.state.status == Status::Running {
                return self.end_lesson();
            }
            return self.resign(who);
        }
        self.state.seats[seat.index()] = SeatState::Open;
        let heir = self.state.seats.iter().find_map(SeatState::who).cloned();
        match heir {
            Some(heir) if self.state.host == *who => self.state.host = heir,
            Some(_) => {}
            // Nobody is left, so the table closes.
            None => self.state.status = Status::Closed,
        }
        self.changed(Tell::Sync)
    }

    /// Deals the game, after the promised numbers were revealed.
    pub(super) fn start(&mut self, who: &PersonId, fill: Option<&str>) -> Result<Step, Refusal> {
        self.waiting()?;
        if self.state.host != *who {
            return Err(Refusal::new(Code::NotHost, "whoever made the table begins the game"));
        }
        if let Some(name) = fill {
            level(name)?;
        }
        let free = |seat: &SeatState| matches!(seat, SeatState::Open | SeatState::Invited(_) | SeatState::Asked(_));
        let mut seats = self.state.seats.clone();
        for seat in seats.iter_mut().filter(|seat| free(seat)) {
            let level = fill.ok_or_else(|| {
                Refusal::new(
                    Code::SeatsFree,
                    "some seats are free: wait for players, or begin with bots on them",
                )
            })?;
            *seat = SeatState::Bot(level.to_owned());
        }
        let mut state = self.state.clone();
        state.seats = seats;
        self.begin_deal(state)
    }

    /// Lets a bot play on this seat.
    pub(super) fn resign(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        self.seat(who)?;
        self.in_play()?;
        self.set_stand_in(who, Some(Absence::Resigned))
    }

    /// Takes the seat back.
    pub(super) fn come_back(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        self.seat(who)?;
        self.may_sit(self.is_bot(who))?;
        self.in_play()?;
        self.set_stand_in(who, None)
    }

    fn in_play(&mut self) -> Result<(), Refusal> {
        // A bot can take over before the first card, too.
        if self.state.status == Status::Dealing {
            return Ok(());
        }
        if self.running()?.outcome().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        Ok(())
    }

    pub(super) fn set_stand_in(&mut self, who: &PersonId, why: Option<Absence>) -> Result<Step, Refusal> {
        for seat in &mut self.state.seats {
            match seat {
                SeatState::Person { id, stand_in, .. } if id == who => *stand_in = why,
                _ => {}
            }
        }
        let mut step = self.changed(Tell::Table)?;
        self.set_clocks(&mut step);
        Ok(step)
    }

    /// The account is gone: the seat stays without a name, and a bot plays on.
    pub fn forget(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        let known = self.names.remove(who).is_some();
        let said = self.chat.len();
        self.chat.retain(|line| line.person != *who);
        let said = self.chat.len() < said;
        let mut step = self.without(who)?;
        if said {
            // What was said goes from the screens as well.
            step.tell = vec![Tell::Sync];
        } else if !known && step.write.is_empty() {
            step.tell.clear();
        }
        Ok(step)
    }

    /// The table without this person.
    fn without(&mut self, who: &PersonId) -> Result<Step, Refusal> {
        match self.state.status {
            Status::Waiting if self.state.seat_of(who).is_some() || self.state.asked(who).is_some() => self.leave(who),
            Status::Waiting if self.state.host == *who => {
                self.state.status = Status::Closed;
                self.changed(Tell::Table)
            }
            Status::Dealing | Status::Running if self.plays(who) => self.set_stand_in(who, Some(Absence::Resigned)),
            _ => Ok(Step {
                tell: vec![Tell::Table],
                ..self.step()
            }),
        }
    }

    /// Whether this person plays, and no bot does for them for good.
    fn plays(&self, who: &PersonId) -> bool {
        let plays = |seat: &SeatState| match seat {
            SeatState::Person { id, stand_in, .. } => id == who && *stand_in != Some(Absence::Resigned),
            SeatState::Open | SeatState::Invited(_) | SeatState::Asked(_) | SeatState::Bot(_) => false,
        };
        self.state.seats.iter().any(plays)
    }

    /// Whether a rematch of this person would make a new table.
    pub(super) fn may_play_again(&self, who: &PersonId) -> bool {
        self.state.status == Status::Over && self.state.rematch.is_none() && self.state.seat_of(who).is_some()
    }

    /// Makes a new table, where the asker sits and the other players are asked.
    pub(super) fn play_again(&mut self, who: &PersonId, promise: Option<String>) -> Result<Step, Refusal> {
        self.seat(who)?;
        if self.state.status != Status::Over {
            return Err(Refusal::new(Code::NotOver, "this game is not over yet"));
        }
        if self.state.rematch.is_some() {
            // Somebody else was quicker, and everybody gets the same table.
            return Ok(self.step());
        }
        let promise = promise.map(read_key).transpose()?;
        let step = self.step();
        let there = |person: &PersonId| self.names.contains_key(person);
        let state = self.state.again(who, promise.as_ref(), there, step.write.at)?;
        let id = table_id()?;
        self.state.rematch = Some(id.clone());
        Ok(Step {
            rematch: Some(Box::new((id, state))),
            ..self.changed(Tell::Table)?
        })
    }

    /// The step that stores a changed state.
    pub(super) fn changed(&self, tell: Tell) -> Result<Step, Refusal> {
        let mut step = self.step();
        self.store_state(&mut step)?;
        step.tell.push(tell);
        Ok(step)
    }
}
