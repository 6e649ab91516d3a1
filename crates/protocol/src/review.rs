//! The review of a finished game: how good each decision was, given what the player knew.

mod points;

use roundtable_core::Seat;
use serde::{Deserialize, Serialize};

pub use points::Points;

/// The review of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// The version of the arithmetic and of everything it relies on. Only reviews of one version can be compared.
    pub version: u32,
    /// The game's slug.
    pub game: String,
    /// How many played.
    pub players: usize,
    /// The level that everybody is taken to play on with.
    pub level: String,
    /// About how many simulations each decision took.
    pub simulations: u32,
    /// What the simulations were drawn with.
    pub seed: u64,
    /// The reviewed seats.
    pub seats: Vec<SeatReview>,
    /// The story of each reviewed seat's game. It compares seats, so it is no part of what a seat could have known.
    pub stories: Vec<Story>,
    /// The chances to win if all cards had been open, if that was asked for. No seat could know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenCards>,
}

/// The story of a seat's game in a sentence. Others are called by their seats.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Story {
    /// Whose.
    pub seat: Seat,
    /// For everybody.
    pub told: String,
    /// For whoever sat there.
    pub to_you: String,
}

/// The chances to win if all cards had been open and only the future unknown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenCards {
    /// For each seat, the chance after each number of moves, from 0 to all of them.
    pub chances: Vec<Vec<Points>>,
    /// The largest standard error of a chance.
    pub error: Points,
}

/// What a review says of a seat. It depends on nothing that the seat could not know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatReview {
    /// Whose it is.
    pub seat: Seat,
    /// What the seat won; a shared victory counts by its share, a team's in full.
    pub result: Points,
    /// What it would win if all sides were equal.
    pub fair: Points,
    /// The sums.
    pub summary: Summary,
    /// The decisions between several moves, in order.
    pub decisions: Vec<Decision>,
}

/// The sums over a seat's game: `result - fair = deal + luck - loss`, to the last digit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The luck of the deal: the value of the first decision, less the fair share.
    pub deal: Points,
    /// The standard error of `deal`.
    pub deal_error: Points,
    /// The luck on the way.
    pub luck: Points,
    /// The standard error of `luck`.
    pub luck_error: Points,
    /// What the decisions lost.
    pub loss: Points,
    /// The standard error of `loss`.
    pub loss_error: Points,
    /// 100 for the best move at every decision, 0 for choosing blindly; `None` where nothing was at stake.
    pub accuracy: Option<f64>,
    /// How many inaccuracies, mistakes and blunders there were.
    pub verdicts: [u32; 3],
}

/// A decision of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision {
    /// How many moves had been made before.
    pub ply: usize,
    /// The notation of the move made.
    pub made: String,
    /// The notation of the best move; the same if nothing was better.
    pub best: String,
    /// Between how many moves it was.
    pub choices: usize,
    /// Whether others chose at the same time, so that the best choice is a mixture.
    pub sealed: bool,
    /// The chance to win with the best move.
    pub value: Points,
    /// The standard error of `value`.
    pub error: Points,
    /// What the move lost: `value` less this is the chance to win with the move made. Where nothing was better, it may
    /// be estimated a little below 0.
    pub loss: Points,
    /// The standard error of `loss`.
    pub loss_error: Points,
    /// What a blind choice would have lost.
    pub blind: Points,
    /// What happened from then until the seat's next decision, or the end.
    pub luck: Points,
    /// The standard error of `luck`.
    pub luck_error: Points,
    /// What to call it, if it lost much and surely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why the best move was better; empty if it was not.
    pub reason: String,
}

/// What a decision is called if it lost more than its threshold, and more than two standard errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More than 2 points.
    Inaccuracy,
    /// More than 5 points.
    Mistake,
    /// More than 10 points.
    Blunder,
}

