//! Checks of simultaneous phases.

use roundtable_core::{Audit, Eye, Rng, Seat, Told};

use crate::breach::{Breach, Check, holds};
use crate::print::{Print, Sight, after, moves, told};

/// If several seats are to act: the order of choosing must not matter, and no choice may show before the last.
pub(crate) fn simultaneous<G: Audit>(position: &G, rng: &mut Rng) -> Result<(), Breach> {
    let acting: Vec<Seat> = position.to_act().iter().collect();
    if acting.len() < 2 {
        return Ok(());
    }
    seal(position, &acting, rng)?;
    order(position, &acting, rng)
}

fn seal<G: Audit>(position: &G, acting: &[Seat], rng: &mut Rng) -> Result<(), Breach> {
    for &seat in acting {
        let legal = moves(position, seat);
        let (one, other) = (rng.pick(&legal), rng.pick(&legal));
        let ((a, a_told), (b, b_told)) = (after(position, seat, one), after(position, seat, other));
        for eye in Eye::limited(position.players()).filter(|&eye| eye != Eye::Seat(seat)) {
            holds!(
                Check::Seal,
                told(&a_told, eye) == told(&b_told, eye),
                "{eye:?} is told whether {seat:?} chose `{one}` or `{other}` while {:?} have yet to choose",
                a.to_act()
            );
            if let Some(difference) = Sight::of(&a, eye).difference(&Sight::of(&b, eye)) {
                let words = format!("{eye:?} can see whether {seat:?} chose `{one}` or `{other}`: {difference}");
                return Err(Breach::new(Check::Seal, words));
            }
        }
    }
    Ok(())
}

fn order<G: Audit>(position: &G, acting: &[Seat], rng: &mut Rng) -> Result<(), Breach> {
    let choices: Vec<(Seat, G::Move)> = acting
        .iter()
        .map(|&seat| (seat, rng.pick(&moves(position, seat))))
        .collect();
    let mut results = Vec::new();
    for _ in 0..4 {
        let mut line = choices.clone();
        rng.shuffle(&mut line);
        let mut result = position.clone();
        let mut journal: Vec<Told<G::Event>> = Vec::new();
        for &(seat, mv) in &line {
            let verdict = result.check(seat, mv);
            holds!(
                Check::Order,
                verdict.is_ok(),
                "`{mv}` of {seat:?} is refused after others have chosen: {verdict:?}"
            );
            result.play(seat, mv, &mut journal);
        }
        // Events reveal the order of choosing; the result must be the same.
        let heard = Eye::limited(position.players()).map(|eye| {
            let mut heard = told(&journal, eye);
            heard.sort();
            heard
        });
        results.push((line, Print::of(&result), heard.collect::<Vec<_>>()));
    }
    let (line, print, heard) = &results[0];
    for (other, other_print, other_heard) in &results[1..] {
        holds!(
            Check::Order,
            print == other_print && heard == other_heard,
            "choosing in the order {line:?} or {other:?} makes a difference"
        );
    }
    Ok(())
}
