//! The plots of what was held, played and reached.

use std::fmt::Write as _;

use super::{Line, escaped, plot};
use crate::balance::text::Write;
use crate::balance::{Balance, GroupBalance, Measured, Thing};
use crate::subject::Origin;

/// One group.
pub(super) fn things(balance: &Balance, group: &GroupBalance, page: &mut String) {
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
