//! One game.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};
use roundtable_bots::{AnyBot, BotSpec, hints_for};
use roundtable_core::observe::RECALL;
use roundtable_core::text::Page;
use roundtable_core::{AnyMatch, AnyMove, Record, Seat};

use crate::refused::{because, refused};
use crate::seated::{self, Seated};
use crate::values;

/// One game being played. Moves are numbers, notations ("play 7h") or dicts.
#[pyclass(module = "roundtable", subclass)]
pub(crate) struct Table(Box<dyn Seated>);

impl Table {
    fn game(&self) -> &dyn AnyMatch {
        self.0.game()
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        values::seat(seat, self.game().players())
    }

    /// This seat, or the first that is to act.
    fn acting(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self
                .game()
                .to_act()
                .first()
                .ok_or_else(|| because("game_over", None, "the game is over: nobody is to act".to_owned())),
        }
    }
}

/// Gives a move in any of its three forms to some code.
fn with_move<T>(mv: &Bound<'_, PyAny>, then: impl FnOnce(AnyMove<'_>) -> T) -> PyResult<T> {
    if let Ok(notation) = mv.cast::<PyString>() {
        return Ok(then(AnyMove::Notation(&notation.to_string_lossy())));
    }
    // Numbers of numpy are numbers too.
    if let Ok(number) = mv.extract::<u64>() {
        return Ok(then(AnyMove::Number(number)));
    }
    Ok(then(AnyMove::Json(&values::from_python(mv)?)))
}

#[pymethods]
impl Table {
    /// Deals a game: from a seed, or from a key of 32 bytes.
    #[new]
    #[pyo3(signature = (game, players=None, *, seed=0, key=None, options=None, deck=None))]
    fn new(
        game: &str,
        players: Option<usize>,
        seed: u64,
        key: Option<&Bound<'_, PyBytes>>,
        options: Option<&Bound<'_, PyMapping>>,
        deck: Option<String>,
    ) -> PyResult<Self> {
        let setup = values::setup(game, players, options)?;
        let dealt = seated::deal(&setup, deck, values::dice(seed, key)?);
        dealt.map(Self).map_err(refused)
    }

