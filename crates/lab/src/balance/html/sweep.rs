//! The page of a sweep.

use std::fmt::Write as _;

use super::{escaped, foot, head};
use crate::balance::plot::steps;
use crate::balance::sweep::{Sweep, SweepTable};
use crate::balance::text::{Whole, short_names};
use crate::stats::Figure;
use crate::text::count;

/// The whole page.
pub(in crate::balance) fn sweep_page(sweep: &Sweep) -> String {
    let Some(first) = sweep.tables.first().and_then(|table| table.values.first()) else {
        return String::new();
    };
    let title = format!("{}: {} varied", first.setting.name, sweep.path);
    let lead = format!(
        "{} deals with each value, {}, seed {}",
        count(first.games),
        first.who(),
        first.setting.seed
    );
    let mut page = head(&title, &lead);
    let _ = writeln!(page, "<p class=\"summary\">{}</p>", escaped(&sweep.summary));
    for table in &sweep.tables {
        players(sweep, table, &mut page);
    }
    foot(&mut page);
    page
}

fn players(sweep: &Sweep, table: &SweepTable, page: &mut String) {
    let (loud, quiet) = table.rows();
    let _ = writeln!(page, "<h2 class=\"part\">With {} players</h2>", table.players);
    for row in &loud {
        figure(sweep, row, page);
    }
    let _ = writeln!(
        page,
        "<p class=\"note\">No difference found in: {}.</p>",
        escaped(&short_names(quiet).join(", "))
    );
}

/// One figure over the values.
fn figure(sweep: &Sweep, row: &[Whole<'_>], page: &mut String) {
    let Some(first) = row.first() else { return };
    let figures: Vec<Figure> = row.iter().map(|one| one.measured.here).collect();
    let loud: Vec<bool> = row.iter().map(|one| one.measured.stands_out()).collect();
    let _ = write!(
        page,
        "<section><h2>{}</h2>{}<div class=\"values\">",
        escaped(&first.name),
        steps(&figures, &loud)
    );
    for (one, value) in row.iter().zip(&sweep.values) {
        let _ = write!(
            page,
            "<span><b>{}</b><br>{}{}</span>",
            escaped(&sweep.heading(value)),
            escaped(&one.write.value(&one.measured.here)),
            if one.measured.stands_out() { " *" } else { "" }
        );
    }
    *page += "</div></section>\n";
}
