//! Challenges, passes of arms and what comes after, in both phases.

use knights_and_damosels::Event;

use crate::{Table, seat};

const FIVE: &str = "guenever horse, isoud sword, elaine honor, nimue farmer, morgan valor";

/// Seat 1 has the honor, and it is the turn of seat 2.
fn challenged() -> Table {
    let mut table = Table::display(&["", "", "", ""], &[2; 4], FIVE);
    table.play("1 select 2");
    table
}

#[test]
fn kd_r11_a_challenge_instead_of_selecting() {
    let mut table = challenged();
    assert_eq!(table.asked(), "2: select 0, select 3, select 4, challenge 1 honor");
    assert_eq!(table.refused(2, "challenge 3 honor"), ("not_selected", "KD-R11"));
    assert_eq!(table.refused(2, "challenge 1 horse"), ("not_selected", "KD-R11"));
    assert_eq!(table.refused(2, "challenge 2 honor"), ("not_selected", "KD-R11"));
    table.play("2 challenge 1 honor");
    let joust = table.view().joust.expect("a joust");
    assert_eq!(
        (joust.challenger, joust.challenged, joust.holder),
        (seat(2), seat(1), seat(1))
    );
    assert_eq!(table.to_act(), [1, 2]);
}

#[test]
fn kd_r11_only_for_a_card_one_could_have() {
    let mut table = Table::display(&["", "", "", "guenever sword"], &[2; 4], FIVE);
    table.play("1 select 1; 2 select 4");
    assert_eq!(table.refused(3, "challenge 1 sword"), ("has_chivalry", "KD-R11"));
    assert_eq!(table.refused(3, "challenge 2 valor"), ("own_damosel", "KD-R11"));
    assert_eq!(table.asked(), "3: select 0, select 2, select 3");
}

#[test]
fn kd_r11_with_worship_only() {
    let mut table = Table::display(&["", "", "", ""], &[2, 2, 0, 2], FIVE);
    table.play("1 select 2");
    assert_eq!(table.refused(2, "challenge 1 honor"), ("no_worship", "KD-R11"));
    let mut table = Table::service(
        "excalibur",
        &["guenever horse", "elaine horse", "elaine sword, guenever armor"],
        &[2, 0, 2],
    );
    table.play("0 offer horse; 2 offer sword");
    assert!(table.news.contains(&Event::Passed { seat: seat(1) }));
}

#[test]
fn kd_r11_a_card_is_challenged_once_in_a_phase() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 low; 2 select 0");
    assert_eq!(table.refused(3, "challenge 1 honor"), ("already_challenged", "KD-R11"));
    assert_eq!(table.asked(), "3: select 1, select 3, challenge 2 horse");
    assert!(table.view().display[2].challenged);
}

#[test]
fn kd_r11_one_challenge_a_turn() {
    let mut table = challenged();
    table.play("2 select 0; 3 challenge 1 honor; 3 high; 1 low");
    assert_eq!(table.asked(), "3: select 1, select 3");
    assert_eq!(table.refused(3, "challenge 2 horse"), ("one_challenge", "KD-R11"));
}

const SERVICE: [&str; 3] = [
    "guenever horse",
    "elaine horse, isoud sword",
    "elaine sword, guenever armor",
];

#[test]
fn kd_r11_in_service_the_own_card_is_offered_instead() {
    let mut table = Table::service("excalibur", &SERVICE, &[2; 3]);
    table.play("0 offer horse; 2 offer armor");
    assert_eq!(table.asked(), "1: offer sword, challenge 0 horse");
    assert_eq!(table.refused(1, "challenge 2 armor"), ("not_earned", "KD-R11"));
    assert_eq!(table.refused(1, "challenge 2 horse"), ("not_offered", "KD-R11"));
    table.play("1 challenge 0 horse; 1 high; 0 yield");
    assert_eq!(table.offered(), "1 horse, 2 armor");
    assert_eq!(table.row(0), "horse", "the card slides back, it is not lost");
    assert!(table.view().offered[0].challenged);
    assert_eq!(
        table.to_act(),
        [2],
        "seat 0 has nothing else to offer and nothing unchallenged to want"
    );
    assert_eq!(table.refused(2, "pass"), ("must_offer", "KD-R14"));
}

