//! Why one move is better than another, in a sentence or two, taken from what happened in the samples.

use std::fmt::Write as _;

use roundtable_core::GameMove;

use super::Appraisal;

/// A part of the worlds that is less than this is not worth a sentence.
const NOTABLE: f64 = 0.15;

impl<M: GameMove> Appraisal<M> {
    /// Why a move is better than another.
    #[must_use]
    pub fn reason(&self, better: usize, worse: usize) -> String {
        if self.proven == Some(better) {
            return "It wins, whatever the others do.".to_owned();
        }
        let (more, less) = self.better_and_worse(better, worse);
        let compared = if more == 0.0 && less == 0.0 {
            "brings the same".to_owned()
        } else if less == 0.0 {
            format!(
                "does better in {} that fit what was known, and never worse",
                worlds(more)
            )
        } else if more - less > NOTABLE {
            let (more, less) = (worlds(more), worlds(less));
            format!("does better in {more} that fit what was known, and worse in {less}")
        } else {
            "is about as often better as worse, but by more".to_owned()
        };
        let mut text = format!(
            "Compared with `{}`, `{}` {compared}.",
            self.moves[worse], self.moves[better]
        );
        if let Some(((seat, reply), after_better, after_worse)) = self.telling_reply(better, worse)
            && (after_better - after_worse).abs() >= NOTABLE
        {
            let _ = write!(
                text,
                " Seat {seat} answers `{reply}` in {} after `{}`, and in {} after `{}`.",
                worlds(after_better),
                self.moves[better],
                worlds(after_worse),
                self.moves[worse],
            );
        }
        text
    }
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

#[cfg(test)]
mod tests {
    use super::worlds;

    #[test]
    fn parts_are_said_as_people_say_them() {
        let said = [0.0, 0.004, 0.03, 0.68, 0.97].map(worlds);
        assert_eq!(said[..2], ["no world", "no world"]);
        assert_eq!(said[2..], ["3 of 100 worlds", "7 of 10 worlds", "97 of 100 worlds"]);
    }
}
