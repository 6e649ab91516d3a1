//! Many games at once, in numpy arrays that the caller owns.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use rayon::{ThreadPool, ThreadPoolBuilder};
use roundtable_bots::BotSpec;

use crate::lanes::{AnyLanes, AnyRows, Plan, Rows, lanes};
use crate::refused::{because, refused};
use crate::values;

/// The games of a batch. `roundtable.Batch` is what people use.
#[pyclass(module = "roundtable")]
pub(crate) struct Lanes {
    /// Bots cannot be shared between threads; nobody ever waits for this.
    games: Mutex<Box<dyn AnyLanes>>,
    pool: Option<ThreadPool>,
    /// A step was interrupted: some games have made their move, and others have not.
    torn: bool,
}

/// The arrays of a step, borrowed from Python.
struct Arrays<'py> {
    observations: Observations<'py>,
    masks: PyReadwriteArray2<'py, i8>,
    seats: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray2<'py, f32>,
    done: PyReadwriteArray1<'py, bool>,
}

enum Observations<'py> {
    Small(PyReadwriteArray2<'py, i8>),
    Float(PyReadwriteArray2<'py, f32>),
}

type Given<'py> = (
    Bound<'py, PyAny>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
);

impl<'py> Arrays<'py> {
    fn new(given: Given<'py>) -> PyResult<Self> {
        let (observations, masks, seats, rewards, done) = given;
        let observations = match observations.extract() {
            Ok(small) => Observations::Small(small),
            Err(_) => Observations::Float(
                observations
                    .extract()
                    .map_err(|_| PyTypeError::new_err("observations are an array of int8 or float32 with two axes"))?,
            ),
        };
        Ok(Self {
            observations,
            masks,
            seats,
            rewards,
            done,
        })
    }

    /// The arrays as slices, if they have the right size.
    fn rows(&mut self, games: &dyn AnyLanes) -> PyResult<AnyRows<'_>> {
        let lanes = games.len();
        let fits = |name: &str, len: usize, wanted: usize| {
            if len == lanes * wanted {
                return Ok(());
            }
            let message = format!("the array of {name} has {len} numbers, and {lanes} games need {wanted} each");
            Err(PyValueError::new_err(message))
        };
        let masks = self.masks.as_slice_mut()?;
        let seats = self.seats.as_slice_mut()?;
        let rewards = self.rewards.as_slice_mut()?;
        let done = self.done.as_slice_mut()?;
        fits("masks", masks.len(), games.actions())?;
        fits("seats", seats.len(), 1)?;
        fits("rewards", rewards.len(), games.players())?;
        fits("done", done.len(), 1)?;
        Ok(match &mut self.observations {
            Observations::Small(observations) => {
                let observations = observations.as_slice_mut()?;
                fits("observations", observations.len(), games.size())?;
                AnyRows::Small(Rows {
                    observations,
                    masks,
                    seats,
                    rewards,
                    done,
                })
            }
            Observations::Float(observations) => {
                let observations = observations.as_slice_mut()?;
                fits("observations", observations.len(), games.size())?;
                AnyRows::Float(Rows {
                    observations,
                    masks,
                    seats,
                    rewards,
                    done,
                })
            }
        })
    }
}

impl AnyRows<'_> {
    /// The rows of these lanes alone.
    fn part(&mut self, games: &dyn AnyLanes, from: usize, to: usize) -> AnyRows<'_> {
        fn part<'a, T>(rows: &'a mut Rows<'_, T>, games: &dyn AnyLanes, from: usize, to: usize) -> Rows<'a, T> {
            let (size, actions, players) = (games.size(), games.actions(), games.players());
            Rows {
                observations: &mut rows.observations[from * size..to * size],
                masks: &mut rows.masks[from * actions..to * actions],
                seats: &mut rows.seats[from..to],
                rewards: &mut rows.rewards[from * players..to * players],
                done: &mut rows.done[from..to],
            }
        }
        match self {
            Self::Small(rows) => AnyRows::Small(part(rows, games, from, to)),
            Self::Float(rows) => AnyRows::Float(part(rows, games, from, to)),
        }
    }
}

