//! The report as text.

use std::fmt;

use roundtable_core::text::wrapped;

use super::{Balance, Measured};
use crate::stats::Figure;
use crate::text::{Table, count, difference, percent, percentage_points, plain};

/// What the intervals and stars of a report mean.
pub(super) const METHOD: &str = "In brackets: 95 % intervals. Games are independent, the seats of a game are not: \
    everything is \
clustered by game, and differences between decks are paired by deal. Shares: Wilson with the effective number of \
games; the rest: Student's t. \
Worth: the slope of the win share over the amount that a seat had, which for something had or not is the difference \
between the two. \
A star marks what is beyond chance among all that was looked at (Benjamini and Hochberg, false discovery rate 5 %).";

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.setting.line())?;
        writeln!(f, "{} games\n", count(self.games))?;
        for finding in &self.findings {
            writeln!(f, "- {finding}")?;
        }
        writeln!(f)?;
        write!(f, "{}", self.whole_table())?;
        for group in &self.groups {
            let unit = group
                .group
                .points
                .map_or(String::new(), |unit| format!("; points: {unit}"));
            writeln!(f, "\n{}{unit}", group.group.name)?;
            let mut table = if self.against.is_some() {
                Table::new(&[
                    "",
                    "in a game",
                    "worth, points of win share",
                    "points",
                    "above the others",
                    "moves",
                ])
            } else {
                Table::new(&[
                    "",
                    "in a game",
                    "with",
                    "without",
                    "worth",
                    "points",
                    "above the others",
                    "moves",
                ])
            };
            for thing in &group.things {
                let share = |figure: &Option<Figure>| figure.as_ref().map_or(String::new(), percent);
                let cell = |measured: &Option<Measured>, write: Write| {
                    measured
                        .as_ref()
                        .map_or(String::new(), |measured| self.cell(measured, write))
                };
                let per_game = self.cell(&thing.per_game, Write::Number);
                let rest = [
                    cell(&thing.points, Write::Number),
                    cell(&thing.points_above, Write::Difference),
                    cell(&thing.moves, Write::Difference),
                ];
                let worth = cell(&thing.worth, Write::Points);
                let [points, above, moves] = rest;
                if self.against.is_some() {
                    table.row([thing.name.clone(), per_game, worth, points, above, moves]);
                } else {
                    let (with, without) = (share(&thing.with), share(&thing.without));
                    table.row([thing.name.clone(), per_game, with, without, worth, points, above, moves]);
                }
            }
            write!(f, "{}", table.without_empty_columns())?;
        }
        writeln!(f, "\n{}", wrapped(METHOD.split(' '), 120, "", ""))
    }
}

/// How to write a figure.
#[derive(Clone, Copy)]
pub(super) enum Write {
    /// As a percentage.
    Share,
    /// In percentage points, with a sign.
    Points,
    /// As a number.
    Number,
    /// As a number with a sign.
    Difference,
}

impl Write {
    pub(super) fn value(self, figure: &Figure) -> String {
        match self {
            Self::Share => percent(figure),
            Self::Points => percentage_points(figure),
            Self::Number => plain(figure, 2),
            Self::Difference => difference(figure, 2),
        }
    }

    pub(super) fn change(self, figure: &Figure) -> String {
        match self {
            Self::Share | Self::Points => percentage_points(figure),
            Self::Number | Self::Difference => difference(figure, 2),
        }
    }
}

impl Balance {
    /// A figure, or with two decks the difference; starred if it stands out.
    pub(super) fn cell(&self, measured: &Measured, write: Write) -> String {
        let star = if measured.stands_out() { " *" } else { "  " };
        match (&self.against, &measured.difference) {
            (Some(_), Some(difference)) => format!("{}{star}", write.change(difference)),
            (Some(_), None) => "in one deck only  ".to_owned(),
            (None, _) => format!("{}{star}", write.value(&measured.here)),
        }
    }

    /// The figures of the game as a whole: name, figure, and how to write it.
    pub(super) fn whole(&self) -> Vec<(String, &Measured, Write)> {
        let mut all = Vec::new();
        for seat in &self.seats {
            let name = if self.teams { "victories" } else { "win share" };
            all.push((format!("seat {}: {name}", seat.seat), &seat.win_share, Write::Share));
        }
        for seat in self.seats.iter().filter(|_| !self.teams) {
            all.push((format!("seat {}: score", seat.seat), &seat.score, Write::Number));
        }
        all.push(("moves".to_owned(), &self.length, Write::Number));
        if !self.teams {
            all.push(("mean score".to_owned(), &self.score, Write::Number));
            all.push(("best score".to_owned(), &self.winning_score, Write::Number));
            all.push(("lead of the best".to_owned(), &self.margin, Write::Number));
            all.push(("shared victories".to_owned(), &self.shared, Write::Share));
        }
        for ending in &self.endings {
            all.push((format!("ends by {}", ending.code), &ending.rate, Write::Share));
        }
        all
    }

    fn whole_table(&self) -> Table {
        let mut table = match &self.against {
            None => Table::new(&["", &self.setting.deck]),
            Some(other) => Table::new(&["", &self.setting.deck, other, "difference"]),
        };
        for (name, measured, write) in self.whole() {
            match &measured.there {
                Some(there) => table.row([
                    name,
                    write.value(&measured.here),
                    write.value(there),
                    self.cell(measured, write),
                ]),
                None => table.row([name, self.cell(measured, write)]),
            }
        }
        table
    }
}
