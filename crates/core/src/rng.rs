//! The generator for bots, samples and experiments, and the shuffling that it shares with the dice.
//!
//! Fisher-Yates and the bounded draw are our own, because a library may change its algorithm between releases, and
//! every record would then replay as another game.

use rand_core::{Rng as RandomSource, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A small, fast, seedable generator (16 bytes). It never decides a real game: only [`Dice`](crate::Dice) do.
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// The generator with this state.
    pub(crate) fn from_seed(seed: [u8; 16]) -> Self {
        Self(Pcg64Mcg::from_seed(seed))
    }

    /// A random 64-bit number.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Fills the bytes with random values.
    pub fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    /// A number below `n`, all equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(&mut self.0, n)
    }

    /// A number from 0 up to, but not including, 1, in 2^24 even steps, which an `f32` holds exactly.
    #[inline]
    pub fn lot(&mut self) -> f32 {
        self.below(1 << 24) as f32 / (1 << 24) as f32
    }

    /// The same in 2^53 steps, as many as an `f64` can hold.
    #[inline]
    pub fn fine_lot(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the things, all equally likely.
    ///
    /// # Panics
    /// If there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u32) as usize]
    }

    /// The index of one of these weights, each with a probability proportional to it. They must not all be 0.
    pub fn by_weight(&mut self, weights: &[f64]) -> usize {
        let mut left = self.fine_lot() * weights.iter().sum::<f64>();
        let last = weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0);
        let place = weights[..last].iter().position(|&weight| {
            left -= weight;
            left < 0.0
        });
        place.unwrap_or(last)
    }

    /// Puts the things in a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        shuffle(&mut self.0, things);
    }
}

/// A number below `n` without bias: the high half of a product. The few products that would cause a bias are drawn
/// again.
#[inline]
pub(crate) fn below(source: &mut impl RandomSource, n: u32) -> u32 {
    assert!(n > 0, "nothing is below 0");
    loop {
        let product = u64::from(source.next_u32()) * u64::from(n);
        // `n` rarely exceeds the low half, so the exact threshold (a division) is seldom computed.
        if product as u32 >= n || product as u32 >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

/// Fisher-Yates, from the last place down.
pub(crate) fn shuffle<T>(source: &mut impl RandomSource, things: &mut [T]) {
    shuffle_last(source, things, things.len());
}

/// The same, but stops when the last `count` places are decided.
pub(crate) fn shuffle_last<T>(source: &mut impl RandomSource, things: &mut [T], count: usize) {
    for last in (1..things.len()).rev().take(count) {
        let other = below(source, last as u32 + 1) as usize;
        things.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_four_is_equally_likely() {
        let mut rng = Rng::new(11);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut things = [0, 1, 2, 3];
            rng.shuffle(&mut things);
            *seen.entry(things).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 24);
        // 1,000 expected for each, standard deviation 31.
        assert!(seen.values().all(|&n| (870..1130).contains(&n)), "{seen:?}");
    }

    #[test]
    fn draws_below_a_bound_are_even_and_below_it() {
        let mut rng = Rng::new(5);
        let mut seen = [0; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        assert!((0..100).all(|_| rng.below(1) == 0));
        assert!((0..1000).all(|_| rng.below(u32::MAX) < u32::MAX));
    }

    #[test]
    fn lots_are_even_and_below_one() {
        let mut rng = Rng::new(9);
        let mut seen = [0; 10];
        for _ in 0..50_000 {
            seen[(rng.lot() * 10.0) as usize] += 1;
            seen[(rng.fine_lot() * 10.0) as usize] += 1;
        }
        // 10,000 expected for each, standard deviation 95.
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        // Searches must be reproducible from release to release.
        let mut rng = Rng::new(1);
        assert_eq!(rng.clone().lot(), rng.clone().below(1 << 24) as f32 / 16_777_216.0);
        assert_eq!(
            rng.fine_lot(),
            (Rng::new(1).next_u64() >> 11) as f64 / 9_007_199_254_740_992.0
        );
    }

    #[test]
    fn a_seed_fixes_the_sequence() {
        let (mut a, mut b) = (Rng::new(3), Rng::new(3));
        assert!((0..10).all(|_| a.next_u64() == b.next_u64()));
        assert_ne!(Rng::new(3).next_u64(), Rng::new(4).next_u64());
    }
}
