//! What a report says in one sentence.
//!
//! That nothing was found is not that nothing is there: such a sentence says how large it could be at most.

use super::{Balance, Measured};
use crate::stats::Figure;

/// The sentence for a report on one or more numbers of players.
pub(super) fn summary(tables: &[Balance]) -> String {
    let parts = match tables {
        [one] if one.against.is_none() => about_one(one),
        several if several.iter().all(|table| table.against.is_none()) => about_several(several),
        compared => differences(compared),
    };
    let mut letters = parts.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn about_one(table: &Balance) -> String {
    let mut parts = vec![fairness(table)];
    parts.push(format!(
        "a game takes {:.0} moves, about {:.0} minutes",
        table.length.here.value, table.course.minutes.here.value
    ));
    if !table.teams {
        parts.push(format!("the mean score is {:.1}", table.score.here.value));
    }
    if let Some(tension) = &table.course.tension {
        parts.push(format!(
            "the winner is known after {:.0} % of it",
            100.0 * tension.known.here.value
        ));
    }
    format!("{}.", parts.join("; "))
}

/// The advantage of seats, with one deck.
fn fairness(table: &Balance) -> String {
    let loud: Vec<String> = table
        .seats
        .iter()
        .filter(|seat| seat.win_share.stands_out())
        .map(|seat| format!("seat {} wins {:.1} %", seat.seat, 100.0 * seat.win_share.here.value))
        .collect();
    match (table.fair_share, loud.is_empty()) {
        (None, _) => "sides win, so seats have no fair share".to_owned(),
        (Some(fair), false) => format!(
            "the seats are not equal ({}, fair is {:.1} %)",
            loud.join(", "),
            100.0 * fair
        ),
        (Some(fair), true) => {
            let most = table.seats.iter().map(|seat| farthest(&seat.win_share.here, fair));
            format!(
                "no seat is found to be favoured (at most by {:.1} points)",
                100.0 * most.fold(0.0, f64::max)
            )
        }
    }
}

/// How far from a value the truth may be.
fn farthest(figure: &Figure, from: f64) -> f64 {
    (figure.low - from).abs().max((figure.high - from).abs())
}

fn about_several(tables: &[Balance]) -> String {
    let range = |of: &dyn Fn(&Balance) -> f64| {
        let low = tables.iter().map(of).fold(f64::INFINITY, f64::min);
        let high = tables.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        format!("{low:.0} to {high:.0}")
    };
    let unequal: Vec<usize> = tables
        .iter()
        .filter(|table| table.seats.iter().any(|seat| seat.win_share.stands_out()))
        .map(|table| table.setting.setup.players)
        .collect();
    let seats = if tables.iter().all(|table| table.fair_share.is_none()) {
        "sides win, so seats have no fair share".to_owned()
    } else if unequal.is_empty() {
        "no seat is found to be favoured with any number of players".to_owned()
    } else {
        format!("the seats are not equal with {}", players(&unequal))
    };
    format!(
        "{seats}; a game takes {} moves, about {} minutes.",
        range(&|table| table.length.here.value),
        range(&|table| table.course.minutes.here.value)
    )
}

/// `3, 4 and 5 players`.
fn players(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &words[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last} players", others.join(", ")),
        few => format!("{} players", few.concat()),
    }
}

