//! Checks of a single position against the contract.

use std::collections::HashMap;
use std::collections::HashSet;

use roundtable_core::text::Page;
use roundtable_core::{Audit, Eye, Game, GameMove, Illegal, Outcome, Seat};

use crate::breach::{Breach, Check, holds};
use crate::print::{Print, after, json, moves, told};

/// The cheap checks, for every position of every game.
pub(crate) fn quick<G: Audit>(position: &G, census: &[u32]) -> Result<(), Breach> {
    position
        .audit()
        .map_err(|what| Breach::new(Check::Invariants, format!("it does not hold that {what}")))?;
    let mut now = position.census();
    now.sort_unstable();
    holds!(
        Check::Conservation,
        now == census,
        "the cards have become {now:?}, they were {census:?}"
    );
    actors(position)
}

fn actors<G: Game>(position: &G) -> Result<(), Breach> {
    let players = position.players();
    let acting = position.to_act();
    let over = position.outcome();
    holds!(
        Check::Actors,
        acting.is_empty() == over.is_some(),
        "{acting:?} are to act and the outcome is {over:?}"
    );
    holds!(
        Check::Actors,
        acting.iter().all(|seat| seat.index() < players),
        "a seat that is not there is to act: {acting:?}"
    );
    let mut out = Vec::new();
    for seat in Seat::all(players) {
        position.legal_moves(seat, &mut out);
        let has = !out.is_empty();
        holds!(
            Check::Actors,
            has == acting.contains(seat),
            "{seat:?} has moves: {has}; is to act: {}",
            !has
        );
    }
    match over {
        Some(outcome) => outcome_fits(&outcome, players),
        None => Ok(()),
    }
}

fn outcome_fits(outcome: &Outcome, players: usize) -> Result<(), Breach> {
    holds!(
        Check::Outcome,
        outcome.ranks().len() == players && outcome.scores().len() == players,
        "the outcome is for {} players",
        outcome.ranks().len()
    );
    holds!(Check::Outcome, !outcome.winners().is_empty(), "nobody has won");
    let reason = outcome.reason();
    holds!(
        Check::Outcome,
        is_code(&reason.code) && !reason.text.is_empty(),
        "the reason {reason:?} is no code and sentence"
    );
    Ok(())
}

/// The expensive checks, for some positions.
pub(crate) fn thorough<G: Audit>(position: &G) -> Result<(), Breach> {
    let before = Print::of(position);
    for seat in Seat::all(position.players()) {
        let legal = list(position, seat)?;
        agreement(position, seat, &legal)?;
        for &mv in &legal {
            writing(mv, position.players())?;
        }
        twins(position, seat, &legal)?;
    }
    texts(position)?;
    let touched = "asking for moves, views and refusals has changed the position";
    holds!(Check::Untouched, Print::of(position) == before, "{touched}");
    Ok(())
}

/// The legal moves, after checking that each is listed once and that the list is always the same.
fn list<G: Game>(position: &G, seat: Seat) -> Result<Vec<G::Move>, Breach> {
    let legal = moves(position, seat);
    let mut again: Vec<G::Move> = legal.iter().chain(&legal).copied().collect();
    position.legal_moves(seat, &mut again);
    holds!(
        Check::Moves,
        legal == again,
        "the list is another at the second time, or does not replace what was there"
    );
    let mut seen = HashSet::new();
    for mv in &legal {
        holds!(Check::Moves, seen.insert(*mv), "`{mv}` is listed twice");
    }
    Ok(legal)
}

fn agreement<G: Game>(position: &G, seat: Seat, legal: &[G::Move]) -> Result<(), Breach> {
    let players = position.players();
    let count = G::Move::count(players);
    let legal: HashSet<G::Move> = legal.iter().copied().collect();
    for mv in &legal {
        let number = mv.number(players);
        holds!(
            Check::Writing,
            number.is_some_and(|number| number < count),
            "legal `{mv}` has the number {number:?} of {count}"
        );
    }
    for number in 0..count {
        let Some(mv) = G::Move::from_number(number, players) else {
            return Err(Breach::new(
                Check::Writing,
                format!("number {number} of {count} is no move"),
            ));
        };
        holds!(
            Check::Writing,
            mv.number(players) == Some(number),
            "number {number} is `{mv}`, whose number is {:?}",
            mv.number(players)
        );
        let verdict = position.check(seat, mv);
        holds!(
            Check::Agreement,
            verdict.is_ok() == legal.contains(&mv),
            "`{mv}` of {seat:?} is {} listed, and the check says {verdict:?}",
            if legal.contains(&mv) { "" } else { "not" }
        );
        if let Err(illegal) = verdict {
            refusal::<G>(&illegal)?;
        }
    }
    holds!(
        Check::Writing,
        G::Move::from_number(count, players).is_none(),
        "there is a move beyond the last number"
    );
    Ok(())
}

