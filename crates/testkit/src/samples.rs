//! Checks of `resample`: samples agree with everything the eye has seen, and all else varies as often as it should.
//!
//! **Evidence.** Take a position, an eye and a move. *Before and on*: sample the position as it was before the move,
//! play on with every move that would have told the eye exactly what it was told, and keep the results. *After*: make
//! the move, then sample. Both describe what the eye can know now, so they must agree in every part of the open
//! position. A sample that forgets evidence (a player who could not follow suit), or an event that reveals what the
//! rules hide, makes them differ.
//!
//! **First samples.** Samples of fresh deals look like fresh deals, part by part.
//!
//! **Variety.** Sooner or later, samples deal again every part of the open position that an eye does not see, and the
//! truth is among the results.

use std::collections::{BTreeMap, BTreeSet};

use roundtable_core::{Audit, Eye, Rng, Seat};
use serde_json::Value;

use crate::breach::{Breach, Check, holds};
use crate::print::{after, moves, told};
use crate::walk::{Setting, Walk};

/// How far two frequencies may lie apart, in standard deviations, before chance cannot explain it.
const TOLERANCE: f64 = 5.5;

/// The number of samples to compare on each side.
const SAMPLES: usize = 400;

/// With fewer results than this, the comparison would mean nothing.
const FEWEST: f64 = 60.0;

/// The values of the open position by their path, and a hash of the whole in a few classes, so that differences which
/// only show in combinations of parts are found too.
fn parts<G: Audit>(position: &G) -> BTreeMap<String, String> {
    let view = serde_json::to_value(position.view(Eye::All)).expect("a view can be written as JSON");
    let mut parts = BTreeMap::new();
    flatten(String::new(), &view, &mut parts);
    let class = parts
        .iter()
        .flat_map(|(path, value)| path.bytes().chain(value.bytes()))
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    parts.insert("(whole)".to_owned(), (class >> 61).to_string());
    parts
}

fn flatten(path: String, value: &Value, parts: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| flatten(format!("{path}.{name}"), value, parts)),
        Value::Array(items) => {
            parts.insert(format!("{path}.len"), items.len().to_string());
            items
                .iter()
                .enumerate()
                .for_each(|(i, value)| flatten(format!("{path}[{i}]"), value, parts));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            parts.insert(path, value.to_string());
        }
    }
}

/// How often each part had each value, over independent samples. One sample can yield several weighted positions.
#[derive(Default)]
struct Tally {
    samples: f64,
    weight: f64,
    weight_squared: f64,
    seen: BTreeMap<(String, String), Share>,
}

/// The statistics of one value of one part: sums over the samples of its weight, of the weight's square, and of its
/// product with the weight of the whole sample.
#[derive(Clone, Copy, Default)]
struct Share {
    weight: f64,
    squared: f64,
    with_whole: f64,
}

impl Tally {
    fn add<G: Audit>(&mut self, positions: &[(G, f64)]) {
        let whole: f64 = positions.iter().map(|(_, weight)| weight).sum();
        let mut values: BTreeMap<(String, String), f64> = BTreeMap::new();
        for (position, weight) in positions {
            for part in parts(position) {
                *values.entry(part).or_default() += weight;
            }
        }
        for (part, weight) in values {
            let share = self.seen.entry(part).or_default();
            share.weight += weight;
            share.squared += weight * weight;
            share.with_whole += weight * whole;
        }
        self.samples += 1.0;
        self.weight += whole;
        self.weight_squared += whole * whole;
    }

    fn share(&self, part: &(String, String)) -> Share {
        self.seen.get(part).copied().unwrap_or_default()
    }

    fn frequency(&self, part: &(String, String)) -> f64 {
        self.share(part).weight / self.weight
    }

    /// The variance of a frequency, estimated from the samples, but at least that of as many unweighted samples.
    fn variance(&self, part: &(String, String), expected: f64) -> f64 {
        let (share, p) = (self.share(part), self.frequency(part));
        let residual = share.squared - 2.0 * p * share.with_whole + p * p * self.weight_squared;
        (residual / (self.weight * self.weight)).max(expected * (1.0 - expected) / self.samples)
    }

    /// The first part whose frequency differs more than chance allows.
    fn against(&self, other: &Self) -> Option<String> {
        let both: BTreeSet<_> = self.seen.keys().chain(other.seen.keys()).collect();
        both.into_iter().find_map(|part| {
            let (a, b) = (self.frequency(part), other.frequency(part));
            let expected = (a * self.samples + b * other.samples) / (self.samples + other.samples);
            let deviation = (self.variance(part, expected) + other.variance(part, expected)).sqrt();
            let apart = (a - b).abs() > TOLERANCE * deviation + 1e-9;
            let of = |share: f64, tally: &Self| format!("{:.1} % of {}", 100.0 * share, tally.samples);
            apart.then(|| format!("{} is {} in {} and in {}", part.0, part.1, of(a, self), of(b, other)))
        })
    }
}

