//! What a review says in words. It never scolds: it says what was better, and why.

use std::fmt::Write as _;

use roundtable_core::text::{COLUMNS, wrapped};
use roundtable_protocol::review::{Decision, Points, Review, SeatReview, Story};

/// The story of each seat's game.
pub(crate) fn stories(seats: &[SeatReview]) -> Vec<Story> {
    let story = |of: &SeatReview| Story {
        seat: of.seat,
        told: story(seats, of, &format!("Seat {}", of.seat), "them"),
        to_you: story(seats, of, "You", "you"),
    };
    seats.iter().map(story).collect()
}

/// The sentence that tells the story of a seat's game.
fn story(seats: &[SeatReview], of: &SeatReview, own: &str, whom: &str) -> String {
    let others = seats.iter().filter(|other| other.seat != of.seat);
    let rival = others.min_by_key(|other| other.summary.loss);
    let compared = match rival {
        Some(rival) => {
            let (apart, name) = (rival.summary.loss - of.summary.loss, rival.seat);
            if apart > Points::from(0.5) {
                format!("played better than seat {name} by {apart} points")
            } else if apart < Points::from(-0.5) {
                format!("played worse than seat {name} by {} points", -apart)
            } else {
                format!("played as well as seat {name}")
            }
        }
        None => format!("gave away {} points by decisions", of.summary.loss),
    };
    let luck = of.summary.deal + of.summary.luck;
    let ended = match (of.result > of.fair, of.result == Points::ZERO, luck >= Points::ZERO) {
        (true, _, true) => format!("won: luck was with {whom}"),
        (true, _, false) => "won in spite of bad luck".to_owned(),
        (false, true, true) => "did not win, in spite of good luck".to_owned(),
        (false, true, false) => format!("did not win: luck was against {whom}"),
        (false, false, _) => "shared the victory".to_owned(),
    };
    format!(
        "{own} {compared} and {ended} ({:+} from the deal, {:+} on the way).",
        of.summary.deal, of.summary.luck
    )
}

/// A review as text for a terminal.
#[must_use]
pub fn text(review: &Review) -> String {
    let mut text = format!(
        "Reviewed with {} simulations a decision, everybody playing on as a {}. 100 points are a victory.\n\n",
        review.simulations, review.level
    );
    let _ = writeln!(
        text,
        "{:<14}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>10}",
        "", "result", "fair", "deal", "luck", "loss", "±", "accuracy"
    );
    for seat in &review.seats {
        let sums = &seat.summary;
        let accuracy = sums
            .accuracy
            .map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        let _ = writeln!(
            text,
            "{:<14}{:>8}{:>8}{:>+8}{:>+8}{:>8}{:>8}{:>10}",
            format!("Seat {}", seat.seat),
            seat.result.to_string(),
            seat.fair.to_string(),
            format!("{:+}", sums.deal),
            format!("{:+}", sums.luck),
            sums.loss.to_string(),
            sums.loss_error.to_string(),
            accuracy
        );
    }
    text += "\nresult - fair = deal + luck - loss\n";
    for (seat, story) in review.seats.iter().zip(&review.stories) {
        text.push('\n');
        text += &paragraph(&story.told, "");
        for decision in seat.dearest(3) {
            text += &paragraph(&dear(decision), "  ");
        }
    }
    text
}

/// What there is to say of a decision that lost.
pub(crate) fn dear(decision: &Decision) -> String {
    let verdict = decision.verdict.map_or("", |verdict| verdict.name());
    format!(
        "Move {}, `{}`: `{}` was better by {} ± {} points ({verdict}). {}",
        decision.ply, decision.made, decision.best, decision.loss, decision.loss_error, decision.reason
    )
}

fn paragraph(text: &str, indent: &str) -> String {
    let further = format!("{indent}  ");
    wrapped(text.split(' '), COLUMNS, indent, &further) + "\n"
}
