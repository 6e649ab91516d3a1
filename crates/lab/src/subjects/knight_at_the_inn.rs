//! Knight at the Inn: who goes first, what the piles and the inns decide, and which tokens come home.

use roundtable_catalog::games::knight_at_the_inn::{Event, KnightAtTheInn};

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static FIRST: Group = Group {
    name: "Start",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
static PILE: Group = Group {
    name: "Among the first four tokens of the pile",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
static HOME: Group = Group {
    name: "Token home at the end",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static ROAD: Group = Group {
    name: "On the road",
    origin: Origin::Played,
    points: None,
    alike: false,
};

impl Subject for KnightAtTheInn {
    const GROUPS: &'static [&'static Group] = &[&FIRST, &PILE, &HOME, &ROAD];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        for household in &seen.start.households {
            for kind in household.pile.known.iter().take(4) {
                notes.had(&PILE, kind.name(), household.seat);
            }
        }
        for household in &seen.end.households {
            for kind in &household.home {
                notes.had(&HOME, kind.name(), household.seat);
            }
        }
        let mut placed = [false; 2];
        for event in seen.events {
            match event {
                Event::FirstPlayer { seat, .. } => notes.had(&FIRST, "Goes first", *seat),
                Event::Placed { seat, inn, .. } if !placed[seat.index()] => {
                    // A household's first token is placed in its start row.
                    placed[seat.index()] = true;
                    let row = seen.start.inns.iter().filter(|other| other.inn.row() == inn.row());
                    let rooms: f64 = row.map(|inn| f64::from(inn.rooms)).sum();
                    notes.much(&FIRST, "A room in the own start row", *seat, rooms);
                }
                Event::Pushed { seat, tokens, .. } => {
                    notes.had(&ROAD, "Royal Push", *seat);
                    let own = tokens.iter().filter(|token| token.seat == *seat).count();
                    notes.much(&ROAD, "Own token pushed by the own King", *seat, own as f64);
                }
                Event::Kept { seat } => notes.had(&ROAD, "Chose not to draw", *seat),
                Event::NoRoom { seat } => notes.had(&ROAD, "No room to place a token", *seat),
                Event::Rested { seat } => notes.had(&ROAD, "Rested", *seat),
                Event::Forfeited { seat } => notes.had(&ROAD, "Turn forfeited", *seat),
                _ => {}
            }
        }
    }
}
