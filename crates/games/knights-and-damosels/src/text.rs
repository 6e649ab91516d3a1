//! Views and events as text for an 80-column terminal.

use std::cmp::Reverse;

use roundtable_core::text::{Draw, Ink, Page};
use roundtable_core::{Seat, Seats};

use crate::battle::{Fate, Side};
use crate::cards::{Chivalry, Damosel, EventCard};
use crate::event::{Event, EventSeen, EventsSeen};
use crate::score::Victory;
use crate::view::{DamoselSeen, PlayerSeen, Step, View};

/// Numbers of Service cards, one after the other.
fn numbers(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(", ")
}

/// The widest line.
const WIDTH: usize = 80;

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        self.draw_prompt(page);
        self.draw_ranking(page);
        self.draw_event(page);
        self.draw_display(page);
        self.draw_joust(page);
        self.draw_offers(page);
        page.line();
        for player in &self.players {
            self.draw_player(player, page);
        }
        for unused in &self.unused {
            let title = format!("  {} (unused): ", unused.damosel.name());
            wrapped(&title, unused.pile.iter().map(|card| card.word().to_owned()), page);
        }
        self.draw_battle(page);
        let goals = &self.goals;
        let words = format!(
            "Goals: {} cards given to one knight; {} earned; {} worship.",
            goals.given, goals.earned, goals.worship
        );
        page.ink(Ink::Faint, words).line();
    }
}

impl View {
    fn draw_prompt(&self, page: &mut Page) {
        page.ink(Ink::Strong, format_args!("Round {}", self.round)).put(": ");
        if let Some(outcome) = &self.outcome {
            page.put("the game is over.").line().put(&outcome.reason().text).line();
            return;
        }
        page.put(match self.step {
            Step::ArthurDiscards => "Arthur discards one of three events.",
            Step::MerlinDiscards => "Merlin discards one of two events.",
            Step::Giving => "each damosel gives a card.",
            Step::Selecting { may_challenge: true } => "select a card or challenge.",
            Step::Selecting { may_challenge: false } => "select a card.",
            Step::Offering { may_challenge: true } => "offer a card or challenge.",
            Step::Offering { may_challenge: false } => "offer a card.",
            Step::Jousting => "high, low or yield?",
            Step::Replacing => "take another card, or pass.",
            Step::Placing => "which cards lie face-up?",
            Step::Taking => "take a card back.",
            Step::Siding => "Arthur's side or Mordred's?",
            Step::Fighting => "choose a card to fight with.",
            Step::Over => "",
        });
        page.line().put("To act: ");
        seats(self.to_act, page);
        page.line();
        for sealed in &self.sealed {
            page.put("  ").seat(sealed.seat).put(" has chosen");
            if let Some(choice) = sealed.choice {
                page.put(format_args!(" `{choice}`"));
            }
            page.put(".").line();
        }
    }

    /// The ranking after the last round and what it was based on, from first to last.
    fn draw_ranking(&self, page: &mut Page) {
        let standings = self.standings.iter().flatten();
        let mut ranked: Vec<_> = self.players.iter().zip(standings).collect();
        ranked.sort_unstable_by_key(|(_, standing)| Reverse(**standing));
        for (player, standing) in ranked {
            page.put("  ").seat(player.seat).put(match standing.victory {
                Victory::Damosel => ", damosel victory",
                Victory::Knight => ", knight victory",
                Victory::Worship => ", worship victory",
                Victory::None => "",
            });
            page.put(format_args!(
                ": {} given, {} earned, {} worship",
                standing.given, standing.earned, standing.worship
            ));
            page.line();
        }
    }

    fn draw_event(&self, page: &mut Page) {
        page.put("Arthur: ")
            .seat(self.arthur)
            .put(". Merlin: ")
            .seat(self.merlin);
        page.put(format_args!(". Event pile: {} cards.", self.event_pile.count))
            .line();
        if let Some(order) = &self.event_pile.order {
            wrapped("Pile order: ", order.iter().map(|event| event.word().to_owned()), page);
        }
        for past in &self.past_events {
            let discard = |seen| match seen {
                EventSeen::Known { event } => EventCard::word(event),
                EventSeen::Hidden => "?",
            };
            page.put(format_args!(
                "  {} ({}, {} discarded)",
                past.revealed,
                discard(past.arthur_discard),
                discard(past.merlin_discard)
            ));
            page.line();
        }
        if let Some(EventsSeen::Known { events }) = &self.event_hand {
            wrapped(
                "Events to choose from: ",
                events.iter().map(|event| event.word().to_owned()),
                page,
            );
        }
        if let Some(event) = &self.event {
            page.put("Event: ").ink(Ink::Strong, event.event.name());
            page.put(format_args!(", a {}", event.kind));
            if let Some(bonus) = event.bonus {
                page.put(format_args!(" ({bonus} +1)"));
            }
            page.line();
            wrapped("Listed: ", event.listed.iter().map(|card| card.word().to_owned()), page);
        }
        self.draw_service(page);
        let back = self.returned.iter();
        let back: Vec<String> = back
            .map(|card| format!("{} to {}", card.chivalry, card.damosel.name()))
            .collect();
        if !back.is_empty() {
            wrapped("Went back: ", back.into_iter(), page);
        }
    }

