//! What the bots and the laboratory are told about the game.
//!
//! `roundtable::bots::plain!(TollGate)` would do for the bots. Two things are worth telling them: which events are
//! choices, and that nobody can foresee what the others will offer, so that a knight does better without a tree (56 %
//! instead of 47 % of 240 games against squires: `toll-gate lab arena toll-gate --bots knight,squire --games 240`).

use roundtable::bots::{Exact, Insight, Learnt, Rollouts, Sealed, Settings, Squire, Trees};
use roundtable::laboratory::Subject;
use roundtable_core::{Rng, Seat};

use crate::cards::CARDS;
use crate::event::Event;
use crate::moves::Move;
use crate::state::TollGate;

impl Squire for TollGate {}

impl Insight for TollGate {
    type Beliefs = ();

    const KNIGHT: Settings = Settings {
        trees: Trees::None,
        ..Settings::KNIGHT
    };

    fn choice(event: &Event) -> Option<u64> {
        match *event {
            Event::Offered { card, .. } => card.map(|card| card.index() as u64),
            Event::Spied { on, .. } => Some((CARDS + on.index()) as u64),
            Event::Dealt { .. } | Event::Came { .. } | Event::Opened { .. } | Event::Taken { .. } | Event::Stayed => {
                None
            }
        }
    }
}

impl Rollouts for TollGate {
    fn squire_on(&self, _: Seat, moves: &[Move], _: &(), rng: &mut Rng) -> Move {
        // After the move that a search tries, everybody plays at random.
        rng.pick(moves)
    }
}

impl Sealed for TollGate {}

impl Exact for TollGate {}

impl Learnt for TollGate {}

impl Subject for TollGate {}
