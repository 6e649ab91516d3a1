//! What the seats of a finished game got, as it is stored beside the game.

use roundtable_core::{DiceSource, Outcome, Record, Seat};
use roundtable_protocol::{StandIn, Unrated};

use super::room::Room;
use super::state::{Absence, SeatState, TableState};
use crate::store::{GameResult, SEVERAL, SeatOutcome, Status};

/// The results of a game that ends like this, with these sides at its end.
fn of(state: &TableState, outcome: &Outcome, sides: &[usize], at: i64) -> GameResult {
    let side = |seat: Seat| sides.get(seat.index()).copied().unwrap_or(seat.index());
    let mut winners: Vec<usize> = outcome.winners().iter().map(side).collect();
    winners.sort_unstable();
    winners.dedup();
    let seat = |(seat, sits): (Seat, &SeatState)| {
        let index = seat.index();
        let place = outcome.ranks().get(index).copied().unwrap_or(u8::MAX);
        SeatOutcome {
            seat,
            person: sits.who().cloned(),
            level: match sits {
                SeatState::Bot(level) => Some(level.clone()),
                _ => None,
            },
            side: side(seat),
            place,
            share: if place == 1 {
                SEVERAL / winners.len().max(1) as u32
            } else {
                0
            },
            score: outcome.scores().get(index).copied().unwrap_or_default(),
            absent: absent(state, seat, sits),
        }
    };
    GameResult {
        setup: state.setup.clone(),
        public: state.public,
        bar: bar(state),
        at,
        digest: None,
        seats: Seat::all(state.seats.len()).zip(&state.seats).map(seat).collect(),
    }
}

/// Whether a bot played for the person on this seat.
fn absent(state: &TableState, seat: Seat, sits: &SeatState) -> Option<StandIn> {
    match sits {
        SeatState::Person {
            stand_in: Some(absence),
            ..
        } => Some((*absence).into()),
        SeatState::Person { stand_in: None, .. } => state.stood_in.contains(&seat).then(|| Absence::Away.into()),
        SeatState::Open | SeatState::Invited(_) | SeatState::Asked(_) | SeatState::Bot(_) => None,
    }
}

/// What keeps the game from changing ratings, as far as the table says.
fn bar(state: &TableState) -> Option<Unrated> {
    let bars = [
        (state.lesson.is_some(), Unrated::Lesson),
        (state.start.is_some(), Unrated::Continued),
        (state.own_deck, Unrated::OwnDeck),
        (state.hints, Unrated::Hints),
        (!state.rated, Unrated::NotAgreed),
    ];
    bars.into_iter().find(|(is, _)| *is).map(|(_, bar)| bar)
}

impl Room {
    /// The results of the game. `None` if it is not over, or damaged.
    #[must_use]
    pub fn result(&self, at: i64) -> Option<GameResult> {
        if self.state.status != Status::Over || self.stranded.is_some() {
            return None;
        }
        let game = self.game.as_ref()?;
        Some(GameResult {
            digest: self.record().and_then(|record| record.sealed().digest),
            ..of(&self.state, &game.outcome()?, &game.sides(), at)
        })
    }

    /// The whole record of a game that is over, unsigned.
    #[must_use]
    pub fn finished(&self) -> Option<Record> {
        self.record().filter(|_| self.state.status == Status::Over)
    }

    /// The whole record, unsigned and with every card, once the game is dealt. Nobody gets it before the end.
    pub(super) fn record(&self) -> Option<Record> {
        let record = self.game.as_ref()?.record();
        // A lesson's secret is not published, so nobody could check its chain.
        let fair = matches!(record.dice, DiceSource::Fair(_));
        let chain = self.chain.as_ref().filter(|_| fair);
        Some(Record {
            chain: chain.map(|chain| chain.last().clone()),
            ..record
        })
    }
}
