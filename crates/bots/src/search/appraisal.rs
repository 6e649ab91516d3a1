//! What each move of a decision is worth, given what the seat knows.

mod reason;

use std::collections::HashMap;

use roundtable_core::{GameMove as _, Rng, Seat, SeatHandle};

use super::impression::Impression;
use super::settings::{Budget, Settings, Trees};
use super::worker::{Task, Trials, mean};
use super::{Search, Worker};
use crate::abilities::{Beliefs as _, Searchable};

/// A number with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Doubt {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// Where trees grow, each gets a part of the simulations. They are planted in pairs, at most so many in all: that is
/// twice the simulations, which decisions need that are hard to judge, and most need half of them.
const PART: u32 = 4;
const PAIRS: usize = 4;

/// In a mixture, moves with lower odds are left over from the beginning of the search.
pub(super) const SELDOM: f64 = 0.05;

/// The legal moves of a decision, all tried on the same samples of what the seat cannot know, with the same luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<M> {
    /// The legal moves.
    pub moves: Vec<M>,
    /// For each run, what each move brought. Where trees grow there are several runs, because the results of one tree
    /// are not independent of each other: only other trees show how far it may be wrong.
    runs: Vec<Vec<Trials>>,
    /// For a sealed choice, how often each move should be chosen.
    pub mixture: Option<Vec<f64>>,
    /// The place of a move that is proven to win.
    pub proven: Option<usize>,
    /// For each move, what others answered first, and how often.
    replies: Vec<Vec<((Seat, M), u32)>>,
}

/// How much to look into a decision.
#[derive(Clone, Copy)]
pub struct Depth<'a, M> {
    /// About how many simulations.
    pub simulations: u32,
    /// Whether what is known so far is enough. Only asked where trees grow, after each pair of them.
    pub enough: &'a dyn Fn(&Appraisal<M>) -> bool,
}

impl<G: Searchable> Search<G> {
    /// Appraises the legal moves of a seat that is to act, with about this many simulations. Those that fall behind are
    /// tried less often, but not the moves in `keep`. Where trees grow, more are planted until it is `enough`. Nothing
    /// enters but what the seat knows, these settings and the seed.
    #[must_use]
    pub fn appraise(
        settings: &Settings,
        seat: &SeatHandle<'_, G>,
        keep: &[G::Move],
        depth: Depth<'_, G::Move>,
        seed: u64,
    ) -> Appraisal<G::Move> {
        let seat = &if settings.claims { *seat } else { seat.hearing(&[]) };
        let mut moves = Vec::new();
        seat.legal_moves(&mut moves);
        let Depth { simulations, enough } = depth;
        let mut left = simulations;
        let mixture = G::sealed(&moves).then(|| {
            left -= simulations / 2;
            let settings = Settings {
                budget: Budget::Exactly((simulations / 2).max(1)),
                ..settings.clone()
            };
            let thoughts = Self::new(settings, seed).think(seat);
            thoughts.iter().map(|thought| thought.odds).collect()
        });
        let place = |mv: G::Move| moves.iter().position(|&other| other == mv);
        let proven = G::exact(seat).and_then(place);
        let mut keep: Vec<usize> = keep.iter().filter_map(|&mv| place(mv)).chain(proven).collect();
        if let Some(odds) = &mixture {
            let likely = |odds: &Vec<f64>| (0..odds.len()).filter(|&i| odds[i] >= SELDOM).collect::<Vec<_>>();
            keep.extend(likely(odds));
        }
        let beliefs = G::Beliefs::new(seat, settings.judge);
        let task = Task {
            handle: *seat,
            beliefs: &beliefs,
            settings,
            impression: &Impression::STRANGERS,
            advice: None,
        };
        let (mut rng, mut heard) = (Rng::new(seed), HashMap::new());
        let mut run = |simulations| {
            let mut worker = Worker::<G>::new(rng.next_u64());
            worker.replies = Some(std::mem::take(&mut heard));
            let trials = worker.trials(&task, &moves, &keep, simulations);
            heard = worker.replies.take().unwrap_or_default();
            trials
        };
        let mut appraisal = Appraisal {
            runs: Vec::new(),
            replies: vec![Vec::new(); moves.len()],
            moves: moves.clone(),
            mixture,
            proven,
        };
        if settings.trees == Trees::None {
            appraisal.runs.push(run(left));
        } else {
            for _ in 0..PAIRS {
                appraisal.runs.extend([run(left / PART), run(left / PART)]);
                if enough(&appraisal) {
                    break;
                }
            }
        }
        let numbers = moves.iter().map(|mv| mv.number(seat.players()).unwrap_or(0));
        let numbers: HashMap<u32, usize> = numbers.zip(0..).collect();
        for ((first, other, mv), count) in heard {
            appraisal.replies[numbers[&first]].push(((other, mv), count));
        }
        for replies in &mut appraisal.replies {
            // A map has no order, and what is said may not depend on one.
            replies.sort_by_key(|((seat, mv), _)| (seat.index(), mv.number(task.handle.players())));
        }
        appraisal
    }
}

