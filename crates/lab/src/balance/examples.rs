//! Games worth a look: which they are, and their records.

use roundtable_core::Record;
use serde::Serialize;

use super::games::Play;
use super::measure::best_two;
use super::rows::{Row, Rows};
use crate::subject::Subject;
use crate::{Experiment, LabError, Run};

/// Stores the record of an example under a name, and returns how a report can refer to it.
pub type KeepExample<'a> = dyn Fn(&str, &Record) -> Result<String, String> + 'a;

/// A game worth a look.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Example {
    /// Why.
    pub what: &'static str,
    /// The number of its deal.
    pub deal: u64,
    /// How many moves it has.
    pub moves: u64,
    /// Its scores.
    pub scores: Vec<i32>,
    /// Where its record is.
    pub record: String,
}

/// Chooses examples, plays them again and stores their records.
pub(super) fn examples<G: Subject>(
    play: &Play<'_>,
    experiment: &Experiment<G>,
    rows: &Rows,
    keep: &KeepExample<'_>,
    run: &Run<'_>,
) -> Result<Vec<Example>, LabError> {
    let mut all = Vec::new();
    for (what, row) in chosen(&rows.rows, G::TEAMS) {
        let Some(record) = play.again(experiment, row, run)? else {
            continue;
        };
        let name = format!(
            "{}-{}-{}.json",
            G::INFO.slug,
            experiment.players(),
            what.replace(' ', "-")
        );
        all.push(Example {
            what,
            deal: row.deal,
            moves: row.length,
            scores: row.scores.clone(),
            record: keep(&name, &record).map_err(LabError::Record)?,
        });
    }
    Ok(all)
}

/// The rows of the examples. Of equals the first deal is taken.
fn chosen(rows: &[Row], teams: bool) -> Vec<(&'static str, &Row)> {
    let least = |of: &dyn Fn(&Row) -> f64| rows.iter().min_by(|a, b| of(a).total_cmp(&of(b)));
    let most = |of: &dyn Fn(&Row) -> f64| least(&|row| -of(row));
    let length = |row: &Row| row.length as f64;
    let margin = |row: &Row| {
        let [best, second] = best_two(&row.scores);
        best - second
    };
    let total = |row: &Row| f64::from(row.scores.iter().sum::<i32>());
    // Typical is what is least far from the middle in length, total and margin, each by its own spread.
    let far = |of: &dyn Fn(&Row) -> f64| {
        let mean = rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        let squares: f64 = rows.iter().map(|row| (of(row) - mean).powi(2)).sum();
        (mean, (squares / rows.len() as f64).sqrt().max(f64::MIN_POSITIVE))
    };
    let spreads = [far(&length), far(&total), far(&margin)];
    let distance = |row: &Row| {
        let values = [length(row), total(row), margin(row)];
        let parts = values
            .iter()
            .zip(spreads)
            .map(|(value, (mean, sd))| ((value - mean) / sd).powi(2));
        parts.sum()
    };
    let mut all = vec![
        ("typical", least(&distance)),
        ("shortest", least(&length)),
        ("longest", most(&length)),
    ];
    if !teams {
        all.push(("closest", least(&margin)));
        all.push(("most one-sided", most(&margin)));
    }
    all.into_iter().filter_map(|(what, row)| Some((what, row?))).collect()
}
