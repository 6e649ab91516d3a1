//! Many games with the same bots on the seats.

use std::collections::BTreeMap;
use std::time::Instant;

use roundtable_bots::{BotSpec, Level, Searchable};
use roundtable_core::{AnyMatch as _, Dice, MAX_SEATS, Outcome, Record, Rng, Silent};
use serde::Serialize;

use crate::stats::{Figure, Sums, Z, wilson};
use crate::table::{deal, play, seated};
use crate::{Described, Experiment, LabError, Run};

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
    /// How long it took. Everything else is the same for any number of jobs.
    pub timing: Timing,
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

/// How long it took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Timing {
    /// The number of threads.
    pub jobs: usize,
    /// The total time.
    pub seconds: f64,
    /// Games per second.
    pub games_per_second: f64,
    /// Moves per second.
    pub moves_per_second: f64,
}

/// Plays the games.
///
/// # Errors
/// If the experiment cannot be set up, a bot chooses an illegal move, or a record cannot be kept.
pub fn sim<G: Searchable>(experiment: &Experiment<G>, plan: &SimPlan<'_>, run: &Run<'_>) -> Result<Sim, LabError> {
    let bots = seated(plan.bots, experiment.players())?;
    let start = Instant::now();
    let random = bots.iter().all(|&bot| *bot == BotSpec::Level(Level::Page)) && plan.keep.is_none();
    let trays = if random {
        run.each(plan.games, 256, Tray::<G::Move>::default, |tray, game| {
            random_step(experiment, tray, game)?;
            Ok(true)
        })?
    } else {
        run.each(plan.games, 1, Tray::default, |tray, game| {
            let mut table = deal(experiment, game)?;
            let Some(outcome) = play(&mut table, experiment, (game, 0), &bots, plan.claims, run)? else {
                return Ok(false);
            };
            if let Some(keep) = plan.keep {
                keep(game, &table.record()).map_err(LabError::Record)?;
            }
            tray.tally.add(&outcome, table.ply() as u64);
            Ok(true)
        })?
    };
    let mut tally = Tally::default();
    trays.iter().for_each(|tray| tally.merge(&tray.tally));
    Ok(tally.report(experiment.describe(), &bots, run.jobs, start.elapsed().as_secs_f64()))
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

/// A whole victory, divisible by every possible number of winners.
const WHOLE: i64 = 840;

/// Lengths below this are counted in a list, the few others in a map.
const SHORT: usize = 4096;

/// Counts and integer sums, so that the order of the games makes no difference.
#[derive(Default)]
struct Tally {
    shares: [Sums; MAX_SEATS],
    won: [u64; MAX_SEATS],
    scores: [Sums; MAX_SEATS],
    length: Sums,
    short: Vec<u64>,
    long: BTreeMap<u64, u64>,
    endings: Vec<(&'static str, u64)>,
    games: u64,
    shared: u64,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome, length: u64) {
        let winners = outcome.winners();
        self.games += 1;
        self.shared += u64::from(winners.len() > 1);
        for (seat, (&rank, &score)) in outcome.ranks().iter().zip(outcome.scores()).enumerate() {
            let wins = rank == 1;
            self.won[seat] += u64::from(wins);
            self.shares[seat].add(if wins { WHOLE / winners.len() as i64 } else { 0 });
            self.scores[seat].add(score.into());
        }
        self.length.add(length as i64);
        if self.short.is_empty() {
            self.short = vec![0; SHORT];
        }
        match self.short.get_mut(length as usize) {
            Some(count) => *count += 1,
            None => *self.long.entry(length).or_default() += 1,
        }
        self.count_ending(outcome.reason().known(), 1);
    }

    fn count_ending(&mut self, code: &'static str, count: u64) {
        match self.endings.iter_mut().find(|(known, _)| *known == code) {
            Some((_, known)) => *known += count,
            None => self.endings.push((code, count)),
        }
    }

    fn merge(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.shares[seat].merge(&other.shares[seat]);
            self.won[seat] += other.won[seat];
            self.scores[seat].merge(&other.scores[seat]);
        }
        self.length.merge(&other.length);
        self.games += other.games;
        self.shared += other.shared;
        for (&length, &count) in &other.long {
            *self.long.entry(length).or_default() += count;
        }
        // After merging, all lengths are in the map.
        let short = other.short.iter().enumerate().filter(|(_, count)| **count > 0);
        for (length, count) in short {
            *self.long.entry(length as u64).or_default() += count;
        }
        for &(code, count) in &other.endings {
            self.count_ending(code, count);
        }
    }

    fn report(mut self, setting: Described, bots: &[&BotSpec], jobs: usize, seconds: f64) -> Sim {
        let games = self.games as f64;
        let rate = |count: u64| wilson(count as f64 / games.max(1.0), games, Z);
        let seats = bots.iter().enumerate().map(|(seat, bot)| SeatResult {
            seat,
            bot: bot.to_string(),
            win_share: self.shares[seat].share(WHOLE as f64),
            won: rate(self.won[seat]),
            score: self.scores[seat].figure(),
            score_sd: self.scores[seat].deviation(),
        });
        self.endings
            .sort_unstable_by_key(|&(code, count)| (std::cmp::Reverse(count), code));
        let endings = self.endings.iter().map(|&(code, count)| Ending {
            code: code.to_owned(),
            count,
            rate: rate(count),
        });
        let mut seen = 0;
        let median = self.long.iter().find(|(_, count)| {
            seen += **count;
            2 * seen >= self.games
        });
        Sim {
            setting,
            games: self.games,
            seats: seats.collect(),
            length: Length {
                mean: self.length.figure(),
                sd: self.length.deviation(),
                min: self.long.keys().next().copied().unwrap_or(0),
                median: median.map_or(0, |(&length, _)| length),
                max: self.long.keys().last().copied().unwrap_or(0),
            },
            endings: endings.collect(),
            shared: rate(self.shared),
            timing: Timing {
                jobs,
                seconds,
                games_per_second: games / seconds,
                moves_per_second: self.length.mean() * games / seconds,
            },
        }
    }
}
