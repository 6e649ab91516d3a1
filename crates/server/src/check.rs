//! `roundtable check`: reads everything that is stored, and says what is damaged.

use std::path::Path;

use roundtable_protocol::TableId;

use crate::store::{StoredTable, inspect};
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
            Ok(table) => {
                found.moves += table.moves.len();
                found.faults.extend(fault(id, table));
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

fn fault(id: &TableId, table: StoredTable) -> Option<String> {
    let why = match Room::load(id.clone(), table, Pace { min: 0, max: 0 }) {
        Ok(room) => room.trouble()?.clone(),
        Err(refusal) => refusal,
    };
    Some(format!("table {id}: {} ({})", why.message, why.code))
}
