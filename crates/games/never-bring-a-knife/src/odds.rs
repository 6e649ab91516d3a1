//! What a careful player could count: there are as many role cards of one team as of the other (NK-P4).

use crate::cards::Role;
use crate::view::View;

/// The odds that a role card which this eye has not seen is of a team.
pub(crate) fn odds(view: &View) -> Vec<String> {
    let known: Vec<Role> = view
        .players
        .iter()
        .map(|player| player.role)
        .chain([view.boss])
        .filter_map(|card| card.known.role())
        .chain(view.undealt)
        .collect();
    let left = |role: Role| usize::from(view.team).saturating_sub(known.iter().filter(|other| **other == role).count());
    let (cops, criminals) = (left(Role::Cop), left(Role::Criminal));
    let all = cops + criminals;
    if view.outcome.is_some() || all == 0 {
        return Vec::new();
    }
    let dealt = view.players.len() + 1;
    let left_over = if dealt < 2 * usize::from(view.team) {
        " One of them was not dealt."
    } else {
        ""
    };
    vec![format!(
        "Of the {all} role cards that you have not seen, {criminals} are Criminals and {cops} are Cops.{left_over}"
    )]
}
