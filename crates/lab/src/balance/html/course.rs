//! The plots of how a game goes, and of how much skill decides.

use std::fmt::Write as _;

use super::{Line, escaped, plot};
use crate::balance::plot::{Scale, whisker};
use crate::balance::text::Write;
use crate::balance::{Balance, Measured};
use crate::text::percent;

/// Minutes, choices, tension and skill.
pub(super) fn sections(balance: &Balance, page: &mut String) {
    pace(balance, page);
    tension(balance, page);
    choices(balance, page);
    skill(balance, page);
}

fn line<'a>(name: &str, measured: &'a Measured, write: Write) -> Line<'a> {
    Line {
        name: name.to_owned(),
        note: String::new(),
        measured,
        write,
    }
}

fn pace(balance: &Balance, page: &mut String) {
    let course = &balance.course;
    let [tenth, middle, most, largest] = course.legal_moves;
    let _ = writeln!(
        page,
        "<section><h2>Time and choice</h2><p class=\"note\">Minutes with {} seconds for a decision. Legal moves in a \
         decision: half at most {middle}, eight of ten between {tenth} and {most}, the largest {largest}.</p>",
        course.pace
    );
    plot(balance, &[line("Minutes", &course.minutes, Write::Number)], None, page);
    plot(
        balance,
        &[line("Legal moves", &course.branching, Write::Number)],
        None,
        page,
    );
    *page += "</section>\n";
}

fn tension(balance: &Balance, page: &mut String) {
    let Some(tension) = &balance.course.tension else { return };
    let _ = writeln!(
        page,
        "<section><h2>Tension</h2><p class=\"note\">The chance of who wins in the end, during the game; from {} \
         games.</p>",
        tension.games
    );
    let moments = tension.winners_chance.iter().enumerate();
    let lines: Vec<Line<'_>> = moments
        .map(|(eighth, chance)| line(&format!("After {eighth}/8 of the moves"), chance, Write::Share))
        .collect();
    plot(balance, &lines, None, page);
    *page += "<p class=\"note\">When the winner is known, and games that the favourite at half-time loses.</p>\n";
    let shares = [
        line("Winner known after", &tension.known, Write::Share),
        line("Comebacks", &tension.comebacks, Write::Share),
    ];
    plot(balance, &shares, None, page);
    *page += "<p class=\"note\">How often another seat becomes the favourite.</p>\n";
    plot(
        balance,
        &[line("Lead changes", &tension.lead_changes, Write::Number)],
        None,
        page,
    );
    *page += "</section>\n";
}

fn choices(balance: &Balance, page: &mut String) {
    if balance.course.choices.is_empty() {
        return;
    }
    *page += "<section><h2>Choices</h2><p class=\"note\">How often a kind of move is taken where it could be, beside \
              others.</p>\n<details><summary>all kinds of moves</summary>\n";
    let lines: Vec<Line<'_>> = balance
        .course
        .choices
        .iter()
        .map(|choice| Line {
            name: choice.name.clone(),
            note: format!("{:.1} times in a game", choice.could),
            measured: &choice.taken,
            write: Write::Share,
        })
        .collect();
    plot(balance, &lines, None, page);
    *page += "</details></section>\n";
}

fn skill(balance: &Balance, page: &mut String) {
    let Some(first) = balance.skill.first() else { return };
    let _ = writeln!(
        page,
        "<section><h2>Skill</h2><p class=\"note\">Win share of the better bot; the line is its fair share, {:.1} \
         %.</p><div class=\"plot\">",
        100.0 * first.fair_share
    );
    let figures = || {
        balance
            .skill
            .iter()
            .flat_map(|step| [Some(step.here), step.there])
            .flatten()
    };
    let all: Vec<_> = figures().collect();
    let scale = Scale::of(all.iter(), &[first.fair_share]);
    for step in &balance.skill {
        let decks = [
            (Some(&step.here), Some(&balance.setting.deck)),
            (step.there.as_ref(), balance.against.as_ref()),
        ];
        for (figure, deck) in decks {
            let (Some(figure), Some(deck)) = (figure, deck) else {
                continue;
            };
            let _ = writeln!(
                page,
                "<div class=\"row\"><span class=\"name\">{}<small>{}, {} games</small></span>{}<span \
                 class=\"figure\">{}</span></div>",
                step.words(),
                escaped(deck),
                step.games,
                whisker(figure, scale, Some(step.fair_share), false),
                percent(figure)
            );
        }
    }
    *page += "</div></section>\n";
}
