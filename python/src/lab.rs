//! The laboratory: an order is all that an experiment depends on, as text; parts of it are played anywhere and reported
//! together.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyMapping;
use roundtable_bots::BotSpec;
use roundtable_catalog::{GameId, with_game};
use roundtable_lab::{
    Balancing, DeckFile, Kind, LabError, Order, Part, Report, Run, Varied, all_cores, join, play as play_games,
    report as report_on, vary,
};

use crate::refused::{because, refused};
use crate::values;

/// An order, as text. `what` is "sim", "arena", "field" or "balance"; `settings` are those of a balance report,
/// `adjust` is for arenas: whether results are also given without the luck of the dice.
#[pyfunction]
#[pyo3(signature = (what, game, players, games, bots, seed, claims, options, deck, against, settings, adjust=false))]
#[expect(clippy::too_many_arguments, reason = "the Python side names them")]
pub(crate) fn order(
    what: &str,
    game: &str,
    players: Vec<usize>,
    games: u64,
    bots: Vec<String>,
    seed: u64,
    claims: bool,
    options: Option<&Bound<'_, PyMapping>>,
    deck: Option<String>,
    against: Option<String>,
    settings: (u64, u64, f64, Option<String>),
    adjust: bool,
) -> PyResult<String> {
    let id: GameId = game.parse().map_err(refused)?;
    let setup = values::setup(game, players.first().copied(), options)?;
    let specs: Result<Vec<BotSpec>, String> = bots.iter().map(|bot| bot.parse()).collect();
    let specs = specs.map_err(|why| because("bad_level", None, why))?;
    let named = |name: &str, text: String| DeckFile {
        name: name.to_owned(),
        text,
    };
    let mut decks = vec![deck.map(|text| named("deck", text))];
    let (tension, skill, pace, varied) = settings;
    let kind = match what {
        "sim" => Kind::Sim,
        "arena" | "field" => Kind::Arena {
            field: what == "field",
            adjust,
        },
        _ => {
            match against.as_deref() {
                Some("standard") => decks.push(None),
                Some(text) => decks.push(Some(named("against", text.to_owned()))),
                None => {}
            }
            let mut sweep = None;
            if let Some(wanted) = varied {
                let own = decks
                    .swap_remove(0)
                    .map_or_else(|| id.deck().to_owned(), |deck| deck.text);
                let varied = vary(&own, &wanted).map_err(refused)?;
                sweep = Some(Varied {
                    path: wanted.split('=').next().unwrap_or_default().to_owned(),
                    now: varied.iter().position(|variation| variation.now).unwrap_or(0),
                });
                decks = varied
                    .into_iter()
                    .map(|one| Some(named(&one.value, one.text)))
                    .collect();
            }
            Kind::Balance(Balancing {
                players,
                sweep,
                tension,
                skill,
                pace,
            })
        }
    };
    let order = Order {
        claims,
        decks,
        ..Order::new(id.info(), setup, seed, games, &specs, kind)
    };
    serde_json::to_string(&order).map_err(|error| because("bad_experiment", None, error.to_string()))
}

/// Plays the games from `first` up to, but without, `end` of an order. Returns the part, as text.
#[pyfunction]
#[pyo3(signature = (order, first, end, jobs=None))]
pub(crate) fn play(py: Python<'_>, order: &str, first: u64, end: u64, jobs: Option<usize>) -> PyResult<String> {
    let order: Order = serde_json::from_str(order)
        .map_err(|error| because("bad_experiment", None, format!("this is no order: {error}")))?;
    let id: GameId = order.setup.game.parse().map_err(refused)?;
    let part = watched(
        py,
        jobs,
        |run| with_game!(id, G => play_games::<G>(&order, first..end, None, run)),
    )?;
    part.and_then(|part| part.to_text()).map_err(refused)
}

/// Reports on all parts of an order, in any order: the results as a dict, the same as text, and an HTML page if there
/// is one.
#[pyfunction]
pub(crate) fn report(py: Python<'_>, parts: Vec<String>) -> PyResult<(Py<PyAny>, String, Option<String>)> {
    let read = parts.iter().enumerate().map(|(number, text)| {
        let name = format!("part {number}");
        Ok((name.clone(), Part::read(&name, text)?))
    });
    let whole = read.collect::<Result<_, LabError>>().and_then(join).map_err(refused)?;
    let id: GameId = whole.order.setup.game.parse().map_err(refused)?;
    let found: Result<Report, LabError> =
        watched(py, None, |run| with_game!(id, G => report_on::<G>(whole, None, run)))?;
    let found = found.map_err(refused)?;
    Ok((
        values::to_python(py, &values::written(&found))?,
        found.to_string(),
        found.html(),
    ))
}

/// Does long work on other threads, while this one looks out for Ctrl-C.
fn watched<T: Send>(py: Python<'_>, jobs: Option<usize>, work: impl FnOnce(&Run<'_>) -> T + Send) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let run = Run {
        jobs: jobs.unwrap_or_else(all_cores),
        stop: &stop,
        advance: &|_| {},
        report: &|_| {},
    };
    py.detach(|| {
        thread::scope(|scope| {
            let here = thread::current();
            let (run, done) = (&run, &done);
            let worker = scope.spawn(move || {
                let result = work(run);
                done.store(true, Ordering::Release);
                here.unpark();
                result
            });
            let mut interrupted = None;
            while !done.load(Ordering::Acquire) && !worker.is_finished() {
                thread::park_timeout(Duration::from_millis(50));
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    interrupted = Some(error);
                }
            }
            let result = worker.join();
            match (interrupted, result) {
                (Some(error), _) => Err(error),
                (None, Ok(result)) => Ok(result),
                // A bug in a game or a bot: PyO3 makes an exception of it.
                (None, Err(panic)) => std::panic::resume_unwind(panic),
            }
        })
    })
}
