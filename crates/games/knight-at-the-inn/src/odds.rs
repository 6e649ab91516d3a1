//! What a careful player could count: everybody knows which tokens lie in a pile, and often something about the top
//! one (KI-R11).

use crate::deck::Kind;
use crate::view::{HouseholdSeen, View};

/// The odds of the next token of both piles.
pub(crate) fn odds(view: &View) -> Vec<String> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    view.households
        .iter()
        .filter_map(|household| next_token(view, household))
        .collect()
}

fn next_token(view: &View, HouseholdSeen { seat, pile, .. }: &HouseholdSeen) -> Option<String> {
    let whose = if view.eye.seat() == Some(*seat) {
        "your pile".to_owned()
    } else {
        format!("the pile of seat {seat}")
    };
    if let Some(top) = pile.known.first() {
        return Some(format!("On top of {whose} lies the {top}."));
    }
    let rooms = |kind: Kind| {
        view.tokens
            .iter()
            .find(|token| token.kind == kind)
            .map(|token| token.value)
    };
    let possible = |kind: &&Kind| pile.top_exceeds.is_none_or(|least| rooms(**kind) > Some(least));
    let could: Vec<Kind> = pile.left.iter().filter(possible).copied().collect();
    let all = could.len();
    let each: Vec<String> = Kind::ALL
        .into_iter()
        .filter_map(|kind| {
            let count = could.iter().filter(|other| **other == kind).count();
            (count > 0).then(|| format!("{kind} {count} of {all}"))
        })
        .collect();
    (all > 0).then(|| format!("On top of {whose}: {}.", each.join(", ")))
}
