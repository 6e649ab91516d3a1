//! The layout that every game has: its view, hashed.
//!
//! Every leaf of the view's JSON is added to one of [`CELLS`] numbers. Which one follows from its path, and for words
//! and switches from the value too; whole numbers are added themselves. Different leaves may fall together, which
//! learning tolerates well as long as it is rare (the "hashing trick").

use serde::Serialize;
use serde_json::Value;

use super::{Field, Pen};

/// How many numbers there are.
pub(super) const CELLS: usize = 512;

pub(super) fn write(view: &impl Serialize, pen: &mut impl Pen) {
    let mut cells = [0_i32; CELLS];
    let value = serde_json::to_value(view).expect("a view is JSON");
    scatter(&value, START, &mut cells);
    pen.begin(Field {
        name: "hashed view",
        meaning: "the leaves of the view, each added where a hash of its path (and of a word) says",
        least: -127,
        most: 127,
        len: CELLS,
        labels: &[],
    });
    for (place, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
        pen.set(place, cell);
    }
}

/// Where paths begin: FNV-1a.
pub(super) const START: u64 = 0xcbf2_9ce4_8422_2325;

fn stir(hash: u64, bytes: &[u8]) -> u64 {
    let stirred = bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // One more step, so that `ab` + `c` is not `a` + `bc`.
    (stirred ^ 0xff).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Adds all leaves of a value.
pub(super) fn scatter(value: &Value, path: u64, cells: &mut [i32]) {
    let mut add = |hash: u64, by: i32| {
        let place = (hash ^ hash >> 32) as usize % cells.len();
        cells[place] = cells[place].saturating_add(by);
    };
    match value {
        Value::Null => {}
        Value::Bool(is) => add(path, i32::from(*is)),
        Value::Number(number) => {
            let whole = number.as_i64().unwrap_or(0).clamp(-127, 127) as i32;
            // A 0 counts too: it is something else than nothing.
            add(path, whole);
            add(stir(path, b"number"), 1);
        }
        Value::String(word) => add(stir(path, word.as_bytes()), 1),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                scatter(value, stir(path, &index.to_le_bytes()), cells);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                scatter(value, stir(path, name.as_bytes()), cells);
            }
        }
    }
}
