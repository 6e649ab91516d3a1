//! A round is about one Knight: what it is worth now, what it may still get, and when to claim it.

use roundtable_catalog::games::knight_shift::{CardSeen, Equipment, Event, Item, Knight, KnightShift, Move};
use roundtable_core::{Game as _, MAX_SEATS, Seat};

use crate::abilities::{Insight, Shares, key, softmax};
use crate::search::{Budget, Settings};

/// What a point is worth after each number of rounds, fitted to games of squires.
const POINT: [f32; 3] = [0.06, 0.08, 0.12];

impl Insight for KnightShift {
    type Beliefs = ();

    const CHAMPION: Settings = Self::KNIGHT.champion(Budget::With {
        simulations: 12_000,
        players: 4,
    });

    fn choice(event: &Event) -> Option<u64> {
        let face = |card: CardSeen| match card {
            CardSeen::Known { item } => item as usize,
            CardSeen::Hidden => Item::ALL.len(),
        };
        Some(match *event {
            Event::Played {
                knight, card, face_up, ..
            } => key(1 + u64::from(face_up), [knight.index(), face(card), 0]),
            Event::Peeked { knight, .. } => key(3, [knight.index(), 0, 0]),
            Event::Claimed { knight, discard, .. } => key(
                4,
                [knight.index(), discard.map_or(Item::ALL.len(), |item| item as usize), 0],
            ),
            Event::RoundBegan { .. }
            | Event::Hand { .. }
            | Event::Drew { .. }
            | Event::Passed { .. }
            | Event::HandsPassed
            | Event::Revealed { .. }
            | Event::Scored { .. }
            | Event::Over { .. } => return None,
        })
    }

    fn clock(&self) -> u32 {
        self.rounds_finished() as u32
    }

    fn guide(&self, seat: Seat, moves: &[Move], odds: &mut Vec<f32>) {
        odds.clear();
        let equipped = self.equipped();
        let mut worth = [f32::NEG_INFINITY; 8];
        let mut best = f32::NEG_INFINITY;
        for knight in self.unclaimed_knights() {
            let value = self.appraise(knight, &equipped[knight.index()]) as f32;
            worth[knight.index()] = value;
            best = best.max(value);
        }
        let claimed = self.claimed(seat).is_some();
        // The better the best Knight and the later the round, the more a Squire hurries.
        let hurry = 0.12 * (1.0 + (best - 4.0).max(0.0) * 0.5) * (1.0 + f32::from(self.laps_finished()) * 0.3);
        let discards = moves
            .iter()
            .filter(|mv| matches!(mv, Move::Claim { .. }))
            .count()
            .max(1) as f32
            / self.unclaimed_knights().count().max(1) as f32;
        odds.extend(moves.iter().map(|mv| match *mv {
            Move::Play { item, knight } | Move::Show { item, knight } => {
                let gain = gain(self, item, knight, &equipped[knight.index()], worth[knight.index()]);
                let near = ((worth[knight.index()] - best) / 6.0).exp();
                if claimed {
                    0.05 + 0.2 * (-gain / 3.0).exp() * (0.3 + near)
                } else if gain >= 0.0 {
                    0.05 + 0.1 * gain * (0.2 + near)
                } else {
                    // Items that a Knight dislikes go to Knights one would not claim.
                    0.05 + 0.1 * (1.0 - near)
                }
            }
            Move::Peek { .. } => 0.03,
            Move::Claim { knight, .. } => 0.002 + hurry * ((worth[knight.index()] - best) / 1.5).exp() / discards,
        }));
    }

    fn judge(&self) -> Shares {
        let weight = POINT[self.rounds_finished().min(POINT.len() - 1)];
        let mut points = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players()) {
            points[seat.index()] = weight * self.points(seat) as f32;
        }
        softmax(points, self.players())
    }
}

/// Roughly what an Item adds to a Knight's worth.
fn gain(position: &KnightShift, item: Item, knight: Knight, equipment: &Equipment, worth: f32) -> f32 {
    let card = position.knight_card(knight);
    let mut more = *equipment;
    more[item as usize] += 1;
    let mut gain = position.appraise(knight, &more) as f32 - worth;
    if card.likes.contains(item.kind()) {
        gain += 1.0;
    }
    gain + 0.5 * f32::from(item.feast())
}
