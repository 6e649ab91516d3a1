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
    /// The heights of the stacks, each as so many zeros and a one, and the player to move in the lowest bit.
    pub shape: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct History {
    tokens: [u64; NEAR],
    shapes: [u32; NEAR],
    near: u8,
    /// How often the present position has stood at the start of a turn.
    count: u8,
    far: Option<Arc<[Key]>>,
}

impl History {
    pub(crate) const fn new() -> Self {
        Self {
            tokens: [0; NEAR],
            shapes: [0; NEAR],
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
        let near = self.near as usize;
        let mut count = 1;
        for i in 0..near {
            count += u8::from(self.tokens[i] == key.tokens && self.shapes[i] == key.shape);
        }
        if let Some(far) = &self.far {
            count += far.iter().filter(|&&other| other == key).count() as u8;
        }
        if near == NEAR {
            self.move_away();
        }
        let place = self.near as usize;
        (self.tokens[place], self.shapes[place]) = (key.tokens, key.shape);
        self.near += 1;
        self.count = count;
        count
    }

    /// For which time the present position stands at the start of a turn; 0 in the first turns.
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    #[cold]
    fn move_away(&mut self) {
        let near = self.tokens.iter().zip(&self.shapes);
        let near = near.map(|(&tokens, &shape)| Key { tokens, shape });
        self.far = Some(
            self.far
                .iter()
                .flat_map(|far| far.iter().copied())
                .chain(near)
                .collect(),
        );
        self.near = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u32) -> Key {
        Key {
            tokens: u64::from(n),
            shape: n / 2,
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
