//! What an eye sees.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Game as _, Outcome, Seat, Seats};
use serde::Serialize;

use crate::cards::{CARDS, Card, Toll};
use crate::state::{Cards, Phase, SEATS, TollGate, Tolls};

/// The table as an eye sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// Who has a decision to make.
    pub to_act: Seats,
    /// Who spies now, if anybody does.
    pub spy: Option<Seat>,
    /// The tolls at the gate; the last was just turned up.
    pub gate: ArrayVec<Toll, 5>,
    /// The players by seat.
    pub players: ArrayVec<PlayerSeen, SEATS>,
    /// How many carts are still to come.
    pub carts: usize,
    /// Who last spied on whom.
    pub spied: Vec<SpiedSeen>,
    /// What is hidden from everybody, for the eye that sees all: the tolls in the order in which they come, and the
    /// cards set aside.
    pub hidden: Option<(Tolls, ArrayVec<Card, CARDS>)>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// A player as an eye sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSeen {
    /// Whose place.
    pub seat: Seat,
    /// How many cards they hold.
    pub cards: usize,
    /// Their hand, for whoever may see it.
    pub hand: Option<Cards>,
    /// Whether they have offered a card that is still face down.
    pub offered: bool,
    /// That card, for whoever may see it.
    pub offer: Option<Card>,
    /// The cards they have shown, in order.
    pub shown: Cards,
    /// What their tolls are worth.
    pub worth: u8,
}

/// A look into a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpiedSeen {
    /// Who looked.
    pub spy: Seat,
    /// In whose hand.
    pub on: Seat,
    /// The lowest card in it, for the spy.
    pub card: Option<Card>,
}

impl TollGate {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let seen = |seat: Seat| {
            let player = self.player(seat);
            let own = eye.sees_for(seat);
            PlayerSeen {
                seat,
                cards: player.hand.len(),
                hand: own.then(|| player.hand.clone()),
                offered: player.offer.is_some(),
                offer: player.offer.filter(|_| own),
                shown: player.shown.clone(),
                worth: player.worth,
            }
        };
        let looks = |spy: Seat| {
            let spied = self.seats().zip(self.player(spy).spied);
            spied.filter_map(move |(on, spied)| {
                let card = Some(spied?.card).filter(|_| eye.sees_for(spy));
                Some(SpiedSeen { spy, on, card })
            })
        };
        View {
            eye,
            to_act: self.to_act(),
            spy: match self.phase {
                Phase::Spying(spy) => Some(spy),
                Phase::Offers | Phase::Over => None,
            },
            gate: self.gate.clone(),
            players: self.seats().map(seen).collect(),
            carts: self.coming.len(),
            spied: self.seats().flat_map(looks).collect(),
            hidden: (eye == Eye::All).then(|| (self.coming.clone(), self.aside.clone())),
            outcome: self.outcome(),
        }
    }
}