impl Lanes {
    fn advance(&mut self, py: Python<'_>, actions: Option<&[i64]>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let Self { games, pool, torn } = self;
        let games = &mut **games.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (lanes, pool) = (games.len(), pool.as_ref());
        let mut rows = arrays.rows(games)?;
        // Where bots search, a step takes long: some lanes at a time, and a look at Ctrl-C in between.
        let chunk = if games.is_slow() {
            pool.map_or(1, ThreadPool::current_num_threads)
        } else {
            lanes
        };
        *torn = true;
        for from in (0..lanes).step_by(chunk.max(1)) {
            let to = lanes.min(from + chunk);
            let part = rows.part(games, from, to);
            py.detach(|| games.advance(from..to, actions, part, pool));
            py.check_signals()?;
        }
        *torn = false;
        Ok(())
    }

    fn games(&mut self) -> &mut dyn AnyLanes {
        &mut **self.games.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn whole(&self) -> PyResult<()> {
        if self.torn {
            let message = "a step was interrupted, so the games are not at the same step: reset with a seed";
            return Err(because("interrupted", None, message.to_owned()));
        }
        Ok(())
    }
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (game, lanes, players, seed, threads, options, deck, bots))]
    #[expect(clippy::too_many_arguments, reason = "the Python side names them")]
    fn new(
        py: Python<'_>,
        game: &str,
        lanes: usize,
        players: Option<usize>,
        seed: u64,
        threads: usize,
        options: Option<&Bound<'_, PyMapping>>,
        deck: Option<String>,
        bots: BTreeMap<usize, String>,
    ) -> PyResult<Self> {
        let setup = values::setup(game, players, options)?;
        let mut seats: Vec<Option<BotSpec>> = vec![None; setup.players];
        for (seat, level) in bots {
            let seat = values::seat(seat, setup.players)?;
            let spec: BotSpec = level.parse().map_err(|why| because("bad_level", None, why))?;
            seats[seat.index()] = Some(spec);
        }
        if seats.iter().all(Option::is_some) {
            let message = "bots have all the seats: leave one free".to_owned();
            return Err(because("bad_bots", None, message));
        }
        if !(1..=1 << 24).contains(&lanes) || !(1..=1024).contains(&threads) {
            return Err(because(
                "bad_batch",
                None,
                "a batch has 1 to 2^24 games and 1 to 1024 threads".to_owned(),
            ));
        }
        let pool = (threads > 1)
            .then(|| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()
            .map_err(|error| because("bad_batch", None, format!("the threads cannot be started: {error}")))?;
        let plan = Plan {
            lanes,
            setup,
            deck,
            bots: seats,
            seed,
        };
        let games = py.detach(|| crate::batch::lanes(&plan)).map_err(refused)?;
        Ok(Self {
            games: Mutex::new(games),
            pool,
            torn: false,
        })
    }

    /// How many games, players, moves (legal or not) and numbers of an observation there are.
    #[getter]
    fn shape(&mut self) -> (usize, usize, usize, usize) {
        let games = self.games();
        (games.len(), games.players(), games.actions(), games.size())
    }

    /// The seed of the game in a lane: a table with it has the same deal.
    fn seed(&mut self, lane: usize) -> PyResult<u64> {
        let games = self.games();
        if lane < games.len() {
            Ok(games.seed(lane))
        } else {
            Err(PyValueError::new_err(format!("there are {} games", games.len())))
        }
    }

    /// Deals new games in all lanes (if there is a seed) and fills the arrays.
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>, arrays: Given<'_>) -> PyResult<()> {
        let arrays = Arrays::new(arrays)?;
        if let Some(seed) = seed {
            let games = self.games();
            py.detach(|| games.restart(seed));
            self.torn = false;
        }
        self.whole()?;
        self.advance(py, None, arrays)
    }

    /// Makes a move in every lane and fills the arrays.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, arrays: Given<'_>) -> PyResult<()> {
        self.whole()?;
        let actions = actions.as_slice()?;
        let games = self.games();
        if actions.len() != games.len() {
            let message = format!("{} games need as many actions, not {}", games.len(), actions.len());
            return Err(PyValueError::new_err(message));
        }
        if let Some(lane) = games.wrong(actions) {
            let message = format!(
                "the action {} is not legal in game {lane}; no game has made a move. Choose where the mask is 1",
                actions[lane]
            );
            return Err(because("illegal", None, message));
        }
        self.advance(py, Some(actions), Arrays::new(arrays)?)
    }

    /// A random legal action for every lane.
    fn pick(&mut self, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice_mut()?;
        self.games().pick(actions);
        Ok(())
    }
}