    fn draw_service(&self, page: &mut Page) {
        let Some(service) = &self.service else { return };
        if let Some(card) = service.card {
            let title = format!("Service card {} calls for: ", card.number);
            wrapped(&title, card.calls.iter().map(|card| card.word().to_owned()), page);
        }
        page.put(format_args!("Service pile: {} cards", service.left));
        if !service.turned.is_empty() {
            page.put(format_args!("; turned over: {}", numbers(&service.turned)));
        }
        if let Some(order) = service.order.as_ref().filter(|order| !order.is_empty()) {
            page.put(format_args!("; order: {}", numbers(order)));
        }
        page.put(".").line();
    }

    fn draw_display(&self, page: &mut Page) {
        if self.display.is_empty() {
            return;
        }
        page.line().ink(Ink::Strong, "Merlin's display").line();
        for card in &self.display {
            page.put(format_args!("  {}. {:<9}", card.number, card.chivalry));
            if let DamoselSeen::Known { damosel } = card.damosel {
                page.put(format_args!(" from {}", damosel.name()));
            }
            if let Some(seat) = card.selected_by {
                page.put(" - selected by ").seat(seat);
            }
            page.put(if card.challenged { ", challenged" } else { "" }).line();
        }
    }

    fn draw_joust(&self, page: &mut Page) {
        let Some(joust) = self.joust else { return };
        page.line()
            .ink(Ink::Strong, "Joust")
            .put(": ")
            .seat(joust.challenger)
            .put(" against ");
        page.seat(joust.challenged)
            .put(format_args!(" for {}, pass {}; ", joust.chivalry, joust.pass));
        page.seat(joust.holder).put(" has the right.").line();
    }

    fn draw_offers(&self, page: &mut Page) {
        if self.offered.is_empty() {
            return;
        }
        page.line().ink(Ink::Strong, "Offered").line();
        for card in &self.offered {
            page.put(format_args!("  {:<9} by ", card.chivalry)).seat(card.seat);
            page.put(if card.challenged { ", challenged" } else { "" }).line();
        }
    }

    fn draw_player(&self, player: &PlayerSeen, page: &mut Page) {
        let mark = if self.to_act.contains(player.seat) { "> " } else { "  " };
        page.put(mark).seat(player.seat);
        page.put(format_args!(
            ", {} and {}: ",
            player.knight.name(),
            player.damosel.name()
        ));
        page.ink(Ink::Strong, format_args!("{} worship", player.progress.worship))
            .line();
        let row = player.row.iter().map(|card| match card.damosel {
            DamoselSeen::Known { damosel } => format!("{}/{}", card.chivalry, Damosel::word(damosel)),
            DamoselSeen::Hidden => format!("{}/?", card.chivalry),
        });
        wrapped(&format!("    Earned {}: ", player.progress.earned), row, page);
        let given = self.players.iter().zip(&player.given).filter(|(_, count)| **count > 0);
        let given = given.map(|(other, count)| format!("{count} to {}", other.knight.name()));
        wrapped("    Given: ", given, page);
        wrapped(
            "    Pile: ",
            player.pile.iter().map(|card| card.word().to_owned()),
            page,
        );
    }

