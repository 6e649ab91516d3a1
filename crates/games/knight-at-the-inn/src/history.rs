//! How often a position has stood at the start of a turn (KI-R8).
//!
//! A position can only come back while no token is drawn and none goes home, so the memory is emptied at each of these; in most
//! games it then fits into the few places kept inside the position, and nothing is allocated. A longer stretch goes on in shared
//! memory, so that a clone costs no allocation either. Positions are compared exactly, not by a hash.

use std::sync::Arc;

/// How many positions are remembered without allocation.
const NEAR: usize = 16;

/// A position as KI-R8 compares it. What lies in piles and castles is left out: it is the same for all that are remembered together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Key {
    /// The tokens of all stacks in order, four bits each.
    pub tokens: u64,
    /// The heights of the stacks, five bits each, and the player to move in the lowest bit.
    pub heights: u64,
}

impl Key {
    /// A short mark, the same for equal keys: most different keys differ in it already.
    const fn mark(self) -> u8 {
        let mixed = (self.tokens ^ self.heights.rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 56) as u8
    }
}

#[derive(Clone, Debug)]
pub(crate) struct History {
    keys: [Key; NEAR],
    marks: [u8; NEAR],
    near: u8,
    /// How often the present position has stood at the start of a turn.
    count: u8,
    far: Option<Arc<[Key]>>,
}

impl History {
    pub(crate) fn new() -> Self {
        Self {
            keys: [Key::default(); NEAR],
            marks: [0; NEAR],
            near: 0,
            count: 0,
            far: None,
        }
    }

    /// Forgets everything: what was there cannot come back.
    pub(crate) fn clear(&mut self) {
        self.near = 0;
        self.far = None;
    }

    /// Notes the position at the start of a turn and tells for which time it stands there.
    pub(crate) fn note(&mut self, key: Key) -> u8 {
        let mark = key.mark();
        // All marks are compared, also those that no longer mean anything: a loop of fixed length has no surprises.
        let mut hit = false;
        for (i, &other) in (0_u8..).zip(&self.marks) {
            hit |= (i < self.near) & (other == mark);
        }
        self.count = 1;
        if hit || self.far.is_some() {
            self.count += self.times_before(key);
        }
        if self.near as usize == NEAR {
            self.move_away();
        }
        let place = self.near as usize % NEAR;
        self.keys[place] = key;
        self.marks[place] = mark;
        self.near += 1;
        self.count
    }

    fn times_before(&self, key: Key) -> u8 {
        let near = &self.keys[..self.near as usize];
        let far = self.far.iter().flat_map(|far| far.iter());
        near.iter().chain(far).filter(|&&other| other == key).count() as u8
    }

    /// For which time the present position stands at the start of a turn; 0 in the first turns.
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    #[cold]
    fn move_away(&mut self) {
        let far = self.far.iter().flat_map(|far| far.iter().copied());
        self.far = Some(far.chain(self.keys).collect());
        self.near = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u32) -> Key {
        Key {
            tokens: u64::from(n),
            heights: u64::from(n / 2),
        }
    }

    #[test]
    fn counts_are_exact_near_and_far() {
        let mut history = History::new();
        for n in 0..100 {
            assert_eq!(history.note(key(n)), 1);
        }
        assert_eq!(history.note(key(3)), 2);
        assert_eq!(history.note(key(97)), 2);
        let before = history.clone();
        assert_eq!(history.note(key(3)), 3);
        assert_eq!(history.count(), 3);
        assert_eq!(before.clone().note(key(3)), 3, "a clone has a memory of its own");
        history.clear();
        assert_eq!(history.note(key(3)), 1);
    }
}
