//! High Card: play the lowest card that wins, or else the lowest.

use roundtable_catalog::games::high_card::{Event, HighCard, Move};
use roundtable_core::{Rng, SeatHandle};

use crate::Squire;
use crate::abilities::{Exact, Insight, Learnt, Rollouts, Sealed};

impl Squire for HighCard {
    fn squire(seat: &SeatHandle<'_, Self>, _: &mut Rng) -> Move {
        let view = seat.view();
        let begun = !view.players.iter().all(|player| player.played.is_some());
        let best = view
            .players
            .iter()
            .filter_map(|player| player.played.filter(|_| begun))
            .max();
        // Whoever is to act has a card.
        let hand = view.players[seat.seat().index()].hand.clone().unwrap_or_default();
        let wins = hand.iter().find(|card| best.is_none_or(|best| **card > best));
        Move::Play {
            card: *wins.unwrap_or(&hand[0]),
        }
    }
}

impl Insight for HighCard {
    type Beliefs = ();

    fn choice(event: &Event) -> Option<u64> {
        match event {
            Event::Played { card, .. } => Some(card.index() as u64),
            Event::Dealt { .. } | Event::TrickTaken { .. } => None,
        }
    }
}

impl Exact for HighCard {}

impl Learnt for HighCard {}

impl Rollouts for HighCard {}

impl Sealed for HighCard {}