#[test]
fn kd_r11_the_mark_is_on_the_chivalry() {
    let mut table = Table::service(
        "excalibur",
        &[
            "guenever horse, isoud valor",
            "elaine horse",
            "morgan horse, elaine sword",
            "elaine armor",
        ],
        &[2; 4],
    );
    table.play("0 offer horse; 3 offer armor; 2 challenge 0 horse; 2 high; 0 yield; 0 offer valor");
    assert!(!table.moves(1).contains("horse"));
    assert_eq!(table.to_act(), [2]);
    assert_eq!(table.asked(), "2: offer sword");
}

#[test]
fn kd_r12_the_challenger_may_not_yield_in_the_first_pass() {
    let mut table = challenged();
    table.play("2 challenge 1 honor");
    assert_eq!(table.moves(2), "high, low");
    assert_eq!(table.moves(1), "high, low, yield");
    assert_eq!(table.refused(2, "yield"), ("no_first_yield", "KD-R12"));
    assert_eq!(table.refused(2, "pass"), ("joust_first", "KD-R12"));
    table.play("2 high; 1 high");
    assert_eq!(table.moves(2), "high, low, yield");
}

#[test]
fn kd_r12_the_same_choice_moves_the_right() {
    for thrust in ["high", "low"] {
        let mut table = challenged();
        table.play(&format!("2 challenge 1 honor; 1 {thrust}; 2 {thrust}"));
        let joust = table.view().joust.expect("they go on");
        assert_eq!((joust.holder, joust.pass), (seat(2), 2));
        assert_eq!(table.worship(), [2; 4]);
    }
}

#[test]
fn kd_r12_different_choices_end_it_with_worship_for_the_holder() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 low");
    assert_eq!(table.worship(), [2, 3, 1, 2]);
    assert_eq!(table.row(1), "honor");
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 high; 2 low; 1 high");
    assert_eq!(table.worship(), [2, 1, 3, 2]);
    assert_eq!((table.row(1), table.row(2)), (String::new(), "honor".to_owned()));
}

#[test]
fn kd_r12_no_worship_from_who_has_none() {
    let mut table = Table::display(&["", "", "", ""], &[2, 0, 2, 2], FIVE);
    table.play("1 select 2; 2 challenge 1 honor; 2 high; 1 high; 2 low; 1 high");
    assert_eq!(table.worship(), [2, 0, 2, 2]);
    assert_eq!(table.row(2), "honor");
}

#[test]
fn kd_r12_yielding_gives_the_right_without_worship() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 yield");
    assert_eq!((table.row(2), table.worship()), ("honor".to_owned(), vec![2; 4]));
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 high; 2 yield; 1 low");
    assert_eq!((table.row(1), table.worship()), ("honor".to_owned(), vec![2; 4]));
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 high; 2 yield; 1 yield");
    assert_eq!(table.row(2), "honor", "both yield: the present holder keeps it");
    assert_eq!(table.worship(), [2; 4]);
}

#[test]
fn kd_r12_after_the_twentieth_pass_it_is_over() {
    let mut table = challenged();
    table.play("2 challenge 1 honor");
    for pass in 1..=20 {
        assert_eq!(table.view().joust.expect("still jousting").pass, pass);
        table.play("1 low; 2 low");
    }
    assert!(table.view().joust.is_none());
    assert_eq!(
        table.row(1),
        "honor",
        "after twenty changes the right is where it began"
    );
    assert_eq!(table.worship(), [2; 4]);
    assert_eq!(table.to_act(), [2]);
}

