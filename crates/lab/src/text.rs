//! Results as text: plain lines and tables for a terminal or a document.

use std::fmt::{self, Write as _};

use crate::stats::Figure;
use crate::{Arena, Profile, Sim};

/// A share with its interval: `27.1 % (26.3 to 27.9)`.
#[must_use]
pub fn percent(figure: &Figure) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|share| 100.0 * share);
    format!("{value:.1} % ({} to {})", number(low, 1), number(high, 1))
}

/// A difference of shares in percentage points, with its interval and its sign.
#[must_use]
pub fn percentage_points(figure: &Figure) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|share| 100.0 * share);
    format!("{value:+.1} ({} to {})", signed(low, 1), signed(high, 1))
}

/// A number with its interval.
#[must_use]
pub fn plain(figure: &Figure, digits: usize) -> String {
    let Figure { value, low, high } = *figure;
    format!("{value:.digits$} ({} to {})", number(low, digits), number(high, digits))
}

/// A difference with its interval and its sign.
#[must_use]
pub fn difference(figure: &Figure, digits: usize) -> String {
    let Figure { value, low, high } = *figure;
    format!(
        "{value:+.digits$} ({} to {})",
        signed(low, digits),
        signed(high, digits)
    )
}

/// A number with its interval in a few letters, for tables: `12.3 ±0.4`, with the longer side of the interval, or as
/// [`plain`] if the sides differ by more than the last digit.
/// `scale` is 100 for percentages; `sign` adds a plus to positive numbers.
#[must_use]
pub fn short(figure: &Figure, digits: usize, scale: f64, sign: bool) -> String {
    let [value, low, high] = [figure.value, figure.low, figure.high].map(|number| scale * number);
    let unit = 10_f64.powi(digits as i32);
    let [below, above] = [value - low, high - value].map(|half| (half * unit).round() / unit);
    let value = if sign {
        format!("{value:+.digits$}")
    } else {
        format!("{value:.digits$}")
    };
    if (below - above).abs() < 1.5 / unit {
        format!("{value} ±{:.digits$}", below.max(above))
    } else {
        format!("{value} ({} to {})", number(low, digits), number(high, digits))
    }
}

fn number(number: f64, digits: usize) -> String {
    if number.is_finite() {
        format!("{number:.digits$}")
    } else {
        "?".to_owned()
    }
}

fn signed(number: f64, digits: usize) -> String {
    if number.is_finite() {
        format!("{number:+.digits$}")
    } else {
        "?".to_owned()
    }
}

/// A whole number with its thousands separated.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

/// Rows under headings. The first column holds names, the others are right-aligned.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(headings: &[&str]) -> Self {
        Self {
            rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()],
        }
    }

    pub(crate) fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }

    /// Drops the columns that are empty in every row.
    pub(crate) fn without_empty_columns(mut self) -> Self {
        let columns = self.rows.first().map_or(0, Vec::len);
        for column in (1..columns).rev() {
            let blank = |row: &Vec<String>| row.get(column).is_none_or(|cell| cell.trim().is_empty());
            if self.rows.iter().skip(1).all(blank) {
                self.rows.iter_mut().for_each(|row| {
                    if column < row.len() {
                        row.remove(column);
                    }
                });
            }
        }
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, i: usize| row.get(i).map_or(0, |text| text.chars().count());
        let widths: Vec<usize> = (0..columns)
            .map(|i| self.rows.iter().map(|row| cell(row, i)).max().unwrap_or(0))
            .collect();
        for row in &self.rows {
            let mut line = String::from("  ");
            for (i, (text, &width)) in row.iter().zip(&widths).enumerate() {
                let written = if i == 0 {
                    write!(line, "{text:<width$}")
                } else {
                    write!(line, "  {text:>width$}")
                };
                written?;
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Sim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.setting.line())?;
        writeln!(f, "{} games\n", count(self.games))?;
        let mut seats = Table::new(&["seat", "bot", "win share", "among the winners", "mean score", "sd"]);
        for seat in &self.seats {
            seats.row([
                seat.seat.to_string(),
                seat.bot.clone(),
                percent(&seat.win_share),
                percent(&seat.won),
                plain(&seat.score, 2),
                format!("{:.1}", seat.score_sd),
            ]);
        }
        writeln!(f, "{seats}")?;
        let length = &self.length;
        writeln!(
            f,
            "moves: {}, sd {:.1}, {} / {} / {} at least / in the middle / at most",
            plain(&length.mean, 1),
            length.sd,
            length.min,
            length.median,
            length.max
        )?;
        writeln!(f, "shared victories: {} of the games\n", percent(&self.shared))?;
        let mut endings = Table::new(&["ending", "games", "rate"]);
        for ending in &self.endings {
            endings.row([ending.code.clone(), count(ending.count), percent(&ending.rate)]);
        }
        writeln!(f, "{endings}")?;
        writeln!(
            f,
            "In brackets: 95 % intervals. Rates: Wilson. Win shares, where a victory shared by two counts half for \
             each: Wilson with\n\
             the effective number of games that gives the observed standard error. Means: Student's t."
        )
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let looked = self
            .decisions
            .map_or_else(String::new, |count| format!(", {count} decisions of each seat"));
        writeln!(
            f,
            "{}, {} players: {} games, reviewed at {} quality{looked}, everybody playing on as a {}\n",
            self.game,
            self.players,
            count(self.games),
            self.quality,
            self.level
        )?;
        let mut table = Table::new(&[
            "seat",
            "result",
            "luck of the deal",
            "luck on the way",
            "loss",
            "without luck",
            "in 100 decisions",
        ]);
        for row in &self.rows {
            let [inaccuracies, mistakes, blunders] = row.verdicts;
            table.row([
                row.seat.map_or_else(|| "all".to_owned(), |seat| seat.to_string()),
                plain(&row.result, 1),
                difference(&row.deal, 1),
                difference(&row.luck, 1),
                plain(&row.loss, 1),
                plain(&row.adjusted, 1),
                format!("{inaccuracies:.1} / {mistakes:.1} / {blunders:.1}"),
            ]);
        }
        writeln!(f, "{table}")?;
        let mut right = Table::new(&["predicted", "decisions", "won"]);
        for decile in &self.calibration {
            right.row([
                format!("{:.1}", decile.predicted),
                count(decile.decisions),
                plain(&decile.won, 1),
            ]);
        }
        writeln!(f, "{right}")?;
        if !self.bots.is_empty() {
            let mut losers = Table::new(&["at the same decisions", "loss of a decision", "more than the next"]);
            for loser in &self.bots {
                let more = loser.more.as_ref().map_or_else(String::new, |more| difference(more, 2));
                losers.row([loser.bot.clone(), plain(&loser.loss, 2), more]);
            }
            writeln!(f, "{losers}")?;
        }
        let fair = self.rows.first().map_or(0.0, |row| row.fair);
        writeln!(
            f,
            "In points: 100 are a victory, {fair:.1} a fair share. Without luck: result - luck of the deal - luck on \
             the way.\n\
             In 100 decisions: inaccuracies / mistakes / blunders. In brackets: 95 % intervals, a game is one unit."
        )
    }
}

