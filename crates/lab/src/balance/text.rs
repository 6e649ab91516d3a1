//! The figures of a report as text, for a terminal of 80 columns.

use std::fmt::Write as _;

use roundtable_core::text::wrapped;

use super::{Balance, GroupBalance, Measured, Thing};
use crate::stats::Figure;
use crate::text::{Table, short};

/// The width of a report.
pub(super) const WIDTH: usize = 80;

/// What the intervals and stars of a report mean.
pub(super) const METHOD: &str = "In brackets or after ±: 95 % intervals. Games are independent, the seats of a game \
    are not: everything is clustered by game, and differences between decks are paired by deal. Shares: Wilson with \
    the effective number of games; the rest: Student's t. Worth: the slope of the win share over the amount that a \
    seat had, which for something had or not is the difference between the two. A star marks what is beyond chance \
    among all that was looked at (Benjamini and Hochberg, false discovery rate 5 %). Chances during a game: it is \
    played on 64 times from the real position, at eight moments; the favourite is who has clearly the best chance, and \
    the winner is known when it wins nine times of ten from then on. Minutes: the seconds for a decision are an \
    assumption (--pace); choices made at the same time count once, forced moves not at all.";

/// How to write a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
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
            Self::Share => format!("{} %", short(figure, 1, 100.0, false)),
            Self::Points => short(figure, 1, 100.0, true),
            Self::Number => short(figure, 2, 1.0, false),
            Self::Difference => short(figure, 2, 1.0, true),
        }
    }

    pub(super) fn change(self, figure: &Figure) -> String {
        match self {
            Self::Share | Self::Points => short(figure, 1, 100.0, true),
            Self::Number | Self::Difference => short(figure, 2, 1.0, true),
        }
    }
}