/// Something that may differ between decks.
struct Question {
    /// What is said of more, and of less.
    said: [&'static str; 2],
    /// What follows the number.
    after: [&'static str; 2],
    /// What it is called if no difference is found.
    name: &'static str,
    unit: &'static str,
    digits: usize,
    /// The difference, and whether it stands out.
    of: fn(&Balance) -> Option<(Figure, bool)>,
}

fn hundredfold(figure: &Figure) -> Figure {
    Figure {
        value: 100.0 * figure.value,
        low: 100.0 * figure.low,
        high: 100.0 * figure.high,
    }
}

fn found(measured: &Measured) -> Option<(Figure, bool)> {
    Some((measured.difference?, measured.stands_out()))
}

/// The seat whose win share moves most, of those that stand out if any does. Where sides win, all seats may win more
/// or less often, which favours none of them.
fn seat(table: &Balance) -> Option<(Figure, bool)> {
    if table.teams {
        return None;
    }
    let moves = table.seats.iter().filter_map(|seat| found(&seat.win_share));
    let loud = |(_, loud): &(Figure, bool)| *loud;
    let most = moves.max_by(|a, b| {
        let size = |(figure, _): &(Figure, bool)| farthest(figure, 0.0);
        loud(a).cmp(&loud(b)).then(size(a).total_cmp(&size(b)))
    });
    most.map(|(figure, loud)| (hundredfold(&figure), loud))
}

const QUESTIONS: [Question; 5] = [
    Question {
        said: ["scores rise by", "scores fall by"],
        after: ["", ""],
        name: "scores",
        unit: "",
        digits: 1,
        of: |table| found(&table.score).filter(|_| !table.teams),
    },
    Question {
        said: ["games are", "games are"],
        after: [" longer", " shorter"],
        name: "length",
        unit: " %",
        digits: 0,
        of: |table| Some((hundredfold(&table.relative_length?), table.length.stands_out())),
    },
    Question {
        said: ["a seat's win share moves by", "a seat's win share moves by"],
        after: ["", ""],
        name: "fairness between seats",
        unit: " points",
        digits: 1,
        of: seat,
    },
    Question {
        said: ["the lead of the best grows by", "the lead of the best shrinks by"],
        after: ["", ""],
        name: "the lead of the best",
        unit: "",
        digits: 1,
        of: |table| found(&table.margin).filter(|_| !table.teams),
    },
    Question {
        said: ["the winner is known later by", "the winner is known earlier by"],
        after: [" of the game", " of the game"],
        name: "when the winner is known",
        unit: " %",
        digits: 0,
        of: |table| {
            let (figure, loud) = found(&table.course.tension.as_ref()?.known)?;
            Some((hundredfold(&figure), loud))
        },
    },
];

fn differences(tables: &[Balance]) -> String {
    let (mut changed, mut same) = (Vec::new(), Vec::new());
    for question in &QUESTIONS {
        let answers = tables.iter().filter_map(|table| {
            let (figure, loud) = (question.of)(table)?;
            Some((table.setting.setup.players, figure, loud))
        });
        let answers: Vec<(usize, Figure, bool)> = answers.collect();
        let loud: Vec<&(usize, Figure, bool)> = answers.iter().filter(|(.., loud)| *loud).collect();
        if !loud.is_empty() {
            changed.push(question.answer(&loud, tables.len()));
        } else if !answers.is_empty() {
            let most = answers
                .iter()
                .map(|(_, figure, _)| farthest(figure, 0.0))
                .fold(0.0, f64::max);
            let digits = question.digits.max(1);
            same.push(format!("{} (under {most:.digits$}{})", question.name, question.unit));
        }
    }
    let nothing = match &same[..] {
        [] => None,
        [others @ .., last] if !others.is_empty() => Some(format!("{} and {last}", others.join(", "))),
        few => Some(few.concat()),
    };
    let nothing = nothing.map(|names| format!("no difference found in {names}"));
    let changed = together(&changed);
    let parts: Vec<String> = changed.into_iter().chain(nothing).collect();
    format!("{}.", parts.join("; "))
}

/// Answers in a row. If all are for the same numbers of players, that is said once.
fn together(answers: &[(String, String)]) -> Option<String> {
    let (_, with) = answers.first()?;
    if answers.iter().all(|(_, other)| other == with) {
        let what: Vec<&str> = answers.iter().map(|(what, _)| what.as_str()).collect();
        return Some(format!("{}{with}", what.join(", ")));
    }
    let each: Vec<String> = answers.iter().map(|(what, with)| format!("{what}{with}")).collect();
    Some(each.join(", "))
}

impl Question {
    /// What differs, with an interval for one number of players, and over several with the range of the differences;
    /// and for which numbers of players.
    fn answer(&self, loud: &[&(usize, Figure, bool)], tables: usize) -> (String, String) {
        let (digits, unit) = (self.digits, self.unit);
        let values = loud.iter().map(|(_, figure, _)| figure.value);
        let rises = values.clone().all(|value| value >= 0.0);
        let falls = values.clone().all(|value| value < 0.0);
        let way = usize::from(falls);
        if let ([(_, figure, _)], 1) = (loud, tables) {
            let mut ends = [figure.low.abs(), figure.high.abs()];
            ends.sort_by(f64::total_cmp);
            let what = format!(
                "{} {:.digits$}{unit} ({:.digits$} to {:.digits$}){}",
                self.said[way],
                figure.value.abs(),
                ends[0],
                ends[1],
                self.after[way]
            );
            return (what, String::new());
        }
        let numbers: Vec<usize> = loud.iter().map(|(players, ..)| *players).collect();
        let with = if numbers.len() == tables {
            " with every number of players".to_owned()
        } else {
            format!(" with {}", players(&numbers))
        };
        if !rises && !falls {
            return (format!("{} goes up or down", self.name), with);
        }
        let (low, high) = values
            .map(f64::abs)
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let range = if numbers.len() == 1 {
            format!("{low:.digits$}")
        } else {
            format!("{low:.digits$} to {high:.digits$}")
        };
        (format!("{} {range}{unit}{}", self.said[way], self.after[way]), with)
    }
}
