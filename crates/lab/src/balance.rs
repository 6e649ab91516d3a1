//! What a game's designer wants to know: seats, length, scores, endings, and what each card is worth, for one deck or
//! as the difference between two decks on the same deals.

mod choices;
mod course;
mod curve;
mod examples;
mod findings;
mod games;
mod html;
mod measure;
mod plot;
mod report;
mod rows;
mod skill;
mod study;
mod summary;
mod sweep;
mod text;
mod things;

use serde::Serialize;

use crate::Described;
use crate::stats::{Estimate, Figure, false_discovery};
use crate::subject::Group;

pub use course::{Choice, Course, Extreme, Tension};
pub use examples::{Example, KeepExample};
pub use plot::Histogram;
pub use report::BalanceReport;
pub use skill::Skill;
pub(crate) use study::{TableResults, play, report};
pub use sweep::{Sweep, SweepTable};

/// A share, mean or difference. With a second deck, also the figure for that deck and the difference (this deck less
/// the other) on paired deals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// With this deck.
    pub here: Figure,
    /// With the other deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Figure>,
    /// How much more it is with this deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Figure>,
    /// The p value of the distance from what is expected (no difference between the decks, or the balanced value for
    /// one deck).
    #[serde(skip)]
    p: Option<f64>,
    /// The false discovery rate at which this would count as a discovery; `None` where nothing is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<f64>,
}

/// What was measured about a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Balance {
    /// What was played.
    pub setting: Described,
    /// The deck that it was compared with.
    pub against: Option<String>,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// How many games were played with each deck.
    pub games: u64,
    /// What stands out, in sentences.
    pub findings: Vec<String>,
    /// Whether a victory counts in full for a whole team; otherwise the winners share it.
    pub teams: bool,
    /// The share of the victories that every seat has in a balanced game; `None` where teams of any size win together.
    pub fair_share: Option<f64>,
    /// One entry per seat.
    pub seats: Vec<SeatBalance>,
    /// Moves in a game.
    pub length: Measured,
    /// By which part games are longer than with the other deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative_length: Option<Figure>,
    /// The distribution of the number of moves.
    pub lengths: Distribution,
    /// The score of a seat.
    pub score: Measured,
    /// The score of a winner.
    pub winning_score: Measured,
    /// The distance between the best score and the second.
    pub margin: Measured,
    /// The distribution of scores.
    pub scores: Distribution,
    /// Games that several players won together.
    pub shared: Measured,
    /// How games ended.
    pub endings: Vec<EndingBalance>,
    /// How a game goes.
    pub course: Course,
    /// How much skill decides.
    pub skill: Vec<Skill>,
    /// What was held, played and reached.
    pub groups: Vec<GroupBalance>,
    /// Games worth a look, if records were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// The figures of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatBalance {
    /// Which seat.
    pub seat: usize,
    /// Its share of the victories; in a game of teams, how often it was on the winning side.
    pub win_share: Measured,
    /// Its score.
    pub score: Measured,
}

/// One way for a game to end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingBalance {
    /// Its name in the outcome.
    pub code: String,
    /// The share of the games that end like this.
    pub rate: Measured,
}

/// A distribution.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Distribution {
    /// The standard deviation.
    pub sd: f64,
    /// The minimum, first decile, median, last decile and maximum.
    pub quantiles: [f64; 5],
    /// How often each value occurs.
    pub histogram: Histogram,
    /// The same with the other deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Histogram>,
}

/// Things of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupBalance {
    /// The group.
    #[serde(flatten)]
    pub group: &'static Group,
    /// Its members.
    pub things: Vec<Thing>,
}

/// A card, Knight, event or anything else that can be held, played or reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// How much of it there is per game.
    pub per_game: Measured,
    /// The win share of those who have it.
    pub with: Option<Figure>,
    /// The win share of those who do not have it.
    pub without: Option<Figure>,
    /// How much each additional one adds to the win share; `None` if it was seen too rarely, or belongs to no seat.
    pub worth: Option<Measured>,
    /// The points it brings each time.
    pub points: Option<Measured>,
    /// How many more points it brings than the others of its group.
    pub points_above: Option<Measured>,
    /// How many moves each additional one adds to a game, if it belongs to the whole table.
    pub moves: Option<Measured>,
}

impl Balance {
    /// Adjusts all p values for their number.
    fn adjust(&mut self) {
        let mut chances = Vec::new();
        self.each(&mut |measured| chances.extend(measured.p));
        let mut adjusted = false_discovery(&chances).into_iter();
        self.each(&mut |measured| {
            if measured.p.is_some() {
                measured.q = adjusted.next();
            }
        });
    }

    /// Visits everything that was measured, in a fixed order.
    fn each(&mut self, visit: &mut dyn FnMut(&mut Measured)) {
        for seat in &mut self.seats {
            visit(&mut seat.win_share);
            visit(&mut seat.score);
        }
        visit(&mut self.length);
        visit(&mut self.score);
        visit(&mut self.winning_score);
        visit(&mut self.margin);
        visit(&mut self.shared);
        self.endings.iter_mut().for_each(|ending| visit(&mut ending.rate));
        let course = &mut self.course;
        visit(&mut course.minutes);
        visit(&mut course.branching);
        course.choices.iter_mut().for_each(|choice| visit(&mut choice.taken));
        if let Some(tension) = &mut course.tension {
            tension.winners_chance.iter_mut().for_each(&mut *visit);
            visit(&mut tension.known);
            visit(&mut tension.lead_changes);
            visit(&mut tension.comebacks);
        }
        for thing in self.groups.iter_mut().flat_map(|group| &mut group.things) {
            visit(&mut thing.per_game);
            let rest = [
                &mut thing.worth,
                &mut thing.points,
                &mut thing.points_above,
                &mut thing.moves,
            ];
            rest.into_iter().flatten().for_each(&mut *visit);
        }
    }
}

impl Measured {
    /// From the estimates with this deck and with another. `expected` is the value in a balanced game, if known.
    fn new(
        here: &Estimate,
        there: Option<&Estimate>,
        expected: Option<f64>,
        figure: impl Fn(&Estimate) -> Figure,
    ) -> Self {
        let difference = there.map(|there| here.minus(there));
        let p = match &difference {
            Some(difference) => Some(difference.p_value(0.0)),
            None => expected.map(|expected| here.p_value(expected)),
        };
        Self {
            here: figure(here),
            there: there.map(&figure),
            difference: difference.map(|difference| difference.figure()),
            p,
            q: None,
        }
    }

    /// Whether this is more than chance, considering how many things were tested.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.q.is_some_and(|q| q < 0.05)
    }
}
