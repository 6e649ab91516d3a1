//! The counts of a player: jewels, how far ahead, how late it is, and what the hand holds.

use roundtable_catalog::games::shock::{Kind, Shock};
use roundtable_core::{Game as _, Seat};

use super::insight::AT_STAKE;
use super::weights::NET;
use crate::abilities::{Learnt, Shares};

impl Learnt for Shock {
    const COUNTS: usize = 21;

    fn count(&self, side: usize, row: &mut [f32]) {
        let (seat, players) = (Seat::new(side), self.players());
        let jewels = |seat: Seat| f32::from(self.banked(seat)) + AT_STAKE * f32::from(self.on_top(seat));
        let sum = |seat: Seat| -> f32 { self.hand(seat).into_iter().map(|card| f32::from(card.number())).sum() };
        let (mut best, mut all, mut strongest) = (0.0_f32, 0.0, 0.0_f32);
        for other in Seat::all(players).filter(|&other| other != seat) {
            best = best.max(jewels(other));
            all += jewels(other);
            strongest = strongest.max(sum(other));
        }
        let (own, hand, trump) = (jewels(seat), self.hand(seat), self.trump_suit());
        let ahead = (own - best) / 20.0;
        let (mut trumps, mut trump_sum, mut high, mut highest) = (0.0, 0.0, 0.0, 0.0_f32);
        for card in hand {
            let number = f32::from(card.number());
            highest = highest.max(number);
            if number >= 9.0 {
                high += 1.0;
            }
            if card.suit() == trump {
                trumps += 1.0;
                trump_sum += number;
            }
        }
        let poisons: usize = Kind::ALL
            .iter()
            .map(|&kind| hand.within(self.poison_cards(kind)).len())
            .sum();
        let round = self.round();
        let yes = |is: bool| if is { 1.0 } else { 0.0 };
        row.copy_from_slice(&[
            own / 30.0,
            ahead,
            (own - all / (players - 1) as f32) / 20.0,
            ahead * f32::from(round) / 5.0,
            yes(round == 1),
            yes(round == 2),
            yes(round == 3),
            yes(round == 4),
            yes(round == 5),
            sum(seat) / 80.0,
            strongest / 80.0,
            highest / 11.0,
            trumps / 5.0,
            trump_sum / 30.0,
            high / 4.0,
            poisons as f32 / 4.0,
            hand.within(self.potion_cards()).len() as f32 / 2.0,
            hand.within(self.icons()).len() as f32 / 4.0,
            yes(self.to_act().first() == Some(seat)),
            (players - 3) as f32 / 2.0,
            hand.len() as f32 / 12.0,
        ]);
    }

    fn judge_well(&self) -> Shares {
        NET.judge(self)
    }
}
