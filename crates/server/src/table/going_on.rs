//! Tables that go on from a finished game, against bots.

use roundtable_catalog::{GameId, UnknownGame};
use roundtable_core::{FairDeal, HexKey, Record, Refusal, Seat, Start};
use serde::{Deserialize, Serialize};

use super::room::{Room, state_text};
use super::state::{SeatState, TableState, level};
use super::{Pace, now_ms};
use crate::secret::{PersonId, TableId, link_key, random};
use crate::store::{NewTable, StateWrite, StoredTable};
use crate::wire::{ContinueTable, Continues, TableStatus};

/// Where a table goes on from, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GoesOn {
    /// From which table.
    table: TableId,
    /// Its game, as far as it goes, and whose knowledge of it is kept.
    start: Start,
}

impl GoesOn {
    /// As it is shown.
    #[must_use]
    pub fn shown(&self) -> Continues {
        Continues {
            table: self.table.clone(),
            ply: self.start.record.moves.len(),
            seat: self.start.seat,
        }
    }

    /// As a record has it.
    #[must_use]
    pub fn start(&self) -> Start {
        self.start.clone()
    }
}

/// A new table that goes on from a finished game, and begins at once: nobody else has to come. It is private, without time limits
/// and with hints.
///
/// # Errors
/// `bad_ply`, `bad_seat`, `bad_level`, `game_over` if nothing is left to play from there, or why the game cannot be replayed.
pub(crate) fn going_on(
    host: &PersonId,
    (from, record): (&TableId, &Record),
    wish: &ContinueTable,
    pace: Pace,
) -> Result<(NewTable, TableState), Refusal> {
    let bad = |code, message: String| Err(Refusal::new(code, message));
    if wish.ply > record.moves.len() {
        return bad("bad_ply", format!("this game had {} moves", record.moves.len()));
    }
    let seat = Seat::try_new(wish.seat.into()).filter(|seat| seat.index() < record.players);
    let Some(seat) = seat else {
        return bad("bad_seat", format!("there is no seat {}", wish.seat));
    };
    let game: GameId = record.game.parse().map_err(|error: UnknownGame| Refusal::from(error))?;
    let at = now_ms();
    let seats = Seat::all(record.players).map(|other| {
        if other == seat {
            SeatState::person(host.clone(), None)
        } else {
            SeatState::Bot(wish.level.clone())
        }
    });
    level(&wish.level)?;
    let secret = HexKey(random()?);
    let state = TableState {
        game: record.game.clone(),
        rules_version: record.rules_version,
        players: record.players,
        options: record.options.clone(),
        deck: record.deck.clone(),
        public: false,
        key: link_key()?,
        spectators: false,
        hints: true,
        seconds: None,
        stand_in: wish.level.clone(),
        host: host.clone(),
        seats: seats.collect(),
        status: TableStatus::Running,
        deal: Some(FairDeal::new(secret.clone(), vec![None; record.players])),
        secret,
        muted: Vec::new(),
        deaf: Vec::new(),
        rematch: None,
        start: Some(GoesOn {
            table: from.clone(),
            start: Start {
                record: Box::new(record.until(wish.ply)),
                seat,
                samples: game.info().samples_version,
            },
        }),
        outcome: None,
        created_at: at,
    };
    let id = TableId::new()?;
    // Taken up once, as it will be after a restart: so it can be played, and its first clocks are known.
    let mut room = Room::load(
        id.clone(),
        StoredTable {
            row: 0,
            version: 0,
            state: state_text(&state)?,
            moves: Vec::new(),
            claims: Vec::new(),
            chat: Vec::new(),
            clocks: Vec::new(),
            names: Vec::new(),
        },
        pace,
    )?;
    if room.running()?.outcome().is_some() {
        return bad(
            "game_over",
            "the game is over there; go on from an earlier move".to_owned(),
        );
    }
    let mut step = room.step();
    room.set_clocks(&mut step);
    let table = NewTable {
        id,
        public: state.public,
        spectators: state.spectators,
        state: StateWrite {
            replaces: 0,
            state: state_text(&state)?,
            status: state.listed(),
            members: state.members(),
        },
        clocks: room.clocks,
        at,
    };
    Ok((table, state))
}