fn refusal<G: Game>(illegal: &Illegal) -> Result<(), Breach> {
    let numbered = illegal
        .rule
        .strip_prefix(G::INFO.rule_prefix)
        .and_then(|rest| rest.strip_prefix('-'))
        .is_some_and(|rest| {
            let digits = rest.trim_start_matches(['R', 'D', 'P']);
            digits.len() + 1 == rest.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
    holds!(Check::Refusals, numbered, "{illegal:?} names no rule of the game");
    holds!(
        Check::Refusals,
        is_code(illegal.code),
        "{illegal:?} has no snake_case code"
    );
    holds!(
        Check::Refusals,
        illegal.message.ends_with('.'),
        "{illegal:?} is no sentence"
    );
    Ok(())
}

fn is_code(code: &str) -> bool {
    !code.is_empty()
        && code
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn writing<M: GameMove>(mv: M, players: usize) -> Result<(), Breach> {
    let notation = mv.to_string();
    holds!(
        Check::Writing,
        notation.parse() == Ok(mv),
        "`{notation}` is not read back"
    );
    let words_are_plain = notation
        .split(' ')
        .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_graphic() && !b.is_ascii_uppercase()));
    holds!(
        Check::Writing,
        words_are_plain,
        "`{notation}` is not lower-case words with single spaces"
    );
    let text = json(&mv);
    holds!(
        Check::Writing,
        serde_json::from_str(&text).is_ok_and(|back: M| back == mv),
        "{text} is not read back"
    );
    let tagged =
        serde_json::from_str(&text).is_ok_and(|value: serde_json::Value| value["type"].as_str().is_some_and(is_code));
    holds!(Check::Writing, tagged, "{text} has no snake_case `type`");
    let more = format!("{},\"unknown\":1}}", text.trim_end_matches('}'));
    holds!(
        Check::Writing,
        serde_json::from_str::<M>(&more).is_err(),
        "{more} is read, though it has a field that says nothing; `roundtable_core::moves!` refuses it"
    );
    let number = mv.number(players);
    let back = number.and_then(|number| M::from_number(number, players));
    holds!(
        Check::Writing,
        back == Some(mv),
        "the number {number:?} of `{mv}` is not read back"
    );
    Ok(())
}

/// Two moves with the same result, to the last event, are one move.
fn twins<G: Audit>(position: &G, seat: Seat, legal: &[G::Move]) -> Result<(), Breach> {
    let mut results: HashMap<String, G::Move> = HashMap::new();
    for &mv in legal {
        let (result, journal) = after(position, seat, mv);
        let eyes = Eye::limited(position.players()).chain([Eye::All]);
        let heard: Vec<_> = eyes.map(|eye| (json(&result.view(eye)), told(&journal, eye))).collect();
        if let Some(twin) = results.insert(json(&heard), mv) {
            return Err(Breach::new(
                Check::Moves,
                format!("`{twin}` and `{mv}` have the same result"),
            ));
        }
    }
    Ok(())
}

fn texts<G: Game>(position: &G) -> Result<(), Breach> {
    for eye in Eye::limited(position.players()).chain([Eye::All]) {
        let text = Page::plain(&position.view(eye));
        holds!(
            Check::Text,
            !text.is_empty() && text.ends_with('\n'),
            "the view of {eye:?} is drawn without a last line end"
        );
        for line in text.lines() {
            let width = line.chars().count();
            holds!(Check::Text, width <= 80, "a line is {width} columns wide: {line}");
        }
    }
    Ok(())
}
