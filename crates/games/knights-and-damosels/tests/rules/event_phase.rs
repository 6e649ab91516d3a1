//! The event phase.

use knights_and_damosels::{EventCard, EventSeen, EventsSeen, Stage};
use roundtable_core::{Eye, Game as _};

use crate::{Table, scene, seat};

fn hand(table: &Table, eye: Eye) -> Option<EventsSeen> {
    table.game.view(eye).event_hand
}

fn known(events: &[EventCard]) -> Option<EventsSeen> {
    Some(EventsSeen::Known {
        events: events.iter().copied().collect(),
    })
}

fn round() -> Table {
    Table::from(&scene("badon", &["", "", "", ""], &[1; 4], Stage::Round))
}

#[test]
fn book_5_1_arthur_discards_one_of_three_and_merlin_one_of_two() {
    let mut table = round();
    assert_eq!(table.asked(), "1: discard badon, discard carlion, discard rome");
    assert_eq!(table.refused(1, "discard grail"), ("not_drawn", "KD-R6"));
    assert_eq!(table.refused(1, "give horse"), ("discard_first", "KD-R6"));
    assert_eq!(table.refused(0, "discard badon"), ("not_to_act", "KD-P2"));
    table.play("1 discard badon");
    assert_eq!(table.asked(), "0: discard carlion, discard rome");
    assert_eq!(table.refused(0, "discard badon"), ("not_drawn", "KD-R6"));
    table.play("0 discard carlion");
    assert_eq!(table.view().event.map(|event| event.event), Some(EventCard::Rome));
    assert_eq!(table.to_act(), [0, 1, 2, 3]);
}

#[test]
fn kd_r6_arthur_knows_three_merlin_two_the_others_one() {
    use EventCard::{Badon, Carlion, Rome};
    let mut table = round();
    assert_eq!(hand(&table, Eye::Seat(seat(1))), known(&[Badon, Carlion, Rome]));
    let hidden = |count| Some(EventsSeen::Hidden { count });
    for eye in [Eye::Seat(seat(0)), Eye::Seat(seat(2)), Eye::Table] {
        assert_eq!(hand(&table, eye), hidden(3));
    }
    table.play("1 discard badon");
    for eye in [Eye::Seat(seat(0)), Eye::Seat(seat(1))] {
        assert_eq!(hand(&table, eye), known(&[Carlion, Rome]));
    }
    assert_eq!(hand(&table, Eye::Table), hidden(2));
    table.play("0 discard carlion");
    let discards = |eye| {
        let past = table.game.view(eye).past_events[0];
        assert_eq!(past.revealed, Rome);
        (past.arthur_discard, past.merlin_discard)
    };
    let seen = |event| EventSeen::Known { event };
    assert_eq!(discards(Eye::Seat(seat(1))), (seen(Badon), seen(Carlion)));
    assert_eq!(discards(Eye::Seat(seat(0))), (EventSeen::Hidden, seen(Carlion)));
    assert_eq!(discards(Eye::Seat(seat(2))), (EventSeen::Hidden, EventSeen::Hidden));
    assert_eq!(discards(Eye::Table), (EventSeen::Hidden, EventSeen::Hidden));
}

/// Plays the first legal move each time until this round begins.
fn play_to_round(table: &mut Table, round: u8) {
    while table.view().round < round {
        let seat = table.game.to_act().first().expect("the game goes on");
        let mv = roundtable_testkit::legal(&table.game, seat)[0].clone();
        table.play(&format!("{seat} {mv}"));
    }
}

#[test]
fn kd_r6_after_four_rounds_all_twelve_are_shuffled() {
    let mut table = round();
    for (number, left) in [(1, 9), (2, 6), (3, 3), (4, 0), (5, 9)] {
        play_to_round(&mut table, number);
        assert_eq!(table.view().event_pile.count, left, "round {number}");
    }
    let view = table.game.view(Eye::All);
    let mut all = view.event_pile.order.expect("the open eye sees the pile");
    let Some(EventsSeen::Known { events }) = view.event_hand else {
        panic!("the open eye sees the hand");
    };
    all.extend(events);
    all.sort_unstable();
    assert_eq!(all, EventCard::ALL);
    assert!(table.view().past_events.is_empty(), "nothing is known of the new pile");
}

#[test]
fn kd_r6_what_arthur_saw_stays_known_until_the_shuffle() {
    let mut table = round();
    play_to_round(&mut table, 3);
    let past = table.game.view(Eye::Seat(seat(1))).past_events;
    assert_eq!((past[0].arthur, past[1].arthur), (seat(1), seat(2)));
    assert!(
        matches!(past[0].arthur_discard, EventSeen::Known { .. }),
        "seat 1 was Arthur"
    );
    assert_eq!(past[1].arthur_discard, EventSeen::Hidden);
    assert!(matches!(past[1].merlin_discard, EventSeen::Known { .. }), "then Merlin");
}
