//! A golden table of moves: records and programs store their numbers, notation and JSON, so none of these may change by
//! accident.

use std::fmt::Write as _;

use roundtable_core::{Audit, GameMove as _};

use crate::print::json;

/// Every move with its numbers in games of the fewest to the most players (`-` where it cannot occur), its notation and
/// its JSON; and at the end the error for a text that is not a move.
///
/// # Panics
/// If a number below the count has no move, or an example in the error is not a move.
#[must_use]
pub fn move_table<G: Audit>() -> String {
    let counts = G::INFO.min_players..=G::INFO.max_players;
    let mut moves = Vec::new();
    for players in counts.clone().rev() {
        for number in 0..G::Move::count(players) {
            let mv = G::Move::from_number(number, players).expect("every number below the count has a move");
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "players {}",
        counts.clone().map(|n| format!("{n:>4}")).collect::<String>()
    );
    let _ = writeln!(
        text,
        "count   {}",
        counts
            .clone()
            .map(|n| format!("{:>4}", G::Move::count(n)))
            .collect::<String>()
    );
    for mv in moves {
        let number = |players| mv.number(players).map_or("-".to_owned(), |number| number.to_string());
        let numbers: String = counts
            .clone()
            .map(|players| format!("{:>4}", number(players)))
            .collect();
        let _ = writeln!(text, "        {numbers}  {mv}  {}", json(&mv));
    }
    let error = "no move"
        .parse::<G::Move>()
        .expect_err("`no move` is no move")
        .to_string();
    // Everything in backquotes, except the text itself.
    for example in error.split('`').skip(3).step_by(2) {
        assert!(
            example.parse::<G::Move>().is_ok(),
            "`{example}` is an example, but no move"
        );
    }
    let _ = writeln!(text, "{error}");
    text
}
