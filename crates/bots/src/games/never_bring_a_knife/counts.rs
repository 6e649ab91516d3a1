//! The counts of a team: wounds, Money, cards, and who knows whom.

use roundtable_catalog::games::never_bring_a_knife::{Card, NeverBringAKnife, Place, Role};
use roundtable_core::{Game as _, Seat};

use super::weights::NET;
use crate::abilities::{Learnt, Shares};

/// How many counts a team has; its enemies have as many again.
const OF_A_TEAM: usize = 15;

impl Learnt for NeverBringAKnife {
    const COUNTS: usize = 2 * OF_A_TEAM + 3;

    fn count(&self, side: usize, row: &mut [f32]) {
        let (own, rest) = row.split_at_mut(OF_A_TEAM);
        let (enemies, rest) = rest.split_at_mut(OF_A_TEAM);
        team(self, side, own);
        team(self, 1 - side, enemies);
        let yes = |is: bool| if is { 1.0 } else { 0.0 };
        let boss = usize::from(self.role_at(Place::Boss) == Role::Criminal);
        let next = self.to_act().first();
        rest.copy_from_slice(&[
            yes(boss == side),
            yes(next.is_some_and(|seat| self.side(seat) == side)),
            self.players() as f32 / 8.0,
        ]);
    }

    fn judge_well(&self) -> Shares {
        NET.judge(self)
    }
}

fn team(position: &NeverBringAKnife, side: usize, row: &mut [f32]) {
    row.fill(0.0);
    let mut fullest = 0;
    for seat in Seat::all(position.players()).filter(|&seat| position.side(seat) == side) {
        row[0] += 1.0 / 5.0;
        match position.wounds(seat) {
            0 => {}
            1 => row[1] += 1.0 / 3.0,
            _ => row[2] += 1.0 / 2.0,
        }
        let bank = position.bank(seat);
        fullest = fullest.max(bank);
        row[3] += f32::from(bank) / 8.0;
        row[4] += f32::from(bank / 3) / 2.0;
        row[5] += if position.has_hit(seat) { 1.0 } else { 0.0 };
        for (count, card) in row[6..]
            .iter_mut()
            .zip([Card::Gun, Card::Armor, Card::Money, Card::Crime, Card::Mole])
        {
            *count += f32::from(position.in_hand(seat, card)) / 5.0;
        }
        let (seen, _) = position.roles_seen_by(seat);
        for other in Seat::all(position.players()).filter(|&other| other != seat) {
            if seen >> position.role_card_at(Place::Seat(other)) & 1 == 1 {
                row[if position.side(other) == side { 11 } else { 12 }] += 1.0 / 5.0;
            }
        }
    }
    row[13] = f32::from(fullest.min(6)) / 6.0;
    row[14] = row[2] * row[2];
}