impl Verdict {
    /// All, mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The loss, in points, above which it applies.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 2.0,
            Self::Mistake => 5.0,
            Self::Blunder => 10.0,
        }
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// What a loss with this standard error is called.
    #[must_use]
    pub fn of(loss: Points, error: Points) -> Option<Self> {
        let sure = loss.number() > 2.0 * error.number();
        let found = Self::ALL.into_iter().rev();
        found
            .filter(|_| sure)
            .find(|verdict| loss.number() > verdict.threshold())
    }
}

/// `GET /api/tables/ID/review`: the review of a finished game as far as it is known. `POST` to the same address has it
/// worked out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewNow {
    /// The best review so far; `None` if there is none yet, or if it is the first look and the asker has that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// Whether `review` is the first, coarse look.
    pub coarse: bool,
    /// What is being worked out; `None` if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub working: Option<Working>,
}

/// How far the work on a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Working {
    /// Whether it is the first, coarse look.
    pub coarse: bool,
    /// How many pieces are done.
    pub done: usize,
    /// Of how many.
    pub all: usize,
}

impl SeatReview {
    /// Puts a review together: works out the luck between the decisions, and the sums.
    #[must_use]
    pub fn new(seat: Seat, result: Points, fair: Points, mut decisions: Vec<Decision>) -> Self {
        let next = decisions.iter().skip(1).map(|next| (next.value, next.error));
        let next: Vec<_> = next.chain([(result, Points::ZERO)]).collect();
        for (decision, (next, error)) in decisions.iter_mut().zip(next) {
            decision.luck = next - (decision.value - decision.loss);
            decision.luck_error = Points::error_of([decision.error, error]);
        }
        let deal = decisions.first().map_or(result, |first| first.value) - fair;
        let deal_error = decisions.first().map_or(Points::ZERO, |first| first.error);
        let losses = || decisions.iter().map(|decision| decision.loss_error);
        let blind: Points = decisions.iter().map(|decision| decision.blind).sum();
        let loss: Points = decisions.iter().map(|decision| decision.loss).sum();
        let accuracy = (blind > Points::ZERO).then(|| {
            let accuracy = 100.0 * (1.0 - loss.number() / blind.number());
            (accuracy.clamp(0.0, 100.0) * 10.0).round() / 10.0
        });
        let count = |verdict| decisions.iter().filter(|one| one.verdict == Some(verdict)).count() as u32;
        let summary = Summary {
            deal,
            deal_error,
            luck: decisions.iter().map(|decision| decision.luck).sum(),
            // All values but the first are in it with both signs; what is left of them are the losses.
            luck_error: Points::error_of(losses().chain([deal_error])),
            loss,
            loss_error: Points::error_of(losses()),
            accuracy,
            verdicts: Verdict::ALL.map(count),
        };
        Self {
            seat,
            result,
            fair,
            summary,
            decisions,
        }
    }

    /// Whether the parts add up to the whole, to the last digit.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        let Summary { deal, luck, loss, .. } = self.summary;
        self.result - self.fair == deal + luck - loss
    }

    /// The decisions that lost most, dearest first; at most this many.
    #[must_use]
    pub fn dearest(&self, most: usize) -> Vec<&Decision> {
        let mut dearest: Vec<&Decision> = self.decisions.iter().filter(|one| one.verdict.is_some()).collect();
        dearest.sort_by_key(|decision| (std::cmp::Reverse(decision.loss), decision.ply));
        dearest.truncate(most);
        dearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_needs_both_a_threshold_and_two_standard_errors() {
        let of = |loss: f64, error: f64| Verdict::of(loss.into(), error.into());
        assert_eq!(of(1.9, 0.1), None);
        assert_eq!(of(2.1, 0.1), Some(Verdict::Inaccuracy));
        assert_eq!(of(6.0, 1.0), Some(Verdict::Mistake));
        assert_eq!(of(30.0, 2.0), Some(Verdict::Blunder));
        assert_eq!(of(30.0, 15.0), None, "it may be noise");
    }
}
