//! `roundtable check`: reads everything that is stored, and says what is damaged.

use std::path::Path;

use roundtable_protocol::TableId;

use crate::store::{SeatOutcome, StoredSeat, StoredTable, inspect};
use crate::table::{Pace, Room};

/// What a check of a database has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many tables there are.
    pub tables: usize,
    /// How many moves they have.
    pub moves: usize,
    /// What is wrong, each as a sentence.
    pub faults: Vec<String>,
}

/// Reads every table of a database, compares it with its digests, and replays its game.
///
/// # Errors
/// If there is no database, or nothing of it can be read.
pub fn check(database: &Path) -> Result<Checked, String> {
    let mut found = Checked::default();
    let file = inspect(database, |id, table| {
        found.tables += 1;
        match table {
            Ok((table, results)) => {
                found.moves += table.moves.len();
                found.faults.extend(fault(id, table, &results));
            }
            Err(why) => found.faults.push(format!("table {id}: {why}")),
        }
    });
    let file = file.map_err(|error| error.to_string())?;
    found
        .faults
        .splice(0..0, file.into_iter().map(|fault| format!("the file: {fault}")));
    Ok(found)
}

fn fault(id: &TableId, table: StoredTable, results: &[StoredSeat]) -> Option<String> {
    let why = match Room::load(id.clone(), table, Pace { min: 0, max: 0 }) {
        Ok(room) => match room.trouble() {
            Some(why) => why.clone(),
            None if fit(&room, results) => return None,
            None => return Some(format!("table {id}: its results are not those of its game")),
        },
        Err(refusal) => refusal,
    };
    Some(format!("table {id}: {} ({})", why.message, why.code))
}

/// Whether the stored results are those of the game. A game that ended before results were stored may have none yet.
fn fit(room: &Room, results: &[StoredSeat]) -> bool {
    let stored: Vec<&SeatOutcome> = results.iter().map(|seat| &seat.outcome).collect();
    let game = room.result(0);
    // A server may have ended it between the two looks.
    stored.is_empty() || game.is_none_or(|game| stored == game.seats.iter().collect::<Vec<_>>())
}
