//! Checks that samples depend only on what the eye knows and on the generator.
//!
//! A position and a sample of it look alike to the eye. With the same generator, both must give the same sample, to the
//! last byte: otherwise somebody who knows the seed of a hint could infer hidden cards from it.

use roundtable_core::{Audit, Eye, Rng};

use crate::breach::{Breach, Check, holds};
use crate::print::{Print, json};

pub(crate) fn same_sample<G: Audit>(position: &G, eye: Eye, rng: &mut Rng) -> Result<(), Breach> {
    let mut alike = position.clone();
    alike.resample(eye, rng);
    let seed = rng.next_u64();
    let draw = |position: &G| {
        let (mut sample, mut rng) = (position.clone(), Rng::new(seed));
        sample.resample(eye, &mut rng);
        (sample, rng.next_u64())
    };
    let ((one, one_rest), (other, other_rest)) = (draw(position), draw(&alike));
    holds!(
        Check::Seeds,
        Print::of(&one) == Print::of(&other) && one.census() == other.census(),
        "samples for {eye:?} from the same seed depend on what it cannot know: {} or {}",
        json(&one.view(Eye::All)),
        json(&other.view(Eye::All))
    );
    let [one, other] = [one, other].map(|sample| format!("{sample:?}"));
    holds!(
        Check::Seeds,
        one == other,
        "samples for {eye:?} from the same seed look alike, but differ inside: {one} or {other}"
    );
    holds!(
        Check::Seeds,
        one_rest == other_rest,
        "how much of the generator a sample for {eye:?} takes depends on what it cannot know"
    );
    Ok(())
}
