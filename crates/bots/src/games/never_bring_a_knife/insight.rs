//! Two teams: whose players are nearer to a fall. Samples follow what the player believes about roles.

use roundtable_catalog::games::never_bring_a_knife::{Card, CardSeen, Event, Move, NeverBringAKnife, Place, Role};
use roundtable_core::{Game as _, MAX_SEATS, Seat};

use super::belief::Minds;
use crate::abilities::{Insight, Shares, key, sigmoid};
use crate::search::{Budget, Settings};

/// What one more player is worth to a team, what a player's wounds cost it, and what Money is worth: fitted to games of
/// squires.
const SEAT: f32 = 1.1;
const WOUNDS: [f32; 3] = [0.0, 0.25, 1.2];
const MONEY: f32 = 0.25;

impl Insight for NeverBringAKnife {
    type Beliefs = Minds;

    const KNIGHT: Settings = Settings {
        explore: 1.0,
        budget: Budget::Exactly(3_000),
        reuse: 16,
        ..Settings::KNIGHT
    };

    const CHAMPION: Settings = Self::KNIGHT.champion(Budget::With {
        simulations: 100_000,
        players: 8,
    });

    fn choice(event: &Event) -> Option<u64> {
        let place = |place: Place| match place {
            Place::Seat(seat) => seat.index(),
            Place::Boss => MAX_SEATS,
        };
        Some(match *event {
            Event::Played {
                target, face_up, card, ..
            } => {
                let face = match card {
                    CardSeen::Known { card } => card as usize + 1,
                    CardSeen::Hidden => 0,
                };
                key(1, [target.index(), usize::from(face_up), face])
            }
            Event::Looked { at, .. } => key(2, [place(at), 0, 0]),
            Event::Declined { .. } => key(3, [0, 0, 0]),
            Event::HitUsed { target, .. } => key(4, [target.index(), 0, 0]),
            Event::HitBanked { .. } => key(5, [0, 0, 0]),
            Event::Healed { target, .. } => key(6, [target.index(), 0, 0]),
            Event::Finished { .. } => key(7, [0, 0, 0]),
            Event::RoundBegan { .. }
            | Event::Dealt { .. }
            | Event::Shuffled { .. }
            | Event::Revealed { .. }
            | Event::Wounded { .. }
            | Event::Robbed { .. }
            | Event::Swapped { .. }
            | Event::Banked { .. }
            | Event::Spent { .. }
            | Event::Over { .. } => return None,
        })
    }

    fn clock(&self) -> u32 {
        self.round().into()
    }

    fn guide(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        odds.clear();
        let own = self.role_at(Place::Seat(seat));
        let friend = |other: Seat| self.role_at(Place::Seat(other)) == own;
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Play { card, target } => play_odds(self, seat, card, target, friend(target)),
            Move::Show { card, target } => 0.6 * play_odds(self, seat, card, target, friend(target)),
            Move::Look { at: Place::Seat(_) } => 1.0,
            Move::Look { at: Place::Boss } => 0.5,
            Move::Decline => 0.1,
            Move::Hit { target } if friend(target) => 0.02,
            Move::Hit { target } if self.wounds(target) + 1 >= self.fall() => 20.0,
            Move::Hit { .. } => 3.0,
            Move::Bank => 0.8,
            Move::Heal { target } if !friend(target) => 0.02,
            Move::Heal { target } if self.wounds(target) + 1 >= self.fall() => 8.0,
            Move::Heal { .. } => 1.0,
            Move::Done => 1.0,
        }));
    }

    fn judge(&self) -> Shares {
        let mut ahead = 0.0;
        for seat in Seat::all(self.players()) {
            let safe = SEAT - WOUNDS[usize::from(self.wounds(seat)).min(2)] + MONEY * f32::from(self.bank(seat).min(6));
            let cop = self.role_at(Place::Seat(seat)) == Role::Cop;
            ahead += if cop { safe } else { -safe };
        }
        let cops = sigmoid(ahead);
        let mut shares = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            let cop = self.role_at(Place::Seat(seat)) == Role::Cop;
            shares[seat.index()] = if cop { cops } else { 1.0 - cops };
        }
        shares
    }
}

fn play_odds(position: &NeverBringAKnife, seat: Seat, card: Card, target: Seat, friend: bool) -> f32 {
    let guns = f32::from(position.in_stack(target, Card::Gun));
    let armor = f32::from(position.in_stack(target, Card::Armor));
    let hurt = 1.0 + f32::from(position.wounds(target));
    match (card, friend) {
        (Card::Gun, true) => 0.1,
        (Card::Gun, false) => 2.0 * hurt * (1.0 + guns - armor).max(0.3),
        (Card::Armor, true) => 0.5 + 1.5 * hurt * (guns - armor).max(0.0),
        (Card::Armor, false) => 0.15,
        (Card::Money, true) if target == seat => 2.0,
        (Card::Money, true) => 1.0,
        (Card::Money, false) => 0.2,
        (Card::Crime, true) => 0.2,
        (Card::Crime, false) => 0.5 + 0.3 * f32::from(position.bank(target).min(4)),
        (Card::Intel, true) => 1.0,
        (Card::Intel, false) => 0.3,
        (Card::Hit, true) => 1.0 + 0.3 * f32::from(position.bank(target).min(4)),
        (Card::Hit, false) => 0.1,
        (Card::Mole, _) => 0.6,
    }
}
