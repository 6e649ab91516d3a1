//! What knights look at when they choose: a move's odds are the exponential of the weighted sum of its counts, with
//! weights fitted to the choices of knights among knights.

use roundtable_catalog::games::shock::{Card, Kind, Move, Shock};
use roundtable_core::{Eye, Game as _, Rng, Seat};

use super::insight::Chest;
use super::squire;
use crate::abilities::{Rollouts, odds_by};

/// How many counts a move has.
const COUNT: usize = 34;

/// The weights with three players.
const THREE: [f32; COUNT] = [
    4.04, 0.71, -6.09, -1.36, -2.75, 2.68, -1.95, -1.41, 1.18, 0.98, -0.57, -11.47, 3.30, -1.49, 0.20, 13.10, 4.69,
    -0.60, 0.23, 0.52, 1.00, -0.35, 0.98, 1.79, -0.34, -3.77, -8.97, -1.38, -0.01, 3.70, -0.58, -5.59, -0.89, 0.47,
];

/// The weights with more players, fitted by `examples/habits.rs` to the lessons `shock 1500 knights`.
const MORE: [f32; COUNT] = [
    2.55, 0.55, -6.76, -4.19, -2.52, 2.85, -2.80, -1.48, 0.85, 3.52, 0.78, -4.08, 2.09, 3.07, -1.28, 11.69, 3.19,
    -0.54, 0.08, -0.25, 0.97, -1.22, 1.65, 1.16, 0.03, -5.61, -11.65, -1.20, -0.09, 2.97, 5.49, -5.55, -1.15, 0.75,
];

impl Rollouts for Shock {
    fn habits(&self, seat: Seat, moves: &[Move], rows: &mut Vec<f32>) {
        let table = Table::new(self, seat);
        rows.clear();
        rows.extend(moves.iter().flat_map(|&mv| table.count(mv)));
    }

    fn knightly(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        let table = Table::new(self, seat);
        let weights = if self.players() <= 3 { &THREE } else { &MORE };
        odds.clear();
        odds.extend(moves.iter().map(|&mv| odds_by(&table.count(mv), weights)));
    }

    fn squire_on(&self, seat: Seat, moves: &[Move], (): &(), rng: &mut Rng) -> Move {
        squire::best(&self.view(Eye::Seat(seat)), seat, moves, rng)
    }
}

/// What is known before any move is examined.
struct Table<'a> {
    position: &'a Shock,
    seat: Seat,
    stake: f32,
    chest: Chest,
    /// The chance that one of the next two Chest cards shocks.
    danger: f32,
    /// Roughly what a trick brings a player who stays.
    gain: f32,
    rivals: f32,
    /// How many more jewels the best of the others has, in tens.
    behind: f32,
    hand: f32,
    /// How likely the best card in the hand is to win the trick.
    hope: f32,
}

impl<'a> Table<'a> {
    fn new(position: &'a Shock, seat: Seat) -> Self {
        let chest = Chest::of(position, seat);
        let all = |seat: Seat| f32::from(position.banked(seat) + position.on_top(seat));
        let others = Seat::all(position.players()).filter(|&other| other != seat);
        let best = others.map(all).fold(0.0, f32::max);
        let hand = position.hand(seat);
        Self {
            position,
            seat,
            stake: f32::from(position.on_top(seat)),
            danger: 1.0 - (1.0 - chest.shock) * (1.0 - chest.shock),
            gain: 2.0 * chest.small + (2.0 * chest.large + 2.0) / f32::from(position.count_in().max(1)),
            rivals: f32::from(position.count_in().max(1)) - 1.0,
            behind: (best - all(seat)) / 10.0,
            hand: hand.len() as f32 / 10.0,
            hope: hand.into_iter().map(|card| wins(position, card)).fold(0.0, f32::max),
            chest,
        }
    }

    /// The counts of a move.
    fn count(&self, mv: Move) -> [f32; COUNT] {
        let mut counted = [0.0; COUNT];
        match mv {
            Move::Play { card } => self.play(card, &mut counted),
            Move::Withdraw => {
                let last = if self.position.round() == Shock::ROUNDS {
                    1.0
                } else {
                    0.0
                };
                let stake = self.stake / 10.0;
                counted[11..22].copy_from_slice(&[
                    1.0,
                    stake,
                    self.danger * stake,
                    self.gain,
                    self.danger,
                    self.hand,
                    self.behind,
                    last * self.behind,
                    self.rivals,
                    self.hope,
                    if self.stake == 0.0 { 1.0 } else { 0.0 },
                ]);
            }
            Move::Reveal => counted[22..29].copy_from_slice(&[
                1.0,
                self.chest.large,
                self.chest.small * self.rivals,
                self.chest.shock * self.stake / 10.0,
                self.chest.shock,
                self.stake / 10.0,
                self.behind,
            ]),
            Move::Cover { kind } => {
                counted[29] = 1.0;
                counted[30] = if self.position.doses(self.seat, kind) > 1 {
                    1.0
                } else {
                    0.0
                };
            }
            Move::Down { card } => {
                counted[31] = f32::from(card.number()) / 11.0;
                counted[32] = if card.suit() == self.position.trump_suit() {
                    1.0
                } else {
                    0.0
                };
                let poison = Kind::ALL
                    .iter()
                    .any(|&kind| self.position.poison_cards(kind).contains(card));
                counted[33] = if poison { 1.0 } else { 0.0 };
            }
            Move::Stop | Move::Keep => {}
        }
        counted
    }

    fn play(&self, card: Card, counted: &mut [f32; COUNT]) {
        let position = self.position;
        let wins = wins(position, card);
        let trump = if card.suit() == position.trump_suit() { 1.0 } else { 0.0 };
        let mut cards = position.trick_cards();
        cards.insert(card);
        let mut antidotes = cards.within(position.potion_cards()).len() + position.potions_of(self.seat);
        let (mut deadly, mut doses, mut gives) = (0.0, 0.0, 0.0);
        for kind in Kind::ALL {
            let poison = cards.within(position.poison_cards(kind)).len();
            if poison > 0 && poison + position.doses(self.seat, kind) > 1 {
                if antidotes > 0 {
                    antidotes -= 1;
                } else {
                    deadly = 1.0;
                }
            } else if poison > 0 {
                doses += 1.0;
            }
            if position.poison_cards(kind).contains(card) {
                gives = 1.0;
            }
        }
        let jewels = f32::from(position.trick_jewels()) + if position.icons().contains(card) { 1.0 } else { 0.0 };
        let number = f32::from(card.number()) / 11.0;
        counted[..11].copy_from_slice(&[
            wins,
            wins * jewels,
            wins * deadly,
            wins * deadly * self.stake / 10.0,
            wins * doses,
            (1.0 - wins) * gives,
            number,
            trump,
            number * trump,
            wins * self.chest.shock * self.stake / 10.0,
            wins * self.chest.large,
        ]);
    }
}

/// Roughly how likely a card is to win the trick.
pub(super) fn wins(position: &Shock, card: Card) -> f32 {
    let trump = position.trump_suit();
    let beats = match position.best_of_trick() {
        None => true,
        Some((best, _)) if best.suit() == card.suit() => card > best,
        Some(_) => card.suit() == trump,
    };
    let to_come = position.players() as f32 - 1.0 - f32::from(position.trick_count());
    let high = f32::from(card.number()) / 11.0 + if card.suit() == trump { 0.5 } else { 0.0 };
    if beats { high.min(1.0).powf(to_come * 0.5) } else { 0.0 }
}
