//! Sooner or later, samples deal again every part of the open position that an eye does not see, and the truth is among
//! the results.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use roundtable_core::{Audit, Eye, Rng};

use crate::breach::{Breach, Check, holds};
use crate::parts;

/// Statistics of the samples of many positions, to find parts that never vary or are never right.
#[derive(Default)]
pub(crate) struct Variety {
    hidden: BTreeMap<(String, String), Hidden>,
}

#[derive(Default)]
struct Hidden {
    looks: usize,
    /// Looks in which some sample differed from the truth.
    varied: usize,
    /// Looks in which some sample had the true value.
    right: usize,
    truths: BTreeSet<String>,
}

impl Variety {
    /// How many samples one look draws.
    const SAMPLES: usize = 40;

    /// Looks at samples of one position.
    pub(crate) fn look<G: Audit>(&mut self, position: &G, eye: Eye, rng: &mut Rng) {
        let mut seen = HashSet::new();
        parts::read(&position.view(eye), |path, _| {
            seen.insert(path.to_owned());
        });
        let mut truth = Vec::new();
        parts::of_position(position, |path, value| {
            // The length of a list is no secret where the rest of the view counts it.
            if path != parts::WHOLE && !path.ends_with(".len") && !seen.contains(path) {
                truth.push((path.to_owned(), value.to_owned()));
            }
        });
        if truth.is_empty() {
            return;
        }
        let mut agreeing: HashMap<u64, usize> = HashMap::new();
        for _ in 0..Self::SAMPLES {
            let mut sample = position.clone();
            sample.resample(eye, rng);
            parts::read(&sample.view(Eye::All), |path, value| {
                *agreeing.entry(parts::digest(path, value)).or_default() += 1;
            });
        }
        for (path, value) in truth {
            let right = agreeing.get(&parts::digest(&path, &value)).copied().unwrap_or_default();
            let hidden = self.hidden.entry((eye.to_string(), path)).or_default();
            hidden.looks += 1;
            hidden.varied += usize::from(right < Self::SAMPLES);
            hidden.right += usize::from(right > 0);
            hidden.truths.insert(value);
        }
    }

    pub(crate) fn verdict(&self) -> Result<(), Breach> {
        for ((eye, path), hidden) in &self.hidden {
            let Hidden {
                looks,
                varied,
                right,
                truths,
            } = hidden;
            if *looks < 30 || truths.len() < 2 {
                continue;
            }
            holds!(
                Check::Samples,
                *varied > 0,
                "eye {eye} does not see {path}, and yet samples never deal it anew ({looks} looks)"
            );
            holds!(
                Check::Samples,
                2 * right >= *looks,
                "for eye {eye}, samples had the true {path} only in {right} of {looks} looks"
            );
        }
        Ok(())
    }
}
