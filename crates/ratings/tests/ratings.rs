//! What ratings promise: the truth is found, intervals hold it, and the same games give the same ratings.

use roundtable_core::Rng;
use roundtable_ratings::{MIDDLE, Party, Rating, anchor, anchors, rate};

fn party(place: u8, members: &[Rating]) -> Party {
    Party {
        place,
        members: members.to_vec(),
    }
}

/// A ranking of players of these strengths, by Plackett and Luce's model.
fn ranking(points: &[f64], rng: &mut Rng) -> Vec<u8> {
    let mut left: Vec<usize> = (0..points.len()).collect();
    let mut places = vec![0; points.len()];
    for place in 1..=points.len() as u8 {
        let strength = |at: usize| 10_f64.powf(points[at] / 400.0);
        let sum: f64 = left.iter().map(|&at| strength(at)).sum();
        let mut spot = f64::from(rng.below(1 << 30)) / f64::from(1 << 30) * sum;
        let next = left.iter().position(|&at| {
            spot -= strength(at);
            spot < 0.0
        });
        places[left.remove(next.unwrap_or(0))] = place;
    }
    places
}

/// How often the interval of somebody new holds the truth after so many games against known players, how often the
/// rating is not provisional any more, and the mean error.
fn learn(truth: f64, others: &[f64], games: usize) -> (f64, f64, f64) {
    let known: Vec<Rating> = others.iter().map(|&points| Rating::of(points, 10.0)).collect();
    let (mut rng, mut holds, mut sure, mut error) = (Rng::new(7), 0.0, 0.0, 0.0);
    let people = 400;
    for _ in 0..people {
        let mut own = Rating::unknown();
        for _ in 0..games {
            let points: Vec<f64> = std::iter::once(truth).chain(others.iter().copied()).collect();
            let places = ranking(&points, &mut rng);
            let parties: Vec<Party> = std::iter::once(own)
                .chain(known.iter().copied())
                .zip(places)
                .map(|(rating, place)| party(place, &[rating]))
                .collect();
            own = rate(&parties)[0][0];
        }
        let (low, high) = own.interval();
        holds += f64::from(u8::from(low <= truth && truth <= high));
        sure += f64::from(u8::from(!own.is_provisional()));
        error += own.points() - truth;
    }
    let all = f64::from(people);
    (holds / all, sure / all, error / all)
}

#[test]
fn intervals_hold_the_truth() {
    for (truth, others, games) in [
        (1500.0, vec![1500.0], 100),
        (1700.0, vec![1500.0], 100),
        (1500.0, vec![1500.0, 1600.0, 1400.0], 60),
        (1650.0, vec![1500.0, 1500.0], 60),
        (1400.0, vec![1300.0, 1500.0, 1600.0, 1700.0, 1500.0], 60),
    ] {
        let (holds, sure, error) = learn(truth, &others, games);
        println!("{truth} among {others:?}: {games} games, interval holds {holds}, sure {sure}, error {error}");
        assert!(
            holds > 0.85,
            "the interval of {truth} among {others:?} holds in {holds}"
        );
        assert!(sure > 0.9, "{sure} of {truth} among {others:?} are sure");
        assert!(error.abs() < 30.0, "{truth} among {others:?} is off by {error}");
    }
}

#[test]
fn nobody_is_sure_after_five_games() {
    let (holds, sure, _) = learn(1600.0, &[1500.0, 1500.0], 5);
    assert!(holds > 0.9 && sure < 0.01, "{holds} {sure}");
}

#[test]
fn a_side_is_not_stronger_for_being_larger() {
    let new = Rating::unknown();
    let after = rate(&[party(1, &[new, new, new]), party(2, &[new])]);
    let up = after[0][0].points() - MIDDLE;
    let down = MIDDLE - after[1][0].points();
    assert!(up > 0.0 && down > 0.0);
    // What one player does decides less on a larger side.
    assert!(up < down, "{up} {down}");
    assert_eq!(after[0][0], after[0][1]);
    // A draw of equals changes nothing but what is known.
    let drawn = rate(&[party(1, &[new, new]), party(1, &[new])]);
    for rating in drawn.iter().flatten() {
        assert!((rating.points() - MIDDLE).abs() < 1e-6 && rating.deviation < new.deviation);
    }
}

#[test]
fn the_order_of_the_parties_does_not_matter() {
    let (a, b, c) = (
        Rating::of(1480.0, 70.0),
        Rating::of(1700.5, 200.0),
        Rating::of(1333.3, 40.0),
    );
    let one = rate(&[party(2, &[a]), party(1, &[b]), party(3, &[c])]);
    let two = rate(&[party(1, &[b]), party(2, &[a]), party(3, &[c])]);
    assert_eq!((one[0][0], one[1][0], one[2][0]), (two[1][0], two[0][0], two[2][0]));
}

#[test]
fn nobody_alone_is_rated() {
    assert_eq!(rate(&[]), Vec::<Vec<Rating>>::new());
    let own = Rating::of(1600.0, 50.0);
    let after = rate(&[party(1, &[own])]);
    assert_eq!(after[0][0].mean, own.mean);
}

#[test]
fn every_game_of_the_house_has_anchors_in_order() {
    assert_eq!(anchors().version, 1);
    for game in [
        "knight-shift",
        "shock",
        "never-bring-a-knife",
        "knight-at-the-inn",
        "knights-and-damosels",
    ] {
        let levels = ["page", "squire", "knight", "champion"].map(|level| anchor(game, level).unwrap().points());
        assert!(levels.is_sorted(), "{game}: {levels:?}");
        assert_eq!(levels[1], MIDDLE, "a squire is the middle of {game}");
    }
    assert_eq!(anchor("knight-shift", "exec:mine"), None);
    assert_eq!(anchor("high-card", "squire"), None);
}
