//! SHOCK! Knights & Poisons: what the Chest gives, what poison costs, and which Number cards win.

use roundtable_catalog::games::shock::{Card, CardsSeen, ChestCard, Event, Shock, View};

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static CHEST: Group = Group {
    name: "Chest card revealed",
    origin: Origin::Played,
    points: Some("jewels for who reveals it"),
    alike: false,
};
/// The first hand only: later ones depend on what was kept.
static NUMBERS: Group = Group {
    name: "Number card in the first hand",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
static TRICKS: Group = Group {
    name: "In the tricks",
    origin: Origin::Played,
    points: Some("jewels from the trick"),
    alike: false,
};
static LEAVING: Group = Group {
    name: "End of a round",
    origin: Origin::Played,
    points: Some("jewels banked, or lost"),
    alike: false,
};
static LEAD: Group = Group {
    name: "Leader",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};

impl Subject for Shock {
    const GROUPS: &'static [&'static Group] = &[&LEAD, &CHEST, &LEAVING, &TRICKS, &NUMBERS];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        let mut first_hand = true;
        for event in seen.events {
            match event {
                Event::RoundBegan { round: 1, leader, .. } => notes.had(&LEAD, "Leader of the first round", *leader),
                Event::Dealt {
                    seat,
                    cards: CardsSeen::Known { cards },
                } if first_hand => {
                    for card in *cards {
                        notes.had(&NUMBERS, called(card, seen.start), *seat);
                    }
                }
                Event::Revealed { seat, card, jewels, .. } => {
                    let name = match card {
                        ChestCard::Jewels { .. } => format!("Jewels {card}"),
                        ChestCard::Poison { kind } => format!("Poison: {kind}"),
                    };
                    notes.brought(&CHEST, name, *seat, f64::from(*jewels));
                }
                Event::TrickWon { seat, jewels, taken } => {
                    notes.brought(&TRICKS, "Trick won", *seat, f64::from(*jewels));
                    for card in *taken {
                        let name = if seen.start.potion_cards.contains(card) {
                            "Potion taken"
                        } else {
                            "Poison taken"
                        };
                        notes.had(&TRICKS, name, *seat);
                    }
                }
                Event::Shocked { seat, lost } => notes.brought(&LEAVING, "Shocked", *seat, -f64::from(*lost)),
                Event::Withdrew { seat, banked } => notes.brought(&LEAVING, "Withdrew", *seat, f64::from(*banked)),
                Event::RoundEnded { banked, .. } => {
                    first_hand = false;
                    for banked in banked {
                        notes.brought(&LEAVING, "Stayed to the end", banked.seat, f64::from(banked.jewels));
                    }
                }
                _ => {}
            }
        }
    }
}

/// What a Number card is counted as: its number, so that the four suits, which trump makes equal over a game, are
/// counted together; a card with an effect by its own name.
fn called(card: Card, view: &View) -> String {
    if view.potion_cards.contains(card) {
        return format!("{card} (Potion)");
    }
    if view.all_poison_cards().contains(card) {
        return format!("{card} (Poison)");
    }
    let icon = if view.icons.contains(card) { " with a jewel" } else { "" };
    format!("{:2}{icon}", card.number())
}
