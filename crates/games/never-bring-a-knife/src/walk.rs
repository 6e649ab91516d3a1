//! The walk with which stored games begin that go on from another after a shuffle in the middle of a deal.
//!
//! Two or three cards change places whenever the result agrees with all that was seen. Each step is as likely as the step back, weighed by
//! the chances of [`Hidden`], so the walk prefers no round to another. [`ages`](crate::ages) does the same better and faster; this is kept
//! because a record says only by which draws a game began.

use roundtable_core::Rng;

use crate::deck::HAND;
use crate::hidden::{Hidden, NOBODY, Spot};

/// Steps of the walk.
const STEPS: u32 = 5_000;

impl Hidden {
    pub(crate) fn walk(&mut self, rng: &mut Rng) {
        if self.dealt > 0 {
            (0..STEPS).for_each(|_| self.step(rng));
        }
    }

    /// Two cards anywhere change places, or two cards of one player and one from anywhere.
    fn step(&mut self, rng: &mut Rng) {
        let anywhere = self.list[rng.below(self.count as u32) as usize];
        let first = self.list[rng.below(self.dealt as u32) as usize];
        let (choice, second) = (rng.below(4), rng.below(HAND as u32) as u8);
        let second = first / HAND as u8 * HAND as u8 + second;
        if first == anywhere {
            return;
        }
        match choice {
            0 | 1 => self.rotate(&[first, anywhere], rng),
            _ if second == first || second == anywhere => {}
            2 => self.rotate(&[first, second, anywhere], rng),
            _ => self.rotate(&[anywhere, second, first], rng),
        }
    }

    /// Each of these places gets the card of the next, if that agrees with what was seen, with the chance that is due.
    fn rotate<const N: usize>(&mut self, cycle: &[u8; N], rng: &mut Rng) {
        let before = cycle.map(|place| self.spots[usize::from(place)]);
        let after: [Spot; N] = std::array::from_fn(|i| {
            let Spot { kind, old, .. } = before[(i + 1) % N];
            Spot { kind, old, ..before[i] }
        });
        if !agrees(&before, &after) {
            return;
        }
        let owner_ways = |hidden: &Self| {
            let firsts = (0..N).filter(|&i| before[..i].iter().all(|spot| spot.owner != before[i].owner));
            firsts.map(|i| hidden.ways(before[i].owner, |_| true)).product::<u32>()
        };
        let ways_before = owner_ways(self);
        self.put(cycle, &after);
        let ways_after = owner_ways(self);
        if ways_after > ways_before && rng.below(ways_after) >= ways_before {
            self.put(cycle, &before);
        }
    }

    fn put(&mut self, places: &[u8], spots: &[Spot]) {
        for (&place, &spot) in places.iter().zip(spots) {
            self.spots[usize::from(place)] = spot;
        }
    }
}

/// Whether everything that was seen is true after a step as it was before: each face-up card, the cards of a turned-up stack, and how many
/// old cards each player has.
fn agrees(before: &[Spot], after: &[Spot]) -> bool {
    before.iter().zip(after).all(|(was, is)| {
        let old = |spots: &[Spot]| spots.iter().filter(|spot| spot.owner == was.owner && spot.old).count();
        let equal = |spots: &[Spot]| {
            let stack = spots.iter().filter(|spot| !spot.seen && spot.group == was.group);
            stack.filter(|spot| spot.kind == is.kind).count()
        };
        let face_agrees = if was.seen {
            was.kind == is.kind
        } else {
            was.group == NOBODY || equal(before) == equal(after)
        };
        face_agrees && old(before) == old(after)
    })
}
