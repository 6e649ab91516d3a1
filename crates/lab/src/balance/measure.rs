//! From games to figures.

use std::collections::BTreeSet;

use super::plot::Histogram;
use super::rows::{Row, Rows};
use super::things::things;
use super::{Balance, Distribution, EndingBalance, GroupBalance, Measured, SeatBalance, course};
use crate::Described;
use crate::stats::{Estimate, Figure};
use crate::subject::Subject;

/// The games with this deck, and those with the other.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) here: &'a Rows,
    pub(super) there: Option<&'a Rows>,
    pub(super) players: usize,
    pub(super) teams: bool,
}

/// Measures everything but the findings, which are written later.
pub(super) fn measure<G: Subject>(
    setting: Described,
    bots: Vec<String>,
    against: Option<String>,
    pair: Pair<'_>,
    pace: f64,
) -> Balance {
    let players = pair.players;
    let fair_share = (!G::TEAMS).then(|| 1.0 / players as f64);
    // If some seats have other bots, no seat's share is expected to be fair.
    let same_bots = bots.iter().all(|bot| *bot == bots[0]);
    let seats = (0..players).map(|seat| SeatBalance {
        seat,
        win_share: pair.share(fair_share.filter(|_| same_bots), |row| row.win(seat, G::TEAMS)),
        score: pair.mean(|row| f64::from(row.scores[seat])),
    });
    let codes: BTreeSet<&str> = pair.all_rows().map(|row| &*row.ending).collect();
    let mut endings: Vec<EndingBalance> = codes
        .into_iter()
        .map(|code| EndingBalance {
            code: code.to_owned(),
            rate: pair.share(None, |row| f64::from(u8::from(row.ending == code))),
        })
        .collect();
    endings.sort_by(|a, b| b.rate.here.value.total_cmp(&a.rate.here.value));
    let groups = G::GROUPS.iter().enumerate();
    let groups = groups.map(|(place, group)| GroupBalance {
        group,
        things: things(pair, place, group),
    });
    Balance {
        setting,
        against,
        bots,
        games: pair.here.rows.len() as u64,
        findings: Vec::new(),
        teams: G::TEAMS,
        fair_share,
        seats: seats.collect(),
        length: pair.mean(|row| row.length as f64),
        relative_length: pair.relative(|row| row.length as f64),
        lengths: distribution(pair, |row| vec![row.length as f64]),
        score: pair.mean(|row| f64::from(row.scores.iter().sum::<i32>()) / players as f64),
        winning_score: pair.mean(|row| best_two(&row.scores)[0]),
        margin: pair.mean(|row| {
            let [best, second] = best_two(&row.scores);
            best - second
        }),
        scores: distribution(pair, |row| row.scores.iter().map(|&score| f64::from(score)).collect()),
        shared: pair.share(None, |row| f64::from(u8::from(row.winners.len() > 1))),
        endings,
        course: course::course::<G>(pair, pace),
        skill: Vec::new(),
        examples: Vec::new(),
        groups: groups.filter(|group| !group.things.is_empty()).collect(),
    }
}

impl Pair<'_> {
    fn all_rows(&self) -> impl Iterator<Item = &Row> {
        let there = self.there.map_or(&[][..], |rows| &rows.rows);
        self.here.rows.iter().chain(there)
    }

    /// Something estimated with both decks; `None` if this deck gives no estimate.
    pub(super) fn measured(
        &self,
        expected: Option<f64>,
        estimate: impl Fn(&Rows) -> Option<Estimate>,
        figure: impl Fn(&Estimate) -> Figure,
    ) -> Option<Measured> {
        let there = self.there.map(&estimate);
        let mut measured = Measured::new(
            &estimate(self.here)?,
            there.as_ref().and_then(Option::as_ref),
            expected,
            figure,
        );
        if there == Some(None) {
            // The other deck gives no estimate, so nothing is expected.
            measured.p = None;
        }
        Some(measured)
    }

    pub(super) fn mean(&self, of: impl Fn(&Row) -> f64) -> Measured {
        let column = |rows: &Rows| Estimate::mean(&column(rows, &of));
        Measured::new(
            &column(self.here),
            self.there.map(column).as_ref(),
            None,
            Estimate::figure,
        )
    }

    pub(super) fn share(&self, expected: Option<f64>, of: impl Fn(&Row) -> f64) -> Measured {
        let column = |rows: &Rows| Estimate::mean(&column(rows, &of));
        let figure = |estimate: &Estimate| estimate.share(estimate.units() as f64);
        Measured::new(&column(self.here), self.there.map(column).as_ref(), expected, figure)
    }

    /// By which part it is more with this deck than with the other.
    fn relative(&self, of: impl Fn(&Row) -> f64) -> Option<Figure> {
        let ratio = Estimate::ratio(&column(self.here, &of), &column(self.there?, &of))?.figure();
        Some(Figure {
            value: ratio.value - 1.0,
            low: ratio.low - 1.0,
            high: ratio.high - 1.0,
        })
    }
}

/// A number from every game.
fn column(rows: &Rows, of: impl Fn(&Row) -> f64) -> Vec<f64> {
    rows.rows.iter().map(of).collect()
}

pub(super) fn best_two(scores: &[i32]) -> [f64; 2] {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let at = |place: usize| sorted.get(place).or(sorted.first()).copied().unwrap_or_default();
    [0, 1].map(|place| f64::from(at(place)))
}

fn distribution(pair: Pair<'_>, of: impl Fn(&Row) -> Vec<f64>) -> Distribution {
    let values = |rows: &Rows| {
        let mut values: Vec<f64> = rows.rows.iter().flat_map(&of).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (here, there) = (values(pair.here), pair.there.map(values));
    let at = |share: f64| here.get((share * (here.len() - 1) as f64).round() as usize).copied();
    let mean = here.iter().sum::<f64>() / here.len() as f64;
    let squares: f64 = here.iter().map(|value| (value - mean).powi(2)).sum();
    let everything = here.iter().chain(there.iter().flatten()).copied();
    let (from, width) = Histogram::bins(everything);
    Distribution {
        sd: (squares / (here.len().max(2) - 1) as f64).sqrt(),
        quantiles: [0.0, 0.1, 0.5, 0.9, 1.0].map(|share| at(share).unwrap_or(0.0)),
        histogram: Histogram::new(from, width, &here),
        there: there.map(|there| Histogram::new(from, width, &there)),
    }
}
