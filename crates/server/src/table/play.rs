//! Moves of people and bots, and what happens when time runs out.

use roundtable_core::{AnyMove, Claimed, Code as Engine, Seat};
use roundtable_protocol::{Code, Message, PersonId, Refusal};
use serde_json::Value;

use super::audience::Tell;
use super::room::{Room, Step};
use super::state::{Absence, SeatState};
use crate::store::{Clock, Status};

impl Room {
    /// A person's move.
    pub(super) fn play(&mut self, who: &PersonId, decision: u32, mv: &Value) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        self.running()?;
        let due = self.decisions[seat.index()];
        if decision != due {
            return Err(Refusal::new(
                Code::StaleDecision,
                format!("this answers decision {decision}, but yours is {due} now; nothing has happened"),
            ));
        }
        self.follow(seat, mv.into())?;
        let mut step = self.step();
        self.make(seat, mv.into(), &mut step)?;
        // Somebody who plays is back.
        if let Some(SeatState::Person { stand_in, .. }) = self.state.seats.get_mut(seat.index())
            && stand_in.take().is_some()
        {
            self.store_state(&mut step)?;
            self.set_clocks(&mut step);
            step.tell.insert(0, Tell::Table);
        }
        Ok(step)
    }

    /// A bot's move, with its claim, if any.
    pub fn bot_play(&mut self, clock: &Clock, mv: u32, claim: Option<&Value>) -> Result<Step, Refusal> {
        let mut step = self.step();
        let mv = AnyMove::Number(mv.into());
        if let Some(claim) = claim {
            // The claim comes before the move, so check the move first.
            self.running()?.may_make(clock.seat, mv)?;
            self.say(clock.seat, claim, &mut step)?;
        }
        self.make(clock.seat, mv, &mut step)?;
        Ok(step)
    }

    fn make(&mut self, seat: Seat, mv: AnyMove<'_>, step: &mut Step) -> Result<(), Refusal> {
        let game = self.running()?;
        let (ply, events) = (game.ply(), game.event_count());
        game.make(seat, mv)?;
        let outcome = game.outcome();
        let played = game.last_move();
        if let (Some(chain), Some(played)) = (&mut self.chain, &played) {
            chain.play(played);
        }
        step.write.moved = played.map(|played| (ply, played));
        step.tell.push(Tell::Moved(events));
        self.decisions[seat.index()] += 1;
        if let Some(outcome) = outcome {
            self.state.status = Status::Over;
            self.state.outcome = Some(outcome);
            self.store_state(step)?;
            step.tell.push(Tell::Table);
            tracing::info!(table = %self.id, game = self.state.setup.game, moves = ply + 1, "over");
        }
        self.set_clocks(step);
        Ok(())
    }

    /// A person's claim.
    pub(super) fn claim(&mut self, who: &PersonId, claim: &Value) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        let mut step = self.step();
        self.may_talk(who)?;
        self.say(seat, claim, &mut step)?;
        Ok(step)
    }

    fn say(&mut self, seat: Seat, claim: &Value, step: &mut Step) -> Result<(), Refusal> {
        let game = self.running()?;
        if game.outcome().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        game.claim(seat, claim)?;
        let (number, ply) = (game.claims().len() - 1, game.ply());
        let told = game.claims().pop();
        let claim = claim.clone();
        let said = Claimed { ply, seat, claim };
        if let Some(chain) = &mut self.chain {
            chain.claim(&said);
        }
        step.write.claim = Some((number, said));
        step.tell.extend(told.map(|claim| {
            Tell::alike(move |n| Message::Claim {
                n,
                claim: claim.clone(),
            })
        }));
        Ok(())
    }

    /// Whether a move would be legal now.
    pub(super) fn check(&mut self, who: &PersonId, mv: &Value) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        self.running()?.check(seat, mv)?;
        self.follow(seat, mv.into())?;
        Ok(self.step())
    }

    /// What a careful player on this person's place could count.
    pub(super) fn odds(&mut self, who: &PersonId) -> Result<Vec<String>, Refusal> {
        let eye = self.eye(Some(who));
        Ok(self.running()?.odds(eye))
    }

    /// The seat and the decision for which this person may have hints.
    pub(super) fn hint(&mut self, who: &PersonId) -> Result<(Seat, u32), Refusal> {
        let seat = self.seat(who)?;
        if !self.state.hints {
            return Err(Refusal::new(Code::NoHints, "this table is played without hints"));
        }
        self.no_lesson()?;
        if !self.running()?.to_act().contains(seat) {
            return Err(Refusal::new(Engine::NotToAct, "you have nothing to decide now"));
        }
        Ok((seat, self.decisions[seat.index()]))
    }

    /// Lets bots stand in for everybody whose time has run out.
    pub fn expire(&mut self, now: i64) -> Result<Option<Step>, Refusal> {
        if self.state.status == Status::Dealing {
            return self.deal_due(now);
        }
        let late: Vec<Seat> = self
            .clocks
            .iter()
            .filter(|clock| !clock.bot && clock.due_at <= now)
            .map(|clock| clock.seat)
            .collect();
        if late.is_empty() {
            return Ok(None);
        }
        for seat in late {
            if let Some(SeatState::Person { stand_in, .. }) = self.state.seats.get_mut(seat.index()) {
                *stand_in = Some(Absence::Away);
            }
        }
        let mut step = self.changed(Tell::Table)?;
        self.set_clocks(&mut step);
        Ok(Some(step))
    }
}
