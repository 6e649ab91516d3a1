//! The inner module of the Python package `roundtable`: what has to be fast, or needs the types of the games.
//!
//! - `table`: one game, with everything that a seat may ask (`seated` is the game behind it, whatever its type)
//! - `batch`: many games stepped together into numpy arrays (`lanes` are the games behind it)
//! - `lab`: experiments as orders and parts
//! - `values`: between JSON and Python's objects; `refused`: errors as exceptions

#![expect(
    clippy::needless_pass_by_value,
    reason = "Python's arguments are handed over as they are declared"
)]

mod batch;
mod lab;
mod lanes;
mod refused;
mod seated;
mod table;
mod values;

use pyo3::prelude::*;
use roundtable_catalog::GameId;
use roundtable_core::observe::{Layout, Observe, RECALL};
use roundtable_lab::Subject;

use refused::{Refused, refused};

/// A game that programs can be taught: it has a row of numbers, bots, and a subject for the laboratory.
pub(crate) trait Taught: Observe + Subject {}

impl<G: Observe + Subject> Taught for G {}

/// The games, as `roundtable games --json` lists them.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let listings: Vec<_> = GameId::all().iter().map(|game| game.listing()).collect();
    values::to_python(py, &values::written(&listings))
}

/// The text of the deck file that a game comes with.
#[pyfunction]
fn deck(game: &str) -> PyResult<&'static str> {
    let id: GameId = game.parse().map_err(refused)?;
    Ok(id.deck())
}

/// What the numbers of an observation mean, with this many players: a dict with `name`, `size` and `fields`.
#[pyfunction]
fn layout(py: Python<'_>, game: &str, players: usize) -> PyResult<Py<PyAny>> {
    let id: GameId = game.parse().map_err(refused)?;
    let layout = seated::deal(&id.setup(players), None, roundtable_core::DiceSource::Seed(0))
        .map_err(refused)?
        .layout();
    values::to_python(py, &layout_written(&layout))
}

fn layout_written(layout: &Layout) -> serde_json::Value {
    let fields = layout.blocks.iter().map(|block| {
        serde_json::json!({
            "index": block.index,
            "count": block.field.len,
            "name": block.title(),
            "labels": block.field.labels,
            "least": block.field.least,
            "most": block.field.most,
            "meaning": block.field.meaning,
        })
    });
    serde_json::json!({
        "name": layout.name,
        "size": layout.len(),
        "recall": RECALL,
        "fields": fields.collect::<Vec<_>>(),
        "names": layout.names(),
    })
}

#[pymodule]
fn _roundtable(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(deck, module)?)?;
    module.add_function(wrap_pyfunction!(layout, module)?)?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Bot>()?;
    module.add_class::<batch::Lanes>()?;
    module.add_function(wrap_pyfunction!(lab::order, module)?)?;
    module.add_function(wrap_pyfunction!(lab::play, module)?)?;
    module.add_function(wrap_pyfunction!(lab::report, module)?)
}
