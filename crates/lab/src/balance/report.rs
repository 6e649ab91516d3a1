//! A report for a game's designer: what was changed, what came of it, and the figures for each number of players.

use std::fmt;

use roundtable_core::text::wrapped;
use serde::Serialize;

use super::text::{METHOD, WIDTH};
use super::{Balance, Measured, html, summary};
use crate::text::{Table, count, short};

/// What was measured about a game with one deck, or about the difference between two.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BalanceReport {
    /// What came out, in a sentence.
    pub summary: String,
    /// What was changed from the other deck to this one, in words.
    pub changes: Vec<String>,
    /// One entry for each number of players.
    pub tables: Vec<Balance>,
}

impl BalanceReport {
    pub(super) fn new(changes: Vec<String>, tables: Vec<Balance>) -> Self {
        Self {
            summary: summary::summary(&tables),
            changes,
            tables,
        }
    }

    /// A self-contained HTML page with plots.
    #[must_use]
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The most important figures for each number of players: headings and rows.
    pub(super) fn overview(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let compared = self.tables.iter().any(|table| table.against.is_some());
        let row = |table: &Balance| {
            let cell = |measured: &Measured| table.brief(measured, 1.0);
            let seat = table.seats.iter().max_by(|a, b| {
                let off = |measured: &Measured| match (&measured.difference, table.fair_share) {
                    (Some(difference), _) => difference.value.abs(),
                    (None, Some(fair)) => (measured.here.value - fair).abs(),
                    (None, None) => 0.0,
                };
                off(&a.win_share).total_cmp(&off(&b.win_share))
            });
            vec![
                table.setting.setup.players.to_string(),
                seat.filter(|_| compared || table.fair_share.is_some())
                    .map_or(String::new(), |seat| table.brief(&seat.win_share, 100.0)),
                cell(&table.length),
                cell(&table.course.minutes),
                if table.teams { String::new() } else { cell(&table.score) },
                table
                    .course
                    .tension
                    .as_ref()
                    .map_or(String::new(), |tension| table.brief(&tension.known, 100.0)),
            ]
        };
        let headings = vec![
            "players",
            "seat most off, %",
            "moves",
            "minutes",
            "mean score",
            "known after, %",
        ];
        (headings, self.tables.iter().map(row).collect())
    }
}

impl Balance {
    /// A figure or a difference in few letters, starred if it stands out.
    fn brief(&self, measured: &Measured, scale: f64) -> String {
        let star = if measured.stands_out() { "*" } else { " " };
        let figure = match &self.against {
            Some(_) => measured.difference.map(|difference| short(&difference, 1, scale, true)),
            None => Some(short(&measured.here, 1, scale, false)),
        };
        figure.map_or(String::new(), |figure| format!("{figure}{star}"))
    }

    /// Who played.
    pub(super) fn who(&self) -> String {
        match &self.bots[..] {
            [first, others @ ..] if others.iter().all(|bot| bot == first) => format!("{first} on every seat"),
            all => all.join(", "),
        }
    }

    /// What was played, in a line or two.
    pub(super) fn basis(&self) -> String {
        let (games, bots) = (count(self.games), self.who());
        match &self.against {
            None => format!("{games} games, {bots}"),
            Some(other) => format!(
                "{games} deals, {bots}, each played with {} and with {other}; differences are {} less {other}",
                self.setting.deck, self.setting.deck
            ),
        }
    }
}

impl fmt::Display for BalanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.tables.first() else {
            return Ok(());
        };
        let several = self.tables.len() > 1;
        let lines = |text: &str| wrapped(text.split(' '), WIDTH, "", "");
        let title = if several {
            first.setting.line_for_all()
        } else {
            first.setting.line()
        };
        writeln!(f, "{}\n{}\n", lines(&title), lines(&first.basis()))?;
        writeln!(f, "{}\n", lines(&self.summary))?;
        if first.against.is_some() {
            writeln!(f, "Changed in the deck:")?;
            for change in &self.changes {
                writeln!(f, "{}", wrapped(change.split(' '), WIDTH, "- ", "  "))?;
            }
            if self.changes.is_empty() {
                writeln!(f, "- nothing: both decks have the same cards")?;
            }
            writeln!(f)?;
        }
        if several {
            let (headings, rows) = self.overview();
            let mut table = Table::new(&headings);
            rows.into_iter().for_each(|row| table.row(row));
            writeln!(f, "{}", table.without_empty_columns())?;
        }
        for table in &self.tables {
            if several {
                writeln!(f, "With {} players\n", table.setting.setup.players)?;
            }
            writeln!(f, "{}", table.body())?;
        }
        writeln!(f, "{}", lines(METHOD))
    }
}
