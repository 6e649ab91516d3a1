//! Every game has a lesson, and it can be played as it is written.
#![allow(clippy::unwrap_used)]

use roundtable_catalog::{GameId, begin};
use roundtable_core::Lesson;

/// The longest text in a bubble, in words.
const WORDS: usize = 60;

fn lessons() -> impl Iterator<Item = (GameId, Lesson)> {
    GameId::HOUSE.into_iter().map(|game| {
        let lesson = Lesson::of(game.info()).unwrap_or_else(|error| panic!("{game}: {error}"));
        (game, lesson.unwrap_or_else(|| panic!("{game} has no lesson")))
    })
}

#[test]
fn every_move_is_legal_and_the_learner_comes_first() {
    for (game, lesson) in lessons() {
        let record = lesson.record(game.info());
        let mut cursor = begin(&record).unwrap();
        for next in lesson.moves() {
            let to_act = cursor.game().to_act();
            assert!(
                next.seat == lesson.seat || !to_act.contains(lesson.seat),
                "{game}: before `{next}` the learner has a decision to make"
            );
            assert!(cursor.forward().unwrap_or_else(|error| panic!("{game}: {error}")));
        }
    }
}

#[test]
fn something_is_said_before_every_move_of_the_learner_and_nothing_is_long() {
    for (game, lesson) in lessons() {
        let own = |mv: &&roundtable_core::Played| mv.seat == lesson.seat;
        for step in &lesson.steps {
            let late: Vec<String> = step.moves.iter().skip(1).filter(own).map(ToString::to_string).collect();
            assert!(late.is_empty(), "{game}: nothing is said before {late:?}");
        }
        assert!(
            lesson.moves().filter(own).count() >= 4,
            "{game}: the learner decides something"
        );
        let first = lesson.steps.first().unwrap();
        assert!(first.moves.is_empty(), "{game}: theme and goal come first");
        for (_, saying) in lesson.sayings().chain([(0, lesson.end.clone())]) {
            let words = saying.say.split_whitespace().count();
            assert!((3..=WORDS).contains(&words), "{game}: {words} words: {}", saying.say);
        }
    }
}
