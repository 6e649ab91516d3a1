//! A review as one HTML page that needs nothing else.

use std::fmt::Write as _;

use crate::words::{dear, story};
use crate::{Decision, Names, Points, Review, SeatReview};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fbf8f1}table{border-collapse:collapse;width:100%}th,td{padding:.2rem .5rem;text-align:right;\
border-bottom:1px solid #d8cfbd}th:first-child,td:first-child,.word{text-align:left}svg{width:100%;height:11rem;\
background:#fff;border:1px solid #d8cfbd}.scroll{overflow-x:auto}code{background:#efe8d8;padding:0 .2em}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#1d1b18}svg{background:#26231f}code{background:#3a352c}}";

/// The review as a page.
#[must_use]
pub fn page(review: &Review, game: &str, names: &Names) -> String {
    let title = format!("{}: review", escaped(game));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><main>\n\
         <h1>{title}</h1>\n<p>How good each decision was, given what the player knew. 100 points are a victory; {} \
         simulations a decision, everybody playing on as a {}.</p>\n",
        review.simulations,
        escaped(&review.level)
    );
    page += &summary(review, names);
    for seat in &review.seats {
        page += &chapter(review, seat, names);
    }
    page += "</main></body></html>\n";
    page
}

fn summary(review: &Review, names: &Names) -> String {
    let mut table = "<div class=\"scroll\"><table><caption>result − fair share = luck of the deal + luck on the way − \
                     loss</caption><thead><tr><th scope=\"col\">Player</th><th scope=\"col\">Result</th><th \
                     scope=\"col\">Fair share</th><th scope=\"col\">Deal</th><th scope=\"col\">Luck</th><th \
                     scope=\"col\">Loss</th><th scope=\"col\">Accuracy</th></tr></thead><tbody>\n"
        .to_owned();
    for seat in &review.seats {
        let sums = &seat.summary;
        let accuracy = sums
            .accuracy
            .map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        let _ = writeln!(
            table,
            "<tr><th scope=\"row\">{}</th><td>{:.3}</td><td>{:.3}</td><td>{:+.3}</td><td>{:+.3}</td><td>{:.3} ± \
             {:.1}</td><td>{accuracy}</td></tr>",
            escaped(names.of(seat.seat)),
            seat.result,
            seat.fair,
            sums.deal,
            sums.luck,
            sums.loss,
            sums.loss_error
        );
    }
    table + "</tbody></table></div>\n"
}

fn chapter(review: &Review, seat: &SeatReview, names: &Names) -> String {
    let mut text = format!(
        "<h2>{}</h2>\n<p>{}</p>\n",
        escaped(names.of(seat.seat)),
        escaped(&story(review, seat, names))
    );
    text += &line(seat);
    let dearest = seat.dearest(3);
    if !dearest.is_empty() {
        text += "<h3>The dearest decisions</h3>\n<ul>\n";
        for decision in dearest {
            let _ = writeln!(text, "<li>{}</li>", code(&escaped(&dear(decision))));
        }
        text += "</ul>\n";
    }
    text += "<details><summary>All decisions</summary><div class=\"scroll\"><table><thead><tr><th \
             scope=\"col\">Move</th><th scope=\"col\" class=\"word\">Made</th><th scope=\"col\" \
             class=\"word\">Best</th><th scope=\"col\">Chance</th><th scope=\"col\">Loss</th><th \
             scope=\"col\">Luck until the next</th></tr></thead><tbody>\n";
    for decision in &seat.decisions {
        text += &row(decision);
    }
    text + "</tbody></table></div></details>\n"
}

fn row(decision: &Decision) -> String {
    let best = if decision.loss > Points::ZERO {
        &decision.best
    } else {
        ""
    };
    format!(
        "<tr><td>{}</td><td class=\"word\">{}</td><td class=\"word\">{}</td><td>{:.3}</td><td>{:.3} ± \
         {:.1}</td><td>{:+.3}</td></tr>\n",
        decision.ply,
        escaped(&decision.made),
        escaped(best),
        decision.value,
        decision.loss,
        decision.loss_error,
        decision.luck
    )
}

/// The chance to win from decision to decision, with its band of error. The table below has the same numbers.
fn line(seat: &SeatReview) -> String {
    let points = seat
        .decisions
        .iter()
        .map(|one| (one.value.number(), one.error.number()));
    let points: Vec<(f64, f64)> = points.chain([(seat.result.number(), 0.0)]).collect();
    let x = |place: usize| 100.0 * place as f64 / (points.len() - 1).max(1) as f64;
    let y = |value: f64| 100.0 - value.clamp(0.0, 100.0);
    let mut band = String::new();
    for (place, (value, error)) in points.iter().enumerate() {
        let _ = write!(band, "{:.2},{:.2} ", x(place), y(value + 2.0 * error));
    }
    for (place, (value, error)) in points.iter().enumerate().rev() {
        let _ = write!(band, "{:.2},{:.2} ", x(place), y(value - 2.0 * error));
    }
    let mut line = String::new();
    for (place, (value, _)) in points.iter().enumerate() {
        let _ = write!(line, "{:.2},{:.2} ", x(place), y(*value));
    }
    format!(
        "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"The chance to win, from \
         the deal to the end; the table of all decisions has the numbers\"><polygon points=\"{}\" fill=\"#b5862f\" \
         fill-opacity=\".25\"/><polyline points=\"{}\" fill=\"none\" stroke=\"#b5862f\" stroke-width=\"2\" \
         vector-effect=\"non-scaling-stroke\"/></svg>\n",
        band.trim_end(),
        line.trim_end()
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Notations between backticks become code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(place, part)| {
            if place % 2 == 1 {
                format!("<code>{part}</code>")
            } else {
                part.to_owned()
            }
        })
        .collect()
}