/// What each seat can expect of a position with open cards and an unknown future: its share of victories, if everybody
/// plays on as the settings say. This takes a position, which no bot has: it is for games that are over.
#[must_use]
pub fn open_cards<G: Searchable>(settings: &Settings, position: &G, simulations: u32, seed: u64) -> Vec<Doubt> {
    let handle = SeatHandle::new(position, &[], Seat::new(0));
    let beliefs = G::Beliefs::new(&handle, settings.judge);
    let task = Task {
        handle,
        beliefs: &beliefs,
        settings,
        impression: &Impression::STRANGERS,
        advice: None,
    };
    let outlooks = Worker::<G>::new(seed).outlooks(position, &task, simulations);
    let of_seat = |seat: Seat| spread(outlooks.iter().map(|shares| shares[seat.index()].into()));
    Seat::all(position.players()).map(of_seat).collect()
}

impl<M: Copy + PartialEq> Appraisal<M> {
    /// The expected share of victories after a move.
    #[must_use]
    pub fn value(&self, place: usize) -> Doubt {
        if self.proven == Some(place) {
            return Doubt { value: 1.0, error: 0.0 };
        }
        self.over_runs(|run| spread(run[place].0.iter().copied().map(f64::from)))
    }

    /// The mean of an estimate over the runs.
    fn over_runs(&self, estimate: impl Fn(&[Trials]) -> Doubt) -> Doubt {
        let all: Vec<Doubt> = self.runs.iter().map(|run| estimate(run)).collect();
        mean_of(&all)
    }

    /// By how much one move is better than another, on the samples that both were tried on.
    #[must_use]
    pub fn ahead(&self, one: usize, other: usize) -> Doubt {
        if one == other {
            return Doubt::default();
        }
        if self.proven == Some(one) || self.proven == Some(other) {
            let (one, other) = (self.value(one), self.value(other));
            return Doubt {
                value: one.value - other.value,
                error: one.error.max(other.error),
            };
        }
        self.over_runs(|run| spread(pairs(run, one, other).map(|(one, other)| one - other)))
    }

    fn pairs(&self, one: usize, other: usize) -> impl Iterator<Item = (f64, f64)> {
        self.runs.iter().flat_map(move |run| pairs(run, one, other))
    }

    /// In what part of the samples one move did better than another, and in what part worse.
    #[must_use]
    pub fn better_and_worse(&self, one: usize, other: usize) -> (f64, f64) {
        let (mut better, mut worse, mut all) = (0_u32, 0_u32, 0_u32);
        for (one, other) in self.pairs(one, other) {
            better += u32::from(one > other);
            worse += u32::from(one < other);
            all += 1;
        }
        let part = |count: u32| f64::from(count) / f64::from(all.max(1));
        (part(better), part(worse))
    }

    /// Whether the choice is sealed and the best mixture contains this move.
    #[must_use]
    pub fn in_mixture(&self, place: usize) -> bool {
        self.mixture.as_ref().is_some_and(|odds| odds[place] >= SELDOM)
    }

    /// The best move: the one that is proven to win, the best of the mixture, or the one that brought most.
    #[must_use]
    pub fn best(&self) -> usize {
        let all: Vec<&[Trials]> = self.runs.iter().map(Vec::as_slice).collect();
        self.proven
            .unwrap_or_else(|| self.top(&all, |run, place| run[place].mean()))
    }

    /// The move with the highest mean over these runs, among those that one of them tried to the end.
    fn top(&self, runs: &[&[Trials]], mean: impl Fn(&[Trials], usize) -> f64) -> usize {
        let to_the_end = |place: usize| {
            let most = |run: &[Trials]| run.iter().map(|trials| trials.0.len()).max();
            runs.iter().any(|run| Some(run[place].0.len()) == most(run))
        };
        let mean = |place: usize| runs.iter().map(|run| mean(run, place)).sum::<f64>();
        let supported = |place: &usize| self.mixture.is_none() || self.in_mixture(*place);
        (0..self.moves.len())
            .filter(|&place| to_the_end(place))
            .filter(supported)
            // The first of equals.
            .rev()
            .max_by(|&a, &b| mean(a).total_cmp(&mean(b)))
            .unwrap_or(0)
    }

