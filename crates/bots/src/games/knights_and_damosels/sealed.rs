//! Gifts, jousts, placing, taking back, sides and the battle: all who take part choose at the same time.

use roundtable_catalog::games::knights_and_damosels::{KnightsAndDamosels, Move};
use roundtable_core::Seat;

use crate::abilities::Sealed;

impl Sealed for KnightsAndDamosels {
    fn sealed(moves: &[Move]) -> bool {
        // All legal moves belong to one phase, so the first tells which.
        moves.first().is_some_and(|mv| match mv {
            Move::Give { .. }
            | Move::High
            | Move::Low
            | Move::Yield
            | Move::Face { .. }
            | Move::Take { .. }
            | Move::Arthur
            | Move::Mordred
            | Move::Fight { .. } => true,
            Move::Discard { .. } | Move::Select { .. } | Move::Challenge { .. } | Move::Offer { .. } | Move::Pass => {
                false
            }
        })
    }

    fn reopen(&mut self, seat: Seat) {
        self.take_back_choices(seat);
    }
}

#[cfg(test)]
mod tests {
    use roundtable_core::{Dice, Game as _, GameDeck as _, Rng, Silent, options};

    use super::*;

    #[test]
    fn the_moves_of_a_seat_tell_whether_its_choice_is_sealed() {
        let deck = <KnightsAndDamosels as roundtable_core::Game>::Deck::standard();
        let (mut rng, mut moves) = (Rng::new(1), Vec::new());
        for players in 3..=6 {
            for options in options::every_set() {
                let dice = Dice::from_seed(7);
                let mut game = KnightsAndDamosels::new(players, options, &deck, dice, &mut Silent).expect("a game");
                while let Some(seat) = game.to_act().first() {
                    game.legal_moves(seat, &mut moves);
                    assert_eq!(KnightsAndDamosels::sealed(&moves), game.is_sealed(), "{moves:?}");
                    game.play(seat, rng.pick(&moves), &mut Silent);
                }
            }
        }
    }
}
