//! Between JSON and Python's objects, and what Python gives for seats, eyes and dice.

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyMapping};
use roundtable_core::{DiceSource, Eye, HexKey, Seat, Setup};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::refused::because;

/// Something of ours as JSON.
pub(crate) fn written(thing: &impl Serialize) -> Value {
    serde_json::to_value(thing).expect("what we write has string keys and finite numbers")
}

/// JSON as dicts, lists, strings, numbers.
pub(crate) fn to_python(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Null => Ok(py.None()),
        Value::Bool(is) => is.into_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_py_any(py),
            (None, Some(whole)) => whole.into_py_any(py),
            (None, None) => number.as_f64().into_py_any(py),
        },
        Value::String(text) => text.into_py_any(py),
        Value::Array(values) => {
            let values: Vec<_> = values
                .iter()
                .map(|value| to_python(py, value))
                .collect::<PyResult<_>>()?;
            PyList::new(py, values)?.into_py_any(py)
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_py_any(py)
        }
    }
}

/// Python's dicts, lists, strings and numbers as JSON, by Python's own writer.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = value.py().import("json")?.call_method1("dumps", (value,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| because("bad_json", None, error.to_string()))
}

/// A number of a seat, at a table with this many.
pub(crate) fn seat(number: usize, players: usize) -> PyResult<Seat> {
    Seat::try_new(number)
        .filter(|seat| seat.index() < players)
        .ok_or_else(|| {
            let message = format!("there is no seat {number}: they go from 0 to {}", players - 1);
            because("bad_seat", None, message)
        })
}

/// An eye: the number of a seat, `"table"` or `"all"`.
pub(crate) fn eye(value: &Bound<'_, PyAny>, players: usize) -> PyResult<Eye> {
    if let Ok(number) = value.extract::<usize>() {
        return Ok(Eye::Seat(seat(number, players)?));
    }
    match value.extract::<&str>() {
        Ok("table") => Ok(Eye::Table),
        Ok("all") => Ok(Eye::All),
        _ => Err(PyTypeError::new_err(
            "an eye is the number of a seat, \"table\" or \"all\"",
        )),
    }
}

/// The source of all chance: a seed, or a key of 32 bytes.
pub(crate) fn dice(seed: u64, key: Option<&Bound<'_, PyBytes>>) -> PyResult<DiceSource> {
    match key.map(|key| <[u8; 32]>::try_from(key.as_bytes())) {
        None => Ok(DiceSource::Seed(seed)),
        Some(Ok(key)) => Ok(DiceSource::Key(HexKey(key))),
        Some(Err(_)) => Err(because("bad_key", None, "a key has 32 bytes".to_owned())),
    }
}

/// A request for a game under the current rules.
pub(crate) fn setup(game: &str, players: Option<usize>, options: Option<&Bound<'_, PyMapping>>) -> PyResult<Setup> {
    let id: roundtable_catalog::GameId = game.parse().map_err(crate::refused)?;
    let mut setup = id.setup(players.unwrap_or(id.info().min_players));
    let mut switches = Map::new();
    if let Some(options) = options {
        for pair in options.items()? {
            let (name, value): (String, Bound<'_, PyAny>) = pair.extract()?;
            let on = value
                .cast::<PyBool>()
                .map_err(|_| because("bad_options", None, format!("the option `{name}` is True or False")))?;
            switches.insert(name, on.is_true().into());
        }
    }
    setup.options = switches;
    Ok(setup)
}
