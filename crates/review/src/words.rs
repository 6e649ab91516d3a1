//! What a review says in words. It never scolds: it says what was better, and why.

use std::fmt::Write as _;

use roundtable_bots::Appraisal;
use roundtable_core::text::{COLUMNS, wrapped};
use roundtable_core::{GameMove, Seat};

use crate::{Decision, Points, Review, SeatReview};

/// What each seat is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// These names, in the order of the seats.
    #[must_use]
    pub const fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// "Seat 0", "Seat 1" and so on.
    #[must_use]
    pub fn numbers(players: usize) -> Self {
        Self((0..players).map(|seat| format!("Seat {seat}")).collect())
    }

    /// The name of a seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("somebody", String::as_str)
    }
}

/// Why the best move was better than the one made.
pub(crate) fn reason<M: GameMove>(appraisal: &Appraisal<M>, best: usize, made: usize) -> String {
    if appraisal.proven == Some(best) {
        return "It wins, whatever the others do.".to_owned();
    }
    let (better, worse) = appraisal.better_and_worse(best, made);
    let mut text = format!(
        "In {} that fit what was known it did better, in {} worse.",
        worlds(better),
        worlds(worse)
    );
    let notable = |one: f64, other: f64| (one - other).abs() >= 0.15;
    if let Some(((seat, reply), after_best, after_made)) = appraisal.telling_reply(best, made)
        && notable(after_best, after_made)
    {
        let _ = write!(
            text,
            " Seat {seat} answers `{reply}` in {} after `{}`, and in {} after `{}`.",
            worlds(after_made),
            appraisal.moves[made],
            worlds(after_best),
            appraisal.moves[best],
        );
    }
    text
}

/// A part of the worlds, as people say it: "7 of 10 worlds".
fn worlds(part: f64) -> String {
    let hundredths = (part * 100.0).round();
    if hundredths == 0.0 {
        "no world".to_owned()
    } else if (10.0..=90.0).contains(&hundredths) {
        format!("{} of 10 worlds", (part * 10.0).round())
    } else {
        format!("{hundredths} of 100 worlds")
    }
}

/// The sentence that tells the story of a seat's game.
pub(crate) fn story(review: &Review, of: &SeatReview, names: &Names) -> String {
    let own = names.of(of.seat);
    let others = review.seats.iter().filter(|other| other.seat != of.seat);
    let rival = others.min_by_key(|other| other.summary.loss);
    let compared = match rival {
        Some(rival) => {
            let apart = rival.summary.loss - of.summary.loss;
            let name = names.of(rival.seat);
            if apart > Points::from(0.5) {
                format!("{own} played better than {name} by {apart} points")
            } else if apart < Points::from(-0.5) {
                format!("{own} played worse than {name} by {} points", -apart)
            } else {
                format!("{own} and {name} played equally well")
            }
        }
        None => format!("{own} lost {} points by decisions", of.summary.loss),
    };
    let luck = of.summary.deal + of.summary.luck;
    let ended = match (of.result > of.fair, of.result == Points::ZERO, luck >= Points::ZERO) {
        (true, _, true) => "won, with luck on their side",
        (true, _, false) => "won in spite of bad luck",
        (false, true, true) => "did not win, in spite of good luck",
        (false, true, false) => "did not win: luck was against them",
        (false, false, _) => "shared the victory",
    };
    format!(
        "{compared} and {ended} ({:+} from the deal, {:+} on the way).",
        of.summary.deal, of.summary.luck
    )
}

/// A review as text for a terminal.
#[must_use]
pub fn text(review: &Review, names: &Names) -> String {
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
            names.of(seat.seat),
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
    for seat in &review.seats {
        text.push('\n');
        text += &paragraph(&story(review, seat, names), "");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_said_as_people_say_them() {
        let said = [0.0, 0.004, 0.03, 0.68, 0.97].map(worlds);
        assert_eq!(said[..2], ["no world", "no world"]);
        assert_eq!(said[2..], ["3 of 100 worlds", "7 of 10 worlds", "97 of 100 worlds"]);
    }
}
