//! Service, wars, quests, prosperities and disasters.

use knights_and_damosels::Event;

use crate::{Table, seat};

#[test]
fn kd_r14_merlin_first_arthur_last_around_and_around() {
    let rows = [
        "guenever horse, guenever sword",
        "elaine armor, elaine honor",
        "elaine valor, guenever farmer",
    ];
    let mut table = Table::service("excalibur", &rows, &[1; 3]);
    let mut order = Vec::new();
    while table.view().round == 1 {
        let acting = table.to_act()[0];
        order.push(acting);
        let mv = table.moves(acting).split(", ").next().expect("a move").to_owned();
        table.play(&format!("{acting} {mv}"));
    }
    assert_eq!(order, [0, 2, 1, 0, 2, 1]);
}

#[test]
fn kd_r14_listed_and_not_offered_yet() {
    let rows = [
        "guenever horse, guenever honor",
        "elaine armor, elaine honor",
        "elaine valor, morgan horse",
    ];
    let mut table = Table::service("rome", &rows, &[1; 3]);
    assert_eq!(table.asked(), "0: offer horse");
    assert_eq!(table.refused(0, "offer honor"), ("not_listed", "KD-R14"));
    assert_eq!(table.refused(0, "offer sword"), ("not_earned", "KD-R14"));
    assert_eq!(table.refused(0, "pass"), ("must_offer", "KD-R14"));
    assert_eq!(table.refused(0, "select 0"), ("offer_first", "KD-R14"));
    table.play("0 offer horse");
    assert_eq!(table.asked(), "2: challenge 0 horse, pass");
    assert_eq!(table.refused(2, "offer horse"), ("already_offered", "KD-R14"));
}

#[test]
fn kd_r14_a_pass_holds_for_one_turn() {
    let rows = [
        "guenever horse, guenever sword",
        "elaine armor, elaine farmer",
        "morgan horse",
    ];
    let mut table = Table::service("rome", &rows, &[1; 3]);
    table.play("0 offer horse; 2 pass; 1 offer armor; 0 offer sword");
    assert_eq!(table.asked(), "2: challenge 0 horse, pass");
}

#[test]
fn kd_r14_the_phase_ends_when_nobody_can_offer() {
    let rows = ["guenever horse", "", "morgan horse"];
    let mut table = Table::service("excalibur", &rows, &[1; 3]);
    table.play("0 offer horse");
    assert!(
        table.news.contains(&Event::ServiceEnded),
        "the challenge of seat 2 lapses"
    );
    assert_eq!((table.view().round, table.worship()), (2, vec![2, 1, 1]));
    let nothing = Table::service("rome", &["guenever honor", "", ""], &[1; 3]);
    assert_eq!(nothing.view().round, 2, "at its start already");
}

#[test]
fn kd_r14_after_a_finished_joust_too() {
    let rows = ["guenever horse", "", "morgan horse, elaine sword"];
    let mut table = Table::service("excalibur", &rows, &[1; 3]);
    table.play("0 offer horse; 2 challenge 0 horse; 2 high; 0 low");
    assert_eq!(table.asked(), "2: offer sword");
    table.play("2 offer sword");
    assert_eq!(table.view().round, 2);
}

/// Three Arms and a farmer: seats 0 horse and farmer, 1 sword, 2 armor, offered.
fn war() -> Table {
    let rows = ["guenever horse, guenever farmer", "elaine sword", "elaine armor"];
    let mut table = Table::service("rome", &rows, &[10; 3]);
    table.play("0 offer horse; 2 offer armor; 1 offer sword; 0 offer farmer");
    assert_eq!(table.to_act(), [0, 1, 2]);
    table
}

#[test]
fn kd_r15_owners_place_their_shared_cards() {
    let table = war();
    assert_eq!(table.moves(0), "face none, face horse", "the farmer is not placed");
    assert_eq!(table.refused(0, "face farmer"), ("not_placed", "KD-R15"));
    assert_eq!(table.refused(0, "face sword"), ("not_placed", "KD-R15"));
    assert_eq!(table.refused(0, "offer horse"), ("place_first", "KD-R15"));
}

#[test]
fn kd_r15_nobody_betrays() {
    let mut table = war();
    table.play("0 face horse; 1 face sword; 2 face armor");
    assert_eq!(table.gains(&[10; 3]), [4, 2, 2]);
}

#[test]
fn kd_r15_one_face_down_takes_one_from_each_face_up() {
    let mut table = war();
    table.play("2 face armor; 1 face none; 0 face horse");
    assert_eq!(table.gains(&[10; 3]), [3, 4, 1]);
}

#[test]
fn kd_r15_two_face_down_pay_the_one_face_up() {
    let mut table = war();
    table.play("0 face horse; 1 face none; 2 face none");
    assert_eq!(table.gains(&[10; 3]), [6, 1, 1]);
}

#[test]
fn kd_r15_all_face_down_costs_every_card_one() {
    let mut table = war();
    table.play("0 face none; 1 face none; 2 face none");
    assert_eq!(
        table.gains(&[10; 3]),
        [2, 1, 1],
        "the farmer earns nothing, and not less"
    );
}