    fn draw_battle(&self, page: &mut Page) {
        let Some(battle) = &self.battle else { return };
        page.line()
            .ink(Ink::Strong, format_args!("Camlann, round {}", battle.round));
        if let Some(smaller) = battle.smaller {
            page.put(format_args!(
                ", {} side immune until round {}",
                side_name(smaller),
                battle.immune_until
            ));
        }
        page.line();
        for force in &battle.forces {
            page.put("  ")
                .seat(force.seat)
                .put(format_args!(", {} side", side_name(force.side)))
                .line();
            for (title, cards) in [
                ("Hand", &force.hand),
                ("Wounded", &force.wounded),
                ("Beaten", &force.beaten),
            ] {
                if !cards.is_empty() {
                    wrapped(
                        &format!("    {title}: "),
                        cards.iter().map(|card| card.word().to_owned()),
                        page,
                    );
                }
            }
        }
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Arthur => "Arthur's",
        Side::Mordred => "Mordred's",
    }
}

fn seats(set: Seats, page: &mut Page) {
    for (i, seat) in set.iter().enumerate() {
        page.put(if i > 0 { ", " } else { "" }).seat(seat);
    }
}

/// A title and words, on as many lines as they need.
fn wrapped(title: &str, words: impl Iterator<Item = String>, page: &mut Page) {
    page.put(title);
    let mut column = title.len();
    let mut first = true;
    for word in words {
        if !first && column + 3 + word.len() > WIDTH {
            page.put(",").line().put(" ".repeat(title.len()));
            column = title.len();
        } else if !first {
            page.put(", ");
            column += 2;
        }
        first = false;
        column += word.len();
        page.put(word);
    }
    page.put(if first { "none" } else { "" }).line();
}

fn events_seen(events: &EventsSeen) -> String {
    match events {
        EventsSeen::Known { events } => events.iter().map(|event| event.word()).collect::<Vec<_>>().join(", "),
        EventsSeen::Hidden { count } => format!("{count} events"),
    }
}

