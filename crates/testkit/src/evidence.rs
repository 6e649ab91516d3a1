//! Examines one situation: a move that was made, and what an eye was told of it.
//!
//! **Evidence.** *Before and on*: sample the position as it was before the move, play on with every move that would
//! have told the eye exactly what it was told, and keep the results. *After*: make the move, then sample. Both describe
//! what the eye can know now, so they must agree in every part of the open position. A sample that forgets evidence (a
//! player who could not follow suit), or an event that reveals what the rules hide, makes them differ.
//!
//! **Second hand.** The results that were kept are not the truth, but the eye cannot tell them from it. So they must
//! look like it, and the same generator must draw the same samples of them: a sample that finds its evidence only in
//! the true position is of no use to a search, which plays on with samples.

use std::collections::BTreeSet;

use roundtable_core::{Audit, Eye, Rng, Seat};

use crate::breach::{Breach, Check};
use crate::kinds::{Happening, Kind};
use crate::print::{Sight, after, json, moves, told};
use crate::strata::Situation;
use crate::tally::{Comparison, Tally, compare};
use crate::walk::{Setting, Walk};
use crate::{leak, seeded};

/// With fewer results than this, the comparison would mean nothing.
const FEWEST: usize = 60;

/// How many of the results before and on are looked at closely.
const SECOND_HAND: usize = 6;

/// What was found in a situation.
pub(crate) struct Finding {
    /// The kinds that it is an example of.
    pub kinds: BTreeSet<Kind>,
    /// How many samples before and on were compared; `None` if hardly any agreed with what the eye was told.
    pub samples: Option<usize>,
}

/// How hard to look.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// How many samples to draw before a move for each that is wanted.
    pub patience: usize,
    /// See [`Suite::allowance`](crate::Suite::allowance).
    pub allowance: f64,
}

/// Examines a situation.
///
/// # Errors
/// The breach that was found.
pub(crate) fn examine<G: Audit>(
    setting: Setting<G::Options>,
    situation: Situation,
    effort: Effort,
) -> Result<Finding, Breach> {
    let mut walk = Walk::<G>::replayed(setting, situation.seed, situation.ply)?;
    let place = walk.place();
    let Some((seat, mv)) = walk.pick()? else {
        return Err(Breach::new(Check::Determinism, "a game replayed is over sooner").at(&place));
    };
    let (result, journal) = after(&walk.position, seat, mv);
    let (eye, mut rng) = (situation.eye, situation.rng());
    let case = Case {
        position: walk.position,
        seat,
        mv,
        eye,
        heard: told(&journal, eye),
        result,
    };
    let samples = case.examine(effort, &mut rng).map_err(|breach| breach.at(&place))?;
    let mut kinds = Happening::new(seat, &mv, &journal).kinds(eye);
    kinds.insert(Kind::Setting(setting.name()));
    Ok(Finding { kinds, samples })
}

/// A move, and what the eye was told of it.
struct Case<G: Audit> {
    position: G,
    seat: Seat,
    mv: G::Move,
    eye: Eye,
    heard: Vec<Option<String>>,
    result: G,
}

impl<G: Audit> Case<G> {
    fn examine(&self, effort: Effort, rng: &mut Rng) -> Result<Option<usize>, Breach> {
        leak::leak(&self.result, self.eye, rng)?;
        seeded::samples_of_samples(&self.result, self.eye, rng)?;
        self.second_hand(rng)?;
        let comparison = compare(effort.allowance, |count| {
            let Some(before_and_on) = self.before_and_on(count, effort.patience, rng) else {
                return Ok(None);
            };
            let mut later = Tally::default();
            for _ in 0..count {
                later.add(&self.sample(&self.result, rng), 1.0);
            }
            Ok::<_, Breach>(Some((before_and_on, later)))
        })?;
        match comparison {
            Comparison::TooFew => Ok(None),
            Comparison::Alike(samples) => Ok(Some(samples)),
            Comparison::Different(part) => Err(self.breach(
                Check::Samples,
                &format!(
                    "samples for {:?} do not agree with what it was told: {part} (expected first)",
                    self.eye
                ),
            )),
        }
    }

    fn breach(&self, check: Check, words: &str) -> Breach {
        let heard: Vec<&String> = self.heard.iter().flatten().collect();
        Breach::new(
            check,
            format!("after `{} {}`, {words}; told {heard:?}", self.seat, self.mv),
        )
    }

    fn sample(&self, position: &G, rng: &mut Rng) -> G {
        let mut sample = position.clone();
        sample.resample(self.eye, rng);
        sample
    }

    /// A position that a sample leads to by a move which tells the eye what it was told, and the number of ways to get
    /// to any of them. Where there are several, each is chosen as often as there are ways to it.
    fn agreeing(&self, sample: &G, rng: &mut Rng) -> Option<(G, f64)> {
        // A seat knows its own choice.
        let candidates = if self.eye == Eye::Seat(self.seat) {
            vec![self.mv]
        } else {
            moves(sample, self.seat)
        };
        let follow = |candidate: G::Move| {
            sample.check(self.seat, candidate).ok()?;
            let (result, journal) = after(sample, self.seat, candidate);
            let ways = f64::from(sample.ways(self.seat, candidate));
            (told(&journal, self.eye) == self.heard).then_some((result, ways))
        };
        let mut results: Vec<(G, f64)> = candidates.into_iter().filter_map(follow).collect();
        let ways: Vec<f64> = results.iter().map(|(_, ways)| *ways).collect();
        let place = if ways.len() > 1 { rng.by_weight(&ways) } else { 0 };
        (!results.is_empty()).then(|| (results.swap_remove(place).0, ways.iter().sum()))
    }

    /// So many positions that samples from before the move lead to; `None` if too few of them agree.
    fn before_and_on(&self, count: usize, patience: usize, rng: &mut Rng) -> Option<Tally> {
        let mut tally = Tally::default();
        for tried in 1..=count * patience {
            if let Some((result, ways)) = self.agreeing(&self.sample(&self.position, rng), rng) {
                tally.add(&result, ways);
            }
            let hopeless = tried * 8 == count * patience && tally.samples() * 8 < FEWEST;
            if tally.samples() == count || hopeless {
                break;
            }
        }
        (tally.samples() >= FEWEST).then_some(tally)
    }

    /// Looks closely at some positions that samples from before the move lead to.
    fn second_hand(&self, rng: &mut Rng) -> Result<(), Breach> {
        let sight = Sight::of(&self.result, self.eye);
        for _ in 0..SECOND_HAND {
            let Some((alike, _)) = self.agreeing(&self.sample(&self.position, rng), rng) else {
                continue;
            };
            if let Some(difference) = sight.difference(&Sight::of(&alike, self.eye)) {
                let words = format!(
                    "{:?} can tell another game, in which it was told the same, from the truth: {difference}; \
                     truth {}, the other {}",
                    self.eye,
                    json(&self.result.view(Eye::All)),
                    json(&alike.view(Eye::All))
                );
                return Err(self.breach(Check::Leak, &words));
            }
            seeded::same_visibly(&self.result, &alike, self.eye, rng.next_u64())?;
        }
        Ok(())
    }
}
