//! The leak test: what an eye gets does not depend on what it cannot know.
//!
//! A position and a sample of it for some eye must look alike to that eye, to the last byte: view, who is to act, legal
//! moves, every refusal. Both then play the same moves, and must keep looking alike as long as the eye is told the
//! same. (`samples` checks that the eye may be told what it is told: an event that reveals a secret contradicts the
//! samples made after it.)

use roundtable_core::{Audit, Eye, Rng};

use crate::breach::{Breach, Check, holds};
use crate::print::{Sight, after, json, moves, told};

/// How many moves a position and its sample play together.
const LOCK_STEP: usize = 12;

pub(crate) fn leak<G: Audit>(position: &G, eye: Eye, rng: &mut Rng) -> Result<(), Breach> {
    let mut truth = position.clone();
    let mut sample = position.clone();
    sample.resample(eye, rng);
    possible(position, &sample)
        .map_err(|what| Breach::new(Check::Samples, format!("in a sample for {eye:?} {what}")))?;
    if let Some(dice) = truth.dice() {
        holds!(
            Check::Samples,
            sample.dice() != Some(dice),
            "a sample for {eye:?} keeps the real dice, and so the real future"
        );
    }
    let look = |truth: &G, sample: &G, when: &str| match Sight::of(truth, eye).difference(&Sight::of(sample, eye)) {
        None => Ok(()),
        Some(difference) => {
            let hidden = format!(
                "truth {}, sample {}",
                json(&truth.view(Eye::All)),
                json(&sample.view(Eye::All))
            );
            Err(Breach::new(
                Check::Leak,
                format!("{when} {eye:?} can tell a sample from the truth: {difference}; {hidden}"),
            ))
        }
    };
    look(&truth, &sample, "at once")?;
    for step in 1..=LOCK_STEP {
        let acting: Vec<_> = truth.to_act().iter().collect();
        if acting.is_empty() {
            return Ok(());
        }
        let seat = rng.pick(&acting);
        let mv = rng.pick(&moves(&truth, seat));
        if sample.check(seat, mv).is_err() {
            // The other player holds other cards in the sample; `samples` checks that such a move may reveal that.
            return Ok(());
        }
        let (truth_after, truth_journal) = after(&truth, seat, mv);
        let (sample_after, sample_journal) = after(&sample, seat, mv);
        (truth, sample) = (truth_after, sample_after);
        let (truth_told, sample_told) = (told(&truth_journal, eye), told(&sample_journal, eye));
        if truth_told != sample_told {
            let heard = |told: &[Option<String>]| told.iter().flatten().cloned().collect::<Vec<_>>();
            holds!(
                Check::Leak,
                heard(&truth_told) != heard(&sample_told),
                "the numbers of the events after `{mv}` tell {eye:?} what the events do not"
            );
            return Ok(());
        }
        look(
            &truth,
            &sample,
            &format!("{step} moves later, having been told the same,"),
        )?;
    }
    Ok(())
}

/// Whether a sample is a position that the game can be in.
fn possible<G: Audit>(position: &G, sample: &G) -> Result<(), String> {
    sample.audit().map_err(|what| format!("it does not hold that {what}"))?;
    let cards = |position: &G| {
        let mut cards = position.census();
        cards.sort_unstable();
        cards
    };
    if cards(position) != cards(sample) {
        return Err("there are other cards".to_owned());
    }
    match sample.to_act().iter().find(|&seat| moves(sample, seat).is_empty()) {
        Some(seat) => Err(format!("{seat:?} is to act and has no legal move")),
        None => Ok(()),
    }
}
