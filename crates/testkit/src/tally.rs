//! Counts the parts of positions that were drawn in two ways, and says whether chance explains the difference.
//!
//! A comparison has two stages. A first look with few samples finds the parts that look suspicious, of which chance
//! alone makes some. A second look draws several times as many anew, and judges these parts alone. So a small bias is
//! found with samples that are only drawn where there may be one, and a false alarm needs two accidents.

use std::collections::HashMap;

use roundtable_core::Audit;

use crate::parts;

/// How far apart two frequencies may lie, in standard deviations.
#[derive(Clone, Copy)]
struct Look {
    /// For a game that draws samples exactly.
    exact: f64,
    /// For any other, however much it allows itself: rare values may not be wrong by a multiple.
    most: f64,
}

/// What is suspicious in the first look.
const SUSPICIOUS: Look = Look { exact: 3.5, most: 5.5 };

/// What is certain in the second. Its deviations are half as large.
const CERTAIN: Look = Look { exact: 5.0, most: 11.0 };

/// How many times as many samples the second look draws.
const MORE: usize = 4;

/// The samples of the first look on each side.
pub(crate) const SAMPLES: usize = 400;

/// How often each part had each value, over independent samples, each with a weight.
#[derive(Default)]
pub(crate) struct Tally {
    samples: f64,
    weight: f64,
    weight_squared: f64,
    seen: HashMap<u64, Seen>,
}

/// One value of one part: the weight of the samples that had it, and the sum of its squares.
struct Seen {
    path: String,
    value: String,
    weight: f64,
    squared: f64,
}

impl Tally {
    pub(crate) fn add<G: Audit>(&mut self, position: &G, weight: f64) {
        self.samples += 1.0;
        self.weight += weight;
        self.weight_squared += weight * weight;
        parts::of_position(position, |path, value| {
            let seen = self.seen.entry(parts::digest(path, value)).or_insert_with(|| Seen {
                path: path.to_owned(),
                value: value.to_owned(),
                weight: 0.0,
                squared: 0.0,
            });
            seen.weight += weight;
            seen.squared += weight * weight;
        });
    }

    /// How many samples were counted.
    pub(crate) fn samples(&self) -> usize {
        self.samples as usize
    }

    fn frequency(&self, part: u64) -> f64 {
        self.seen.get(&part).map_or(0.0, |seen| seen.weight) / self.weight
    }

    /// The variance of a frequency, estimated from the samples, but at least that of as many unweighted samples.
    fn variance(&self, part: u64, expected: f64) -> f64 {
        let squared = self.seen.get(&part).map_or(0.0, |seen| seen.squared);
        let p = self.frequency(part);
        let residual = squared - 2.0 * p * squared + p * p * self.weight_squared;
        (residual / (self.weight * self.weight)).max(expected * (1.0 - expected) / self.samples)
    }

    /// How far apart the frequencies of a part lie, in standard deviations, if that is more than the look allows.
    fn apart(&self, other: &Self, part: u64, look: Look, allowance: f64) -> Option<f64> {
        let (a, b) = (self.frequency(part), other.frequency(part));
        let expected = (a * self.samples + b * other.samples) / (self.samples + other.samples);
        let deviation = (self.variance(part, expected) + other.variance(part, expected)).sqrt();
        let difference = (a - b).abs() - 1e-9;
        let allowed = (look.exact * deviation + allowance).min(look.most * deviation);
        (difference > allowed).then(|| difference / deviation.max(f64::MIN_POSITIVE))
    }

    fn suspects(&self, other: &Self, allowance: f64) -> Vec<u64> {
        let only_other = other.seen.keys().filter(|part| !self.seen.contains_key(part));
        let all = self.seen.keys().chain(only_other).copied();
        all.filter(|&part| self.apart(other, part, SUSPICIOUS, allowance).is_some())
            .collect()
    }

    /// The part among these that is furthest apart, in words, if chance cannot explain it.
    fn convicted(&self, other: &Self, suspects: &[u64], allowance: f64) -> Option<String> {
        let named = |part: u64| self.seen.get(&part).or_else(|| other.seen.get(&part));
        let words = |part: u64, seen: &Seen| {
            let of = |tally: &Self| format!("{:.1} % of {}", 100.0 * tally.frequency(part), tally.samples);
            format!("{} is {} in {} and in {}", seen.path, seen.value, of(self), of(other))
        };
        let certain = suspects.iter().filter_map(|&part| {
            let apart = self.apart(other, part, CERTAIN, allowance)?;
            Some((apart, words(part, named(part)?)))
        });
        // Where several are equally far apart, the first by name, so that a breach always reads the same.
        certain
            .max_by(|(a, a_words), (b, b_words)| a.total_cmp(b).then_with(|| b_words.cmp(a_words)))
            .map(|(_, words)| words)
    }
}

/// What a comparison came to.
pub(crate) enum Comparison {
    /// There were too few samples to compare.
    TooFew,
    /// Chance explains the differences between this many samples of the first kind and those of the second.
    Alike(usize),
    /// The part that chance does not explain, with its frequencies.
    Different(String),
}

/// Compares two ways to draw positions, whose frequencies may differ by `allowance` besides chance, within limits.
/// `draw` is asked for so many samples of each, and may say that there are too few.
///
/// # Errors
/// Those of `draw`.
pub(crate) fn compare<E>(
    allowance: f64,
    mut draw: impl FnMut(usize) -> Result<Option<(Tally, Tally)>, E>,
) -> Result<Comparison, E> {
    let Some((one, other)) = draw(SAMPLES)? else {
        return Ok(Comparison::TooFew);
    };
    let suspects = one.suspects(&other, allowance);
    if suspects.is_empty() {
        return Ok(Comparison::Alike(one.samples()));
    }
    let Some((one, other)) = draw(SAMPLES * MORE)? else {
        return Ok(Comparison::TooFew);
    };
    Ok(match one.convicted(&other, &suspects, allowance) {
        Some(words) => Comparison::Different(words),
        None => Comparison::Alike(one.samples()),
    })
}