    /// The moves in the order of their worth: one that is proven to win comes first, then those of the mixture, then
    /// those that were tried to the end.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.moves.len()).collect();
        let odds = |place: usize| self.mixture.as_ref().map_or(0.0, |odds| odds[place]);
        places.sort_by(|&a, &b| {
            let proven = |place: usize| self.proven == Some(place);
            let by_odds = odds(b).total_cmp(&odds(a));
            let tries = |place: usize| self.runs.iter().map(|run| run[place].0.len()).sum::<usize>();
            let worth = |place: usize| self.runs.iter().map(|run| run[place].mean()).sum::<f64>();
            let by_trials = || tries(b).cmp(&tries(a));
            let by_worth = || worth(b).total_cmp(&worth(a));
            proven(b)
                .cmp(&proven(a))
                .then(by_odds)
                .then_with(by_trials)
                .then_with(by_worth)
        });
        places
    }

    /// Whether any two moves brought something different on any sample.
    #[must_use]
    pub fn matters(&self) -> bool {
        let apart = |place: usize| {
            self.pairs(0, place)
                .any(|(one, other)| (one - other).abs() > f64::EPSILON)
        };
        self.proven.is_some() || (1..self.moves.len()).any(apart)
    }

    /// How much a move loses against the best. The best move of each half of the samples (of all other trees, where
    /// trees grow) is compared on the other half: the best of many noisy numbers would look better than it is. So the
    /// estimate can be a little below 0 where the move is as good as any; cut off at 0, such estimates would add up to
    /// a loss that nobody had. A move that the best mixture contains loses nothing.
    #[must_use]
    pub fn loss(&self, made: usize) -> Doubt {
        let best = self.best();
        if best == made || self.in_mixture(made) {
            return Doubt::default();
        }
        let ahead = self.ahead(best, made);
        if self.proven.is_some() {
            return ahead;
        }
        let after = |run: &[Trials], best: usize| -> Vec<f64> {
            pairs(run, best, made).map(|(best, made)| best - made).collect()
        };
        let found: Vec<Doubt> = match &self.runs[..] {
            [run] => {
                let half = run[made].0.len() / 2;
                let early = |place: usize| run[place].0.len().min(half);
                let by_early = self.top(&[run], |run, place| mean(&run[place].0[..early(place)]));
                let by_late = self.top(&[run], |run, place| mean(&run[place].0[early(place)..]));
                let early = after(run, by_late).into_iter().take(half);
                vec![spread(early), spread(after(run, by_early).into_iter().skip(half))]
            }
            runs => {
                let by_others = |own: usize| {
                    let others = runs.iter().enumerate().filter(|&(other, _)| other != own);
                    let others: Vec<&[Trials]> = others.map(|(_, run)| run.as_slice()).collect();
                    let best = self.top(&others, |run, place| run[place].mean());
                    spread(after(&runs[own], best).into_iter())
                };
                (0..runs.len()).map(by_others).collect()
            }
        };
        let loss = mean_of(&found);
        Doubt {
            value: loss.value,
            error: loss.error.max(ahead.error),
        }
    }

    /// What a move chosen blindly would bring.
    #[must_use]
    pub fn blind(&self) -> f64 {
        let values = (0..self.moves.len()).map(|place| self.value(place).value);
        values.sum::<f64>() / self.moves.len().max(1) as f64
    }

    /// What others answer first, and in what part of the samples: the answer whose frequency differs most between two
    /// moves, with its frequency after each.
    #[must_use]
    pub fn telling_reply(&self, one: usize, other: usize) -> Option<((Seat, M), f64, f64)> {
        let all = |place: usize| self.replies[place].iter().map(|(_, count)| count).sum::<u32>();
        let often = |place: usize, reply: &(Seat, M)| {
            let found = self.replies[place].iter().find(|(other, _)| other == reply);
            f64::from(found.map_or(0, |(_, count)| *count)) / f64::from(all(place).max(1))
        };
        let replies = self.replies[one].iter().chain(&self.replies[other]);
        let compared = replies.map(|(reply, _)| (*reply, often(one, reply), often(other, reply)));
        let apart = |(_, one, other): &((Seat, M), f64, f64)| (one - other).abs();
        compared.rev().max_by(|a, b| apart(a).total_cmp(&apart(b)))
    }
}

/// What two moves brought on the samples of a run that both were tried on.
fn pairs(run: &[Trials], one: usize, other: usize) -> impl Iterator<Item = (f64, f64)> {
    let pairs = run[one].0.iter().zip(&run[other].0);
    pairs.map(|(&one, &other)| (one.into(), other.into()))
}

/// The mean of several estimates. Its error is what their own errors say, or their differences, if that is more.
fn mean_of(all: &[Doubt]) -> Doubt {
    let between = spread(all.iter().map(|one| one.value));
    let within = all.iter().map(|one| one.error * one.error).sum::<f64>().sqrt() / all.len().max(1) as f64;
    Doubt {
        value: between.value,
        error: between.error.max(within),
    }
}

/// The mean of independent numbers.
fn spread(numbers: impl Iterator<Item = f64>) -> Doubt {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for number in numbers {
        count += 1.0;
        sum += number;
        squares += number * number;
    }
    let count = f64::max(count, 1.0);
    let value = sum / count;
    let variance = (squares / count - value * value).max(0.0) * count / f64::max(count - 1.0, 1.0);
    Doubt {
        value,
        error: (variance / count).sqrt(),
    }
}
