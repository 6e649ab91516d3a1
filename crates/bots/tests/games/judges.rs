//! The learnt judges predict who wins, and the habits what is chosen, better than a formula does, in games they were
//! not fitted to.

use roundtable_bots::games::never_bring_a_knife::{Belief, Reading};
use roundtable_bots::{Company, Lesson, Searchable};
use roundtable_catalog::games::knights_and_damosels::KnightsAndDamosels;
use roundtable_catalog::games::never_bring_a_knife::NeverBringAKnife;
use roundtable_catalog::games::shock::Shock;
use roundtable_core::{Dice, Game as _, GameDeck as _, Seat, SeatHandle};

/// The average surprise of the quick judge and of the learnt one at which side wins. The seeds are above those used for
/// learning.
fn surprise<G: Searchable>(games: u64, company: Company) -> [f32; 2] {
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    for seed in 1_000_000..1_000_000 + games {
        let (begun, end) = Lesson::new::<G>(seed, company, 100).positions::<G>();
        let shares = end.shares();
        for position in begun {
            let judged = [position.judge(), position.judge_well()];
            for side in 0..position.sides() {
                // Players may have changed sides since, and a side may have lost all of them.
                let one_of = |position: &G| Seat::all(position.players()).find(|&seat| position.side(seat) == side);
                let (Some(now), Some(then)) = (one_of(&position), one_of(&end)) else {
                    continue;
                };
                for (sum, judge) in sums.iter_mut().zip(&judged) {
                    let (won, said) = (shares[then.index()], judge[now.index()].clamp(0.001, 0.999));
                    *sum -= won * said.ln() + (1.0 - won) * (1.0 - said).ln();
                }
                count += 1.0;
            }
        }
    }
    sums.map(|sum| sum / count)
}

#[test]
fn what_was_learnt_is_worth_more_than_a_formula() {
    // Who knows whom decides much, and no formula counts it. A game has few rounds, and no two are alike, so it takes
    // many games.
    let [quick, learnt] = surprise::<NeverBringAKnife>(400, Company::Mixed);
    assert!(learnt < 0.95 * quick, "quick {quick}, learnt {learnt}");
    // Here the difference between large numbers is small; in SHOCK! it is half a hundredth, which takes many games to
    // see.
    for [quick, learnt] in [
        surprise::<KnightsAndDamosels>(100, Company::Knights),
        surprise::<Shock>(400, Company::Knights),
    ] {
        assert!(learnt < quick, "quick {quick}, learnt {learnt}");
    }
}

/// The average surprise at what bots choose: by the quick odds, and by habits.
fn surprise_at_choices<G: Searchable>(games: u64) -> [f32; 2] {
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    let mut odds = Vec::new();
    for seed in 1_000_000..1_000_000 + games {
        Lesson::new::<G>(seed, Company::Knights, 100).decisions(|position: &G, seat, moves, made| {
            position.guide(seat, moves, &mut odds);
            sums[0] -= (odds[made] / odds.iter().sum::<f32>()).ln();
            position.knightly(seat, moves, &mut odds);
            sums[1] -= (odds[made] / odds.iter().sum::<f32>()).ln();
            count += 1.0;
        });
    }
    sums.map(|sum| sum / count)
}

#[test]
fn habits_foretell_choices_better_than_a_glance() {
    for [glance, habits] in [
        surprise_at_choices::<KnightsAndDamosels>(30),
        surprise_at_choices::<Shock>(20),
    ] {
        assert!(habits < 0.97 * glance, "glance {glance}, habits {habits}");
    }
}

#[test]
fn champions_of_never_bring_a_knife_read_others_better() {
    let mut sums = [0.0; 2];
    for seed in 1_000_000..1_000_060 {
        Lesson::new::<NeverBringAKnife>(seed, Company::Mixed, 50).retell(|position: &NeverBringAKnife, journal| {
            for seat in Seat::all(position.players()) {
                let handle = SeatHandle::new(position, journal, seat);
                for (sum, reading) in sums.iter_mut().zip([Reading::PLAIN, Reading::LEARNT]) {
                    *sum += Belief::surprise(&handle, &reading, position);
                }
            }
        });
    }
    let [plain, learnt] = sums;
    assert!(learnt < 0.9 * plain, "plain {plain}, learnt {learnt}");
}

#[test]
fn a_learnt_judge_gives_everybody_a_share() {
    fn shares<G: Searchable>(players: usize, sum: f32) {
        let dice = Dice::from_seed(4);
        let position = G::new(
            players,
            Default::default(),
            &G::Deck::standard(),
            dice,
            &mut roundtable_core::Silent,
        )
        .expect("a game");
        let shares = position.judge_well();
        assert!((shares.iter().sum::<f32>() - sum).abs() < 1e-3, "{shares:?}");
        assert!(shares[..players].iter().all(|share| *share > 0.0));
        assert!(shares[players..].iter().all(|share| *share == 0.0));
    }
    for players in 3..=6 {
        shares::<KnightsAndDamosels>(players, 1.0);
    }
    for players in 3..=5 {
        shares::<Shock>(players, 1.0);
    }
}

#[test]
fn lessons_are_written_and_read() {
    let lesson = Lesson::new::<KnightsAndDamosels>(7, Company::Mixed, 20);
    assert_eq!(lesson.to_string().parse(), Ok(lesson.clone()));
    let (begun, end) = lesson.positions::<KnightsAndDamosels>();
    assert!(end.outcome().is_some() && !begun.is_empty());
    assert!("7 2 x".parse::<Lesson>().is_err());
}
