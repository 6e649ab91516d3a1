//! The report as one HTML page. It loads nothing, because styles and plots are inside it, and it is light or dark like
//! the reader's device.

mod course;
mod sweep;
mod things;

use std::fmt::Write as _;

use super::plot::{Scale, histogram, whisker};
use super::text::{METHOD, Write, short_names};
use super::{Balance, BalanceReport, Distribution, Measured};
use crate::stats::Figure;

pub(super) use sweep::sweep_page;

const STYLE: &str = include_str!("report.css");

/// The beginning of a page.
fn head(title: &str, lead: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light \
         dark\"><title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{}</p>\n",
        escaped(lead)
    )
}

/// The end of a page.
fn foot(page: &mut String) {
    let _ = write!(
        page,
        "<section><h2>How to read this</h2><p>{}</p></section>\n</main></body></html>\n",
        escaped(METHOD)
    );
}

/// The page of a report.
pub(super) fn page(report: &BalanceReport) -> String {
    let Some(first) = report.tables.first() else {
        return String::new();
    };
    let several = report.tables.len() > 1;
    let title = match &first.against {
        None => format!("{}: balance", first.setting.name),
        Some(other) => format!("{}: {} against {other}", first.setting.name, first.setting.deck),
    };
    let line = if several {
        first.setting.line_for_all()
    } else {
        first.setting.line()
    };
    let mut page = head(&title, &format!("{line}; {}", first.basis()));
    let _ = writeln!(page, "<p class=\"summary\">{}</p>", escaped(&report.summary));
    if first.against.is_some() {
        list("Changed in the deck", &report.changes, &mut page);
        if report.changes.is_empty() {
            page += "<p class=\"note\">Nothing is changed: both decks have the same cards.</p>\n";
        }
    }
    if several {
        overview(report, &mut page);
    }
    for table in &report.tables {
        if several {
            let players = table.setting.setup.players;
            let _ = writeln!(
                page,
                "<h2 class=\"part\" id=\"players-{players}\">With {players} players</h2>"
            );
        }
        body(table, &mut page);
    }
    foot(&mut page);
    page
}

/// A heading and sentences.
fn list(heading: &str, sentences: &[String], page: &mut String) {
    let _ = writeln!(page, "<section><h2>{heading}</h2><ul class=\"findings\">");
    for sentence in sentences {
        let _ = writeln!(page, "<li>{}</li>", escaped(sentence));
    }
    *page += "</ul></section>\n";
}

/// The most important figures for every number of players.
fn overview(report: &BalanceReport, page: &mut String) {
    let (headings, rows) = report.overview();
    *page += "<section><h2>Overview</h2><div class=\"wide\"><table><tr>";
    for heading in headings {
        let _ = write!(page, "<th>{heading}</th>");
    }
    *page += "</tr>\n";
    for row in rows {
        *page += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let cell = escaped(cell.trim());
            let _ = match column {
                0 => write!(page, "<td><a href=\"#players-{cell}\">{cell}</a></td>"),
                _ => write!(page, "<td>{cell}</td>"),
            };
        }
        *page += "</tr>\n";
    }
    *page += "</table></div></section>\n";
}

/// Everything about one number of players.
fn body(balance: &Balance, page: &mut String) {
    whole(balance, page);
    if !balance.findings.is_empty() {
        list("What stands out", &balance.findings, page);
    }
    examples(balance, page);
    if let Some(other) = &balance.against {
        let _ = writeln!(
            page,
            "<p class=\"note\">All rows below show differences: {} less {}. In the histograms bars are {}, the line is \
             {}.</p>",
            escaped(&balance.setting.deck),
            escaped(other),
            escaped(&balance.setting.deck),
            escaped(other)
        );
    }
    seats(balance, page);
    spread("Length in moves", &balance.lengths, page);
    if !balance.teams {
        spread("Scores", &balance.scores, page);
    }
    endings(balance, page);
    course::sections(balance, page);
    for group in &balance.groups {
        things::things(balance, group, page);
    }
}

/// What differs between two decks on the whole.
fn whole(balance: &Balance, page: &mut String) {
    let Some(other) = &balance.against else { return };
    let (loud, quiet): (Vec<_>, Vec<_>) = balance.whole().into_iter().partition(|row| row.measured.stands_out());
    *page += "<section><h2>What came of it</h2>\n";
    if !loud.is_empty() {
        let decks = [&balance.setting.deck, other].map(|deck| escaped(deck));
        let _ = writeln!(
            page,
            "<div class=\"wide\"><table><tr><th></th><th>{}</th><th>{}</th><th>difference</th></tr>",
            decks[0], decks[1]
        );
    }
    for row in &loud {
        let there = row
            .measured
            .there
            .as_ref()
            .map_or(String::new(), |there| row.write.value(there));
        let _ = writeln!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{there}</td><td>{}</td></tr>",
            escaped(&row.name),
            row.write.value(&row.measured.here),
            balance.cell(row.measured, row.write).trim()
        );
    }
    if !loud.is_empty() {
        *page += "</table></div>\n";
    }
    let quiet = short_names(quiet.into_iter().map(|row| row.name).collect());
    if !quiet.is_empty() {
        let _ = writeln!(
            page,
            "<p class=\"note\">No difference found in: {}.</p>",
            escaped(&quiet.join(", "))
        );
    }
    *page += "</section>\n";
}

