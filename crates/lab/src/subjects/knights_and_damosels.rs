//! Knights & Damosels: whether all houses are equal, what the events do, which chivalries earn worship, and what jousts
//! are worth.

use roundtable_catalog::games::knights_and_damosels::{Event, KnightsAndDamosels, Side, Victory};

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static DAMOSELS: Group = Group {
    name: "Damosel dealt",
    origin: Origin::Dealt,
    points: None,
    alike: true,
};
static KNIGHTS: Group = Group {
    name: "Knight dealt",
    origin: Origin::Dealt,
    points: None,
    alike: true,
};
static COURT: Group = Group {
    name: "First round",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
static EVENTS: Group = Group {
    name: "Event revealed",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static MERLIN: Group = Group {
    name: "Event revealed as Merlin",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static EARNED: Group = Group {
    name: "Chivalry of the knight at the end",
    origin: Origin::Played,
    points: None,
    alike: true,
};
static OFFERED: Group = Group {
    name: "Chivalry offered",
    origin: Origin::Played,
    points: Some("worship"),
    alike: true,
};
static JOUSTS: Group = Group {
    name: "Jousts",
    origin: Origin::Played,
    points: Some("worship"),
    alike: false,
};
static REACHED: Group = Group {
    name: "Victory reached when the rounds ended",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static CAMLANN: Group = Group {
    name: "Side at Camlann",
    origin: Origin::Played,
    points: None,
    alike: true,
};

impl Subject for KnightsAndDamosels {
    const GROUPS: &'static [&'static Group] = &[
        &DAMOSELS, &KNIGHTS, &COURT, &REACHED, &EVENTS, &MERLIN, &EARNED, &OFFERED, &JOUSTS, &CAMLANN,
    ];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        let mut merlin = seen.start.merlin;
        for player in &seen.start.players {
            notes.had(&DAMOSELS, player.damosel.name(), player.seat);
            notes.had(&KNIGHTS, player.knight.name(), player.seat);
        }
        notes.had(&COURT, "Arthur", seen.start.arthur);
        notes.had(&COURT, "Merlin", seen.start.merlin);
        for player in &seen.end.players {
            for card in &player.row {
                notes.had(&EARNED, card.chivalry.name(), player.seat);
            }
        }
        for event in seen.events {
            match event {
                Event::RoundBegan { merlin: seat, .. } => merlin = *seat,
                Event::EventRevealed { event } => {
                    notes.happened(&EVENTS, event.name());
                    notes.had(&MERLIN, event.name(), merlin);
                }
                Event::Awarded { cards } => {
                    for card in cards {
                        notes.brought(&OFFERED, card.chivalry.name(), card.seat, f64::from(card.worship));
                    }
                }
                Event::Challenged { seat, .. } => notes.had(&JOUSTS, "Challenged another", *seat),
                Event::JoustEnded {
                    winner, loser, worship, ..
                } => {
                    notes.brought(&JOUSTS, "Joust won", *winner, f64::from(*worship));
                    notes.brought(&JOUSTS, "Joust lost", *loser, -f64::from(*worship));
                }
                Event::Ranked { standings, .. } => {
                    for (seat, standing) in seen.seats().zip(standings) {
                        let name = match standing.victory {
                            Victory::None => continue,
                            Victory::Worship => "Worship victory",
                            Victory::Knight => "Knight victory",
                            Victory::Damosel => "Damosel victory",
                        };
                        notes.had(&REACHED, name, seat);
                    }
                }
                Event::SidesChosen { sides, .. } => {
                    for chosen in sides {
                        let name = match chosen.side {
                            Side::Arthur => "Arthur",
                            Side::Mordred => "Mordred",
                        };
                        notes.had(&CAMLANN, name, chosen.seat);
                    }
                }
                _ => {}
            }
        }
    }
}
