//! What is counted over the games of a simulation.

use std::borrow::Cow;
use std::collections::BTreeMap;

use roundtable_bots::BotSpec;
use roundtable_core::{MAX_SEATS, Outcome};
use serde::{Deserialize, Serialize};

use super::{Ending, Length, SeatResult, Sim};
use crate::Described;
use crate::stats::{Sums, Z, wilson};

/// A whole victory, divisible by every possible number of winners.
pub(crate) const WHOLE: i64 = 840;

/// Lengths below this are counted in a list, the few others in a map.
const SHORT: usize = 4096;

/// Counts and integer sums, so that the order of the games makes no difference.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    shares: [Sums; MAX_SEATS],
    won: [u64; MAX_SEATS],
    scores: [Sums; MAX_SEATS],
    length: Sums,
    #[serde(skip)]
    short: Vec<u64>,
    long: BTreeMap<u64, u64>,
    endings: Vec<(Cow<'static, str>, u64)>,
    games: u64,
    shared: u64,
}

impl Tally {
    /// What several threads or parts have counted, in a form that does not depend on how the games were divided.
    pub(crate) fn joined<'a>(tallies: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        tallies.into_iter().for_each(|tally| all.merge(tally));
        all.endings.sort_unstable();
        all
    }

    pub(super) fn add(&mut self, outcome: &Outcome, length: u64) {
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
        self.count_ending(Cow::Borrowed(outcome.reason().known()), 1);
    }

    fn count_ending(&mut self, code: Cow<'static, str>, count: u64) {
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
        for (code, count) in &other.endings {
            self.count_ending(code.clone(), *count);
        }
    }

    /// How many games were counted.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// The results of a tally that was joined.
    pub(super) fn report(mut self, setting: Described, bots: &[&BotSpec]) -> Sim {
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
        let seats = seats.collect();
        self.endings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let endings = self.endings.iter().map(|(code, count)| Ending {
            code: code.to_string(),
            count: *count,
            rate: rate(*count),
        });
        let mut seen = 0;
        let median = self.long.iter().find(|(_, count)| {
            seen += **count;
            2 * seen >= self.games
        });
        Sim {
            setting,
            games: self.games,
            seats,
            length: Length {
                mean: self.length.figure(),
                sd: self.length.deviation(),
                min: self.long.keys().next().copied().unwrap_or(0),
                median: median.map_or(0, |(&length, _)| length),
                max: self.long.keys().last().copied().unwrap_or(0),
            },
            endings: endings.collect(),
            shared: rate(self.shared),
        }
    }
}
