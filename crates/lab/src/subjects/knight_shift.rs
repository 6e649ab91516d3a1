//! Knight Shift: which Knight is worth claiming, what lies under it, and where the points come from.

use std::collections::BTreeMap;

use roundtable_catalog::games::knight_shift::{Event, Item, KnightShift, SheetSeen};

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static KNIGHTS: Group = Group {
    name: "Knight claimed",
    origin: Origin::Played,
    points: Some("points above the table's mean of that round"),
    alike: true,
};
static LEFT: Group = Group {
    name: "Knight left in the middle",
    origin: Origin::Played,
    points: None,
    alike: true,
};
static ITEMS: Group = Group {
    name: "Item under a claimed Knight",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static SHEET: Group = Group {
    name: "Column of the score sheet",
    origin: Origin::Played,
    points: Some("points in a round"),
    alike: false,
};
static HEAD: Group = Group {
    name: "Head Squire",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};

impl Subject for KnightShift {
    const GROUPS: &'static [&'static Group] = &[&HEAD, &KNIGHTS, &LEFT, &ITEMS, &SHEET];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        for round in &seen.end.rounds {
            let totals = round.squires.iter().map(|squire| f64::from(squire.sheet.total));
            let mean = totals.sum::<f64>() / round.squires.len() as f64;
            for squire in &round.squires {
                let sheet = &squire.sheet;
                notes.brought(
                    &KNIGHTS,
                    &*squire.knight.name,
                    sheet.seat,
                    f64::from(sheet.total) - mean,
                );
                let mut items: BTreeMap<&str, f64> = BTreeMap::new();
                for item in &squire.equipment {
                    *items.entry(called(*item)).or_default() += 1.0;
                }
                for (item, count) in items {
                    notes.much(&ITEMS, item, sheet.seat, count);
                }
                for (column, points) in columns(sheet) {
                    if points != 0 {
                        notes.brought(&SHEET, column, sheet.seat, f64::from(points));
                    }
                }
                if sheet.too_much_booze {
                    notes.brought(&SHEET, "Too much Booze", sheet.seat, 0.0);
                }
            }
            notes.happened(&LEFT, &*round.leftover.knight.name);
        }
        let first = seen.events.iter().find_map(|event| match event {
            Event::RoundBegan { head, .. } => Some(*head),
            _ => None,
        });
        if let Some(head) = first {
            notes.had(&HEAD, "Head Squire of the first round", head);
        }
    }
}

fn columns(sheet: &SheetSeen) -> [(&'static str, i32); 5] {
    [
        ("Likes", sheet.likes),
        ("Dislikes", sheet.dislikes),
        ("Food", sheet.food),
        ("Paired", sheet.paired),
        ("Everything else", sheet.everything_else),
    ]
}

fn called(item: Item) -> &'static str {
    match item {
        Item::Axe => "Axe",
        Item::Armor => "Armor",
        Item::Sword => "Sword",
        Item::Shield => "Shield",
        Item::Lance => "Lance",
        Item::Horse => "Horse",
        Item::Bow => "Bow",
        Item::Arrows => "Arrows",
        Item::Food2 => "Food 2",
        Item::Food3 => "Food 3",
        Item::Food4 => "Food 4",
        Item::Booze => "Booze",
        Item::Companions => "Companions",
        Item::Undergarments => "Undergarments",
    }
}