/// A figure of the game as a whole: its name, and how to write it.
pub(super) struct Whole<'a> {
    pub(super) name: String,
    pub(super) measured: &'a Measured,
    pub(super) write: Write,
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

    /// The figures of the game as a whole.
    pub(super) fn whole(&self) -> Vec<Whole<'_>> {
        let mut all = Vec::new();
        let mut add = |name: String, measured, write| all.push(Whole { name, measured, write });
        for seat in &self.seats {
            let name = if self.teams { "victories" } else { "win share" };
            add(format!("seat {}: {name}", seat.seat), &seat.win_share, Write::Share);
        }
        // Between decks, the mean score says it all.
        for seat in self.seats.iter().filter(|_| !self.teams && self.against.is_none()) {
            add(format!("seat {}: score", seat.seat), &seat.score, Write::Number);
        }
        if !self.teams {
            add("mean score".to_owned(), &self.score, Write::Number);
            add("best score".to_owned(), &self.winning_score, Write::Number);
            add("lead of the best".to_owned(), &self.margin, Write::Number);
            add("shared victories".to_owned(), &self.shared, Write::Share);
        }
        add("moves".to_owned(), &self.length, Write::Number);
        add("minutes".to_owned(), &self.course.minutes, Write::Number);
        add("legal moves".to_owned(), &self.course.branching, Write::Number);
        for ending in &self.endings {
            add(format!("ends by {}", ending.code), &ending.rate, Write::Share);
        }
        if let Some(tension) = &self.course.tension {
            add("winner known after".to_owned(), &tension.known, Write::Share);
            add("lead changes".to_owned(), &tension.lead_changes, Write::Number);
            add("comebacks".to_owned(), &tension.comebacks, Write::Share);
        }
        all
    }

    /// The body of the report on one number of players.
    pub(super) fn body(&self) -> String {
        let mut findings = String::new();
        for finding in &self.findings {
            let _ = writeln!(findings, "{}", wrapped(finding.split(' '), WIDTH, "- ", "  "));
        }
        // Between decks, what differs on the whole comes before single things.
        let mut text = match &self.against {
            None => format!("{findings}\n{}", self.whole_table()),
            Some(_) => format!("{}\n{findings}", self.whole_table()),
        };
        text += &self.skill_table();
        for group in &self.groups {
            text += &self.group_table(group);
        }
        if !self.examples.is_empty() {
            text += "\nGames worth a look:\n";
        }
        for example in &self.examples {
            let _ = writeln!(
                text,
                "- {}, {} moves: roundtable replay {}",
                example.what, example.moves, example.record
            );
        }
        text
    }

    fn whole_table(&self) -> String {
        let Some(other) = &self.against else {
            let mut table = Table::new(&["", &self.setting.deck]);
            for row in self.whole() {
                table.row([row.name, self.cell(row.measured, row.write)]);
            }
            return table.to_string();
        };
        let mut table = Table::new(&["", &self.setting.deck, other, "difference"]);
        let mut folded = Vec::new();
        for row in self.whole() {
            let there = row
                .measured
                .there
                .as_ref()
                .map_or(String::new(), |there| row.write.value(there));
            if row.measured.stands_out() {
                let here = row.write.value(&row.measured.here);
                table.row([row.name, here, there, self.cell(row.measured, row.write)]);
            } else {
                folded.push(row.name);
            }
        }
        let folded = short_names(folded);
        let mut text = if table.is_empty() {
            String::new()
        } else {
            table.to_string()
        };
        if !folded.is_empty() {
            let line = format!("No difference found in: {}.", folded.join(", "));
            let _ = writeln!(text, "{}", wrapped(line.split(' '), WIDTH, "  ", "  "));
        }
        text
    }

    fn skill_table(&self) -> String {
        if self.skill.is_empty() {
            return String::new();
        }
        let fair = self.skill.first().map_or(0.0, |step| 100.0 * step.fair_share);
        let mut table = match &self.against {
            None => Table::new(&["", "win share"]),
            Some(other) => Table::new(&["", &self.setting.deck, other]),
        };
        for step in &self.skill {
            let mut row = vec![
                format!("{}, {} games", step.words(), step.games),
                Write::Share.value(&step.here),
            ];
            row.extend(step.there.as_ref().map(|there| Write::Share.value(there)));
            table.row(row);
        }
        format!("\nHow much skill decides; {fair:.1} % would be fair\n{table}")
    }

    fn group_table(&self, group: &GroupBalance) -> String {
        let points = group
            .group
            .points
            .map_or(String::new(), |unit| format!("; points: {unit}"));
        let above = group.things.iter().any(|thing| thing.points_above.is_some());
        let points_heading = if above { "points above others" } else { "points" };
        let mut table = Table::new(&["", "in a game", "worth", points_heading, "moves"]);
        let (shown, folded): (Vec<&Thing>, Vec<&Thing>) = group.things.iter().partition(|thing| thing.stands_out());
        for thing in &shown {
            let cell = |measured: &Option<Measured>, write: Write| {
                measured
                    .as_ref()
                    .map_or(String::new(), |measured| self.cell(measured, write))
            };
            let points = match &thing.points_above {
                Some(_) => cell(&thing.points_above, Write::Difference),
                None => cell(&thing.points, Write::Number),
            };
            table.row([
                thing.name.clone(),
                self.cell(&thing.per_game, Write::Number),
                cell(&thing.worth, Write::Points),
                points,
                cell(&thing.moves, Write::Difference),
            ]);
        }
        let mut text = wrapped(format!("{}{points}", group.group.name).split(' '), WIDTH, "\n", "");
        text.push('\n');
        if !shown.is_empty() {
            text += &table.without_empty_columns().to_string();
        }
        if !folded.is_empty() {
            let and = if shown.is_empty() { "" } else { "and " };
            let _ = writeln!(text, "  {and}{}", self.nothing_found(folded.len()));
        }
        text
    }

    /// What is said of rows that are folded away.
    pub(super) fn nothing_found(&self, rows: usize) -> String {
        match (&self.against, rows) {
            (Some(_), _) => format!("{rows} without a difference"),
            (None, 1) => "1 that does not stand out".to_owned(),
            (None, _) => format!("{rows} that do not stand out"),
        }
    }
}

/// Names for a list, those of all seats as one.
pub(super) fn short_names(names: Vec<String>) -> Vec<String> {
    let mut short: Vec<String> = Vec::new();
    for name in names {
        let name = match name.strip_prefix("seat ").and_then(|rest| rest.split_once(": ")) {
            Some((_, what)) => format!("{what} of seats"),
            None => name,
        };
        if short.last() != Some(&name) {
            short.push(name);
        }
    }
    short
}

impl Thing {
    /// Whether anything about it stands out.
    pub(super) fn stands_out(&self) -> bool {
        let rest = [&self.worth, &self.points, &self.points_above, &self.moves];
        let rest = rest.into_iter().flatten().any(Measured::stands_out);
        rest || self.per_game.stands_out()
    }
}
