//! Jewels on the bag are at stake until the player withdraws: what the next Chest card and the next trick bring,
//! against what a shock would take.

use roundtable_catalog::games::shock::{Card, CardSeen, ChestCard, Event, Kind, Move, Shock};
use roundtable_core::{Game as _, MAX_SEATS, Seat};

use super::habits::wins;
use crate::abilities::{Insight, Shares, key, softmax};
use crate::search::{Budget, Settings};

/// What a jewel in the bag is worth at the start of each round, and what a hand is worth by the sum of its numbers:
/// fitted to games of squires.
const JEWEL: [f32; 5] = [0.08, 0.098, 0.118, 0.145, 0.2];
const HAND: f32 = 0.015;

/// What a jewel on the bag is worth, compared to one in it.
pub(super) const AT_STAKE: f32 = 0.7;

impl Insight for Shock {
    type Beliefs = ();

    const KNIGHT: Settings = Settings {
        budget: Budget::Exactly(3_000),
        reuse: 8,
        ..Settings::KNIGHT
    };

    const CHAMPION: Settings = Self::KNIGHT.champion(Budget::Exactly(150_000));

    fn choice(event: &Event) -> Option<u64> {
        let face = |card: Card| usize::from(card.number()) << 2 | card.suit() as usize;
        Some(match *event {
            Event::Played { card, .. } => key(1, [face(card), 0, 0]),
            Event::Withdrew { .. } => key(2, [0, 0, 0]),
            Event::PlayedDown {
                card: CardSeen::Known { card },
                ..
            } => key(3, [face(card), 0, 0]),
            Event::PlayedDown {
                card: CardSeen::Hidden, ..
            } => key(4, [0, 0, 0]),
            Event::Covered { kind, .. } => key(5, [kind as usize, 0, 0]),
            Event::Kept { .. } => key(6, [0, 0, 0]),
            Event::Revealed { .. } => key(7, [0, 0, 0]),
            Event::Stopped { .. } => key(8, [0, 0, 0]),
            Event::RoundBegan { .. }
            | Event::Dealt { .. }
            | Event::TrickWon { .. }
            | Event::Shocked { .. }
            | Event::RoundEnded { .. }
            | Event::Over { .. } => return None,
        })
    }

    fn clock(&self) -> u32 {
        self.round().into()
    }

    fn guide(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        odds.clear();
        let stake = f32::from(self.on_top(seat));
        let chest = Chest::of(self, seat);
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Play { card } => play_odds(self, seat, card, stake),
            Move::Withdraw => {
                // About two Chest cards a trick, and each may be the last.
                let danger = 1.0 - (1.0 - chest.shock) * (1.0 - chest.shock);
                let gain = 2.0 * chest.small + (2.0 * chest.large + 2.0) / f32::from(self.count_in().max(1));
                let lose = danger * stake - (1.0 - danger) * gain;
                if stake == 0.0 {
                    0.02
                } else {
                    0.05 + (lose * 0.8).exp().min(20.0) * 0.3
                }
            }
            Move::Down { card } => 12.0 - f32::from(card.number()),
            Move::Reveal => {
                let value = chest.large - 0.4 * chest.small - chest.shock * (stake + 1.0);
                (value * 1.5).exp().clamp(0.02, 50.0)
            }
            Move::Stop => 1.0,
            Move::Cover { kind } => {
                if self.doses(seat, kind) > 1 {
                    50.0
                } else {
                    2.0
                }
            }
            Move::Keep => 1.0,
        }));
    }

    fn judge(&self) -> Shares {
        let weight = JEWEL[usize::from(self.round()).min(JEWEL.len()) - 1];
        let mut jewels = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            let all = f32::from(self.banked(seat)) + AT_STAKE * f32::from(self.on_top(seat));
            let hand: u32 = self.hand(seat).into_iter().map(|card| u32::from(card.number())).sum();
            jewels[seat.index()] = weight * all + HAND * hand as f32;
        }
        softmax(jewels, self.players())
    }
}

/// What the next Chest card brings a player, on average.
pub(super) struct Chest {
    pub large: f32,
    pub small: f32,
    pub shock: f32,
}

impl Chest {
    pub(super) fn of(position: &Shock, seat: Seat) -> Self {
        let doses = Kind::ALL.map(|kind| position.doses(seat, kind));
        let (mut large, mut small, mut shock, mut count) = (0_u32, 0_u32, 0_u32, 0_u32);
        for card in position.chest_left() {
            count += 1;
            match card {
                ChestCard::Jewels { large: l, small: s } => {
                    large += u32::from(l);
                    small += u32::from(s);
                }
                ChestCard::Poison { kind } => {
                    large += 1;
                    shock += u32::from(doses[kind as usize] > 0);
                }
            }
        }
        let share = |sum: u32| sum as f32 / count.max(1) as f32;
        Self {
            large: share(large),
            small: share(small),
            shock: share(shock),
        }
    }
}

fn play_odds(position: &Shock, seat: Seat, card: Card, stake: f32) -> f32 {
    let to_come = position.players() as f32 - 1.0 - f32::from(position.trick_count());
    let wins = wins(position, card);
    let mut cards = position.trick_cards();
    cards.insert(card);
    let mut win = f32::from(position.trick_jewels()) + to_come * 0.5 + 1.0;
    let mut lose = 0.0;
    let mut antidotes = cards.within(position.potion_cards()).len() + position.potions_of(seat);
    for kind in Kind::ALL {
        let poison = cards.within(position.poison_cards(kind)).len();
        let doses = position.doses(seat, kind);
        if poison > 0 && poison + doses > 1 {
            if antidotes > 0 {
                antidotes -= 1;
            } else {
                win -= 2.0 * stake + 4.0;
            }
        } else if poison > 0 {
            win -= 1.0;
        }
        if position.poison_cards(kind).contains(card) {
            lose += 1.5;
        }
    }
    let value = wins * win + (1.0 - wins) * lose - 0.05 * f32::from(card.number());
    (value * 0.7).clamp(-3.0, 4.0).exp()
}