impl fmt::Display for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let design = &self.design;
        writeln!(f, "{}", self.setting.line())?;
        let how = if design.teams {
            "a bot has all seats that were dealt one role; each deal with sides swapped"
        } else if design.field {
            "the first bot alone against the field, on each seat in turn"
        } else {
            "every bot on every seat equally often"
        };
        writeln!(
            f,
            "{} games: {} deals, each in {} games ({how}){}\n",
            count(self.games),
            count(self.deals),
            design.games_per_deal,
            if design.claims { "" } else { "; nobody talks" }
        )?;
        let mut table = Table::new(&["bot", "win share", "of fair", "mean rank", "rating"]);
        for entrant in &self.entrants {
            table.row([
                entrant.bot.clone(),
                percent(&entrant.win_share),
                format!("{:.2} x", entrant.win_share.value / design.fair_share),
                plain(&entrant.rank, 2),
                plain(&entrant.rating, 0),
            ]);
        }
        writeln!(f, "{table}")?;
        let mut adjusted = Table::new(&["without the luck of the dice", "win share", "worth"]);
        for entrant in &self.entrants {
            if let Some(fair) = &entrant.adjusted {
                let worth = format!("{:.2} x the games", fair.factor);
                adjusted.row([entrant.bot.clone(), percent(&fair.win_share), worth]);
            }
        }
        if !adjusted.is_empty() {
            writeln!(f, "{adjusted}")?;
        }
        let unit = if design.teams { "as a team" } else { "for each seat" };
        writeln!(f, "A fair share is {:.1} % {unit}.", 100.0 * design.fair_share)?;
        let mut above = Table::new(&["ranked above"]);
        for own in &self.entrants {
            for (other, figure) in self.entrants.iter().zip(&own.above) {
                if let Some(figure) = figure {
                    above.row([format!("{} above {}", own.bot, other.bot), percent(figure)]);
                }
            }
        }
        if self.entrants.len() > 2 && !above.is_empty() {
            writeln!(f, "\n{above}")?;
        }
        writeln!(
            f,
            "In brackets: 95 % intervals, clustered by deal. Shares: Wilson with the effective number of games. Ranks: \
             Student's t.\n\
             Ratings: {}; 500 bootstrap samples of the deals.",
            self.model
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_with_their_intervals() {
        let figure = Figure {
            value: 0.271,
            low: 0.263,
            high: 0.279,
        };
        assert_eq!(percent(&figure), "27.1 % (26.3 to 27.9)");
        assert_eq!(percentage_points(&figure), "+27.1 (+26.3 to +27.9)");
        assert_eq!(plain(&figure, 2), "0.27 (0.26 to 0.28)");
        assert_eq!(short(&figure, 1, 100.0, true), "+27.1 ±0.8");
        let lopsided = Figure { low: 0.2, ..figure };
        assert_eq!(short(&lopsided, 1, 100.0, false), "27.1 (20.0 to 27.9)");
        let endless = Figure {
            low: f64::NEG_INFINITY,
            ..figure
        };
        assert_eq!(difference(&endless, 2), "+0.27 (? to +0.28)");
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    }
}
