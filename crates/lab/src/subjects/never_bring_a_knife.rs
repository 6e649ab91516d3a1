//! Never Bring a Knife: whether the teams are even, what the deal decides, and what each card does when it is played.

use roundtable_catalog::games::never_bring_a_knife::{CardSeen, CardsSeen, Event, NeverBringAKnife, Role};

use crate::subject::{Group, Notes, Origin, Seen, Subject};

static ROLES: Group = Group {
    name: "Role dealt",
    origin: Origin::Dealt,
    points: None,
    alike: true,
};
static TEAM: Group = Group {
    name: "Table as dealt",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
/// The first hand only: how many cards are dealt later depends on how long the game lasts, and so on how it is played.
static DEALT: Group = Group {
    name: "Card in the first hand",
    origin: Origin::Dealt,
    points: None,
    alike: false,
};
static PLAYED: Group = Group {
    name: "Card played",
    origin: Origin::Played,
    points: None,
    alike: false,
};
static FATE: Group = Group {
    name: "What happened to a player",
    origin: Origin::Played,
    points: None,
    alike: false,
};

impl Subject for NeverBringAKnife {
    const GROUPS: &'static [&'static Group] = &[&ROLES, &TEAM, &DEALT, &PLAYED, &FATE];

    fn watch(seen: &Seen<'_, Self>, notes: &mut Notes) {
        let role = |seat: usize| seen.start.players[seat].role.known.role();
        let boss = seen.start.boss.known.role();
        for seat in seen.seats() {
            let own = role(seat.index());
            notes.had(&ROLES, own.map_or("none", Role::name), seat);
            let friends = (0..seen.players).filter(|&other| role(other) == own).count();
            match (2 * friends).cmp(&seen.players) {
                std::cmp::Ordering::Greater => notes.had(&TEAM, "In the larger team", seat),
                std::cmp::Ordering::Less => notes.had(&TEAM, "In the smaller team", seat),
                std::cmp::Ordering::Equal => {}
            }
            if boss == own {
                notes.had(&TEAM, "Boss of the own team", seat);
            }
        }
        notes.had(&TEAM, "First dealer", seen.start.dealer);
        let mut first_hand = true;
        for event in seen.events {
            match event {
                Event::RoundBegan { round, .. } => first_hand = *round == 1,
                Event::Dealt {
                    seat,
                    cards: CardsSeen::Known { cards },
                } if first_hand => cards.cards().for_each(|card| notes.had(&DEALT, card.name(), *seat)),
                Event::Played {
                    seat,
                    target,
                    card: CardSeen::Known { card },
                    ..
                } => {
                    let on = if seat == target {
                        "on oneself"
                    } else if role(seat.index()) == role(target.index()) {
                        "on a friend"
                    } else {
                        "on an enemy"
                    };
                    notes.had(&PLAYED, format!("{} {on}", card.name()), *seat);
                }
                Event::Wounded { seat, wounds, .. } => notes.much(&FATE, "Wound", *seat, f64::from(*wounds)),
                Event::Robbed { seat, .. } => notes.had(&FATE, "Robbed by Crime", *seat),
                Event::Swapped { seat, .. } => notes.had(&FATE, "Swapped by the Mole", *seat),
                Event::HitUsed { seat, .. } => notes.had(&FATE, "Used the Hit", *seat),
                Event::Healed { target, .. } => notes.had(&FATE, "Healed", *target),
                Event::Banked { seat, money } => notes.much(&FATE, "Money banked", *seat, f64::from(*money)),
                _ => {}
            }
        }
    }
}
