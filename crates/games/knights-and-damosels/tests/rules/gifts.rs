//! The damosel phase, Merlin's display and the knight phase.

use std::collections::BTreeSet;

use knights_and_damosels::{Chivalry, ChivalrySet, Damosel, DamoselSeen, Event, EventCard, ReturnedSeen, Stage};
use roundtable_core::{Eye, Game as _, Seat};

use crate::{Table, scene, seat};

fn gifts(rows: &[&str]) -> Table {
    Table::from(&scene("excalibur", rows, &vec![1; rows.len()], Stage::Gifts))
}

#[test]
fn kd_r7_everybody_gives_a_card_that_the_damosel_still_has() {
    let mut table = gifts(&["", "elaine horse", "", ""]);
    assert_eq!(table.to_act(), [0, 1, 2, 3]);
    assert_eq!(table.refused(0, "give horse"), ("not_in_pile", "KD-R7"));
    assert_eq!(table.refused(0, "pass"), ("give_first", "KD-R7"));
    table.play("2 give horse; 0 give sword; 3 give horse");
    assert_eq!(table.to_act(), [1]);
    table.play("1 give valor");
    assert_eq!(table.view().display.len(), 5, "and one of the unused damosels");
}

#[test]
fn kd_r7_an_empty_damosel_gives_none() {
    let rows = [
        "",
        "elaine horse, elaine sword, elaine armor",
        "elaine honor, elaine loyalty, elaine valor",
        "elaine farmer, elaine fisher, elaine forester",
        "",
    ];
    let mut table = gifts(&rows);
    assert_eq!(table.to_act(), [1, 2, 3, 4]);
    table.play("1 give horse; 2 give horse; 3 give horse; 4 give horse");
    assert_eq!(table.view().display.len(), 5);
}

#[test]
fn kd_r7_the_unused_card_comes_from_all_cards_of_all_unused_damosels() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let mut scene = scene("excalibur", &["nimue horse", "", "", ""], &[1; 4], Stage::Gifts);
        scene.deal.dice = roundtable_core::Dice::from_seed(seed);
        let mut table = Table::from(&scene);
        table.play("0 give horse; 1 give horse; 2 give horse; 3 give horse");
        let display = table.game.view(Eye::All).display;
        for card in display {
            if let DamoselSeen::Known { damosel } = card.damosel
                && matches!(damosel, Damosel::Nimue | Damosel::Viviane)
            {
                seen.insert((damosel, card.chivalry));
            }
        }
    }
    assert_eq!(seen.len(), 17, "all but the horse that lies with a knight");
}

#[test]
fn kd_r7_six_players_use_all_damosels() {
    let mut table = gifts(&[""; 6]);
    table.play("0 give horse; 1 give horse; 2 give horse; 3 give horse; 4 give horse; 5 give horse");
    assert_eq!(table.view().display.len(), 6);
}

/// Guenever (seat 1), Isoud (2), Elaine (0), unused Nimue, Morgan (3).
const FIVE: &str = "guenever horse, isoud sword, elaine honor, nimue horse, morgan valor";

fn known(table: &Table, eye: Eye) -> Vec<usize> {
    let display = table.game.view(eye).display;
    let known = |card: &&_| {
        matches!(
            knights_and_damosels::ShownSeen::clone(card).damosel,
            DamoselSeen::Known { .. }
        )
    };
    display
        .iter()
        .filter(known)
        .map(|card| usize::from(card.number))
        .collect()
}

#[test]
fn kd_r8_merlin_sees_both_sides_and_everybody_the_own_card() {
    let table = Table::display(&["", "", "", ""], &[1; 4], FIVE);
    assert_eq!(known(&table, Eye::Seat(seat(0))), [0, 1, 2, 3, 4]);
    assert_eq!(known(&table, Eye::Seat(seat(1))), [0]);
    assert_eq!(known(&table, Eye::Seat(seat(2))), [1]);
    assert_eq!(known(&table, Eye::Seat(seat(3))), [4]);
    assert!(known(&table, Eye::Table).is_empty());
}

#[test]
fn kd_r8_selected_cards_stay_turned_away_until_the_end_of_the_phase() {
    let mut table = Table::display(&["", "", "", ""], &[1; 4], FIVE);
    table.play("1 select 1");
    let behind = |table: &Table, eye| table.game.view(eye).players[1].row[0].damosel;
    let isoud = DamoselSeen::Known {
        damosel: Damosel::Isoud,
    };
    assert_eq!(behind(&table, Eye::Seat(seat(1))), DamoselSeen::Hidden);
    assert_eq!(behind(&table, Eye::Table), DamoselSeen::Hidden);
    assert_eq!(behind(&table, Eye::Seat(seat(2))), isoud, "her own card");
    assert_eq!(behind(&table, Eye::Seat(seat(0))), isoud, "Merlin");
    assert_eq!(
        table.view().players[2].given[1],
        0,
        "nothing is counted before it is revealed"
    );
    table.play("2 select 0; 3 select 2; 0 select 4");
    assert_eq!(behind(&table, Eye::Table), isoud);
    assert_eq!(table.view().players[2].given[1], 1);
    assert_eq!(table.view().players[2].progress.given, 1);
}

