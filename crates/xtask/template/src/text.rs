//! View and events as text for a terminal of 80 columns.

use roundtable_core::text::{Draw, Page};

use crate::event::Event;
use crate::moves::Card;
use crate::view::View;

fn listed(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}

impl Draw for View {
    fn draw(&self, page: &mut Page) {
        match (&self.outcome, self.turn) {
            (Some(outcome), _) => page.put(&outcome.reason().text).line(),
            (None, Some(seat)) => page.seat(seat).put(" plays a card.").line(),
            (None, None) => page,
        };
        for player in &self.players {
            page.seat(player.seat).put(format_args!(": {} tricks", player.tricks));
            if let Some(card) = player.played {
                page.put(format_args!(", played {card}"));
            }
            match &player.hand {
                Some(hand) => page.put(format_args!(", holds {}", listed(hand))).line(),
                None => page.put(format_args!(", holds {} cards", player.cards)).line(),
            };
        }
    }
}

impl Draw for Event {
    fn draw(&self, page: &mut Page) {
        match self {
            Self::Dealt { seat, hand } => page.seat(*seat).put(format_args!(" is dealt {}.", listed(hand))),
            Self::Played { seat, card } => page.seat(*seat).put(format_args!(" plays {card}.")),
            Self::TrickTaken { seat } => page.seat(*seat).put(" takes the trick."),
        };
    }
}
