//! View and events as text for a terminal of 80 columns.

use roundtable_core::text::{Draw, Page};

use crate::cards::{Card, Toll};
use crate::event::Event;
use crate::view::View;

fn listed<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let words: Vec<String> = cards.into_iter().map(Card::to_string).collect();
    words.join(" ")
}

fn toll(toll: &Toll) -> String {
    format!("{} ({:?})", toll.worth, toll.colour).to_lowercase()
}

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        if let Some(outcome) = &self.outcome {
            page.put(&outcome.reason().text).line();
        } else {
            let gate: Vec<String> = self.gate.iter().map(toll).collect();
            page.put(format_args!(
                "At the gate: {}. {} more to come.",
                gate.join(", "),
                self.carts
            ));
            page.line();
        }
        for player in &self.players {
            page.seat(player.seat).put(format_args!(": {}", player.worth));
            if !player.shown.is_empty() {
                page.put(format_args!(", showed {}", listed(&player.shown)));
            }
            if player.offered {
                page.put(", has offered");
                if let Some(card) = player.offer {
                    page.put(format_args!(" {card}"));
                }
            }
            match &player.hand {
                Some(hand) => page.put(format_args!(", holds {}", listed(hand))).line(),
                None => page.put(format_args!(", holds {} cards", player.cards)).line(),
            };
        }
        for look in &self.spied {
            page.seat(look.spy).put(" looked into the hand of ").seat(look.on);
            match look.card {
                Some(card) => page.put(format_args!(": the lowest card was {card}.")).line(),
                None => page.put(".").line(),
            };
        }
    }
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::Dealt { seat, hand } => page.seat(*seat).put(format_args!(" is dealt {}.", listed(hand))),
            Self::Came { toll: came } => page.put(format_args!("A cart comes: {}.", toll(came))),
            Self::Offered { seat, card: None } => page.seat(*seat).put(" offers a card."),
            Self::Offered { seat, card: Some(card) } => page.seat(*seat).put(format_args!(" offers {card}.")),
            Self::Opened { cards } => page.put(format_args!("The offers: {}.", listed(cards))),
            Self::Taken { seat, worth } => page.seat(*seat).put(format_args!(" is paid {worth}.")),
            Self::Stayed => page.put("Nobody stands alone, and the tolls stay at the gate."),
            Self::Spied { spy, on, card } => {
                page.seat(*spy).put(" looks into the hand of ").seat(*on);
                match card {
                    Some(card) => page.put(format_args!(": the lowest card is {card}.")),
                    None => page.put("."),
                }
            }
        };
    }
}