#[test]
fn kd_r13_the_loser_may_select_another_card() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 yield");
    assert_eq!(table.asked(), "1: select 1, select 3, select 4, pass");
    assert_eq!(table.refused(1, "challenge 2 honor"), ("no_challenge", "KD-R13"));
    assert_eq!(table.refused(1, "select 0"), ("own_damosel", "KD-R9"));
    assert_eq!(table.refused(1, "give horse"), ("replace_first", "KD-R13"));
    assert_eq!(table.refused(1, "offer horse"), ("replace_first", "KD-R13"));
    table.play("1 select 3");
    assert_eq!(table.row(1), "farmer");
    assert_eq!(
        table.asked(),
        "3: select 0, select 1, challenge 1 farmer",
        "the replacement may be challenged, play goes on after the challenger"
    );
}

#[test]
fn kd_r13_the_loser_may_decline() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 yield; 1 pass");
    assert!(table.news.contains(&Event::Declined { seat: seat(1) }));
    assert_eq!((table.row(1), table.to_act()), (String::new(), vec![3]));
    assert!(
        table.view().display[2].selected_by == Some(seat(2)),
        "no card returns to the display"
    );
}

#[test]
fn kd_r13_declining_is_automatic_without_a_legal_card() {
    // Seat 1 can have neither its own sword nor a second valor.
    let mut table = Table::display(
        &["", "morgan valor", "", ""],
        &[2; 4],
        "elaine honor, guenever sword, isoud valor",
    );
    table.play("1 select 0; 2 challenge 1 honor; 2 high; 1 yield");
    assert!(table.news.contains(&Event::Declined { seat: seat(1) }));
    assert_eq!(table.to_act(), [3]);
}

#[test]
fn kd_r13_a_challenger_who_lost_has_an_ordinary_turn() {
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high; 1 low");
    assert_eq!(table.asked(), "2: select 0, select 3, select 4");
    assert_eq!(table.refused(2, "pass"), ("must_select", "KD-R9"));
    table.play("2 select 4");
    assert_eq!(table.to_act(), [3]);
}

#[test]
fn kd_r13_in_service_the_loser_may_offer_another_card() {
    let rows = [
        "guenever horse, guenever valor",
        "elaine horse",
        "elaine sword, guenever armor",
    ];
    let mut table = Table::service("excalibur", &rows, &[2; 3]);
    table.play("0 offer horse; 2 offer armor; 1 challenge 0 horse; 1 high; 0 yield");
    assert_eq!(table.asked(), "0: offer valor, pass");
    assert_eq!(table.refused(0, "offer horse"), ("already_offered", "KD-R14"));
    assert_eq!(table.refused(0, "select 0"), ("replace_first", "KD-R13"));
    table.play("0 offer valor");
    assert_eq!(table.offered(), "1 horse, 2 armor, 0 valor");
    assert_eq!(table.to_act(), [2], "seat 0 has offered all, seat 2 comes next");
}

#[test]
fn kd_p3_being_passed_over_is_announced() {
    let mut table = Table::display(
        &["", "", "elaine sword"],
        &[1, 1, 0],
        "elaine horse, isoud armor, guenever sword",
    );
    table.play("1 select 0");
    assert!(table.news.contains(&Event::Passed { seat: seat(2) }));
}

#[test]
fn kd_p2_a_sealed_choice_is_not_taken_back_and_not_seen() {
    use roundtable_core::{Eye, Game as _};
    let mut table = challenged();
    table.play("2 challenge 1 honor; 2 high");
    assert_eq!(table.refused(2, "low"), ("not_to_act", "KD-P2"));
    let sealed = |eye| table.game.view(eye).sealed.clone();
    assert_eq!(sealed(Eye::Table)[0].choice, None);
    assert_eq!(sealed(Eye::Seat(seat(1)))[0].choice, None);
    assert_eq!(
        sealed(Eye::Seat(seat(2)))[0].choice,
        Some(knights_and_damosels::Move::High)
    );
}
