//! High Card: what the cards that were dealt are worth.

use roundtable_catalog::games::high_card::HighCard;

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static DEALT: Group = Group {
    name: "Dealt",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};

impl Subject for HighCard {
    const GROUPS: &'static [&'static Group] = &[&DEALT];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        for player in &seen.start.players {
            for card in player.hand.iter().flatten() {
                notes.had(&DEALT, card.to_string(), player.seat);
            }
        }
    }
}
