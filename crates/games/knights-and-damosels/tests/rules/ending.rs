//! The end of the game and the ranking.

use std::collections::BTreeSet;

use knights_and_damosels::Stage;

use crate::{Table, scene};

/// The worked example of the rulebook: seat 0 is Bors (Elaine), 1 Gawain (Guenever), 2 Launcelot (Isoud), and seat 3
/// (Morgan) plays the part of Galahad. Nimue and Viviane are unused.
const EXAMPLE: [&str; 4] = [
    "isoud horse, isoud sword, isoud armor, isoud honor, isoud loyalty, nimue valor, nimue farmer",
    "elaine horse, elaine sword, elaine armor, elaine honor, nimue loyalty, viviane valor",
    "morgan horse, morgan sword, morgan armor, nimue honor, viviane loyalty, viviane farmer",
    "guenever horse, guenever sword, guenever armor, guenever honor, guenever loyalty, nimue fisher, nimue forester",
];

#[test]
fn kd_r19_the_worked_example_of_the_rulebook() {
    let table = Table::round_end(&EXAMPLE, &[14, 10, 12, 15], false);
    let standings = table.view().standings.expect("the rounds are over");
    let counts: Vec<_> = standings
        .iter()
        .map(|player| (player.given, player.earned, player.worship))
        .collect();
    assert_eq!(counts, [(4, 7, 14), (5, 6, 10), (5, 6, 12), (3, 7, 15)]);
    assert_eq!(
        table.ranks(),
        [3, 2, 1, 4],
        "Launcelot before Gawain, then Bors, then Galahad"
    );
    assert_eq!(table.reason(), "damosel_victory");
}

#[test]
fn kd_r19_nobody_fulfils_a_condition() {
    let table = Table::round_end(&["", "", ""], &[29, 1, 1], false);
    assert_eq!(table.view().round, 2);
    assert!(table.view().outcome.is_none());
}

/// This many cards of an unused damosel for a knight.
fn unused(count: usize, damosel: &str) -> String {
    let names = "horse sword armor honor loyalty valor farmer fisher forester";
    let each = names.split(' ').take(count).map(|name| format!("{damosel} {name}"));
    each.collect::<Vec<_>>().join(", ")
}

fn ended(rows: &[String], worship: &[u16]) -> Table {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    Table::round_end(&rows, worship, false)
}

#[test]
fn kd_r19_each_victory_ends_the_game() {
    let worship = ended(&[String::new(), String::new(), String::new()], &[1, 30, 1]);
    assert_eq!((worship.reason(), worship.ranks()[1]), ("worship_victory", 1));
    let knight = ended(&[unused(7, "morgan"), String::new(), String::new()], &[1, 1, 1]);
    assert_eq!((knight.reason(), knight.ranks()[0]), ("knight_victory", 1));
    let damosel = ended(&[unused(5, "isoud"), String::new(), String::new()], &[1, 1, 1]);
    assert_eq!((damosel.reason(), damosel.ranks()[2]), ("damosel_victory", 1));
    let six = ended(&[unused(6, "morgan"), unused(4, "elaine"), String::new()], &[1, 1, 29]);
    assert!(six.view().outcome.is_none());
}

#[test]
fn kd_r19_kinds_of_victory_rank_before_everything_else() {
    let rows = [unused(5, "isoud"), unused(7, "morgan"), String::new()];
    let table = ended(&rows, &[100, 1, 1]);
    assert_eq!(table.ranks(), [3, 2, 1], "damosel, knight, worship");
}

#[test]
fn kd_r19_then_cards_given_earned_and_worship() {
    // All have a worship victory. Seat 0 has given three cards to one knight, seats 1 and 2 two, seat 3 none.
    let rows = [
        "guenever horse, guenever sword",
        "elaine horse, elaine sword, elaine armor",
        "",
        "isoud valor, isoud honor",
    ];
    let table = Table::round_end(&rows, &[22, 40, 60, 50], false);
    assert_eq!(table.ranks(), [1, 2, 3, 4], "seat 1 has earned more than seat 2");
    let equal = ended(&[String::new(), String::new(), String::new()], &[31, 33, 32]);
    assert_eq!(equal.ranks(), [3, 1, 2], "then worship");
}

#[test]
fn kd_r19_then_lots() {
    let mut first = BTreeSet::new();
    for seed in 0..40 {
        let mut scene = scene("excalibur", &["", "", ""], &[30; 3], Stage::RoundEnd);
        scene.deal.dice = roundtable_core::Dice::from_seed(seed);
        let ranks = Table::from(&scene).ranks();
        let mut sorted = ranks.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [1, 2, 3], "lots leave no tie");
        first.insert(ranks.iter().position(|&rank| rank == 1));
    }
    assert_eq!(first.len(), 3);
}

#[test]
fn kd_r19_given_cards_count_where_they_lie_now() {
    // Five cards given to one knight, but the disaster takes one back before the check.
    let rows = [
        "",
        "elaine horse, elaine honor, elaine loyalty, elaine valor, elaine farmer",
        "",
    ];
    let mut table = Table::service("mordred", &rows, &[1; 3]);
    table.play("1 face horse");
    assert_eq!((table.view().round, table.view().players[0].progress.given), (2, 4));
    let mut table = Table::service("mordred", &["", rows[1], "elaine armor"], &[1; 3]);
    table.play("1 face horse; 2 face none");
    assert_eq!(table.reason(), "damosel_victory");
}

#[test]
fn kd_r20_after_sixty_rounds_the_ranking_decides() {
    let mut scene = scene("excalibur", &["", "elaine horse", ""], &[3, 1, 5], Stage::RoundEnd);
    scene.round = 59;
    assert_eq!(Table::from(&scene).view().round, 60);
    scene.round = 60;
    let table = Table::from(&scene);
    assert_eq!((table.reason(), table.ranks()), ("sixty_rounds", vec![1, 2, 3]));
    assert!(
        Table::with(&scene, crate::CAMLANN).view().outcome.is_none(),
        "Camlann is fought all the same"
    );
}

#[test]
fn kd_p6_scores_are_worship() {
    use roundtable_core::Game as _;
    let table = ended(&[unused(5, "isoud"), String::new(), String::new()], &[9, 8, 7]);
    let outcome = table.game.outcome().expect("over");
    assert_eq!(outcome.scores(), [9, 8, 7]);
}
