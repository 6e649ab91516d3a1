//! Score sheets worked out by hand: every clause and tie of KS-R12 to KS-R19.

use knight_shift::{Claimed, Deck, Sheet, score};
use roundtable_core::GameDeck as _;

use crate::{changed, items, read};

/// A Knight by its number in KS-D2 with its equipment, and the sheet in the columns of KS-R19:
/// Booze likes dislikes food paired else total.
type Row<'a> = (usize, &'a str, &'a str);

fn sheets(deck: &Deck, rows: &[Row<'_>]) -> Vec<Sheet> {
    let claimed: Vec<Claimed<'_>> = rows
        .iter()
        .map(|(number, words, _)| {
            let mut equipment = [0; 14];
            items(words).iter().for_each(|&item| equipment[item as usize] += 1);
            Claimed {
                card: &deck.knights[number - 1],
                equipment,
            }
        })
        .collect();
    score(deck, &claimed)[..rows.len()].to_vec()
}

fn columns(sheet: &Sheet) -> String {
    let Sheet {
        too_much_booze,
        likes,
        dislikes,
        food,
        paired,
        everything_else,
        total,
        ..
    } = sheet;
    let booze = if *too_much_booze { "yes" } else { "no" };
    format!("{booze} {likes} {dislikes} {food} {paired} {everything_else} {total}")
}

fn check_with(deck: &Deck, rows: &[Row<'_>]) {
    for (sheet, (number, words, expected)) in sheets(deck, rows).iter().zip(rows) {
        assert_eq!(columns(sheet), *expected, "Knight {number} with {words}");
    }
}

fn check(rows: &[Row<'_>]) {
    check_with(&Deck::standard(), rows);
}

#[test]
fn ks_r12_strictly_the_most_booze_passes_out_and_scores_nothing() {
    check(&[
        (20, "sword lance booze booze", "yes 0 0 0 0 0 0"),
        (12, "bow booze", "no 5 0 0 0 4 9"),
        (5, "armor food2", "no 0 0 6 0 1 7"),
    ]);
}

#[test]
fn ks_r12_a_drunk_is_spared_the_dislikes_too() {
    check(&[
        (6, "booze booze", "yes 0 0 0 0 0 0"),
        (3, "booze", "no 0 -5 0 0 0 -5"),
        (1, "sword", "no 0 0 0 0 2 2"),
    ]);
}

#[test]
fn ks_r12_the_food_of_a_drunk_is_no_part_of_the_feast() {
    check(&[
        (1, "booze food4 food4", "yes 0 0 0 0 0 0"),
        (2, "food2", "no 0 0 3 0 0 3"),
        (5, "food3", "no 0 0 6 0 0 6"),
    ]);
}

#[test]
fn ks_r12_a_tie_for_the_most_booze_puts_nobody_to_sleep() {
    check(&[
        (12, "booze booze bow", "no 5 0 0 0 7 12"),
        (1, "booze booze", "no 0 0 0 0 6 6"),
        (5, "booze", "no 0 0 0 0 3 3"),
    ]);
}

#[test]
fn ks_r12_without_any_booze_nobody_passes_out() {
    check(&[
        (5, "armor", "no 0 0 0 0 1 1"),
        (1, "bow", "no 0 0 0 0 1 1"),
        (2, "sword", "no 0 0 0 0 2 2"),
    ]);
}

#[test]
fn ks_r12_with_two_players_the_most_booze_is_poured_away_before_likes_and_dislikes() {
    // Knight 6 hates Booze, but poured away it costs nothing; without Booze, none of Knight 12's two sets is left.
    check(&[
        (6, "booze booze axe horse", "yes 5 0 0 0 3 8"),
        (12, "booze bow", "no 5 0 0 0 4 9"),
    ]);
    check(&[
        (12, "booze booze bow bow", "yes 0 0 0 0 2 2"),
        (5, "armor booze", "no 0 0 0 0 4 4"),
    ]);
    // The Food of that Knight stays.
    check(&[(1, "booze food4", "yes 0 0 6 0 0 6"), (5, "food2", "no 0 0 3 0 0 3")]);
}

#[test]
fn ks_r12_with_two_players_a_tie_pours_nothing_away() {
    check(&[
        (12, "booze bow", "no 5 0 0 0 4 9"),
        (6, "booze axe", "no 0 -5 0 0 1 -4"),
    ]);
    check(&[(12, "bow", "no 0 0 0 0 1 1"), (6, "axe", "no 0 0 0 0 1 1")]);
}

#[test]
fn ks_r13_there_are_as_many_sets_as_cards_of_the_rarest_kind() {
    check(&[
        (1, "shield shield shield bow bow", "no 10 0 0 0 5 15"),
        (14, "axe bow", "no 0 0 0 0 2 2"),
        // Two Food cards count as two, whatever their value.
        (
            15,
            "arrows arrows food2 food3 undergarments undergarments",
            "no 20 0 6 0 8 34",
        ),
    ]);
    let rows = [
        (15, "arrows arrows food2 food3 undergarments", ""),
        (5, "armor", ""),
        (5, "armor", ""),
    ];
    assert_eq!(sheets(&Deck::standard(), &rows)[0].sets, 1);
}

#[test]
fn ks_r13_likes_are_counted_with_the_hated_cards_still_there() {
    // The bonus is 5 whatever else is hated; the Horse costs 5 and pairs with nothing.
    check(&[
        (5, "armor sword horse lance", "no 5 -5 0 0 5 5"),
        (1, "sword", "no 0 0 0 0 2 2"),
        (1, "sword", "no 0 0 0 0 2 2"),
    ]);
}

#[test]
fn ks_r14_each_hated_card_costs_five_and_is_out_of_every_later_step() {
    check(&[
        // No pair with hated Arrows.
        (19, "bow arrows arrows", "no 0 -10 0 0 1 -9"),
        // No feast with hated Food.
        (8, "food4 food4 armor", "no 0 -10 0 0 1 -9"),
        // No set of hated Companions, no points of hated Undergarments.
        (2, "companions companions undergarments sword", "no 0 -15 0 0 2 -13"),
        (5, "food2", "no 0 0 6 0 0 6"),
    ]);
    let rows = [(2, "companions undergarments", ""), (1, "bow", ""), (1, "bow", "")];
    let sheet = sheets(&Deck::standard(), &rows)[0];
    assert_eq!(sheet.hated.iter().map(|&count| u32::from(count)).sum::<u32>(), 2);
    assert_eq!(sheet.loose, [0; 14]);
}

#[test]
fn ks_r15_ties_share_the_feast_and_the_second_sum_is_the_next_lower_one() {
    check(&[
        (1, "food4 food3", "no 0 0 6 0 0 6"),
        (2, "food3 food2 food2", "no 0 0 6 0 0 6"),
        (5, "food3 food2", "no 0 0 3 0 0 3"),
        (6, "food2 food3", "no 0 0 3 0 0 3"),
        (7, "food4", "no 0 0 0 0 0 0"),
        (9, "companions", "no 0 0 0 0 1 1"),
    ]);
}

#[test]
fn ks_r15_no_food_card_no_points() {
    check(&[
        (1, "food2", "no 0 0 6 0 0 6"),
        (2, "sword", "no 0 0 0 0 2 2"),
        (5, "armor", "no 0 0 0 0 1 1"),
    ]);
    check(&[
        (1, "bow", "no 0 0 0 0 1 1"),
        (2, "sword", "no 0 0 0 0 2 2"),
        (5, "armor", "no 0 0 0 0 1 1"),
    ]);
}

#[test]
fn ks_r16_a_weapon_and_its_partner_count_double_and_each_card_once() {
    check(&[
        (13, "axe axe armor", "no 0 0 0 4 1 5"),
        (1, "sword shield lance horse bow", "no 5 0 0 14 1 20"),
        (2, "bow arrows arrows", "no 0 0 0 6 2 8"),
        (11, "axe armor axe armor", "no 0 0 0 8 0 8"),
    ]);
}

#[test]
fn ks_r16_weapons_that_share_a_partner_are_paired_for_the_most_points() {
    let deck = read(&changed(&[("pairs_with = \"shield\"", "pairs_with = \"armor\"")]));
    check_with(
        &deck,
        &[
            // Sword and Armor, (2 + 1) doubled, not Axe and Armor.
            (13, "axe sword armor", "no 0 0 0 6 1 7"),
            (13, "axe axe sword armor armor", "no 0 0 0 10 1 11"),
            // The Shield is nobody's partner any more.
            (2, "sword shield", "no 0 0 0 0 3 3"),
        ],
    );
    let dearer = read(&changed(&[
        (
            "points = 1\npairs_with = \"armor\"",
            "points = 4\npairs_with = \"armor\"",
        ),
        ("pairs_with = \"shield\"", "pairs_with = \"armor\""),
    ]));
    check_with(
        &dearer,
        &[
            (13, "axe sword armor", "no 0 0 0 10 2 12"),
            (2, "sword", "no 0 0 0 0 2 2"),
            (2, "sword", "no 0 0 0 0 2 2"),
        ],
    );
}

#[test]
fn ks_r17_companions_count_as_one_set() {
    check(&[
        (1, "companions", "no 0 0 0 0 1 1"),
        (3, "companions companions", "no 0 0 0 0 2 2"),
        (4, "companions companions companions", "no 0 0 0 0 4 4"),
        (5, "companions companions companions companions", "no 0 0 0 0 8 8"),
        (
            6,
            "companions companions companions companions companions",
            "no 0 0 0 0 16 16",
        ),
        (
            10,
            "companions companions companions companions companions companions companions",
            "no 0 0 0 0 16 16",
        ),
    ]);
}

#[test]
fn ks_r18_a_score_can_be_negative() {
    check(&[
        (4, "food2 food2 undergarments", "no 0 -15 0 0 0 -15"),
        (1, "axe arrows", "no 0 -10 0 0 0 -10"),
        (2, "sword", "no 0 0 0 0 2 2"),
    ]);
}

#[test]
fn ks_r19_every_column_of_the_example_in_the_rules() {
    let rows = [
        (19, "lance lance horse undergarments arrows food3", "no 10 -5 6 8 4 23"),
        (12, "bow booze booze food4", "yes 0 0 0 0 0 0"),
        (
            8,
            "armor axe companions companions companions booze food2",
            "no 5 -5 0 4 7 11",
        ),
    ];
    check(&rows);
    let [anne, bert, cleo] = sheets(&Deck::standard(), &rows)[..] else {
        panic!("three sheets");
    };
    // Which cards are behind the numbers: sets, hated, feast, pairs of Axe Sword Lance Bow, Companions, loose.
    assert_eq!(
        (anne.sets, anne.feast, anne.pairs, anne.companions),
        (1, 3, [0, 0, 1, 0], 0)
    );
    assert_eq!(anne.loose.iter().sum::<u8>(), 2);
    assert_eq!(
        (cleo.sets, cleo.feast, cleo.pairs, cleo.companions),
        (1, 0, [1, 0, 0, 0], 3)
    );
    assert_eq!(
        bert,
        Sheet {
            too_much_booze: true,
            ..Sheet::default()
        }
    );
    let rules = <knight_shift::KnightShift as roundtable_core::Game>::INFO.rules;
    for line in [
        "| Anne | no | 10 | -5 | 6 | 8 | 4 | 23 |",
        "| Cleo | no | 5 | -5 | 0 | 4 | 7 | 11 |",
    ] {
        assert!(rules.contains(line), "{line}");
    }
}
