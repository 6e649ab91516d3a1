//! A value of the deck, varied: what becomes of the figures.

use std::fmt;

use roundtable_core::text::wrapped;
use serde::Serialize;

use super::text::{METHOD, WIDTH, Whole, short_names};
use super::{Balance, html};
use crate::order::Varied;
use crate::text::{Table, count};

/// How many values fit beside each other.
const COLUMNS: usize = 2;

/// What becomes of a game when a value of its deck is varied. All values are played on the same deals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sweep {
    /// What came out, in a sentence.
    pub summary: String,
    /// The path of the value in the deck file.
    pub path: String,
    /// The values, in the order of the reports.
    pub values: Vec<String>,
    /// The value as it is, which all others are compared with.
    pub now: String,
    /// One entry for each number of players.
    pub tables: Vec<SweepTable>,
}

/// A sweep with one number of players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SweepTable {
    /// How many play.
    pub players: usize,
    /// What was measured with each value, and how it differs from the value as it is.
    pub values: Vec<Balance>,
}

impl SweepTable {
    pub(super) fn new(players: usize, values: Vec<Balance>) -> Self {
        Self { players, values }
    }

    /// The figures that differ somewhere, each with all values, and the names of the others.
    pub(super) fn rows(&self) -> (Vec<Vec<Whole<'_>>>, Vec<String>) {
        let mut columns: Vec<_> = self.values.iter().map(|value| value.whole().into_iter()).collect();
        let (mut loud, mut quiet) = (Vec::new(), Vec::new());
        loop {
            let row: Vec<Whole<'_>> = columns.iter_mut().filter_map(Iterator::next).collect();
            let Some(first) = row.first() else { break };
            let comparable = row.len() == self.values.len() && row.iter().all(|one| one.name == first.name);
            if comparable && row.iter().any(|one| one.measured.stands_out()) {
                loud.push(row);
            } else if comparable {
                quiet.push(first.name.clone());
            }
        }
        (loud, quiet)
    }
}

impl Sweep {
    pub(super) fn new(varied: &Varied, tables: Vec<SweepTable>) -> Self {
        let names = tables.first().map(|table| &table.values[..]).unwrap_or_default();
        let values: Vec<String> = names.iter().map(|value| value.setting.deck.clone()).collect();
        Self {
            summary: summary(&varied.path, &values, &tables),
            path: varied.path.clone(),
            now: values.get(varied.now).cloned().unwrap_or_default(),
            values,
            tables,
        }
    }

    /// A self-contained HTML page with plots.
    #[must_use]
    pub fn html(&self) -> String {
        html::sweep_page(self)
    }

    /// The heading of a value.
    pub(super) fn heading(&self, value: &str) -> String {
        if value == self.now {
            format!("{value} (now)")
        } else {
            value.to_owned()
        }
    }
}

/// What the first and the last value do to the figures that differ.
fn summary(path: &str, values: &[String], tables: &[SweepTable]) -> String {
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return String::new();
    };
    let mut parts = Vec::new();
    for table in tables {
        let (loud, _) = table.rows();
        let wanted = |name: &str| ["mean score", "moves", "minutes"].contains(&name) || name.starts_with("ends by");
        let said = loud
            .iter()
            .filter(|row| row.first().is_some_and(|one| wanted(&one.name)));
        let said = said.filter_map(|row| {
            let (from, to) = (row.first()?, row.last()?);
            Some(format!(
                "{} {} to {}",
                from.name,
                from.write.value(&from.measured.here),
                to.write.value(&to.measured.here)
            ))
        });
        let said: Vec<String> = said.collect();
        let with = if tables.len() > 1 {
            format!("with {} players ", table.players)
        } else {
            String::new()
        };
        if said.is_empty() {
            parts.push(format!("{with}no difference found in score, length and endings"));
        } else {
            parts.push(format!("{with}{}", said.join(", ")));
        }
    }
    format!("{path} from {first} to {last}: {}.", parts.join("; "))
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = |text: &str| wrapped(text.split(' '), WIDTH, "", "");
        let Some(first) = self.tables.first().and_then(|table| table.values.first()) else {
            return Ok(());
        };
        let what = format!(
            "{}, {} deals with each value of {}, {}, seed {}",
            first.setting.name,
            count(first.games),
            self.path,
            first.who(),
            first.setting.seed
        );
        writeln!(f, "{}\n\n{}", lines(&what), lines(&self.summary))?;
        for table in &self.tables {
            writeln!(f, "\nWith {} players", table.players)?;
            let (loud, quiet) = table.rows();
            for columns in (0..self.values.len()).collect::<Vec<_>>().chunks(COLUMNS) {
                let headings: Vec<String> = columns.iter().map(|&at| self.heading(&self.values[at])).collect();
                let names = std::iter::once("").chain(headings.iter().map(String::as_str));
                let mut written = Table::new(&names.collect::<Vec<_>>());
                for row in &loud {
                    let cell = |&at: &usize| {
                        let Whole { measured, write, .. } = &row[at];
                        let star = if measured.stands_out() { " *" } else { "  " };
                        format!("{}{star}", write.value(&measured.here))
                    };
                    let cells = std::iter::once(row[0].name.clone()).chain(columns.iter().map(cell));
                    written.row(cells.collect::<Vec<_>>());
                }
                if !loud.is_empty() {
                    writeln!(f, "{written}")?;
                }
            }
            let line = format!("No difference found in: {}.", short_names(quiet).join(", "));
            writeln!(f, "{}", wrapped(line.split(' '), WIDTH, "  ", "  "))?;
        }
        writeln!(
            f,
            "\n{}",
            lines(&format!("A star marks a difference to {} (now). {METHOD}", self.now))
        )
    }
}
