//! Samples depend on what the eye knows and on the generator, and on nothing else.
//!
//! A position and a sample of it are alike to the eye. Drawn with the same generator, a sample of the one must be a
//! sample of the other, to the last byte: otherwise whoever knows the seed of a hint could tell hidden cards from it.

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
