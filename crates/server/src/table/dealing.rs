//! Tables that are dealing: the promised numbers are revealed, and then the game is dealt.
//!
//! The rule for those who stay silent is fixed beforehand, so that nobody gets a choice: when the time is over, the
//! round has failed. Its secret and numbers are discarded, but written down; who was silent gives no number any more;
//! the server draws a new secret, and the others promise new numbers.

use roundtable_core::{Chain, FailedRound, FairDeal, HexKey, Seat};
use roundtable_protocol::{Code, DealInfo, DealStep, PersonId, Refusal};
use serde::{Deserialize, Serialize};

use super::audience::Tell;
use super::room::{Room, Step};
use super::state::{SeatState, TableState};
use crate::secret::{random, read_key};
use crate::store::{Clock, Status};

/// A round of the deal, as stored. What was promised is with the seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dealing {
    /// What the server waits for.
    step: DealStep,
    /// The numbers that were revealed. Nobody sees them before the deal.
    numbers: Vec<Option<HexKey>>,
    /// When the time is over, in milliseconds since 1970.
    until: i64,
    /// The rounds before this one.
    failed: Vec<FailedRound>,
}

impl Dealing {
    /// The seats that are waited for.
    fn awaited(&self, state: &TableState) -> Vec<Seat> {
        let asked = |seat: &Seat| {
            let promised = promise(state, *seat).is_some();
            match self.step {
                // Whoever revealed a number in the round before is asked for another.
                DealStep::Promise => !promised && self.failed.last().is_some_and(|round| gave(&round.numbers, *seat)),
                DealStep::Reveal => promised && !gave(&self.numbers, *seat),
            }
        };
        Seat::all(state.setup.players).filter(asked).collect()
    }

    /// The same for viewers.
    #[must_use]
    pub fn shown(&self, state: &TableState) -> DealInfo {
        DealInfo {
            round: self.failed.len() + 1,
            step: self.step,
            awaited: self.awaited(state),
            until: self.until,
        }
    }

    /// The deadline, as a clock of everybody who is waited for.
    pub(super) fn clocks(&self, state: &TableState) -> Vec<Clock> {
        let clock = |seat| Clock {
            seat,
            decision: 0,
            due_at: self.until,
            bot: false,
        };
        self.awaited(state).into_iter().map(clock).collect()
    }
}

fn gave(numbers: &[Option<HexKey>], seat: Seat) -> bool {
    numbers.get(seat.index()).is_some_and(Option::is_some)
}

fn promise(state: &TableState, seat: Seat) -> Option<&HexKey> {
    match state.seats.get(seat.index())? {
        SeatState::Person { promise, .. } => promise.as_ref(),
        SeatState::Open | SeatState::Invited(_) | SeatState::Asked(_) | SeatState::Bot(_) => None,
    }
}

fn set_promise(state: &mut TableState, seat: Seat, new: Option<HexKey>) {
    if let Some(SeatState::Person { promise, .. }) = state.seats.get_mut(seat.index()) {
        *promise = new;
    }
}

fn promises(state: &TableState) -> Vec<Option<HexKey>> {
    let seats = Seat::all(state.setup.players);
    seats.map(|seat| promise(state, seat).cloned()).collect()
}

impl Room {
    /// Everybody is seated: asks for the promised numbers, or deals at once if there are none.
    pub(super) fn begin_deal(&mut self, mut state: TableState) -> Result<Step, Refusal> {
        let players = state.setup.players;
        if promises(&state).iter().all(Option::is_none) {
            let deal = FairDeal::new(state.secret.clone(), vec![None; players]);
            return self.deal(state, deal);
        }
        let step = self.step();
        state.status = Status::Dealing;
        state.dealing = Some(Dealing {
            step: DealStep::Reveal,
            numbers: vec![None; players],
            until: step.write.at.saturating_add(self.reveal_ms),
            failed: Vec::new(),
        });
        self.go_on_dealing(state)
    }

