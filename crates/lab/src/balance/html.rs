//! The report as one HTML page. It loads nothing, because styles and plots are inside it, and it is light or dark like
//! the reader's device.

use std::fmt::Write as _;

use super::plot::{Scale, histogram, whisker};
use super::text::{METHOD, Write};
use super::{Balance, Distribution, GroupBalance, Measured, Thing};
use crate::stats::Figure;
use crate::subject::Origin;
use crate::text::count;

const STYLE: &str = include_str!("report.css");

/// The whole page.
pub(super) fn page(balance: &Balance) -> String {
    let title = match &balance.against {
        None => format!("{}: balance", balance.setting.name),
        Some(other) => format!("{}: {} against {other}", balance.setting.name, balance.setting.deck),
    };
    let title = escaped(&title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light \
         dark\"><title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{}, {} games, bots: {}</p>\n",
        escaped(&balance.setting.line()),
        count(balance.games),
        escaped(&balance.bots.join(", "))
    );
    page += "<section><h2>What stands out</h2><ul class=\"findings\">\n";
    for finding in &balance.findings {
        let _ = writeln!(page, "<li>{}</li>", escaped(finding));
    }
    page += "</ul></section>\n";
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
    seats(balance, &mut page);
    spread("Length in moves", &balance.lengths, &mut page);
    if !balance.teams {
        spread("Scores", &balance.scores, &mut page);
    }
    endings(balance, &mut page);
    for group in &balance.groups {
        things(balance, group, &mut page);
    }
    let _ = write!(
        page,
        "<section><h2>How to read this</h2><p>{}</p></section>\n</main></body></html>\n",
        escaped(METHOD)
    );
    page
}

/// One line of a plot.
struct Line<'a> {
    name: String,
    note: String,
    measured: &'a Measured,
    write: Write,
}

/// Lines on one scale. With one deck, a line marks `expected`; with two, it marks no difference.
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
    *page += "<div class=\"plot\">\n";
    for line in lines {
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

fn things(balance: &Balance, group: &GroupBalance, page: &mut String) {
    let caution = match group.group.origin {
        Origin::Dealt => "It comes by chance, so what goes along with it is caused by it.",
        Origin::Played => "It comes by play: those who win may have it because they are winning.",
    };
    let _ = writeln!(page, "<section><h2>{}</h2>", escaped(group.group.name));
    let panels: [(&str, Panel, Write); 5] = [
        (
            "How often in a game",
            |thing| thing.moves.as_ref().map(|_| &thing.per_game),
            Write::Number,
        ),
        (
            "Win share for one more of it, in percentage points",
            |thing| thing.worth.as_ref(),
            Write::Points,
        ),
        (
            "Points above the others of this group",
            |thing| thing.points_above.as_ref(),
            Write::Difference,
        ),
        ("Points each time", |thing| thing.points.as_ref(), Write::Number),
        (
            "Moves of a game for one more of it",
            |thing| thing.moves.as_ref(),
            Write::Difference,
        ),
    ];
    for (what, of, write) in panels {
        let lines: Vec<Line<'_>> = group.things.iter().filter_map(|thing| line(thing, of, write)).collect();
        // If points are compared with those of the others, they need no plot of their own.
        let repeats = what == "Points each time" && group.things.iter().any(|thing| thing.points_above.is_some());
        if lines.is_empty() || repeats {
            continue;
        }
        let unit = match group.group.points {
            Some(unit) if what.starts_with("Points") => format!(" ({unit})"),
            _ => String::new(),
        };
        let caution = if matches!(write, Write::Points) { caution } else { "" };
        let _ = writeln!(page, "<p class=\"note\">{what}{}. {caution}</p>", escaped(&unit));
        let expected = (what != "How often in a game").then_some(0.0);
        plot(balance, &lines, expected, page);
    }
    *page += "</section>\n";
}

/// Which figure of a thing a plot shows.
type Panel = for<'a> fn(&'a Thing) -> Option<&'a Measured>;

fn line<'a>(thing: &'a Thing, of: Panel, write: Write) -> Option<Line<'a>> {
    let note = format!("{:.2} in a game", thing.per_game.here.value);
    Some(Line {
        name: thing.name.clone(),
        note,
        measured: of(thing)?,
        write,
    })
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
