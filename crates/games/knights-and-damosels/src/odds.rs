//! What a careful player could count: who can have given a displayed card (KD-R7, KD-R8), and which events are still to
//! come (KD-R6).

use crate::cards::{Chivalry, Damosel, EventCard};
use crate::event::{EventSeen, EventsSeen};
use crate::view::{DamoselSeen, ShownSeen, View};

/// The odds behind the displayed cards, and of the event pile.
pub(crate) fn odds(view: &View) -> Vec<String> {
    if view.outcome.is_some() {
        return Vec::new();
    }
    let mut told = behind(view);
    told.extend(events(view));
    told
}

/// Somebody who gave one of the hidden cards, with the number of ways in which it can be this chivalry.
struct Giver<'a> {
    name: String,
    ways: Box<dyn Fn(Chivalry) -> u64 + 'a>,
}

/// In how many ways the givers can have given these cards, one each.
fn ways(cards: &[Chivalry], givers: &[&Giver<'_>]) -> u64 {
    let Some((card, rest)) = cards.split_first() else {
        return 1;
    };
    (0..givers.len())
        .map(|at| {
            let others: Vec<&Giver<'_>> = givers[..at].iter().chain(&givers[at + 1..]).copied().collect();
            match (givers[at].ways)(*card) {
                0 => 0,
                ways_here => ways_here * ways(rest, &others),
            }
        })
        .sum()
}

fn behind(view: &View) -> Vec<String> {
    let known = |shown: &ShownSeen| match shown.damosel {
        DamoselSeen::Known { damosel } => Some(damosel),
        DamoselSeen::Hidden => None,
    };
    let seen: Vec<Damosel> = view.display.iter().filter_map(known).collect();
    let hidden: Vec<Chivalry> = view
        .display
        .iter()
        .filter(|shown| known(shown).is_none())
        .map(|shown| shown.chivalry)
        .collect();
    let mut givers: Vec<Giver<'_>> = view
        .players
        .iter()
        .filter(|player| !player.pile.is_empty() && !seen.contains(&player.damosel))
        .map(|player| Giver {
            name: player.damosel.name().to_owned(),
            ways: Box::new(|card| u64::from(player.pile.contains(card))),
        })
        .collect();
    // One card more than players who gave: it is of one of the damosels without a player.
    if hidden.len() > givers.len() {
        givers.push(Giver {
            name: "a damosel without a player".to_owned(),
            ways: Box::new(|card| view.unused.iter().filter(|one| one.pile.contains(card)).count() as u64),
        });
    }
    let all: Vec<&Giver<'_>> = givers.iter().collect();
    let total = ways(&hidden, &all);
    if total == 0 {
        return Vec::new();
    }
    (0..hidden.len())
        .map(|at| {
            let mut others = hidden.clone();
            let card = others.remove(at);
            let each: Vec<String> = givers
                .iter()
                .filter_map(|giver| {
                    let rest: Vec<&Giver<'_>> = all
                        .iter()
                        .copied()
                        .filter(|other| !std::ptr::eq(*other, giver))
                        .collect();
                    let count = (giver.ways)(card) * ways(&others, &rest);
                    (count > 0).then(|| format!("{} in {count} of {total} ways", giver.name))
                })
                .collect();
            format!("The displayed {} is from {}.", card.name(), each.join(", "))
        })
        .collect()
}

/// The events that this eye has not seen since the last shuffle.
fn events(view: &View) -> Option<String> {
    let known = |event: &EventSeen| match event {
        EventSeen::Known { event } => Some(*event),
        EventSeen::Hidden => None,
    };
    let past = view.past_events.iter().flat_map(|past| {
        [
            Some(past.revealed),
            known(&past.arthur_discard),
            known(&past.merlin_discard),
        ]
    });
    let mut seen: Vec<EventCard> = past.flatten().collect();
    if let Some(EventsSeen::Known { events }) = &view.event_hand {
        seen.extend(events);
    }
    let left: Vec<&str> = EventCard::ALL
        .into_iter()
        .filter(|event| !seen.contains(event))
        .map(EventCard::name)
        .collect();
    (!left.is_empty()).then(|| {
        format!(
            "Events that you have not seen since the last shuffle: {}.",
            left.join(", ")
        )
    })
}
