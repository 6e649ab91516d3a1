//! How a game goes: how long it takes, how many choices it offers and which are taken, and how tense it is.

use serde::Serialize;

use super::Measured;
use super::choices::Kinds;
use super::curve::MOMENTS;
use super::measure::Pair;
use super::rows::{Row, Rows};
use crate::stats::Estimate;
use crate::subject::Subject;

/// A kind of move is reported if it could be chosen this often.
const LEAST_CHANCES: f64 = 50.0;

/// By how much a seat's chance must exceed the favourite's to count as the new favourite: twice the standard error of
/// the difference between two chances that are estimated by playing on, at its worst.
const CLEAR: f64 = 0.25;

/// A winner is known when its chance is at least this, and stays so.
const KNOWN: f64 = 0.9;

/// How a game goes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Course {
    /// Minutes for people, estimated from the number of decisions.
    pub minutes: Measured,
    /// The assumption behind the minutes: seconds for a decision that is more than a single legal move.
    pub pace: f64,
    /// Legal moves in a decision that has more than one.
    pub branching: Measured,
    /// The first decile, median, last decile and maximum of the number of legal moves.
    pub legal_moves: [u32; 4],
    /// The kinds of moves that could be chosen, most frequent first.
    pub choices: Vec<Choice>,
    /// How tense it is; `None` if that was not measured.
    pub tension: Option<Tension>,
}

/// A kind of move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The beginning of its notation.
    pub name: String,
    /// How often in a game it could be chosen, beside moves of other kinds.
    pub could: f64,
    /// The share of these cases in which it was chosen.
    pub taken: Measured,
    /// Whether it was chosen never or always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extreme: Option<Extreme>,
}

/// A choice that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extreme {
    /// It was never chosen.
    Never,
    /// It was chosen whenever it could be.
    Always,
}

/// How tense a game is, by the chances of all seats from several moments on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tension {
    /// From how many games.
    pub games: u64,
    /// The chance of those who win in the end, after 0/8, 1/8 and so on of the moves.
    pub winners_chance: Vec<Measured>,
    /// After which share of the moves the winner is known.
    pub known: Measured,
    /// How often another seat becomes the favourite.
    pub lead_changes: Measured,
    /// The share of the games in which the favourite at half-time does not win.
    pub comebacks: Measured,
}

pub(super) fn course<G: Subject>(pair: Pair<'_>, pace: f64) -> Course {
    let minutes = pair.mean(|row| f64::from(row.choices.waits) * pace / 60.0);
    let legal = |rows: &Rows| {
        let decisions = by_row(rows, |row| f64::from(row.choices.decisions));
        Estimate::ratio(&by_row(rows, |row| row.choices.options as f64), &decisions)
    };
    let nothing = || pair.mean(|_| 0.0);
    Course {
        minutes,
        pace,
        branching: pair.measured(None, legal, Estimate::figure).unwrap_or_else(nothing),
        legal_moves: legal_moves(pair.here),
        choices: choices(pair, &Kinds::of_game::<G>(pair.players)),
        tension: tension(pair),
    }
}

fn by_row(rows: &Rows, of: impl Fn(&Row) -> f64) -> Vec<f64> {
    rows.rows.iter().map(of).collect()
}

/// The first decile, median, last decile and maximum of legal moves, where there was more than one.
fn legal_moves(rows: &Rows) -> [u32; 4] {
    let several = || rows.branching.iter().filter(|(moves, _)| **moves > 1);
    let all: u64 = several().map(|(_, count)| count).sum();
    [0.1, 0.5, 0.9, 1.0].map(|share| {
        let mut seen = 0;
        let found = several().find(|(_, count)| {
            seen += **count;
            seen as f64 >= share * all as f64
        });
        found.map_or(0, |(moves, _)| *moves)
    })
}

fn choices(pair: Pair<'_>, kinds: &Kinds) -> Vec<Choice> {
    let of_row = |row: &Row, kind: u32| {
        let found = row.choices.kinds.binary_search_by_key(&kind, |counted| counted.0);
        found.map_or((0, 0), |place| (row.choices.kinds[place].1, row.choices.kinds[place].2))
    };
    let choice = |(kind, name): (usize, &String)| {
        let could = |rows: &Rows| by_row(rows, |row| f64::from(of_row(row, kind as u32).0));
        let was = |rows: &Rows| by_row(rows, |row| f64::from(of_row(row, kind as u32).1));
        let sum: f64 = could(pair.here).iter().sum();
        if sum < LEAST_CHANCES {
            return None;
        }
        let share = |rows: &Rows| Estimate::ratio(&was(rows), &could(rows));
        let taken = pair.measured(None, share, |estimate| estimate.share(estimate.units() as f64))?;
        let extreme = match was(pair.here).iter().sum::<f64>() {
            0.0 => Some(Extreme::Never),
            taken if taken >= sum => Some(Extreme::Always),
            _ => None,
        };
        Some(Choice {
            name: name.clone(),
            could: sum / pair.here.rows.len() as f64,
            taken,
            extreme,
        })
    };
    let mut all: Vec<Choice> = kinds.names.iter().enumerate().filter_map(choice).collect();
    all.sort_by(|a, b| b.could.total_cmp(&a.could));
    all
}