/// The positions that a sample leads to by moves which tell the eye what it was told, each with the number of ways to
/// make its move. A seat knows its own choice.
fn agreeing<G: Audit>(sample: &G, seat: Seat, mv: G::Move, eye: Eye, heard: &[Option<String>]) -> Vec<(G, f64)> {
    let candidates = if eye == Eye::Seat(seat) {
        vec![mv]
    } else {
        moves(sample, seat)
    };
    let follow = |candidate: G::Move| {
        sample.check(seat, candidate).ok()?;
        let (result, journal) = after(sample, seat, candidate);
        let ways = f64::from(sample.ways(seat, candidate));
        (told(&journal, eye) == heard).then_some((result, ways))
    };
    candidates.into_iter().filter_map(follow).collect()
}

/// Checks a move that tells the eye something. Returns whether there was anything to check.
pub(crate) fn evidence<G: Audit>(
    position: &G,
    (seat, mv): (Seat, G::Move),
    eye: Eye,
    rng: &mut Rng,
) -> Result<bool, Breach> {
    let (result, journal) = after(position, seat, mv);
    let heard = told(&journal, eye);
    let sample = |position: &G, rng: &mut Rng| {
        let mut sample = position.clone();
        sample.resample(eye, rng);
        sample
    };
    // First test: if every sample allows the same events, the move reveals nothing.
    let telling = (0..12).any(|_| agreeing(&sample(position, rng), seat, mv, eye, &heard).is_empty());
    if !telling {
        return Ok(false);
    }
    let (mut before_and_on, mut later) = (Tally::default(), Tally::default());
    for tried in 1..=SAMPLES * 8 {
        let results = agreeing(&sample(position, rng), seat, mv, eye, &heard);
        if !results.is_empty() {
            before_and_on.add(&results);
        }
        let enough = before_and_on.samples >= SAMPLES as f64;
        let hopeless = tried == SAMPLES && before_and_on.samples < FEWEST / 8.0;
        if enough || hopeless {
            break;
        }
    }
    if before_and_on.samples < FEWEST {
        return Ok(false);
    }
    for _ in 0..SAMPLES {
        later.add(&[(sample(&result, rng), 1.0)]);
    }
    match before_and_on.against(&later) {
        None => Ok(true),
        Some(part) => {
            let words = format!(
                "after `{seat} {mv}`, samples for {eye:?} do not agree with what it was told, {heard:?}: {part} \
                 (expected first)"
            );
            Err(Breach::new(Check::Samples, words))
        }
    }
}

/// Checks that samples of fresh deals look like fresh deals.
pub(crate) fn first_samples<G: Audit>(setting: Setting<G::Options>, seed: u64) -> Result<(), Breach> {
    for eye in Eye::limited(setting.players) {
        let mut rng = Rng::new(seed);
        let (mut deals, mut samples) = (Tally::default(), Tally::default());
        for deal in 0..SAMPLES as u64 {
            let mut walk = Walk::<G>::new(setting, seed.wrapping_add(deal), &mut roundtable_core::Silent)?;
            deals.add(&[(walk.position.clone(), 1.0)]);
            walk.position.resample(eye, &mut rng);
            samples.add(&[(walk.position, 1.0)]);
        }
        if let Some(part) = deals.against(&samples) {
            let words =
                format!("samples for {eye:?} of fresh deals do not look like fresh deals: {part} (deals first)");
            return Err(Breach::new(Check::Samples, words));
        }
    }
    Ok(())
}

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
        let truth = parts(position);
        let view = serde_json::to_value(position.view(eye)).expect("a view can be written as JSON");
        let mut seen = BTreeMap::new();
        flatten(String::new(), &view, &mut seen);
        let samples: Vec<_> = (0..Self::SAMPLES)
            .map(|_| {
                let mut sample = position.clone();
                sample.resample(eye, rng);
                parts(&sample)
            })
            .collect();
        // The length of a list is no secret where the rest of the view counts it.
        let unseen = |path: &str| path != "(whole)" && !path.ends_with(".len") && !seen.contains_key(path);
        for (path, value) in truth.iter().filter(|(path, _)| unseen(path)) {
            let hidden = self.hidden.entry((eye.to_string(), path.clone())).or_default();
            hidden.looks += 1;
            hidden.varied += usize::from(samples.iter().any(|sample| sample.get(path) != Some(value)));
            hidden.right += usize::from(samples.iter().any(|sample| sample.get(path) == Some(value)));
            hidden.truths.insert(value.clone());
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
