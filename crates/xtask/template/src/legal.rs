//! What is allowed.

use roundtable_core::{Game as _, Illegal, Seat};

use crate::moves::Move;
use crate::state::HighCard;

impl HighCard {
    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if self.turn == Some(seat) {
            let hand = &self.players[seat.index()].hand;
            out.extend(hand.iter().map(|&card| Move::Play { card }));
        }
    }

    pub(crate) fn check_move(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        Illegal::unless_to_act(self.to_act(), seat, "HC-R2")?;
        let Move::Play { card } = mv;
        if self.players[seat.index()].hand.contains(&card) {
            Ok(())
        } else {
            Err(Illegal::new("not_in_hand", "HC-R2", "That card is not in your hand."))
        }
    }
}