    /// The slug of the game.
    #[getter(game)]
    fn slug(&self) -> &'static str {
        self.game().info().slug
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.game().players()
    }

    /// How many moves have been made.
    #[getter]
    fn ply(&self) -> usize {
        self.game().ply()
    }

    /// The seats that have a decision to make; none when the game is over.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        self.game().to_act().iter().map(Seat::index).collect()
    }

    /// The first of them, or None.
    #[getter]
    fn first_to_act(&self) -> Option<usize> {
        self.game().to_act().first().map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game().to_act().is_empty()
    }

    /// How many moves there are, legal or not: they are numbered from 0.
    #[getter]
    fn action_count(&self) -> u32 {
        self.0.actions()
    }

    /// The numbers of the legal moves of a seat (of the first that is to act), in ascending order.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&self, seat: Option<usize>) -> PyResult<Vec<u32>> {
        if seat.is_none() && self.is_over() {
            return Ok(Vec::new());
        }
        Ok(self.0.legal(self.acting(seat)?))
    }

    /// The same as an array of int8, with a 1 for every legal move.
    #[pyo3(signature = (seat=None))]
    fn action_mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.0.actions() as usize];
        if seat.is_some() || !self.is_over() {
            self.0.mask(self.acting(seat)?, &mut mask);
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The legal moves in all three forms: dicts with `number`, `notation` and `json`.
    #[pyo3(signature = (seat=None))]
    fn legal_moves(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<Py<PyAny>> {
        let moves = self.game().legal(self.acting(seat)?);
        values::to_python(py, &values::written(&moves))
    }

    /// The notation of a move with this number.
    fn notation(&self, number: u32) -> PyResult<String> {
        self.0.notation(number).ok_or_else(|| {
            let message = format!(
                "the moves are numbered from 0 to {}, not {number}",
                self.0.actions() - 1
            );
            because("bad_move", None, message)
        })
    }

    /// Makes a move, for the first seat that is to act unless another is named. Raises Refused if it is not legal.
    #[pyo3(signature = (action, seat=None))]
    fn step(&mut self, action: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let seat = self.acting(seat)?;
        with_move(action, |mv| self.0.game_mut().make(seat, mv))?.map_err(refused)
    }

    /// Raises Refused with the rule that forbids the move, if one does.
    #[pyo3(signature = (action, seat=None))]
    fn check(&self, action: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let seat = self.acting(seat)?;
        with_move(action, |mv| self.game().may_make(seat, mv))?.map_err(refused)
    }

    /// Says something to the table, in a game that has claims. It changes nothing.
    fn claim(&mut self, seat: usize, claim: &Bound<'_, PyAny>) -> PyResult<()> {
        let (seat, claim) = (self.seat(seat)?, values::from_python(claim)?);
        self.0.game_mut().claim(seat, &claim).map_err(refused)
    }

    /// What an eye sees: the number of a seat, "table" for a spectator, "all" for everything.
    fn view(&self, py: Python<'_>, eye: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let eye = values::eye(eye, self.players())?;
        values::to_python(py, &self.game().view(eye))
    }

    /// What an eye was told, from an event's number on. An event that it was not told is None.
    #[pyo3(signature = (eye, since=0))]
    fn events(&self, py: Python<'_>, eye: &Bound<'_, PyAny>, since: usize) -> PyResult<Py<PyAny>> {
        let eye = values::eye(eye, self.players())?;
        values::to_python(py, &values::written(&self.game().events(eye, since)))
    }

    /// What an eye sees, drawn as text.
    fn draw(&self, eye: &Bound<'_, PyAny>) -> PyResult<String> {
        let eye = values::eye(eye, self.players())?;
        let mut page = Page::new(false);
        self.game().draw(eye, &mut page);
        Ok(page.into_text())
    }

    /// What a seat knows as numbers: float32, or int8 with `small`. `roundtable.layout` says what they mean.
    #[pyo3(signature = (seat, small=false))]
    fn observation(&self, py: Python<'_>, seat: usize, small: bool) -> PyResult<Py<PyAny>> {
        let (seat, size) = (self.seat(seat)?, self.0.size());
        Ok(if small {
            let mut cells = vec![0; size];
            self.0.observe_small(seat, &mut cells);
            PyArray1::from_vec(py, cells).into_any().unbind()
        } else {
            let mut cells = vec![0.0; size];
            self.0.observe(seat, &mut cells);
            PyArray1::from_vec(py, cells).into_any().unbind()
        })
    }

    /// Observation (float32) and mask (int8; all 0 if the seat is not to act) at once.
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn look<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
    ) -> PyResult<(Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<i8>>)> {
        let own = self.seat(seat)?;
        let mut cells = vec![0.0; self.0.size()];
        self.0.observe(own, &mut cells);
        Ok((PyArray1::from_vec(py, cells), self.action_mask(py, Some(seat))?))
    }

    /// Everything that a seat knows as text: what it sees, and all it was told. Two histories have the same text
    /// exactly if the seat cannot tell them apart.
    fn information_state(&self, seat: usize) -> PyResult<String> {
        Ok(self.0.information_state(self.seat(seat)?))
    }

    /// The same as float32 numbers: the observation, the last events, and a digest of the text.
    fn information_state_tensor<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut cells = vec![0.0; self.0.size() + RECALL];
        self.0.recall(self.seat(seat)?, &mut cells);
        Ok(PyArray1::from_vec(py, cells))
    }

    /// What each seat got: 0 until the end, and then 1 for winning alone, less for sharing, a loss for all others.
    #[getter]
    fn rewards(&self) -> Vec<f64> {
        match self.game().outcome() {
            Some(outcome) => seated::rewards(&outcome).collect(),
            None => vec![0.0; self.players()],
        }
    }

    /// Scores, ranks, winners and the reason for the end; None until then.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::to_python(py, &values::written(&self.game().outcome()))
    }

    /// A copy that is played on independently.
    fn clone(&self) -> Self {
        Self(self.0.fork())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Records hold everything, so a table is pickled as one.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = slf.borrow().game().record().to_text();
        Ok((slf.get_type().getattr("replay")?, (text,)))
    }

    /// A table that might be this one as far as a seat can know: everything hidden from it is dealt again, and the
    /// future is new. The other seats keep of the past what a spectator was told.
    #[pyo3(signature = (seat, *, seed=0, key=None))]
    fn resample(&self, seat: usize, seed: u64, key: Option<&Bound<'_, PyBytes>>) -> PyResult<Self> {
        let dice = values::dice(seed, key)?;
        self.0.resample(self.seat(seat)?, dice).map(Self).map_err(refused)
    }

    /// The record of the game, as a dict. It holds everything hidden.
    fn record(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::to_python(py, &values::written(&self.game().record()))
    }

    /// Replays a record: a dict, or the text of its file.
    #[staticmethod]
    fn replay(record: &Bound<'_, PyAny>) -> PyResult<Self> {
        let record = match record.extract::<&str>() {
            Ok(text) => Record::parse(text),
            Err(_) => Record::from_json(values::from_python(record)?),
        };
        record
            .and_then(|record| seated::replay(&record))
            .map(Self)
            .map_err(refused)
    }

    /// The best three moves for a seat that is to act, best first, as dicts.
    #[pyo3(signature = (seat=None, *, seed=0))]
    fn hint(&self, py: Python<'_>, seat: Option<usize>, seed: u64) -> PyResult<Py<PyAny>> {
        let (seat, game) = (self.acting(seat)?, self.game());
        let hints = py.detach(|| hints_for(game, seat, seed)).map_err(refused)?;
        values::to_python(py, &values::written(&hints))
    }

    /// A bot for tables of this game: "page", "squire", "knight", "champion", or "exec:PROGRAM".
    #[pyo3(signature = (level="squire", *, seed=0))]
    fn bot(&self, level: &str, seed: u64) -> PyResult<Bot> {
        let spec: BotSpec = level.parse().map_err(|why| because("bad_level", None, why))?;
        let bot = spec.bot_for(self.game(), seed).map_err(refused)?;
        Ok(Bot(std::sync::Mutex::new(bot)))
    }

    fn __str__(&self) -> String {
        let mut page = Page::new(false);
        self.game().draw(roundtable_core::Eye::All, &mut page);
        page.into_text()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table of {} with {} players after {} moves>",
            self.slug(),
            self.players(),
            self.ply()
        )
    }
}

/// A player that is a program. It is asked with a table, and sees only what its seat may know.
#[pyclass(module = "roundtable", frozen)]
pub(crate) struct Bot(std::sync::Mutex<Box<dyn AnyBot>>);

#[pymethods]
impl Bot {
    /// The number of the move that it chooses for a seat that is to act.
    #[pyo3(signature = (table, seat=None))]
    fn choose(&self, py: Python<'_>, table: &Table, seat: Option<usize>) -> PyResult<u32> {
        let (seat, game) = (table.acting(seat)?, table.game());
        if !game.to_act().contains(seat) {
            return Err(because(
                "not_to_act",
                None,
                format!("seat {seat} has nothing to decide now"),
            ));
        }
        let chosen = py.detach(|| match self.0.lock() {
            Ok(mut bot) => bot.choose(game, seat),
            Err(broken) => broken.into_inner().choose(game, seat),
        });
        chosen.map_err(refused)
    }
}