    /// A player reveals the promised number.
    pub(super) fn reveal(&mut self, who: &PersonId, number: String) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        let number = read_key(number)?;
        let known = |numbers: &[Option<HexKey>]| numbers.get(seat.index()) == Some(&Some(number.clone()));
        let given = self.state.dealing.as_ref().map(|dealing| &dealing.numbers);
        let dealt = self.state.deal.as_ref().map(|deal| &deal.numbers);
        if given.or(dealt).is_some_and(|numbers| known(numbers)) {
            // The answer was lost, and the browser asks again.
            return Ok(self.step());
        }
        let mut state = self.state.clone();
        let dealing = state
            .dealing
            .as_mut()
            .filter(|dealing| dealing.step == DealStep::Reveal && dealing.awaited(&self.state).contains(&seat));
        let dealing = dealing.ok_or_else(not_asked)?;
        if promise(&self.state, seat) != Some(&FairDeal::promise(&number)) {
            return Err(Refusal::new(
                Code::BadNumber,
                "this is not the number that you promised; send the one whose hash you sent before",
            ));
        }
        dealing.numbers[seat.index()] = Some(number);
        self.go_on_dealing(state)
    }

    /// A player promises another number, after a round that failed.
    pub(super) fn promise_again(&mut self, who: &PersonId, new: Option<HexKey>) -> Result<Step, Refusal> {
        let seat = self.seat(who)?;
        let mut state = self.state.clone();
        let asked = state
            .dealing
            .as_ref()
            .is_some_and(|dealing| dealing.step == DealStep::Promise && dealing.awaited(&self.state).contains(&seat));
        if !asked || new.is_none() {
            return Err(not_asked());
        }
        set_promise(&mut state, seat, new);
        self.go_on_dealing(state)
    }

    /// The table was loaded: whoever is waited for gets the whole time again, whatever the clock did meanwhile.
    pub(super) fn deal_anew(&mut self, now: i64) {
        let until = now.saturating_add(self.reveal_ms);
        if let Some(dealing) = &mut self.state.dealing {
            dealing.until = until;
        }
        if let Some(dealing) = &self.state.dealing {
            self.clocks = dealing.clocks(&self.state);
        }
    }

    /// The time for this step of the deal is over, or not yet.
    pub(super) fn deal_due(&mut self, now: i64) -> Result<Option<Step>, Refusal> {
        let mut state = self.state.clone();
        let Some(dealing) = state.dealing.as_mut().filter(|dealing| dealing.until <= now) else {
            return Ok(None);
        };
        let until = now.saturating_add(self.reveal_ms);
        match dealing.step {
            // Whoever has not promised by now gives no number; everybody else is asked for theirs.
            DealStep::Promise => {
                dealing.step = DealStep::Reveal;
                dealing.until = until;
            }
            DealStep::Reveal => {
                let players = state.setup.players;
                let secret = std::mem::replace(&mut state.secret, HexKey(random()?));
                dealing.failed.push(FailedRound {
                    commitment: FairDeal::commit(&secret),
                    secret,
                    promises: promises(&self.state),
                    numbers: std::mem::replace(&mut dealing.numbers, vec![None; players]),
                });
                dealing.step = DealStep::Promise;
                dealing.until = until;
                Seat::all(players).for_each(|seat| set_promise(&mut state, seat, None));
                tracing::info!(table = %self.id, "a round of the deal failed");
            }
        }
        self.go_on_dealing(state).map(Some)
    }

    /// Goes on to what nobody is waited for any more: from promises to numbers, and from numbers to the deal.
    fn go_on_dealing(&mut self, mut state: TableState) -> Result<Step, Refusal> {
        let awaited = |state: &TableState| {
            let dealing = state.dealing.as_ref();
            dealing.is_some_and(|dealing| !dealing.awaited(state).is_empty())
        };
        if !awaited(&state)
            && let Some(dealing) = state
                .dealing
                .as_mut()
                .filter(|dealing| dealing.step == DealStep::Promise)
        {
            dealing.step = DealStep::Reveal;
            dealing.until = self.step().write.at.saturating_add(self.reveal_ms);
        }
        if !awaited(&state)
            && let Some(Dealing { numbers, failed, .. }) = state.dealing.take()
        {
            let deal = FairDeal::promised(state.secret.clone(), numbers, failed);
            return self.deal(state, deal);
        }
        self.state = state;
        let mut step = self.changed(Tell::Table)?;
        self.set_clocks(&mut step);
        Ok(step)
    }

    /// Deals the game.
    fn deal(&mut self, mut state: TableState, deal: FairDeal) -> Result<Step, Refusal> {
        state.deal = Some(deal);
        state.dealing = None;
        state.status = Status::Running;
        let record = state.record();
        let game = record.as_ref().map(roundtable_catalog::replay).transpose()?;
        self.chain = record.as_ref().map(|record| Chain::begin(&state.secret, record));
        self.state = state;
        self.game = game;
        tracing::info!(table = %self.id, game = self.state.setup.game, players = self.state.setup.players, "dealt");
        let mut step = self.changed(Tell::Sync)?;
        self.set_clocks(&mut step);
        Ok(step)
    }
}

fn not_asked() -> Refusal {
    Refusal::new(
        Code::NotAsked,
        "the deal asks nothing of you now; look at the table again",
    )
}