#[test]
fn kd_r15_one_two_or_no_shared_cards() {
    let mut one = Table::service("grail", &["guenever loyalty", "elaine farmer", ""], &[10; 3]);
    one.play("0 offer loyalty; 1 offer farmer");
    assert_eq!(one.to_act(), [0], "only the owners of Virtues place them");
    let mut down = Table {
        game: one.game.clone(),
        news: Vec::new(),
    };
    one.play("0 face loyalty");
    assert_eq!(one.gains(&[10; 3]), [6, 1, 0]);
    down.play("0 face none");
    assert_eq!(down.gains(&[10; 3]), [5, 0, 0]);

    let mut two = Table::service("grail", &["guenever honor", "elaine valor", ""], &[10; 3]);
    two.play("0 offer honor; 1 offer valor; 0 face honor; 1 face none");
    assert_eq!(
        two.gains(&[10; 3]),
        [3, 4, 0],
        "3 each, honor 1 more, and 1 for the traitor"
    );

    let mut none = Table::service("grail", &["guenever farmer", "elaine fisher", ""], &[10; 3]);
    none.play("0 offer farmer; 1 offer fisher");
    assert_eq!(none.gains(&[10; 3]), [1, 1, 0]);
}

#[test]
fn kd_r15_both_cards_of_one_player() {
    let mut table = Table::service("beast", &["guenever honor, guenever valor", "", ""], &[10; 3]);
    table.play("0 offer honor; 0 offer valor");
    assert_eq!(table.moves(0), "face none, face honor, face valor, face honor valor");
    table.play("0 face honor");
    assert_eq!(
        table.gains(&[10; 3]),
        [7, 0, 0],
        "what one card takes from the other stays in the house"
    );
}

#[test]
fn kd_r16_prosperity_pays_one_a_card() {
    let rows = ["guenever horse, guenever fisher", "elaine honor", "elaine fisher"];
    let mut table = Table::service("excalibur", &rows, &[10; 3]);
    table.play("0 offer fisher; 2 pass; 1 offer honor; 0 offer horse");
    assert_eq!(table.gains(&[10; 3]), [3, 1, 0]);
}

/// Seat 0: horse, sword; seat 1: horse; seat 2: armor, valor; seat 3 nothing. The Treason of Mordred.
fn disaster(worship: [u16; 4]) -> Table {
    let rows = [
        "guenever horse, guenever sword",
        "elaine horse",
        "elaine armor, elaine valor",
        "",
    ];
    Table::service("mordred", &rows, &worship)
}

#[test]
fn kd_r17_all_listed_cards_are_placed_without_offers() {
    let table = disaster([5; 4]);
    assert_eq!(table.to_act(), [0, 1, 2]);
    assert_eq!(table.moves(0), "face none, face horse, face sword, face horse sword");
    assert_eq!(table.moves(2), "face none, face armor");
}

#[test]
fn kd_r17_the_majority_is_lost_the_minority_pays() {
    let mut table = disaster([5; 4]);
    table.play("0 face horse sword; 1 face horse; 2 face none");
    assert_eq!(
        (table.row(0), table.row(1), table.row(2)),
        (String::new(), String::new(), "armor valor".to_owned())
    );
    assert_eq!(table.gains(&[5; 4]), [0, 0, -2, 0]);
    assert_eq!(table.view().players[1].pile.len(), 9, "Guenever has her cards back");
    let mut table = disaster([5; 4]);
    table.play("0 face horse; 1 face none; 2 face none");
    assert_eq!(
        (table.row(0), table.row(1), table.row(2)),
        ("horse".to_owned(), String::new(), "valor".to_owned())
    );
    assert_eq!(table.gains(&[5; 4]), [-2, 0, 0, 0]);
}

#[test]
fn kd_r17_worship_does_not_fall_below_nothing() {
    let mut table = disaster([1; 4]);
    table.play("0 face none; 1 face none; 2 face armor");
    assert_eq!(table.worship(), [1, 1, 0, 1]);
}

#[test]
fn kd_r17_equal_sides_change_nothing() {
    let mut table = disaster([5; 4]);
    table.play("0 face horse; 1 face horse; 2 face none");
    assert_eq!(
        (table.row(0), table.row(1), table.row(2)),
        ("horse sword".to_owned(), "horse".to_owned(), "armor valor".to_owned())
    );
    assert_eq!(table.gains(&[5; 4]), [0; 4]);
}

#[test]
fn kd_r17_nobody_struck() {
    let table = Table::service("mordred", &["guenever valor", "", ""], &[5; 3]);
    assert_eq!((table.view().round, table.worship()), (2, vec![5; 3]));
}

#[test]
fn kd_r18_worship_has_no_limit() {
    let mut table = Table::round_end(&["", "", ""], &[29, 29, 29], false);
    assert_eq!(table.view().round, 2);
    let most = 18 * 6;
    table = Table::round_end(&["", "", ""], &[most, 500, most], false);
    assert_eq!(
        (table.reason(), table.worship()),
        ("worship_victory", vec![most, 500, most])
    );
    assert_eq!(table.view().players[1].progress.worship, 500);
    assert_eq!(table.view().players[1].seat, seat(1));
}
