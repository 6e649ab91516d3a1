//! A review as one HTML page that needs nothing else.

use std::fmt::Write as _;

use roundtable_protocol::review::{Decision, OpenCards, Points, Review, SeatReview};

use crate::words::dear;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fbf8f1}table{border-collapse:collapse;width:100%}th,td{padding:.2rem .5rem;text-align:right;\
border-bottom:1px solid #d8cfbd}th:first-child,td:first-child,.word{text-align:left}svg{width:100%;height:11rem;\
background:#fff;border:1px solid #d8cfbd}polygon{fill:#b5862f;fill-opacity:.25}polyline{fill:none;stroke:#b5862f;\
stroke-width:2;vector-effect:non-scaling-stroke}.open{stroke:#36688d;stroke-dasharray:6 4}.luck{fill:#36688d}\
.loss{fill:#a3272b}.scroll{overflow-x:auto}code{background:#efe8d8;padding:0 .2em}\
@media(prefers-color-scheme:dark){body{color:#eee;background:#1d1b18}svg{background:#26231f}code{background:#3a352c}}";

/// The review as a page.
#[must_use]
pub fn page(review: &Review, game: &str) -> String {
    let title = format!("{}: review", escaped(game));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><main>\n\
         <h1>{title}</h1>\n<p>How good each decision was, given what the player knew. 100 points are a victory; {} \
         simulations a decision, everybody playing on as a {}.</p>\n",
        review.simulations,
        escaped(&review.level)
    );
    page += &summary(review);
    for (seat, story) in review.seats.iter().zip(&review.stories) {
        page += &chapter(review, seat, &story.told);
    }
    page += "</main></body></html>\n";
    page
}

fn summary(review: &Review) -> String {
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
            "<tr><th scope=\"row\">Seat {}</th><td>{:.3}</td><td>{:.3}</td><td>{:+.3} ± {:.1}</td><td>{:+.3} ± \
             {:.1}</td><td>{:.3} ± {:.1}</td><td>{accuracy}</td></tr>",
            seat.seat,
            seat.result,
            seat.fair,
            sums.deal,
            sums.deal_error,
            sums.luck,
            sums.luck_error,
            sums.loss,
            sums.loss_error
        );
    }
    table + "</tbody></table></div>\n"
}

fn chapter(review: &Review, seat: &SeatReview, story: &str) -> String {
    let mut text = format!("<h2>Seat {}</h2>\n<p>{}</p>\n", seat.seat, escaped(story));
    text += &line(seat, review.open.as_ref());
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
         {:.1}</td><td>{:+.3} ± {:.1}</td></tr>\n",
        decision.ply,
        escaped(&decision.made),
        escaped(best),
        decision.value,
        decision.loss,
        decision.loss_error,
        decision.luck,
        decision.luck_error
    )
}

/// The chance to win from decision to decision, with its band of error, and below it luck and loss as bars. The table
/// has the same numbers. With open cards there is a second line.
fn line(seat: &SeatReview, open: Option<&OpenCards>) -> String {
    let decisions = seat.decisions.iter();
    let points = decisions.map(|one| (one.ply as f64, one.value.number(), one.error.number()));
    let chances = open.and_then(|open| open.chances.get(seat.seat.index()));
    let end = chances.map_or_else(
        || seat.decisions.last().map_or(0, |last| last.ply) + 1,
        |chances| chances.len() - 1,
    );
    let end = end.max(1) as f64;
    let points: Vec<(f64, f64, f64)> = points.chain([(end, seat.result.number(), 0.0)]).collect();
    let x = |ply: f64| 100.0 * ply / end;
    let y = |value: f64| 70.0 - 0.7 * value.clamp(0.0, 100.0);
    let mut path = String::new();
    for (ply, value, error) in &points {
        let _ = write!(path, "{:.2},{:.2} ", x(*ply), y(value + 2.0 * error));
    }
    for (ply, value, error) in points.iter().rev() {
        let _ = write!(path, "{:.2},{:.2} ", x(*ply), y(value - 2.0 * error));
    }
    let mut line = String::new();
    for (ply, value, _) in &points {
        let _ = write!(line, "{:.2},{:.2} ", x(*ply), y(*value));
    }
    let mut bars = String::new();
    for decision in &seat.decisions {
        for (amount, class) in [(decision.luck, "luck"), (-decision.loss, "loss")] {
            let high = 0.3 * amount.number().abs().min(50.0);
            let top = if amount < Points::ZERO { 85.0 } else { 85.0 - high };
            let _ = write!(
                bars,
                "<rect class=\"{class}\" x=\"{:.2}\" y=\"{top:.2}\" width=\".8\" height=\"{high:.2}\"/>",
                x(decision.ply as f64)
            );
        }
    }
    let open = chances.map_or_else(String::new, |chances| {
        let mut path = String::new();
        for (ply, chance) in chances.iter().enumerate() {
            let _ = write!(path, "{:.2},{:.2} ", x(ply as f64), y(chance.number()));
        }
        format!("<polyline class=\"open\" points=\"{}\"/>", path.trim_end())
    });
    format!(
        "<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"The chance to win, from \
         the deal to the end, with luck and loss below; the table of all decisions has the numbers\"><polygon \
         points=\"{}\"/><polyline points=\"{}\"/>{open}{bars}</svg>\n",
        path.trim_end(),
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
