//! What stands out, in plain sentences.

mod course;

use super::text::Write;
use super::{Balance, GroupBalance, Measured, Thing};
use crate::stats::Figure;
use crate::subject::Origin;
use crate::text::{difference, percent, percentage_points, plain};

/// A difference in a share below this is hardly felt at a table, however certain it is.
const FELT: f64 = 0.02;

/// How many things of a group are named in each direction.
const NAMED: usize = 3;

/// The findings of a report whose p values are already adjusted.
pub(super) fn findings(balance: &Balance) -> Vec<String> {
    let mut all = Vec::new();
    if balance.against.is_some() {
        differences(balance, &mut all);
    } else {
        all.extend(seats(balance));
        all.push(length(balance));
        all.extend(scores(balance));
        all.push(endings(balance));
        all.extend(course::tension(balance));
        all.push(course::branching(balance));
        all.extend(course::extremes(balance));
        for group in &balance.groups {
            all.extend(worths(group));
            all.extend(points(group));
            all.extend(moves(group));
        }
    }
    all
}

fn seats(balance: &Balance) -> Option<String> {
    let fair = balance.fair_share?;
    let off = |measured: &Measured| (measured.here.value - fair).abs();
    let mut loud: Vec<_> = balance
        .seats
        .iter()
        .filter(|seat| seat.win_share.stands_out())
        .collect();
    loud.sort_by(|a, b| off(&b.win_share).total_cmp(&off(&a.win_share)));
    let most = balance
        .seats
        .iter()
        .max_by(|a, b| off(&a.win_share).total_cmp(&off(&b.win_share)))?;
    if loud.is_empty() {
        return Some(format!(
            "No seat wins more or less than its fair {:.1} % beyond chance; the one farthest off is seat {} with {}.",
            100.0 * fair,
            most.seat,
            percent(&most.win_share.here)
        ));
    }
    let words: Vec<String> = loud
        .iter()
        .map(|seat| format!("seat {} wins {}", seat.seat, percent(&seat.win_share.here)))
        .collect();
    let felt = if off(&most.win_share) < FELT {
        "; sure, but too little to be felt at a table"
    } else {
        ""
    };
    Some(format!(
        "The seats are not equal: {} where {:.1} % would be fair{felt}.",
        words.join(", "),
        100.0 * fair
    ))
}

fn length(balance: &Balance) -> String {
    let [_, tenth, middle, most, longest] = balance.lengths.quantiles;
    format!(
        "A game takes {} moves, half of them at most {middle}, eight of ten between {tenth} and {most}, the longest \
         {longest}. With {} seconds for a decision that is {} minutes.",
        plain(&balance.length.here, 1),
        balance.course.pace,
        plain(&balance.course.minutes.here, 1)
    )
}

/// Scores, in a game with more to them than winning and losing.
fn scores(balance: &Balance) -> Option<String> {
    if balance.teams {
        return None;
    }
    let shared = &balance.shared.here;
    Some(format!(
        "The mean score is {} (standard deviation {:.1}); the best at the table has {} and leads by {}. Victories are \
         shared in {} of the games.",
        plain(&balance.score.here, 1),
        balance.scores.sd,
        plain(&balance.winning_score.here, 1),
        plain(&balance.margin.here, 1),
        percent(shared)
    ))
}

fn endings(balance: &Balance) -> String {
    let words: Vec<String> = balance
        .endings
        .iter()
        .map(|ending| format!("{} {}", ending.code.replace('_', " "), percent(&ending.rate.here)))
        .collect();
    format!("Games end by: {}.", words.join(", "))
}

/// What a group says about winning.
fn worths(group: &GroupBalance) -> Option<String> {
    let value = |thing: &Thing| thing.worth.as_ref().map_or(0.0, |worth| worth.here.value);
    let tested = group.things.iter().filter(|thing| thing.worth.is_some()).count();
    if tested == 0 {
        return None;
    }
    let sure = |thing: &&Thing| thing.worth.as_ref().is_some_and(Measured::stands_out);
    let felt: Vec<&Thing> = group
        .things
        .iter()
        .filter(sure)
        .filter(|thing| value(thing).abs() >= FELT)
        .collect();
    let name = group.group.name;
    if felt.is_empty() {
        return Some(format!(
            "{name}: nothing changes the win share by as much as 2 percentage points beyond chance."
        ));
    }
    let describe = |thing: &&Thing| {
        let worth = thing.worth.as_ref().map(|worth| percentage_points(&worth.here));
        format!("{} {}", thing.name, worth.unwrap_or_default())
    };
    // Things are sorted by their worth.
    let best: Vec<String> = felt
        .iter()
        .filter(|thing| value(thing) > 0.0)
        .take(NAMED)
        .map(describe)
        .collect();
    let worst: Vec<String> = felt
        .iter()
        .rev()
        .filter(|thing| value(thing) < 0.0)
        .take(NAMED)
        .map(describe)
        .collect();
    let caution = match group.group.origin {
        Origin::Dealt => "dealt by chance, so this is what it does",
        Origin::Played => "chosen in play, so this is what goes along with winning",
    };
    Some(format!(
        "{name} ({caution}): in percentage points of win share for one more, {}.",
        both(&best, &worst)
    ))
}

