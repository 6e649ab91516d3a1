//! The draws of a game, for whoever checks its chance without knowing its rules.

use std::cell::{Cell, RefCell};

use rand_chacha::ChaCha8Rng;
use rand_core::Rng as _;
use serde::{Deserialize, Serialize};

use crate::rng::{below, shuffle_last};

/// A draw of the dice: whoever has the key can compute its result again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draw {
    /// How many draws came before it.
    pub counter: u32,
    /// What it was for, as a number: FNV-1a of the name of the purpose.
    pub purpose: u32,
    /// What was drawn.
    pub kind: DrawKind,
    /// Out of how many.
    pub size: u32,
    /// The result. A shuffle or deal: for each place, from the first that was decided to the last, where its card had
    /// been before. A lot: the number. A sample: its seed, byte by byte.
    pub result: Vec<u32>,
}

/// The kinds of draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DrawKind {
    /// A shuffle of all places.
    Shuffle,
    /// A shuffle that stops when its last places are decided.
    Deal,
    /// A number below the size.
    Lot,
    /// A seed for the sample that a game goes on from.
    Sample,
}

thread_local! {
    /// Whether somebody listens. Ordinary play only ever looks at this.
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    /// The key of the dice that are listened to, and what they drew.
    static DRAWN: RefCell<([u8; 32], Vec<Draw>)> = const { RefCell::new(([0; 32], Vec::new())) };
}

/// Does some work, and returns what dice with this key drew meanwhile.
pub(crate) fn listen<T>(key: [u8; 32], work: impl FnOnce() -> T) -> (T, Vec<Draw>) {
    /// Stops listening even if the work panics.
    struct Ear;
    impl Drop for Ear {
        fn drop(&mut self) {
            LISTENING.set(false);
        }
    }
    DRAWN.set((key, Vec::new()));
    LISTENING.set(true);
    let ear = Ear;
    let done = work();
    drop(ear);
    (done, DRAWN.take().1)
}

/// Notes a draw, if somebody listens to these dice. `stream` is what it will be drawn from, and `count` the number of
/// places that a shuffle decides.
#[inline]
pub(crate) fn note(
    key: &[u8; 32],
    (counter, purpose): (u32, u32),
    kind: DrawKind,
    (size, count): (usize, usize),
    stream: &ChaCha8Rng,
) {
    if LISTENING.get() {
        write_down(key, (counter, purpose), kind, (size, count), stream.clone());
    }
}

#[cold]
fn write_down(
    key: &[u8; 32],
    (counter, purpose): (u32, u32),
    kind: DrawKind,
    (size, count): (usize, usize),
    mut stream: ChaCha8Rng,
) {
    DRAWN.with_borrow_mut(|(wanted, drawn)| {
        if wanted != key {
            return;
        }
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        let result = match kind {
            DrawKind::Shuffle | DrawKind::Deal => {
                let mut places: Vec<u32> = (0..size).collect();
                shuffle_last(&mut stream, &mut places, count);
                places.split_off(places.len().saturating_sub(count))
            }
            DrawKind::Lot => vec![below(&mut stream, size)],
            DrawKind::Sample => {
                let mut seed = [0; 16];
                stream.fill_bytes(&mut seed);
                seed.map(u32::from).to_vec()
            }
        };
        drawn.push(Draw {
            counter,
            purpose,
            kind,
            size,
            result,
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Purpose};

    const CARDS: Purpose = Purpose::named("cards");

    /// Golden: browsers compute the same.
    #[test]
    fn every_draw_is_heard_as_it_was_made() {
        let key = [5; 32];
        let mut cards: [u32; 6] = std::array::from_fn(|i| i as u32);
        let mut dealt = cards;
        let ((lot, seed), draws) = listen(key, || {
            let mut dice = Dice::from_key(key);
            dice.shuffle(CARDS, &mut cards);
            dice.deal(CARDS, &mut dealt, 2);
            // Others' dice are not listened to.
            Dice::from_key([6; 32]).below(CARDS, 7);
            (dice.below(CARDS, 1000), dice.rng(CARDS).below(1000))
        });
        let kinds: Vec<DrawKind> = draws.iter().map(|draw| draw.kind).collect();
        let expected = [DrawKind::Shuffle, DrawKind::Deal, DrawKind::Lot, DrawKind::Sample];
        assert_eq!(kinds, expected);
        assert!(draws.iter().zip(0..).all(|(draw, counter)| draw.counter == counter));
        assert_eq!(draws[0].result, cards);
        assert_eq!(draws[1].result, dealt[4..]);
        assert_eq!(draws[2].result, [lot]);
        let bytes: Vec<u8> = draws[3].result.iter().map(|&byte| byte as u8).collect();
        assert_eq!(crate::Rng::from_seed(bytes.try_into().unwrap()).below(1000), seed);
        // Nobody listens any more.
        let mut after = Dice::from_key(key);
        after.below(CARDS, 3);
        assert!(DRAWN.with_borrow(|(_, drawn)| drawn.is_empty()));
    }
}
