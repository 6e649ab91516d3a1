//! Checks that samples depend only on what the eye knows and on the generator.
//!
//! A position and a sample of it look alike to the eye. With the same generator, both must give the same sample, to the
//! last byte: otherwise somebody who knows the seed of a hint could infer hidden cards from it. The same holds for a
//! sample of a sample. If it does, then samples of samples also have the same distribution as samples.

use roundtable_core::{Audit, Eye, Rng};

use crate::breach::{Breach, Check, holds};
use crate::print::{Print, Sight, json};

/// How many samples of samples of samples are looked at.
const CHAINS: usize = 4;

/// How many samples there are in a chain, each drawn from the one before.
const LENGTH: usize = 3;

/// A position and a sample of it give the same samples.
pub(crate) fn same_sample<G: Audit>(position: &G, eye: Eye, rng: &mut Rng) -> Result<(), Breach> {
    let mut alike = position.clone();
    alike.resample(eye, rng);
    same_from(position, &alike, eye, rng.next_u64())
}

/// A position, a sample of it, and a sample of that and so on, look alike and give the same samples.
pub(crate) fn samples_of_samples<G: Audit>(position: &G, eye: Eye, rng: &mut Rng) -> Result<(), Breach> {
    let sight = Sight::of(position, eye);
    for _ in 0..CHAINS {
        let mut alike = position.clone();
        for link in 1..=LENGTH {
            alike.resample(eye, rng);
            if let Some(difference) = sight.difference(&Sight::of(&alike, eye)) {
                let words =
                    format!("{eye:?} can tell sample {link} in a chain of samples from the truth: {difference}");
                return Err(Breach::new(Check::Leak, words));
            }
            same_from(position, &alike, eye, rng.next_u64())?;
        }
    }
    Ok(())
}

/// Two positions that look alike to the eye give the same sample from the same seed, to the last byte.
fn same_from<G: Audit>(position: &G, alike: &G, eye: Eye, seed: u64) -> Result<(), Breach> {
    let (one, other) = same_visibly(position, alike, eye, seed)?;
    let [one, other] = [one, other].map(|sample| format!("{sample:?}"));
    holds!(
        Check::Seeds,
        one == other,
        "samples for {eye:?} from the same seed look alike, but differ inside: {one} or {other}"
    );
    Ok(())
}

/// Two positions that look alike to the eye give the same sample from the same seed, in everything that any eye can see
/// of it. Returns both samples. Positions that were reached by other moves may hold the same in another order.
pub(crate) fn same_visibly<G: Audit>(position: &G, alike: &G, eye: Eye, seed: u64) -> Result<(G, G), Breach> {
    let draw = |position: &G| {
        let (mut sample, mut rng) = (position.clone(), Rng::new(seed));
        sample.resample(eye, &mut rng);
        (sample, rng.next_u64())
    };
    let ((one, one_rest), (other, other_rest)) = (draw(position), draw(alike));
    let cards = |sample: &G| {
        let mut cards = sample.census();
        cards.sort_unstable();
        cards
    };
    holds!(
        Check::Seeds,
        Print::of(&one) == Print::of(&other) && cards(&one) == cards(&other),
        "samples for {eye:?} from the same seed depend on what it cannot know: {} or {}",
        json(&one.view(Eye::All)),
        json(&other.view(Eye::All))
    );
    holds!(
        Check::Seeds,
        one_rest == other_rest,
        "how much of the generator a sample for {eye:?} takes depends on what it cannot know"
    );
    Ok((one, other))
}