/// What each seat has, as `Seat 0: horse, sword; Seat 1: valor`.
fn by_seat(cards: impl Iterator<Item = (Seat, String)>, page: &mut Page) {
    let mut last = None;
    for (seat, card) in cards {
        if last == Some(seat) {
            page.put(", ");
        } else {
            page.put(if last.is_some() { "; " } else { " " }).seat(seat).put(": ");
        }
        page.put(card);
        last = Some(seat);
    }
    page.put(if last.is_none() { " none." } else { "." });
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::Dealt { houses, .. } => {
                page.put("Dealt:");
                let each = houses.iter();
                by_seat(
                    each.map(|house| {
                        (
                            house.seat,
                            format!("{} and {}", house.knight.name(), house.damosel.name()),
                        )
                    }),
                    page,
                );
            }
            Self::RoundBegan { round, arthur, merlin } => {
                page.put(format_args!("Round {round} begins. "))
                    .seat(*arthur)
                    .put(" is Arthur, ");
                page.seat(*merlin).put(" is Merlin.");
            }
            Self::EventsShuffled => {
                page.put("The twelve events are shuffled again.");
            }
            Self::EventsDrawn { seat, events } => {
                page.seat(*seat).put(format_args!(" draws {}.", events_seen(events)));
            }
            Self::Discarded { seat, event } => {
                page.seat(*seat);
                match event {
                    EventSeen::Known { event } => page.put(format_args!(" discards {event}.")),
                    EventSeen::Hidden => page.put(" discards an event."),
                };
            }
            Self::EventsGiven { seat, events } => {
                page.seat(*seat).put(format_args!(" gets {}.", events_seen(events)));
            }
            Self::EventRevealed { event } => {
                page.put(format_args!("The event of the round: {}.", event.name()));
            }
            Self::Chose { seat, choice } => {
                page.seat(*seat);
                match choice {
                    Some(choice) => page.put(format_args!(" chooses `{choice}`.")),
                    None => page.put(" has chosen."),
                };
            }
            Self::Displayed { chivalries } => {
                let cards = chivalries.iter().map(|card| card.word()).collect::<Vec<_>>().join(", ");
                page.put(format_args!("Merlin displays {cards}."));
            }
            Self::DamoselsSeen { damosels } => {
                let names = damosels
                    .iter()
                    .map(|damosel| damosel.name())
                    .collect::<Vec<_>>()
                    .join(", ");
                page.put(format_args!("Behind the cards: {names}."));
            }
            Self::OwnCardSeen { seat, number } => {
                page.seat(*seat).put(format_args!(" recognizes card {number}."));
            }
            Self::Selected { seat, number, chivalry } => {
                page.seat(*seat)
                    .put(format_args!(" selects card {number}, {chivalry}."));
            }
            Self::Passed { seat } => {
                page.seat(*seat).put(" passes.");
            }
            Self::Challenged { seat, other, chivalry } => {
                page.seat(*seat)
                    .put(" challenges ")
                    .seat(*other)
                    .put(format_args!(" for {chivalry}."));
            }
            Self::PassOfArms {
                pass,
                challenger,
                challenged,
                choices: [one, other],
                holder,
            } => {
                page.put(format_args!("Pass {pass}: "))
                    .seat(*challenger)
                    .put(format_args!(" {one}, "));
                page.seat(*challenged)
                    .put(format_args!(" {other}; "))
                    .seat(*holder)
                    .put(" has the right.");
            }
            Self::JoustEnded {
                winner,
                loser,
                chivalry,
                worship,
            } => {
                page.seat(*winner).put(format_args!(" wins the {chivalry}"));
                if *worship > 0 {
                    page.put(format_args!(" and {worship} worship"));
                }
                page.put(" from ").seat(*loser).put(".");
            }
            Self::Declined { seat } => {
                page.seat(*seat).put(" takes no other card.");
            }
            Self::Returned { cards } => {
                let back = cards.iter();
                let back: Vec<String> = back
                    .map(|card| format!("{} to {}", card.chivalry, card.damosel.name()))
                    .collect();
                page.put(format_args!("Not taken and given back: {}.", back.join(", ")));
            }
            Self::ServiceShuffled => {
                page.put("The three Service cards are shuffled.");
            }
            Self::ServiceTurned { number, calls } => {
                let calls: Vec<_> = calls.iter().map(Chivalry::word).collect();
                page.put(format_args!("Service card {number} calls for {}.", calls.join(", ")));
            }
            Self::Granted { cards } => {
                page.put(if cards.is_empty() {
                    "Nobody is granted a card."
                } else {
                    "Granted:"
                });
                let each = cards.iter();
                by_seat(
                    each.map(|card| (card.seat, format!("{} from {}", card.chivalry, card.damosel.name()))),
                    page,
                );
            }
            Self::Offered { seat, chivalry } => {
                page.seat(*seat).put(format_args!(" offers {chivalry}."));
            }
            Self::ServiceEnded => {
                page.put("Nobody has more to offer.");
            }
            Self::Placed { cards } => {
                page.put("Uncovered:");
                let side = |up: bool| if up { "face-up" } else { "face-down" };
                let each = cards.iter();
                by_seat(
                    each.map(|card| (card.seat, format!("{} {}", card.chivalry, side(card.face_up)))),
                    page,
                );
            }
            Self::Awarded { cards } => {
                page.put("Worship earned:");
                let each = cards.iter();
                by_seat(
                    each.map(|card| (card.seat, format!("{} {}", card.worship, card.chivalry))),
                    page,
                );
            }
            Self::Struck { cards, worship } => {
                page.put("Cards lost:");
                let each = cards.iter();
                by_seat(
                    each.map(|card| (card.seat, format!("{} of {}", card.chivalry, card.damosel.name()))),
                    page,
                );
                page.put(" Worship lost:");
                by_seat(worship.iter().map(|lost| (lost.seat, lost.worship.to_string())), page);
            }
            Self::Ranked { order, .. } => {
                page.put("The ranking: ");
                for (i, seat) in order.iter().enumerate() {
                    page.put(if i > 0 { ", " } else { "" }).seat(*seat);
                }
                page.put(".");
            }
            Self::CamlannBegan => {
                page.put("The Battle of Camlann begins.");
            }
            Self::Taken { cards } => {
                page.put("Taken back:");
                let each = cards.iter();
                by_seat(
                    each.map(|card| (card.seat, format!("{} from seat {}", card.chivalry, card.from))),
                    page,
                );
            }
            Self::SidesChosen { sides, .. } => {
                page.put("Sides:");
                by_seat(
                    sides.iter().map(|side| (side.seat, side_name(side.side).to_owned())),
                    page,
                );
            }
            Self::Fought { round, cards } => {
                page.put(format_args!("Camlann, round {round}:"));
                let fate = |fate| match fate {
                    Fate::Beaten => "beaten",
                    Fate::Wounded => "wounded",
                    Fate::Unharmed => "unharmed",
                };
                let healed = |card: Option<Chivalry>| card.map(|card| format!(", {card} back")).unwrap_or_default();
                let each = cards.iter().map(|card| {
                    let words = format!("{} {}{}", card.chivalry, fate(card.fate), healed(card.healed));
                    (card.seat, words)
                });
                by_seat(each, page);
            }
            Self::Over { outcome } => {
                page.put(&outcome.reason().text);
            }
        }
    }
}
