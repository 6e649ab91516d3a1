//! The Battle of Camlann.

use knights_and_damosels::{Chivalry, Event, Fate, Side, Stage};
use roundtable_core::Dice;

use crate::{Table, scene};

fn side(table: &Table, number: usize) -> Side {
    table.view().battle.expect("a battle").forces[number].side
}

fn hand(table: &Table, number: usize) -> String {
    let battle = table.view().battle.expect("a battle");
    let words = battle.forces[number].hand.iter().map(|card| card.word());
    words.collect::<Vec<_>>().join(" ")
}

fn wounded(table: &Table, number: usize) -> Vec<Chivalry> {
    table.view().battle.expect("a battle").forces[number].wounded.to_vec()
}

/// What became of the cards of the last round, in the order of seats.
fn fates(table: &Table) -> Vec<Fate> {
    let fought = table.news.iter().rev().find_map(|event| match event {
        Event::Fought { cards, .. } => Some(cards.clone()),
        _ => None,
    });
    fought
        .expect("a round was fought")
        .iter()
        .map(|card| card.fate)
        .collect()
}

#[test]
fn kd_r21_a_damosel_victory_takes_a_card() {
    let isoud = "isoud horse, isoud sword, isoud armor, isoud honor, isoud loyalty";
    let mut table = Table::round_end(&[isoud, "isoud valor", "morgan horse"], &[1; 3], true);
    assert_eq!(table.to_act(), [2]);
    assert_eq!(
        table.moves(2),
        "take 0 horse, take 0 sword, take 0 armor, take 0 honor, take 0 loyalty"
    );
    assert_eq!(
        table.refused(2, "take 1 valor"),
        ("not_given", "KD-R21"),
        "a knight with too few"
    );
    assert_eq!(table.refused(2, "arthur"), ("take_first", "KD-R21"));
    let before = table.view().standings;
    table.play("2 take 0 horse");
    assert_eq!(table.view().standings, before, "the ranking is fixed before");
    assert_eq!(table.to_act(), [1]);
    table.play("1 mordred");
    assert_eq!(
        (hand(&table, 0), hand(&table, 2)),
        ("sword armor honor loyalty".to_owned(), "horse horse".to_owned())
    );
    assert_eq!(table.moves(2), "fight horse", "two cards of a chivalry are alike");
}

