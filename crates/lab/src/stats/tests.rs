use roundtable_core::Rng;

use super::*;

fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value}, not {expected}");
}

#[test]
fn wilsons_interval_of_known_counts() {
    let eight_of_ten = wilson(0.8, 10.0, Z);
    near(eight_of_ten.low, 0.4902, 5e-5);
    near(eight_of_ten.high, 0.9433, 5e-5);
    let none_of_twenty = wilson(0.0, 20.0, Z);
    near(none_of_twenty.low, 0.0, 1e-12);
    near(none_of_twenty.high, 0.1611, 5e-5);
    assert_eq!(wilson(0.5, 0.0, Z).high, 1.0);
}

#[test]
fn a_share_of_yes_and_no_is_wilsons_own() {
    let mut sums = Sums::default();
    (0..10).for_each(|i| sums.add(if i < 8 { 840 } else { 0 }));
    let (own, wilsons) = (sums.share(840.0), wilson(0.8, 10.0, Z));
    near(own.low, wilsons.low, 1e-9);
    near(own.high, wilsons.high, 1e-9);
}

#[test]
fn halves_count_for_less_spread() {
    let mut sums = Sums::default();
    (0..100).for_each(|_| sums.add(420));
    let all_halves = sums.share(840.0);
    assert_eq!(
        all_halves,
        wilson(0.5, 100.0, Z),
        "no spread at all says no more than the trials"
    );
    (0..100).for_each(|i| sums.add(if i % 2 == 0 { 840 } else { 0 }));
    let mixed = sums.share(840.0);
    assert!(mixed.high - mixed.low < wilson(0.5, 200.0, Z).high - wilson(0.5, 200.0, Z).low);
}

#[test]
fn students_quantiles_are_the_tabled_ones() {
    for (units, tabled) in [
        (2, 12.706),
        (3, 4.303),
        (4, 3.182),
        (6, 2.571),
        (11, 2.228),
        (31, 2.042),
        (1001, 1.962),
    ] {
        near(student(units), tabled, 0.004);
    }
}

#[test]
fn p_values_are_the_tabled_ones() {
    near(p_value(1.959_964, 1.0), 0.05, 1e-6);
    near(p_value(-2.575_829, 1.0), 0.01, 1e-6);
    assert_eq!(p_value(0.0, 0.0), 1.0);
    assert_eq!(p_value(1.0, 0.0), 0.0);
}

#[test]
fn a_mean_has_the_textbook_interval() {
    let figure = Estimate::mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).figure();
    // Mean 5, standard deviation 2.138, t 2.365: half width 1.7876.
    near(figure.value, 5.0, 1e-12);
    near(figure.high - figure.value, 1.7876, 2e-3);
    let mut sums = Sums::default();
    [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|n| sums.add(n));
    near(sums.figure().low, figure.low, 1e-9);
    near(sums.deviation(), 2.1381, 1e-4);
}

#[test]
fn the_slope_over_yes_and_no_is_the_difference_of_two_means() {
    let slope = Estimate::slope(&[0.0, 1.0, 1.0, 0.0], &[1.0, 4.0, 6.0, 2.0], 1).expect("x varies");
    near(slope.value, 3.5, 1e-12);
    assert!(Estimate::slope(&[1.0, 1.0], &[0.0, 1.0], 1).is_none());
    assert!(Estimate::slope(&[], &[], 1).is_none());
}

#[test]
fn a_pair_removes_what_both_share() {
    let mut rng = Rng::new(4);
    let deals: Vec<f64> = (0..400).map(|_| f64::from(rng.below(1000))).collect();
    let better: Vec<f64> = deals.iter().map(|deal| deal + f64::from(rng.below(3))).collect();
    let (one, other) = (Estimate::mean(&better), Estimate::mean(&deals));
    let difference = one.minus(&other).figure();
    near(difference.value, 1.0, 0.2);
    assert!(difference.low > 0.5 && difference.high < 1.5, "{difference:?}");
    assert!(one.standard_error() > 10.0, "unpaired, the difference would drown");
}

#[test]
fn twins_count_once() {
    // Every unit twice in the same group: the standard error stays that of the units.
    let ones: Vec<f64> = (0..60).map(|i| f64::from(i % 3)).collect();
    let x: Vec<f64> = (0..60).map(|i| f64::from(i % 2)).collect();
    let twice = |values: &[f64]| values.iter().flat_map(|&v| [v, v]).collect::<Vec<_>>();
    let once = Estimate::slope(&x, &ones, 1).expect("x varies");
    let doubled = Estimate::slope(&twice(&x), &twice(&ones), 2).expect("x varies");
    near(doubled.standard_error(), once.standard_error(), 1e-12);
}

#[test]
fn the_intervals_cover_the_truth_about_as_often_as_they_say() {
    let mut rng = Rng::new(9);
    let (mut covered, mut ratios) = (0, 0);
    for _ in 0..1000 {
        let games: Vec<f64> = (0..80).map(|_| f64::from(rng.below(4) / 3)).collect();
        covered += u32::from(Estimate::mean(&games).share(80.0).contains(0.25));
        let weights: Vec<f64> = (0..80).map(|_| f64::from(1 + rng.below(3))).collect();
        let above: Vec<f64> = weights.iter().map(|w| w * f64::from(rng.below(9))).collect();
        let ratio = Estimate::ratio(&above, &weights).expect("weights");
        ratios += u32::from(ratio.figure().contains(4.0));
    }
    assert!((925..=975).contains(&covered), "{covered} of 1000");
    assert!((925..=975).contains(&ratios), "{ratios} of 1000");
}

#[test]
fn many_comparisons_are_adjusted_as_in_the_paper() {
    // The example of Benjamini and Hochberg (1995): at 5 %, the four smallest of these fifteen are discoveries.
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0,
    ];
    let adjusted = false_discovery(&p);
    assert_eq!(adjusted.iter().filter(|&&q| q <= 0.05).count(), 4);
    near(adjusted[0], 0.0015, 1e-9);
    near(adjusted[3], 0.035_625, 1e-9);
    assert!(adjusted.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(false_discovery(&[]).is_empty());
}
