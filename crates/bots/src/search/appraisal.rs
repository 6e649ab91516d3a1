//! What each move of a decision is worth, given what the seat knows.

mod reason;

use std::collections::HashMap;

use roundtable_core::{GameMove as _, Rng, Seat, SeatHandle};

use super::impression::Impression;
use super::settings::{Budget, Settings};
use super::worker::{Task, Trials};
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

/// In a mixture, moves with lower odds are left over from the beginning of the search.
pub(super) const SELDOM: f64 = 0.05;

/// The legal moves of a decision, all tried on the same samples of what the seat cannot know, with the same luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal<M> {
    /// The legal moves.
    pub moves: Vec<M>,
    trials: Vec<Trials>,
    /// For a sealed choice, how often each move should be chosen.
    pub mixture: Option<Vec<f64>>,
    /// The place of a move that is proven to win.
    pub proven: Option<usize>,
    /// For each move, what others answered first, and how often.
    replies: Vec<Vec<((Seat, M), u32)>>,
}

impl<G: Searchable> Search<G> {
    /// Appraises the legal moves of a seat that is to act, with about this many simulations. Those that fall behind are
    /// tried less often, but not the moves in `keep`. Nothing enters but what the seat knows, these settings and the seed.
    #[must_use]
    pub fn appraise(
        settings: &Settings,
        seat: &SeatHandle<'_, G>,
        keep: &[G::Move],
        simulations: u32,
        seed: u64,
    ) -> Appraisal<G::Move> {
        let seat = &if settings.claims { *seat } else { seat.hearing(&[]) };
        let mut moves = Vec::new();
        seat.legal_moves(&mut moves);
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
        let mut worker = Worker::<G>::new(Rng::new(seed).next_u64());
        worker.replies = Some(HashMap::new());
        let trials = worker.trials(&task, &moves, &keep, left);
        let mut replies = vec![Vec::new(); moves.len()];
        let numbers = moves.iter().map(|mv| mv.number(seat.players()).unwrap_or(0));
        let numbers: HashMap<u32, usize> = numbers.zip(0..).collect();
        for ((first, other, mv), count) in worker.replies.take().unwrap_or_default() {
            replies[numbers[&first]].push(((other, mv), count));
        }
        for replies in &mut replies {
            // A map has no order, and what is said may not depend on one.
            replies.sort_by_key(|((seat, mv), _)| (seat.index(), mv.number(task.handle.players())));
        }
        Appraisal {
            moves,
            trials,
            mixture,
            proven,
            replies,
        }
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
        spread(self.trials[place].0.iter().copied().map(f64::from))
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
        spread(self.pairs(one, other).map(|(one, other)| one - other))
    }

    fn pairs(&self, one: usize, other: usize) -> impl Iterator<Item = (f64, f64)> {
        let pairs = self.trials[one].0.iter().zip(&self.trials[other].0);
        pairs.map(|(&one, &other)| (one.into(), other.into()))
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
        self.proven.unwrap_or_else(|| self.top(|trials| &trials.0))
    }

    /// The move with the highest mean of some of its results, among those tried to the end.
    fn top(&self, part: impl Fn(&Trials) -> &[f32]) -> usize {
        let most = self.trials.iter().map(|trials| trials.0.len()).max().unwrap_or(0);
        let mean = |place: usize| {
            let part = part(&self.trials[place]);
            part.iter().copied().map(f64::from).sum::<f64>() / part.len().max(1) as f64
        };
        let supported = |place: &usize| self.mixture.is_none() || self.in_mixture(*place);
        (0..self.moves.len())
            .filter(|&place| self.trials[place].0.len() == most)
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
            let by_trials = || self.trials[b].0.len().cmp(&self.trials[a].0.len());
            let by_worth = || self.trials[b].mean().total_cmp(&self.trials[a].mean());
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

    /// How much a move loses against the best. The best move of each half of the samples is compared on the other half:
    /// the best of many noisy numbers would look better than it is. So the estimate can be a little below 0 where the
    /// move is as good as any; cut off at 0, such estimates would add up to a loss that nobody had. A move that the
    /// best mixture contains loses nothing.
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
        let half = self.trials[made].0.len() / 2;
        let first = |trials: &'_ Trials| -> usize { trials.0.len().min(half) };
        let by_first = self.top(|trials| &trials.0[..first(trials)]);
        let by_second = self.top(|trials| &trials.0[first(trials)..]);
        let on = |best: usize, second: bool| {
            let pairs = self.pairs(best, made).map(|(best, made)| best - made);
            let (skip, take) = if second { (half, usize::MAX) } else { (0, half) };
            spread(pairs.skip(skip).take(take))
        };
        let (first, second) = (on(by_second, false), on(by_first, true));
        Doubt {
            value: (first.value + second.value) / 2.0,
            error: ahead.error.max(first.error.hypot(second.error) / 2.0),
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
