//! Many games with the same bots on the seats.

mod tally;

use std::ops::Range;

use roundtable_bots::{BotSpec, Level, Searchable};
use roundtable_core::{AnyMatch as _, Dice, MAX_SEATS, Record, Rng, Silent};
use serde::Serialize;

use crate::stats::Figure;
use crate::table::{deal, play, seated};
use crate::{Described, Experiment, LabError, Run};

pub(crate) use tally::{Tally, WHOLE};

/// What to play.
pub struct SimPlan<'a> {
    /// The bots by seat; the last one takes all remaining seats.
    pub bots: &'a [BotSpec],
    /// How many games.
    pub games: u64,
    /// Whether bots may talk, in a game that has claims.
    pub claims: bool,
    /// Receives the number and the record of each game, if records are wanted.
    pub keep: Option<&'a Keep<'a>>,
}

/// Keeps a record.
pub type Keep<'a> = dyn Fn(u64, &Record) -> Result<(), String> + Sync + 'a;

/// The results of a simulation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sim {
    /// What was played.
    pub setting: Described,
    /// How many games were finished.
    pub games: u64,
    /// One entry per seat.
    pub seats: Vec<SeatResult>,
    /// How many moves a game has.
    pub length: Length,
    /// How the games ended, most frequent first.
    pub endings: Vec<Ending>,
    /// The games in which several shared the victory.
    pub shared: Figure,
}

/// What a seat achieved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatResult {
    /// Which seat.
    pub seat: usize,
    /// Which bot sat there.
    pub bot: String,
    /// Its share of the victories: a victory shared by two is half a victory for each.
    pub win_share: Figure,
    /// How often it was among the winners.
    pub won: Figure,
    /// Its score.
    pub score: Figure,
    /// The standard deviation of its score.
    pub score_sd: f64,
}

/// How many moves a game has.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    /// The mean.
    pub mean: Figure,
    /// The standard deviation.
    pub sd: f64,
    /// The shortest game.
    pub min: u64,
    /// Half of the games are no longer.
    pub median: u64,
    /// The longest game.
    pub max: u64,
}

/// One way for a game to end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ending {
    /// Its name in the outcome.
    pub code: String,
    /// How often.
    pub count: u64,
    /// The share of the games that end like this.
    pub rate: Figure,
}

/// Plays the games.
///
/// # Errors
/// If the experiment cannot be set up, a bot chooses an illegal move, or a record cannot be kept.
pub fn sim<G: Searchable>(experiment: &Experiment<G>, plan: &SimPlan<'_>, run: &Run<'_>) -> Result<Sim, LabError> {
    let tally = play_games(experiment, plan, 0..plan.games, run)?;
    report(experiment, plan, tally)
}

/// The results of games that were played.
pub(crate) fn report<G: Searchable>(
    experiment: &Experiment<G>,
    plan: &SimPlan<'_>,
    tally: Tally,
) -> Result<Sim, LabError> {
    Ok(tally.report(experiment.describe(), &seated(plan.bots, experiment.players())?))
}

/// Plays some of the games.
pub(crate) fn play_games<G: Searchable>(
    experiment: &Experiment<G>,
    plan: &SimPlan<'_>,
    games: Range<u64>,
    run: &Run<'_>,
) -> Result<Tally, LabError> {
    let bots = seated(plan.bots, experiment.players())?;
    let random = bots.iter().all(|&bot| *bot == BotSpec::Level(Level::Page)) && plan.keep.is_none();
    let trays = if random {
        run.each(games, 256, Tray::<G::Move>::default, |tray, game| {
            random_step(experiment, tray, game)?;
            Ok(true)
        })?
    } else {
        run.each(games, 1, Tray::default, |tray, game| {
            let mut table = deal(experiment, game)?;
            let outcome = play(&mut table, experiment, (game, 0), &bots, plan.claims, run, |_, _, _| ())?;
            let Some(outcome) = outcome else { return Ok(false) };
            if let Some(keep) = plan.keep {
                keep(game, &table.record()).map_err(LabError::Record)?;
            }
            tray.tally.add(&outcome, table.ply() as u64);
            Ok(true)
        })?
    };
    Ok(Tally::joined(trays.iter().map(|tray| &tray.tally)))
}

/// Plays the same game as random bots would, without their overhead: no events, no handles, no boxes.
fn random_step<G: Searchable>(experiment: &Experiment<G>, tray: &mut Tray<G::Move>, game: u64) -> Result<(), LabError> {
    let dice = Dice::from_seed(experiment.deal_seed(game));
    let mut position = experiment.setting.deal(dice, &mut Silent)?;
    tray.minds.clear();
    let seeds = (0..experiment.players()).map(|seat| experiment.bot_seed(game, 0, seat));
    tray.minds.extend(seeds.map(Rng::new));
    let mut length = 0;
    while let Some(seat) = position.to_act().first() {
        position.legal_moves(seat, &mut tray.moves);
        let mv = tray.minds[seat.index()].pick(&tray.moves);
        position.play(seat, mv, &mut Silent);
        length += 1;
    }
    if let Some(outcome) = position.outcome() {
        tray.tally.add(&outcome, length);
    }
    Ok(())
}

/// One thread's results and buffers.
struct Tray<M> {
    tally: Tally,
    moves: Vec<M>,
    minds: Vec<Rng>,
}

impl<M> Default for Tray<M> {
    fn default() -> Self {
        Self {
            tally: Tally::default(),
            moves: Vec::with_capacity(256),
            minds: Vec::with_capacity(MAX_SEATS),
        }
    }
}