/// Links to records.
fn examples(balance: &Balance, page: &mut String) {
    if balance.examples.is_empty() {
        return;
    }
    *page += "<section><h2>Games worth a look</h2><ul>\n";
    for example in &balance.examples {
        let record = escaped(&example.record);
        let _ = writeln!(
            page,
            "<li><a href=\"{record}\">{}</a>, {} moves: <code>roundtable replay {record}</code></li>",
            example.what, example.moves
        );
    }
    *page += "</ul></section>\n";
}

/// One line of a plot.
struct Line<'a> {
    name: String,
    note: String,
    measured: &'a Measured,
    write: Write,
}

/// Lines on one scale; those where nothing was found are folded away if there are others. With one deck, a line marks
/// `expected`; with two, it marks no difference.
fn plot(balance: &Balance, lines: &[Line<'_>], expected: Option<f64>, page: &mut String) {
    let compared = balance.against.is_some();
    let shown = |line: &Line<'_>| {
        if compared {
            line.measured.difference
        } else {
            Some(line.measured.here)
        }
    };
    let expected = if compared { Some(0.0) } else { expected };
    let figures: Vec<Figure> = lines.iter().filter_map(shown).collect();
    let also: Vec<f64> = expected.into_iter().collect();
    let scale = Scale::of(figures.iter(), &also);
    let row = |line: &Line<'_>, page: &mut String| {
        let loud = line.measured.stands_out();
        let svg = shown(line).map_or(String::new(), |figure| whisker(&figure, scale, expected, loud));
        let _ = writeln!(
            page,
            "<div class=\"row{}\"><span class=\"name\">{}<small>{}</small></span>{svg}<span \
             class=\"figure\">{}</span></div>",
            if loud { " loud" } else { "" },
            escaped(&line.name),
            escaped(&line.note),
            escaped(balance.cell(line.measured, line.write).trim())
        );
    };
    // Without anything expected, no line can be found to be like the others.
    let folds = |line: &&Line<'_>| line.measured.q.is_some() && !line.measured.stands_out();
    let (quiet, loud): (Vec<&Line<'_>>, Vec<&Line<'_>>) = lines.iter().partition(folds);
    *page += "<div class=\"plot\">\n";
    loud.iter().for_each(|line| row(line, page));
    if !quiet.is_empty() {
        let and = if loud.is_empty() { "" } else { "and " };
        let what = balance.nothing_found(quiet.len());
        let _ = writeln!(page, "<details><summary>{and}{what}</summary>");
        quiet.iter().for_each(|line| row(line, page));
        *page += "</details>\n";
    }
    *page += "</div>\n";
}

fn seats(balance: &Balance, page: &mut String) {
    let lines: Vec<Line<'_>> = balance
        .seats
        .iter()
        .map(|seat| Line {
            name: format!("Seat {}", seat.seat),
            note: String::new(),
            measured: &seat.win_share,
            write: Write::Share,
        })
        .collect();
    let what = if balance.teams {
        "How often a seat is on the winning side"
    } else {
        "Win share of each seat"
    };
    let _ = write!(page, "<section><h2>Seats</h2><p class=\"note\">{what}");
    if let (Some(fair), None) = (balance.fair_share, &balance.against) {
        let _ = write!(page, "; the line is the fair share, {:.1} %", 100.0 * fair);
    }
    *page += ".</p>\n";
    plot(balance, &lines, balance.fair_share, page);
    *page += "</section>\n";
}

fn spread(name: &str, distribution: &Distribution, page: &mut String) {
    let [least, tenth, middle, most, longest] = distribution.quantiles;
    let _ = writeln!(
        page,
        "<section><h2>{name}</h2>{}<p class=\"note\">From {least} to {longest}, half at most {middle}, eight of ten \
         between {tenth} and {most}; \
         standard deviation {:.1}.</p></section>",
        histogram(&distribution.histogram, distribution.there.as_ref()),
        distribution.sd
    );
}

fn endings(balance: &Balance, page: &mut String) {
    let mut lines: Vec<Line<'_>> = balance
        .endings
        .iter()
        .map(|ending| Line {
            name: ending.code.replace('_', " "),
            note: String::new(),
            measured: &ending.rate,
            write: Write::Share,
        })
        .collect();
    if !balance.teams {
        lines.push(Line {
            name: "shared victory".to_owned(),
            note: String::new(),
            measured: &balance.shared,
            write: Write::Share,
        });
    }
    *page += "<section><h2>Endings</h2><p class=\"note\">Share of the games.</p>\n";
    plot(balance, &lines, None, page);
    *page += "</section>\n";
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_deck_files_are_text_and_never_markup() {
        assert_eq!(
            escaped("<b>Sir \"X\" & Co</b>"),
            "&lt;b&gt;Sir &quot;X&quot; &amp; Co&lt;/b&gt;"
        );
    }
}