#[test]
fn kd_r9_only_legal_cards_in_turn_order() {
    let mut table = Table::display(
        &["", "elaine honor", "", ""],
        &[0; 4],
        "guenever horse, isoud sword, elaine horse, nimue honor",
    );
    assert_eq!(table.asked(), "1: select 1, select 2");
    assert_eq!(table.refused(1, "select 0"), ("own_damosel", "KD-R9"));
    assert_eq!(table.refused(1, "select 3"), ("has_chivalry", "KD-R9"));
    assert_eq!(table.refused(1, "select 4"), ("no_such_card", "KD-R9"));
    assert_eq!(table.refused(1, "pass"), ("must_select", "KD-R9"));
    assert_eq!(table.refused(1, "offer honor"), ("select_first", "KD-R9"));
    table.play("1 select 2");
    assert_eq!(table.refused(2, "select 2"), ("already_selected", "KD-R9"));
    table.play("2 select 0");
    assert_eq!(
        table.asked(),
        "3: select 1, select 3",
        "a number stays when others are taken"
    );
    table.play("3 select 3");
    assert_eq!(table.asked(), "0: select 1", "a single answer is asked");
}

#[test]
fn kd_r9_without_a_legal_card_one_may_challenge_or_pass() {
    let mut table = Table::display(&["", "", ""], &[1; 3], "isoud horse, guenever sword, elaine armor");
    table.play("1 select 0");
    assert_eq!(table.asked(), "2: select 1, select 2");
    // Above, seat 2 gave the horse and lacks the sword and the armor; below, seat 2 has nothing to select.
    let mut table = Table::display(
        &["", "", "elaine sword"],
        &[1; 3],
        "elaine horse, isoud armor, guenever sword",
    );
    table.play("1 select 0");
    assert_eq!(table.asked(), "2: challenge 1 horse, pass");
    table.play("2 pass");
    assert_eq!(table.to_act(), [0]);
}

#[test]
fn kd_r9_a_pass_without_an_alternative_is_automatic() {
    let mut table = Table::display(
        &["", "", "elaine sword"],
        &[1, 1, 0],
        "elaine horse, isoud armor, guenever sword",
    );
    table.play("1 select 0");
    assert!(table.news.contains(&Event::Passed { seat: seat(2) }));
    assert_eq!(table.to_act(), [0]);
}

#[test]
fn kd_r10_granted_damosels_are_revealed_and_the_rest_goes_back() {
    let mut table = Table::display(&["", "", "", ""], &[0; 4], FIVE);
    table.play("1 select 1; 2 select 0; 3 select 2; 0 select 4");
    let granted = table.news.iter().find_map(|event| match event {
        Event::Granted { cards } => Some(cards.clone()),
        _ => None,
    });
    let cards = granted.expect("the phase has ended");
    let seats: Vec<Seat> = cards.iter().map(|card| card.seat).collect();
    assert_eq!(seats, [1, 2, 3, 0].map(seat));
    assert_eq!(cards[0].damosel, Damosel::Isoud);
    let view = table.view();
    assert!(view.display.is_empty());
    assert_eq!(view.unused[0].pile, ChivalrySet::ALL, "the horse of Nimue is back");
    assert_eq!(view.players[1].pile.len(), 8);
    assert_eq!(view.event.map(|event| event.event), Some(EventCard::Excalibur));
}

#[test]
fn kd_r8a_everybody_learns_whose_cards_went_back() {
    let mut table = Table::display(&["", "", "", ""], &[0; 4], FIVE);
    assert!(table.view().returned.is_empty(), "not before the end of the phase");
    table.play("1 select 1; 2 select 0; 3 select 2; 0 select 4");
    let back = ReturnedSeen {
        chivalry: Chivalry::Horse,
        damosel: Damosel::Nimue,
    };
    assert!(table.news.contains(&Event::Returned { cards: vec![back] }));
    for eye in Eye::limited(4) {
        assert_eq!(table.game.view(eye).returned.as_slice(), [back], "{eye:?}");
    }
}

#[test]
fn kd_r8a_several_cards_go_back_each_to_its_own_damosel() {
    // Seat 2 lacks only the armor, and the one that is left is from its own damosel.
    let mut table = Table::display(
        &["", "isoud horse, isoud sword", "elaine horse, elaine sword"],
        &[0; 3],
        "elaine armor, guenever horse, isoud armor, morgan sword",
    );
    table.play("1 select 0; 0 select 1");
    let view = table.view();
    let back: Vec<String> = view
        .returned
        .iter()
        .map(|card| format!("{} {}", card.damosel, card.chivalry))
        .collect();
    assert_eq!(back, ["isoud armor", "morgan sword"]);
    assert!(view.unused[0].pile.contains(Chivalry::Sword), "she has it again");
}

#[test]
fn kd_r8a_the_next_round_begins_without_them() {
    let mut table = Table::display(&["", "", "", ""], &[0; 4], FIVE);
    table.play("1 select 1; 2 select 0; 3 select 2; 0 select 4");
    let round = table.view().round;
    while table.view().round == round {
        let by = table.to_act()[0];
        let options = table.moves(by);
        let line = format!("{by} {}", options.split(", ").next().expect("a move"));
        table.play(&line);
    }
    assert!(table.view().returned.is_empty());
}

#[test]
fn kd_p4_a_row_is_shown_in_the_order_of_chivalries() {
    let mut table = Table::display(
        &["", "elaine valor, isoud farmer", ""],
        &[0; 3],
        "isoud sword, guenever honor, elaine honor",
    );
    table.play("1 select 0");
    assert_eq!(table.row(1), "sword valor farmer");
}