fn tension(pair: Pair<'_>) -> Option<Tension> {
    let games = pair.here.rows.iter().filter(|row| row.curve.is_some()).count();
    // Of a single game no interval can be given.
    if games < 2 {
        return None;
    }
    let mean = |of: &dyn Fn(&Row) -> Option<f64>| {
        let estimate = |rows: &Rows| Some(Estimate::mean(&rows.rows.iter().filter_map(of).collect::<Vec<_>>()));
        pair.measured(None, estimate, Estimate::figure)
    };
    let (players, teams) = (pair.players, pair.teams);
    let winners_chance = (0..MOMENTS).map(|moment| mean(&|row| winners_chance(row, moment, teams)));
    Some(Tension {
        games: games as u64,
        winners_chance: winners_chance.collect::<Option<_>>()?,
        known: mean(&|row| known(row, teams))?,
        lead_changes: mean(&|row| favourites(row, players).map(|(_, changes)| changes))?,
        comebacks: pair.measured(
            None,
            |rows| {
                let lost = |row: &Row| {
                    let favourite = favourites(row, players)?.0;
                    Some(favourite.map_or(0.0, |seat| f64::from(u8::from(row.win(seat, teams) == 0.0))))
                };
                Some(Estimate::mean(&rows.rows.iter().filter_map(lost).collect::<Vec<_>>()))
            },
            |estimate| estimate.share(estimate.units() as f64),
        )?,
    })
}

/// The chance at a moment of those who win: together, or of a team's members on average.
fn winners_chance(row: &Row, moment: usize, teams: bool) -> Option<f64> {
    let curve = row.curve.as_ref()?;
    let sum: f64 = row.winners.iter().map(|seat| curve.chance(moment, seat.index())).sum();
    Some(if teams { sum / row.winners.len() as f64 } else { sum })
}

/// The share of the moves after which the winners' chance no longer falls below what counts as known.
fn known(row: &Row, teams: bool) -> Option<f64> {
    row.curve.as_ref()?;
    let sure = |moment: &usize| winners_chance(row, *moment, teams).is_some_and(|chance| chance >= KNOWN);
    let moments = (0..MOMENTS).rev().take_while(sure).count();
    Some((MOMENTS - moments) as f64 / MOMENTS as f64)
}

/// Who is the favourite at half-time, if anybody has been one so far, and how often that changes in the whole game.
fn favourites(row: &Row, players: usize) -> Option<(Option<usize>, f64)> {
    let curve = row.curve.as_ref()?;
    let (mut favourite, mut at_half, mut changes) = (None, None, 0.0);
    for moment in 0..=MOMENTS {
        // In the end everybody knows who has won.
        let chance = |seat: usize| match moment {
            MOMENTS => f64::from(u8::from(row.winners.iter().any(|winner| winner.index() == seat))),
            _ => curve.chance(moment, seat),
        };
        let mean = (0..players).map(chance).sum::<f64>() / players as f64;
        let best = (0..players).max_by(|&a, &b| chance(a).total_cmp(&chance(b)))?;
        match favourite {
            Some(seat) if chance(best) - chance(seat) > CLEAR => {
                favourite = Some(best);
                changes += 1.0;
            }
            None if chance(best) - mean > CLEAR => favourite = Some(best),
            _ => {}
        }
        if moment == MOMENTS / 2 {
            at_half = favourite;
        }
    }
    Some((at_half, changes))
}

#[cfg(test)]
mod tests {
    use roundtable_core::{Outcome, Seat};

    use super::super::curve::Curve;
    use super::*;

    /// A game of two that seat 1 wins, with these chances of seat 1.
    fn game(chances: [f64; MOMENTS]) -> Row {
        let mut row = Row::new(0, &Outcome::ranked(&[1, 2], &[1, 2], "end", "It is over."), 80);
        row.curve = Some(Curve::of(&chances.map(|chance| vec![1.0 - chance, chance])));
        row
    }

    #[test]
    fn a_winner_is_known_from_when_it_stays_known() {
        assert_eq!(row_known([0.5; MOMENTS]), 1.0);
        assert_eq!(row_known([0.5, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0]), 0.5);
        assert_eq!(
            row_known([1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0]),
            0.5,
            "once in doubt again"
        );
        assert_eq!(winners_chance(&game([0.25; MOMENTS]), 3, false), Some(0.25));
    }

    fn row_known(chances: [f64; MOMENTS]) -> f64 {
        known(&game(chances), false).expect("a curve")
    }

    #[test]
    fn the_lead_changes_only_when_it_is_clear() {
        let told = |chances| favourites(&game(chances), 2).expect("a curve");
        assert_eq!(
            told([0.5, 0.6, 0.4, 0.55, 0.5, 0.6, 0.5, 0.5]),
            (None, 0.0),
            "nobody leads"
        );
        assert_eq!(
            told([0.5, 0.0, 0.0, 0.0, 0.0, 0.6, 0.9, 1.0]),
            (Some(0), 1.0),
            "a comeback"
        );
        assert_eq!(
            told([0.5, 0.9, 0.9, 0.1, 0.1, 0.9, 0.9, 0.9]),
            (Some(0), 2.0),
            "there and back"
        );
        assert_eq!(told([0.1; MOMENTS]), (Some(0), 1.0), "at the very end");
        assert!(game([0.5; MOMENTS]).winners == [Seat::new(1)]);
    }
}
