//! What a careful player could count: the deck is known, so everybody can tell what they have not seen.

use crate::items::{Item, Kind};
use crate::view::{CardSeen, CardsSeen, KnightSeen, View};

/// The odds that a card which this eye has not seen is of a kind, and that a Knight likes or hates it.
pub(crate) fn odds(view: &View) -> Vec<String> {
    let unseen = unseen(view);
    if view.outcome.is_some() || unseen.is_empty() {
        return Vec::new();
    }
    let all = unseen.len();
    let of = |wanted: &dyn Fn(Kind) -> bool| unseen.iter().filter(|item| wanted(item.kind())).count();
    let kinds = Kind::ALL.map(|kind| (kind, of(&|other| other == kind)));
    let each = kinds.iter().filter(|(_, count)| *count > 0);
    let each: Vec<String> = each.map(|(kind, count)| format!("{kind} {count}")).collect();
    let mut told = vec![format!("{all} cards that you have not seen: {}.", each.join(", "))];
    let hidden = |knight: &&KnightSeen| {
        let covered = knight.equipment.iter().any(|laid| laid.card == CardSeen::Hidden);
        knight.claimed_by.is_none() && covered
    };
    told.extend(view.knights.iter().filter(hidden).map(|knight| {
        let likes = of(&|kind| knight.print.likes.contains(&kind));
        let hates = of(&|kind| knight.print.dislikes.contains(&kind));
        let name = &knight.print.name;
        format!("A hidden card with {name}: {likes} of {all} that this Knight likes, {hates} of {all} that it hates.")
    }));
    told
}

/// The Items whose place this eye does not know.
fn unseen(view: &View) -> Vec<Item> {
    let listed = |cards: &CardsSeen| match cards {
        CardsSeen::Known { items } => items.clone(),
        CardsSeen::Hidden { .. } => Vec::new(),
    };
    let under = view.knights.iter().flat_map(|knight| &knight.equipment);
    let under = under.filter_map(|laid| match laid.card {
        CardSeen::Known { item } => Some(item),
        CardSeen::Hidden => None,
    });
    let hands = view.squires.iter().flat_map(|squire| listed(&squire.hand));
    let piles = listed(&view.draw_pile).into_iter().chain(listed(&view.aside));
    let discards = view.discards.iter().map(|discard| discard.item);
    let seen: Vec<Item> = under.chain(hands).chain(piles).chain(discards).collect();
    view.items
        .iter()
        .flat_map(|print| {
            let known = seen.iter().filter(|item| **item == print.item).count();
            std::iter::repeat_n(print.item, usize::from(print.count).saturating_sub(known))
        })
        .collect()
}
