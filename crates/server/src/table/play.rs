//! Moves of people and bots, and what happens when time runs out.

use roundtable_core::{AnyMove, Chain, Claimed, Code as Engine, Seat};
use roundtable_protocol::{Code, Message, PersonId, Refusal};
use serde_json::Value;

use super::audience::Tell;
use super::room::{Room, Step};
use super::state::{Absence, SeatState};
use crate::store::{Clock, Seal, Status, seal};

/// The most claims of one person in a game: everybody who comes later is sent all of them.
const CLAIMS: usize = 300;

impl Room {
    /// A person's move.
    pub(super) fn play(&mut self, who: &PersonId, decision: u32, mv: &Value) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        self.may_sit(self.is_bot(who))?;
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
        let stands_in = matches!(self.state.seats.get(clock.seat.index()), Some(SeatState::Person { .. }));
        if stands_in && !self.state.stood_in.contains(&clock.seat) {
            self.state.stood_in.push(clock.seat);
            self.store_state(&mut step)?;
        }
        Ok(step)
    }

    fn make(&mut self, seat: Seat, mv: AnyMove<'_>, step: &mut Step) -> Result<(), Refusal> {
        let game = self.running()?;
        let (ply, events) = (game.ply(), game.event_count());
        game.make(seat, mv)?;
        let outcome = game.outcome();
        let played = game.last_move();
        step.write.moved = self
            .linked(played, Chain::play)
            .map(|(played, link)| (ply, played, link));
        step.tell.push(Tell::Moved(events));
        self.decisions[seat.index()] += 1;
        if let Some(outcome) = outcome {
            self.state.status = Status::Over;
            self.state.outcome = Some(outcome);
            step.write.result = self.result(step.write.at).map(Box::new);
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
        let said = self.running()?.claims();
        if said.iter().filter(|claim| claim.seat == seat).count() >= CLAIMS {
            return Err(Refusal::new(Code::TooMany, "you have claimed enough in this game"));
        }
        self.say(seat, claim, &mut step)?;
        Ok(step)
    }

    fn say(&mut self, seat: Seat, claim: &Value, step: &mut Step) -> Result<(), Refusal> {
        let game = self.running()?;
        if game.outcome().is_some() {
            return Err(Refusal::new(Code::GameOver, "the game is over"));
        }
        game.claim(seat, claim)?;
        let mut claims = game.claims();
        let (number, told) = (claims.len() - 1, claims.pop());
        // The claim as the game writes it, not as somebody has sent it.
        let said = told.as_ref().map(|told| Claimed {
            ply: told.ply,
            seat,
            claim: told.claim.clone(),
        });
        step.write.claim = self.linked(said, Chain::claim).map(|(said, link)| (number, said, link));
        step.tell.extend(told.map(|claim| {
            Tell::alike(move |n| Message::Claim {
                n,
                claim: claim.clone(),
            })
        }));
        Ok(())
    }

    /// Adds a move or a claim to the chain, and returns it with its seal.
    fn linked<T>(&mut self, new: Option<T>, add: impl FnOnce(&mut Chain, &T)) -> Option<(T, Seal)> {
        let (new, chain) = (new?, self.chain.as_mut()?);
        add(chain, &new);
        Some((new, seal(chain.last())))
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use roundtable_protocol::TableId;
    use serde_json::json;

    use super::super::{Pace, TableState};
    use super::*;
    use crate::clock::now_ms;

    #[test]
    fn nobody_can_claim_so_much_that_newcomers_cannot_be_told() {
        let host = PersonId::from_bits([1; 8]);
        let wish = json!({"game": "never-bring-a-knife", "players": 4});
        let wish = serde_json::from_value(wish).unwrap();
        let state = TableState::new(&host, wish, &HashMap::new(), now_ms()).unwrap();
        let pace = Pace { min: 0, max: 0 };
        let mut room = Room::load(TableId::from_bits([1; 16]), state.fresh().unwrap(), pace).unwrap();
        room.start(&host, Some("page")).unwrap();
        let claim = json!({"type": "own", "role": "cop"});
        let mut step = room.step();
        let seat = room.seat(&host).unwrap();
        for _ in 0..CLAIMS {
            room.say(seat, &claim, &mut step).unwrap();
        }
        assert_eq!(room.claim(&host, &claim).unwrap_err().code, "too_many");
        // Bots go on: they say no more than they move.
        room.say(Seat::new(1), &claim, &mut step).unwrap();
        assert!(room.sync(0, Some(&host), None, 0).len() < 1 << 20);
    }
}
