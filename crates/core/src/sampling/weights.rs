//! Draws by whole weights, which are exact.

use crate::Rng;

/// A number below `n`, all equally likely; `None` if `n` is 0. A power of two above it is drawn, again where it is too
/// large, so there is no bias.
pub(super) fn below(rng: &mut Rng, n: u128) -> Option<u128> {
    let last = n.checked_sub(1)?;
    let unused = last.leading_zeros();
    loop {
        // Half the random bits are enough for most numbers.
        let high = if unused < 64 {
            u128::from(rng.next_u64()) << 64
        } else {
            0
        };
        let lot = (high | u128::from(rng.next_u64())) & u128::MAX.unbounded_shr(unused);
        if lot <= last {
            return Some(lot);
        }
    }
}

/// The place of one of these weights, each with a probability proportional to it; `None` if all are 0.
///
/// Evidence is such a weight: if a hand could have been played in three ways that look like what was seen, and another
/// in one, the first is three times as likely.
pub fn weighted(weights: &[u64], rng: &mut Rng) -> Option<usize> {
    let all = weights.iter().map(|&weight| u128::from(weight)).sum();
    let mut lot = below(rng, all)?;
    weights.iter().position(|&weight| {
        let here = lot < u128::from(weight);
        lot = lot.saturating_sub(weight.into());
        here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_small_numbers_are_even() {
        let mut rng = Rng::new(2);
        for n in [7, 7 << 70] {
            let mut seen = [0; 7];
            for _ in 0..14_000 {
                let lot = below(&mut rng, n).expect("there are some");
                seen[(lot / (n / 7)) as usize] += 1;
            }
            // 2,000 expected for each, standard deviation 41.
            assert!(seen.iter().all(|&n| (1_810..2_190).contains(&n)), "{seen:?}");
        }
        assert_eq!(below(&mut rng, 1), Some(0));
        assert_eq!(below(&mut rng, 0), None);
        assert!(below(&mut rng, u128::MAX).is_some());
    }

    #[test]
    fn places_come_up_by_their_weights() {
        let mut rng = Rng::new(3);
        let mut seen = [0; 4];
        for _ in 0..12_000 {
            seen[weighted(&[3, 0, 2, 1], &mut rng).expect("not all are 0")] += 1;
        }
        // Standard deviations 55, 0, 52 and 41.
        let near = |count: usize, expected: usize| count.abs_diff(expected) < 230;
        assert!(
            near(seen[0], 6_000) && seen[1] == 0 && near(seen[2], 4_000) && near(seen[3], 2_000),
            "{seen:?}"
        );
        assert_eq!(weighted(&[0, 0], &mut rng), None);
        assert_eq!(weighted(&[], &mut rng), None);
        assert_eq!(
            weighted(&[u64::MAX, u64::MAX], &mut Rng::new(1)).map(|place| place < 2),
            Some(true)
        );
    }
}
