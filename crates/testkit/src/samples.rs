//! Samples of fresh deals look like fresh deals, part by part.

use roundtable_core::{Audit, Eye, Rng, Silent};

use crate::breach::{Breach, Check};
use crate::tally::{Comparison, Tally, compare};
use crate::walk::{Setting, Walk};

/// Checks that samples of fresh deals look like fresh deals.
pub(crate) fn first_samples<G: Audit>(setting: Setting<G::Options>, seed: u64) -> Result<(), Breach> {
    for eye in Eye::limited(setting.players) {
        let mut rng = Rng::new(seed);
        let mut next = seed;
        let comparison = compare(0.0, |count| {
            let (mut deals, mut samples) = (Tally::default(), Tally::default());
            for _ in 0..count {
                let mut walk = Walk::<G>::new(setting, next, &mut Silent)?;
                next = next.wrapping_add(1);
                deals.add(&walk.position, 1.0);
                walk.position.resample(eye, &mut rng);
                samples.add(&walk.position, 1.0);
            }
            Ok(Some((deals, samples)))
        })?;
        if let Comparison::Different(part) = comparison {
            let words =
                format!("samples for {eye:?} of fresh deals do not look like fresh deals: {part} (deals first)");
            return Err(Breach::new(Check::Samples, words));
        }
    }
    Ok(())
}
