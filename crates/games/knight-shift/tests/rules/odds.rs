//! What a careful player could count.

use knight_shift::{CardSeen, CardsSeen, Item, Kind, KnightShift, View};
use roundtable_core::{Eye, Game as _, Seat};
use roundtable_testkit::watch;

fn listed(cards: &CardsSeen) -> Vec<Item> {
    match cards {
        CardsSeen::Known { items } => items.clone(),
        CardsSeen::Hidden { .. } => Vec::new(),
    }
}

/// The cards of which `seat` sees only the back, by the eye that sees everything.
fn hidden(view: &View, whole: &View) -> Vec<Item> {
    let mut hidden = Vec::new();
    for (seen, real) in view.squires.iter().zip(&whole.squires) {
        if matches!(seen.hand, CardsSeen::Hidden { .. }) {
            hidden.extend(listed(&real.hand));
        }
    }
    let under = view.knights.iter().zip(&whole.knights);
    for (seen, real) in under.flat_map(|(seen, real)| seen.equipment.iter().zip(&real.equipment)) {
        if let (CardSeen::Hidden, CardSeen::Known { item }) = (seen.card, real.card) {
            hidden.push(item);
        }
    }
    hidden.extend(listed(&whole.draw_pile));
    hidden.extend(listed(&whole.aside));
    hidden
}

#[test]
fn the_unseen_items_are_counted_kind_by_kind() {
    for players in [2, 4, 6] {
        watch::<KnightShift>(players, 5, |game| {
            let whole = game.view(Eye::All);
            for own in Seat::all(players).filter(|_| whole.outcome.is_none()) {
                let view = game.view(Eye::Seat(own));
                let hidden = hidden(&view, &whole);
                let count = |kind| hidden.iter().filter(|item| item.kind() == kind).count();
                let counts = Kind::ALL.map(|kind| (kind, count(kind)));
                let words = counts.iter().filter(|(_, count)| *count > 0);
                let words: Vec<String> = words.map(|(kind, count)| format!("{kind} {count}")).collect();
                let line = format!("{} cards that you have not seen: {}.", hidden.len(), words.join(", "));
                assert_eq!(KnightShift::odds(&view).first(), Some(&line));
            }
        });
    }
}
