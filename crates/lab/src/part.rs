//! Parts of an experiment, and how they are joined: exactly what one run would have found.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::arena::Deal;
use crate::balance::TableResults;
use crate::sim::Tally;
use crate::{LabError, Order};

/// The format of part files.
const FORMAT: &str = "roundtable-part/1";

/// Some of the games of an experiment, played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    format: String,
    /// The whole experiment.
    pub order: Order,
    /// Which of its games were played.
    pub range: Range<u64>,
    pub(crate) results: Results,
}

/// What is kept of games: everything that a report is made of. Whole numbers are added; all else is kept game by game
/// and put in order, so that it makes no difference how the games were divided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Results {
    Sim(Box<Tally>),
    Arena(Vec<Deal>),
    Balance(Vec<TableResults>),
}

impl Part {
    pub(crate) fn new(order: Order, range: Range<u64>, results: Results) -> Self {
        Self {
            format: FORMAT.to_owned(),
            order,
            range,
            results,
        }
    }

    /// The text of the part's file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn to_text(&self) -> Result<String, LabError> {
        let text = serde_json::to_string(self).map_err(|error| LabError::Record(error.to_string()))?;
        Ok(text + "\n")
    }

    /// Reads the file of a part; errors call it `name`.
    ///
    /// # Errors
    /// If it is no whole part.
    pub fn read(name: &str, text: &str) -> Result<Self, LabError> {
        let part: Self = serde_json::from_str(text)
            .map_err(|error| LabError::Design(format!("{name} is no whole part of an experiment: {error}")))?;
        if part.format == FORMAT {
            Ok(part)
        } else {
            let format = &part.format;
            Err(LabError::Design(format!(
                "{name} has the format {format}, not {FORMAT}"
            )))
        }
    }
}

/// A range as it is written.
fn written(range: &Range<u64>) -> String {
    format!("{}..{}", range.start, range.end)
}

/// Joins the parts of an experiment, given with their names in any order. The same part may be there twice.
///
/// # Errors
/// If they belong to different experiments, games are missing, or were played twice with different results.
pub fn join(mut parts: Vec<(String, Part)>) -> Result<Part, LabError> {
    parts.sort_by_key(|(_, part)| (part.range.start, part.range.end));
    let mut parts = parts.into_iter();
    let Some((first, mut whole)) = parts.next() else {
        return Err(LabError::Design("there are no parts to join".to_owned()));
    };
    let mut missing = Vec::new();
    let mut note_gap = |from: u64, to: u64| missing.extend((from < to).then(|| written(&(from..to))));
    note_gap(0, whole.range.start);
    // The part that was added last, with its name: one like it may follow.
    let mut last = (first, whole.clone());
    for (name, part) in parts {
        if let Some(difference) = whole.order.difference(&part.order) {
            return Err(LabError::Design(format!(
                "{} and {name} are parts of different experiments: {difference}",
                last.0
            )));
        }
        if part == last.1 {
            continue;
        }
        if part.range.start < last.1.range.end {
            return Err(LabError::Design(overlap(&last, &(name, part))));
        }
        note_gap(last.1.range.end, part.range.start);
        whole.range.end = part.range.end;
        whole.results.append(part.results.clone())?;
        last = (name, part);
    }
    note_gap(whole.range.end, whole.order.games);
    if missing.is_empty() {
        return Ok(whole);
    }
    Err(LabError::Design(format!(
        "of {} games these are missing: {}; play them with --range and the same arguments",
        whole.order.games,
        missing.join(", ")
    )))
}

/// Why two parts cannot be joined that have games in common.
fn overlap((first, one): &(String, Part), (second, other): &(String, Part)) -> String {
    if one.range == other.range {
        format!(
            "{first} and {second} are both the games {}, with different results: remove one of them. (Only bots that \
             are programs, or have a time limit, may play differently when a part is repeated.)",
            written(&one.range)
        )
    } else {
        format!(
            "{first} ({}) and {second} ({}) have games in common: remove one of them",
            written(&one.range),
            written(&other.range)
        )
    }
}

impl Results {
    /// Adds what was found in the games that follow.
    fn append(&mut self, later: Self) -> Result<(), LabError> {
        match (self, later) {
            (Self::Sim(own), Self::Sim(later)) => **own = Tally::joined([&**own, &*later]),
            (Self::Arena(own), Self::Arena(later)) => own.extend(later),
            (Self::Balance(own), Self::Balance(later)) if own.len() == later.len() => {
                own.iter_mut().zip(later).for_each(|(own, later)| own.append(later));
            }
            _ => return Err(damaged()),
        }
        Ok(())
    }
}

/// Results that cannot have come from the order beside them.
pub(crate) fn damaged() -> LabError {
    LabError::Design("a part has results that do not belong to its order: play it again".to_owned())
}
