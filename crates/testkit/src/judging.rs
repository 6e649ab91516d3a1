//! Judges every kind of situation with its share of samples, the rarest kinds first.
//!
//! A situation of a rare kind is usually also one of common kinds, so whatever rare kinds need comes first, and common
//! kinds take what is still missing.

use std::collections::{BTreeMap, HashSet};

use roundtable_core::{Audit, Rng};

use crate::Suite;
use crate::breach::{Breach, Check, holds};
use crate::evidence::{Effort, Finding, examine};
use crate::kinds::{Kind, declared_moves};
use crate::report::{Judged, Report};
use crate::strata::{Situation, Strata, Stratum};
use crate::walk::Setting;
use crate::workers::in_parallel;

/// How many samples to draw before a move for each that is wanted: little at first, and more for a kind of which no
/// situation could be judged like that.
const PATIENCE: [usize; 2] = [32, 128];

/// How many situations to try for each that is wanted.
const TRIES: usize = 3;

/// Judges as many situations of every kind that occurred as the suite says.
///
/// # Errors
/// The first breach, or a kind that was never judged.
pub(crate) fn judge<G: Audit>(
    settings: &[Setting<G::Options>],
    strata: Vec<Strata>,
    suite: &Suite,
) -> Result<Report, Breach> {
    let strata = Strata::merged(strata, &mut Rng::new(suite.seed));
    let mut order: Vec<(&Kind, &Stratum)> = strata.iter().collect();
    order.sort_by_key(|(_, stratum)| stratum.occurred);
    let mut bench = Bench::default();
    for (kind, stratum) in order {
        for patience in PATIENCE {
            let effort = Effort {
                patience,
                allowance: suite.allowance,
            };
            bench.judge::<G>(settings, (kind, stratum), suite.evidence, effort)?;
            if bench.judged(kind).situations > 0 {
                break;
            }
        }
    }
    let occurred = strata.iter().map(|(kind, stratum)| {
        let judged = Judged {
            occurred: stratum.occurred,
            ..bench.judged(kind)
        };
        (kind.clone(), judged)
    });
    let report = Report {
        kinds: occurred.collect(),
    };
    complete::<G>(&report)?;
    Ok(report)
}

/// Whether everything that can occur was judged, as far as that can be known: every kind that did occur, and every move
/// that the game declares.
fn complete<G: Audit>(report: &Report) -> Result<(), Breach> {
    for name in declared_moves::<G>() {
        let made = |own| {
            report.kinds.contains_key(&Kind::Move {
                name: name.clone(),
                own,
            })
        };
        holds!(
            Check::Coverage,
            made(true),
            "no random game of {} came to the move `{name}`: play more (ROUNDTABLE_GAMES), or do not declare it",
            G::INFO.name
        );
    }
    let missing = report.kinds.iter().find(|(_, judged)| !judged.is_judged());
    if let Some((kind, _)) = missing {
        let words = format!(
            "no situation of this kind was judged in {}: {kind}\n{report}",
            G::INFO.name
        );
        return Err(Breach::new(Check::Coverage, words));
    }
    Ok(())
}

/// The situations judged so far.
#[derive(Default)]
struct Bench {
    judged: BTreeMap<Kind, Judged>,
    heard: HashSet<(Situation, usize)>,
}

impl Bench {
    fn judged(&self, kind: &Kind) -> Judged {
        self.judged.get(kind).copied().unwrap_or_default()
    }

    /// Judges as many situations of a kind as are missing from its share.
    fn judge<G: Audit>(
        &mut self,
        settings: &[Setting<G::Options>],
        (kind, stratum): (&Kind, &Stratum),
        share: usize,
        effort: Effort,
    ) -> Result<(), Breach> {
        let fresh = |situation: &&Situation| !self.heard.contains(&(**situation, effort.patience));
        let queue: Vec<Situation> = stratum.kept.iter().filter(fresh).take(share * TRIES).copied().collect();
        let mut queue = queue.as_slice();
        loop {
            let missing = share.saturating_sub(self.judged(kind).situations).min(queue.len());
            if missing == 0 {
                return Ok(());
            }
            let (batch, rest) = queue.split_at(missing);
            queue = rest;
            let examined = in_parallel(batch, |&situation| {
                examine::<G>(settings[situation.setting], situation, effort)
            });
            for (&situation, finding) in batch.iter().zip(examined) {
                self.heard.insert((situation, effort.patience));
                self.count(kind, finding?);
            }
        }
    }

    fn count(&mut self, nominated: &Kind, mut finding: Finding) {
        finding.kinds.insert(nominated.clone());
        for kind in finding.kinds {
            let judged = self.judged.entry(kind).or_default();
            match finding.samples {
                Some(samples) => {
                    judged.situations += 1;
                    judged.samples += samples;
                }
                None => judged.in_part += 1,
            }
        }
    }
}
