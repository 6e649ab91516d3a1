//! Tables that continue from a finished game, against bots.

use roundtable_catalog::GameId;
use roundtable_core::{self as core, Code as Engine, Record, Seat, Start};
use roundtable_protocol::{Code, ContinueTable, Continues, PersonId, Refusal, TableId};
use serde::{Deserialize, Serialize};

use super::Pace;
use super::room::Room;
use super::state::{SeatState, TableState, level};
use crate::clock::now_ms;
use crate::secret::table_id;
use crate::store::NewTable;

/// What a table continues from, as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GoesOn {
    /// Which table.
    table: TableId,
    /// Its game up to that move, and the seat whose knowledge is kept.
    start: Start,
}

impl GoesOn {
    /// The same for viewers.
    #[must_use]
    pub fn shown(&self) -> Continues {
        Continues {
            table: self.table.clone(),
            ply: self.start.record.moves.len(),
            seat: self.start.seat,
        }
    }

    /// The earlier game up to that move.
    pub(super) fn earlier(&self) -> &Record {
        &self.start.record
    }

    /// The same for a record of a table with this deck.
    #[must_use]
    pub fn start(&self, deck: Option<&String>) -> Start {
        let mut start = self.start.clone();
        each_earlier(&mut start, &mut |record| record.deck = deck.cloned());
        start
    }

    /// The same without the deck, which all earlier games share with the table: it is stored once.
    pub(super) fn without_deck(mut self) -> (Self, Option<String>) {
        let deck = self.start.record.deck.clone();
        each_earlier(&mut self.start, &mut |record| record.deck = None);
        (self, deck)
    }
}

/// Does something to the earlier game, and to those before it.
fn each_earlier(start: &mut Start, work: &mut dyn FnMut(&mut Record)) {
    work(&mut start.record);
    if let Some(before) = &mut start.record.start {
        each_earlier(before, work);
    }
}

/// A new table that continues from a finished game. It begins at once, because nobody else has to come. It is private,
/// without time limits and with hints.
///
/// # Errors
/// [`Code::BadPly`], [`Engine::BadSeat`], [`Code::BadLevel`], [`Code::GameOver`] if nothing is left to play from there,
/// or why the game cannot be replayed.
pub(crate) fn going_on(
    host: &PersonId,
    (from, record): (&TableId, &Record),
    wish: &ContinueTable,
    pace: Pace,
) -> Result<(NewTable, TableState), Refusal> {
    if wish.ply > record.moves.len() {
        let message = format!("this game had {} moves", record.moves.len());
        return Err(Refusal::new(Code::BadPly, message));
    }
    let players = record.setup.players;
    let seat = Seat::try_new(wish.seat.into()).filter(|seat| seat.index() < players);
    let no_seat = || Refusal::new(Engine::BadSeat, format!("there is no seat {}", wish.seat));
    let seat = seat.ok_or_else(no_seat)?;
    level(&wish.level)?;
    let seats = Seat::all(players).map(|other| {
        if other == seat {
            SeatState::person(host.clone(), None)
        } else {
            SeatState::Bot(wish.level.clone())
        }
    });
    let start = GoesOn {
        table: from.clone(),
        start: Start {
            record: Box::new(record.until(wish.ply)),
            seat,
            samples: record
                .setup
                .game
                .parse::<GameId>()
                .map_err(core::Refusal::from)?
                .info()
                .samples_version,
        },
    };
    let state = TableState::going_on(host, start, seats.collect(), &wish.level, now_ms())?;
    let id = table_id()?;
    // Load it once, as after a restart: this proves that it can be played, and gives its first clocks.
    let mut room = Room::load(id.clone(), state.fresh()?, pace)?;
    if room.running()?.outcome().is_some() {
        let message = "the game is over there; go on from an earlier move";
        return Err(Refusal::new(Code::GameOver, message));
    }
    let mut step = room.step();
    room.set_clocks(&mut step);
    Ok((state.new_table(id, room.clocks)?, state))
}