#[test]
fn kd_r21_several_take_at_once_from_any_knight_who_has_enough() {
    let four = |damosel: &str| {
        ["horse", "sword", "armor", "honor"]
            .map(|card| format!("{damosel} {card}"))
            .join(", ")
    };
    let more = "elaine loyalty, elaine valor, elaine farmer, elaine fisher";
    let rows = [
        four("guenever"),
        four("elaine"),
        more.to_owned(),
        String::new(),
        String::new(),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut table = Table::round_end(&rows, &[1; 5], true);
    assert_eq!(table.to_act(), [0, 1]);
    assert!(table.moves(0).contains("take 1 horse") && table.moves(0).contains("take 2 fisher"));
    table.play("0 take 2 fisher");
    assert_eq!(
        table.row(2),
        "loyalty valor farmer fisher",
        "sealed until all have chosen"
    );
    table.play("1 take 0 horse");
    assert_eq!(
        (table.row(0), table.row(2)),
        ("sword armor honor".to_owned(), "loyalty valor farmer".to_owned())
    );
}

/// Four players with these rows, ranked in the order of the seats.
fn battle(rows: [&str; 4]) -> Table {
    Table::round_end(&rows, &[25, 24, 23, 22], true)
}

const TWO_EACH: [&str; 4] = [
    "nimue horse, nimue honor",
    "viviane farmer, viviane honor",
    "nimue sword, nimue farmer",
    "viviane horse, viviane valor",
];

#[test]
fn kd_r22_the_first_two_lead_and_the_others_choose() {
    let mut table = battle(TWO_EACH);
    assert_eq!(table.to_act(), [2, 3]);
    assert_eq!(table.moves(2), "arthur, mordred");
    assert_eq!(table.refused(2, "fight sword"), ("choose_side", "KD-R22"));
    table.play("3 arthur; 2 mordred");
    assert_eq!(
        [0, 1, 2, 3].map(|i| side(&table, i)),
        [Side::Arthur, Side::Mordred, Side::Mordred, Side::Arthur]
    );
}

#[test]
fn kd_r23_the_smaller_side_is_immune_for_twice_the_difference() {
    let mut table = battle(TWO_EACH);
    table.play("2 mordred; 3 mordred");
    let seen = table.view().battle.expect("a battle");
    assert_eq!((seen.smaller, seen.immune_until), (Some(Side::Arthur), 4));
    let mut even = battle(TWO_EACH);
    even.play("2 arthur; 3 mordred");
    let seen = even.view().battle.expect("a battle");
    assert_eq!((seen.smaller, seen.immune_until), (None, 0));
}

#[test]
fn kd_r23_immune_cards_beat_and_are_not_beaten() {
    let rows = ["morgan horse", "nimue honor, nimue farmer, nimue valor", ""];
    // Seat 1 has more cards and leads Arthur's side; seat 2 joins it, so seat 0 is alone and immune in rounds 1 and 2.
    let mut table = Table::round_end(&rows, &[30, 30, 1], true);
    table.play("2 arthur; 0 fight horse; 1 fight honor");
    assert_eq!(
        fates(&table),
        [Fate::Unharmed, Fate::Unharmed],
        "Virtue would beat Arms"
    );
    table.play("0 fight horse; 1 fight farmer");
    assert_eq!(fates(&table), [Fate::Unharmed, Fate::Beaten]);
    table.play("0 fight horse; 1 fight honor");
    assert_eq!(fates(&table), [Fate::Beaten, Fate::Unharmed], "in round 3 no more");
    assert_eq!((table.reason(), table.ranks()[1]), ("camlann_survivor", 1));
}

#[test]
fn kd_r24_kinds_beat_each_other_across_sides_and_beaten_goes_before_wounded() {
    let mut table = battle(TWO_EACH);
    table.play("2 arthur; 3 mordred");
    assert_eq!(table.refused(0, "fight sword"), ("not_held", "KD-R24"));
    assert_eq!(table.refused(0, "pass"), ("fight_first", "KD-R24"));
    table.play("0 fight horse; 1 fight farmer; 2 fight sword; 3 fight valor");
    assert_eq!(
        fates(&table),
        [Fate::Beaten, Fate::Beaten, Fate::Beaten, Fate::Unharmed],
        "the two Arms of one side do not wound each other"
    );
    table.play("0 fight honor; 1 fight honor; 2 fight farmer; 3 fight horse");
    assert_eq!(fates(&table), [Fate::Wounded, Fate::Beaten, Fate::Beaten, Fate::Beaten]);
    assert_eq!((table.reason(), table.ranks()), ("camlann_survivor", vec![2, 3, 4, 1]));
}

#[test]
fn kd_r24_the_unharmed_take_back_the_leftmost_wounded_card() {
    let mut table = battle([
        "nimue horse, nimue sword, nimue armor",
        "viviane horse, viviane sword, viviane farmer",
        "",
        "",
    ]);
    table.play("2 arthur; 3 mordred; 0 fight sword; 1 fight horse; 0 fight horse; 1 fight sword");
    assert_eq!(
        wounded(&table, 0),
        [Chivalry::Sword, Chivalry::Horse],
        "from left to right"
    );
    table.play("0 fight armor; 1 fight farmer");
    assert_eq!(hand(&table, 0), "sword armor");
    assert_eq!(wounded(&table, 0), [Chivalry::Horse]);
}

#[test]
fn kd_r25_without_a_card_on_hand_one_is_out_wounded_cards_or_not() {
    let mut table = battle(["nimue horse, nimue sword", "viviane horse, viviane farmer", "", ""]);
    table.play("2 arthur; 3 mordred");
    assert_eq!(table.to_act(), [0, 1], "who had no card before the first round is out");
    table.play("0 fight horse; 1 fight horse; 0 fight sword; 1 fight farmer");
    assert_eq!(wounded(&table, 1), [Chivalry::Horse]);
    assert_eq!((table.reason(), table.ranks()), ("camlann_survivor", vec![1, 2, 3, 4]));
}

#[test]
fn kd_r26_one_side_left_the_most_cards_win() {
    // Seats 0 and 1 have worship victories and lead; seat 1 and seat 3 have no cards.
    let rows = [
        "nimue horse, nimue sword",
        "",
        "viviane horse, viviane sword, viviane armor",
        "",
    ];
    let mut table = Table::round_end(&rows, &[25, 24, 2, 1], true);
    table.play("2 arthur; 3 mordred");
    assert_eq!((table.reason(), table.ranks()), ("camlann_side", vec![2, 3, 1, 4]));
    let rows = ["nimue horse, nimue sword", "", "viviane horse, viviane sword", ""];
    let mut table = Table::round_end(&rows, &[25, 24, 2, 1], true);
    table.play("2 arthur; 3 mordred");
    assert_eq!(table.ranks(), [1, 2, 3, 4], "then the ranking");
}

#[test]
fn kd_r26_nobody_had_cards() {
    let mut table = battle([""; 4]);
    table.play("2 mordred; 3 mordred");
    assert_eq!((table.reason(), table.ranks()), ("camlann_unfought", vec![1, 2, 3, 4]));
}

/// How often each seat is elected when seats 0 and 1, the only ones with cards, wound each other's.
fn elected(worship: [u16; 4], games: u64) -> [u64; 4] {
    let mut won = [0; 4];
    for seed in 0..games {
        let rows = ["nimue horse, nimue sword", "viviane horse, viviane sword", "", ""];
        let mut scene = scene("excalibur", &rows, &worship, Stage::RoundEnd);
        scene.round = 60;
        scene.deal.dice = Dice::from_seed(seed);
        let mut table = Table::with(&scene, crate::CAMLANN);
        table.play("2 arthur; 3 mordred");
        while table.view().outcome.is_none() {
            let acting = table.to_act();
            let mv = table.moves(acting[0]).split(", ").next().expect("a move").to_owned();
            table.play(&format!("{} {mv}", acting[0]));
        }
        assert_eq!(table.reason(), "camlann_election");
        let winner = table.ranks().iter().position(|&rank| rank == 1).expect("a winner");
        won[winner] += 1;
    }
    won
}

#[test]
fn kd_r26_the_last_fighters_draw_lots_by_worship() {
    // The weights are 3 - 1 + 1 and 1: seat 0 wins three games of four. 400 games, standard deviation 8.7.
    let won = elected([3, 1, 0, 0], 400);
    assert!((257..=343).contains(&won[0]) && won[2] + won[3] == 0, "{won:?}");
    // Seat 0 has no worship, so only seat 1 can win.
    assert_eq!(elected([0, 2, 0, 0], 50), [0, 50, 0, 0]);
    // Nobody has any: equal chances.
    let won = elected([0; 4], 400);
    assert!((150..=250).contains(&won[0]) && won[2] + won[3] == 0, "{won:?}");
}
