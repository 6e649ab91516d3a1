//! A judge that was learnt foretells better than a formula who wins, in games it has not learnt from.

use knights_and_damosels::KnightsAndDamosels;
use never_bring_a_knife::NeverBringAKnife;
use roundtable_bots::{Company, Insight, Learnt, lesson};
use roundtable_core::{Dice, GameDeck as _, Seat};
use shock::Shock;

/// How surprised the quick judge and the learnt one are by who wins, on average over all seats. The seeds are above those that were learnt from.
fn surprise<G: Learnt>(games: u64) -> [f32; 2] {
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    for seed in 1_000_000..1_000_000 + games {
        let (begun, end) = lesson::<G>(seed, Company::Knights(100));
        let shares = end.shares();
        for position in begun {
            let judged = [position.judge(), position.judge_well()];
            for seat in Seat::all(end.players()) {
                for (sum, judge) in sums.iter_mut().zip(&judged) {
                    let (won, said) = (shares[seat.index()], judge[seat.index()].clamp(0.001, 0.999));
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
    // Who knows whom, which no formula counted, decides much.
    let [quick, learnt] = surprise::<NeverBringAKnife>(100);
    assert!(learnt < 0.95 * quick, "quick {quick}, learnt {learnt}");
    // Here it is a small difference of large numbers.
    for [quick, learnt] in [surprise::<KnightsAndDamosels>(100), surprise::<Shock>(60)] {
        assert!(learnt < quick, "quick {quick}, learnt {learnt}");
    }
}

#[test]
fn a_learnt_judge_gives_everybody_a_share() {
    fn shares<G: Insight>(players: usize, sum: f32) {
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
