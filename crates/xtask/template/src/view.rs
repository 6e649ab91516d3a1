//! What an eye sees.

use arrayvec::ArrayVec;
use roundtable_core::{Eye, Outcome, Seat};
use serde::Serialize;

use crate::deck::{HAND, SEATS};
use crate::moves::Card;
use crate::state::HighCard;

/// The table as an eye sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eye.
    pub eye: Eye,
    /// Who plays next; nobody once the game is over.
    pub turn: Option<Seat>,
    /// The players by seat.
    pub players: ArrayVec<PlayerSeen, SEATS>,
    /// How many cards were not dealt.
    pub rest: usize,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// A player as an eye sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerSeen {
    /// Whose place.
    pub seat: Seat,
    /// How many cards they hold.
    pub cards: usize,
    /// Their hand, for whoever may see it.
    pub hand: Option<ArrayVec<Card, HAND>>,
    /// Their card in the trick.
    pub played: Option<Card>,
    /// Their cards of earlier tricks.
    pub past: ArrayVec<Card, HAND>,
    /// How many tricks they took.
    pub tricks: u8,
}

impl HighCard {
    pub(crate) fn seen_by(&self, eye: Eye) -> View {
        let seen = |seat: Seat| {
            let player = &self.players[seat.index()];
            PlayerSeen {
                seat,
                cards: player.hand.len(),
                hand: eye.sees_for(seat).then(|| player.hand.clone()),
                played: player.played,
                past: player.past.clone(),
                tricks: player.tricks,
            }
        };
        View {
            eye,
            turn: self.turn,
            players: Seat::all(self.players.len()).map(seen).collect(),
            rest: self.rest.len(),
            outcome: self.turn.is_none().then(|| self.score()),
        }
    }
}