/// What a group of things that should be alike says about points.
fn points(group: &GroupBalance) -> Option<String> {
    let unit = group.group.points?;
    let mut loud: Vec<(&str, Figure)> = group
        .things
        .iter()
        .filter_map(|thing| {
            let above = thing.points_above.as_ref().filter(|above| above.stands_out())?;
            Some((thing.name.as_str(), above.here))
        })
        .collect();
    loud.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let describe = |(name, above): &(&str, Figure)| format!("{name} {}", difference(above, 2));
    let best: Vec<String> = loud
        .iter()
        .filter(|(_, above)| above.value > 0.0)
        .take(NAMED)
        .map(describe)
        .collect();
    let worst: Vec<String> = loud
        .iter()
        .rev()
        .filter(|(_, above)| above.value < 0.0)
        .take(NAMED)
        .map(describe)
        .collect();
    (!loud.is_empty()).then(|| {
        format!(
            "{}: {} of {} bring more or less than the others ({unit}): {}.",
            group.group.name,
            loud.len(),
            group.things.len(),
            both(&best, &worst)
        )
    })
}

/// What makes games longer or shorter.
fn moves(group: &GroupBalance) -> Option<String> {
    // Nobody notices less than a move.
    let felt = |moves: &Measured| moves.stands_out() && moves.here.value.abs() >= 1.0;
    let loud = |thing: &&Thing| thing.moves.as_ref().is_some_and(felt);
    let describe = |thing: &Thing| {
        let moves = thing.moves.as_ref().map(|moves| difference(&moves.here, 1));
        format!("{} {}", thing.name, moves.unwrap_or_default())
    };
    let words: Vec<String> = group.things.iter().filter(loud).take(NAMED).map(describe).collect();
    (!words.is_empty()).then(|| {
        format!(
            "{}: moves of a game in which it happens once more: {}.",
            group.group.name,
            words.join(", ")
        )
    })
}

fn both(best: &[String], worst: &[String]) -> String {
    match (best.is_empty(), worst.is_empty()) {
        (false, false) => format!("most {}; least {}", best.join(", "), worst.join(", ")),
        (false, true) => format!("most {}", best.join(", ")),
        _ => format!("least {}", worst.join(", ")),
    }
}

/// How many differences of single things are mentioned; the tables have all.
const TOLD: usize = 12;

/// What differs between two decks in single things; what differs on the whole has a table of its own.
fn differences(balance: &Balance, all: &mut Vec<String>) {
    let before = all.len();
    let sentence = |name: &str, measured: &Measured, write: Write| {
        let shares = matches!(write, Write::Share | Write::Points);
        let felt = |change: &&Figure| !shares || change.value.abs() >= FELT;
        let change = measured
            .difference
            .as_ref()
            .filter(|_| measured.stands_out())
            .filter(felt)?;
        let change = if shares {
            percentage_points(change) + " percentage points"
        } else {
            difference(change, 2)
        };
        Some(format!("{name}: {change}."))
    };
    all.extend(course::extremes(balance));
    let mut things = Vec::new();
    for choice in &balance.course.choices {
        let told = sentence(&format!("Choice `{}`, taken", choice.name), &choice.taken, Write::Share);
        things.extend(told.map(|told| (choice.taken.q.unwrap_or(1.0), told)));
    }
    for group in &balance.groups {
        for thing in &group.things {
            let name = format!("{}, {}", group.group.name, thing.name);
            let measured = [
                (", in a game", Some(&thing.per_game), Write::Number),
                (", worth of one more", thing.worth.as_ref(), Write::Points),
                (", points each", thing.points.as_ref(), Write::Number),
                (
                    ", points above the others",
                    thing.points_above.as_ref(),
                    Write::Difference,
                ),
            ];
            for (what, measured, write) in measured {
                let Some(measured) = measured else { continue };
                let told = sentence(&format!("{name}{what}"), measured, write);
                things.extend(told.map(|told| (measured.q.unwrap_or(1.0), told)));
            }
        }
    }
    // The most certain first; the sort is stable, so ties keep the order of the tables.
    things.sort_by(|a, b| a.0.total_cmp(&b.0));
    let more = things.len().saturating_sub(TOLD);
    all.extend(things.into_iter().take(TOLD).map(|(_, told)| told));
    if more > 0 {
        all.push(format!(
            "{more} more differences of single things have a star in the tables."
        ));
    }
    if all.len() == before && !balance.whole().iter().any(|row| row.measured.stands_out()) {
        all.push("Nothing differs between the decks beyond chance.".to_owned());
    }
}
