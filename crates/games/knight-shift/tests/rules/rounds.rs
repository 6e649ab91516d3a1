//! Whole rounds from explicit deals, with totals worked out by hand.

use roundtable_testkit::play_line;

use crate::{Table, totals};

fn round(table: &Table<'_>, moves: &[&str], expected: &[i32]) {
    let mut position = table.start();
    play_line(&mut position, moves);
    let view = roundtable_core::Game::view(&position, roundtable_core::Eye::Table);
    assert_eq!((view.round, view.rounds.len()), (2, 1), "the round is over");
    assert_eq!(totals(&position), expected);
}

#[test]
fn two_squires_each_complete_a_set() {
    // Armor + Sword for Knight 5: 5, and 1 + 2. Axe + Horse for Knight 6: 5, and 1 + 2.
    round(
        &Table {
            head: 0,
            knights: &[5, 6, 1],
            seeds: "armor axe shield",
            hands: &["sword horse bow booze", "horse food2 axe lance"],
            pile: "sword food3 armor undergarments",
        },
        &["play sword 0", "play horse 1", "claim 0 food2", "claim 1 booze"],
        &[8, 8],
    );
}

#[test]
fn two_squires_and_the_booze_is_poured_away() {
    // Knight 12 loses its only Booze, and with it the set: the Bow is left, 1. Knight 4: set 5, pair (2 + 1) doubled 6.
    round(
        &Table {
            head: 0,
            knights: &[12, 20, 4],
            seeds: "bow booze sword",
            hands: &["booze booze lance shield", "sword lance axe food4"],
            pile: "booze shield food2 bow",
        },
        &["show booze 0", "play shield 2", "claim 0 axe", "claim 2 bow"],
        &[1, 11],
    );
}

#[test]
fn three_squires_and_one_of_the_knights_passes_out() {
    // Knight 17 has two Booze: 0. Knight 13: Arrows 2, Undergarments 2. Knight 7: set 5, Axe 1, one Companion 1.
    round(
        &Table {
            head: 0,
            knights: &[17, 13, 7, 10],
            seeds: "booze arrows axe armor",
            hands: &[
                "booze axe companions food2",
                "undergarments booze sword lance",
                "companions shield horse bow",
            ],
            pile: "axe food3 companions armor shield shield",
        },
        &[
            "play booze 0",
            "play undergarments 1",
            "play companions 2",
            "claim 0 horse",
            "claim 1 food2",
            "claim 2 sword",
        ],
        &[0, 4, 7],
    );
}

#[test]
fn three_squires_feast_after_a_peek() {
    // Knight 11: set 5, second feast 3, Horse 2. Knight 15: Food 7, the biggest, 6. Knight 18: pair (1 + 2) doubled 6.
    round(
        &Table {
            head: 0,
            knights: &[11, 15, 18, 5],
            seeds: "food2 food3 bow sword",
            hands: &[
                "horse food4 axe shield",
                "arrows food4 lance lance",
                "food2 arrows armor booze",
            ],
            pile: "bow sword undergarments horse armor axe",
        },
        &[
            "play horse 0",
            "peek 0",
            "show food4 1",
            "play arrows 2",
            "claim 0 booze",
            "claim 1 bow",
            "claim 2 axe",
        ],
        &[10, 6, 6],
    );
}

#[test]
fn three_squires_are_beaten() {
    // Knight 2 hates Companions and Undergarments: -10. Knight 19 hates Arrows, -5, and has a Bow, 1. Knight 8 hates
    // Food: -10.
    round(
        &Table {
            head: 0,
            knights: &[2, 14, 19, 8],
            seeds: "companions companions arrows food4",
            hands: &[
                "undergarments armor armor axe",
                "bow bow shield sword",
                "food2 lance horse horse",
            ],
            pile: "companions lance sword booze booze booze",
        },
        &[
            "play undergarments 0",
            "play bow 2",
            "play food2 3",
            "claim 0 sword",
            "claim 2 axe",
            "claim 3 lance",
        ],
        &[-10, -4, -10],
    );
}

#[test]
fn four_squires_each_make_a_pair() {
    // Axe and Armor 4, Sword and Shield 6, Lance and Horse 8, Bow and Arrows 6.
    round(
        &Table {
            head: 0,
            knights: &[13, 3, 9, 16, 20],
            seeds: "axe sword lance bow booze",
            hands: &[
                "armor axe food2 food2",
                "shield shield food3 food3",
                "horse lance bow bow",
                "arrows arrows armor armor",
            ],
            pile: "booze booze booze booze axe sword lance bow",
        },
        &[
            "play armor 0",
            "play shield 1",
            "play horse 2",
            "play arrows 3",
            "claim 0 booze",
            "claim 1 booze",
            "claim 2 booze",
            "claim 3 booze",
        ],
        &[4, 6, 8, 6],
    );
}

#[test]
fn two_squires_collect_companions_for_three_laps() {
    // Knight 8: one Armor, so one set 5; three Companions 4; Armor 1. Knight 7: two sets 10; two Companions 2; two Axes
    // 2.
    round(
        &Table {
            head: 0,
            knights: &[8, 7, 10],
            seeds: "companions axe armor",
            hands: &["companions companions companions armor", "lance lance shield axe"],
            pile: "companions companions armor axe shield bow horse food2",
        },
        &[
            "play companions 0",
            "play companions 1",
            "play armor 0",
            "play companions 1",
            "play companions 0",
            "play axe 1",
            "claim 0 horse",
            "claim 1 food2",
        ],
        &[10, 14],
    );
}

#[test]
fn three_squires_drink_alike() {
    // One Booze each: nobody passes out. Knight 12: set 5, Bow 1, Booze 3. Knight 20: Booze 3, Lance 2. Knight 6: -5,
    // Horse 2.
    round(
        &Table {
            head: 0,
            knights: &[12, 20, 6, 17],
            seeds: "booze booze booze axe",
            hands: &[
                "bow lance sword food2",
                "lance sword food3 axe",
                "axe horse food4 armor",
            ],
            pile: "shield shield shield armor armor armor",
        },
        &[
            "play bow 0",
            "play lance 1",
            "play horse 2",
            "claim 0 axe",
            "claim 1 sword",
            "claim 2 food3",
        ],
        &[9, 5, -3],
    );
}

#[test]
fn six_squires_claim_at_once_and_the_knight_left_over_counts_for_nothing() {
    // Food 4, 4 and 3: 6, 6 and 3. Sword 2, Armor 1, Horse 2. The only Booze is with Knight 7, whom nobody wanted.
    round(
        &Table {
            head: 0,
            knights: &[1, 2, 3, 4, 5, 6, 7],
            seeds: "food4 food4 food3 sword armor shield booze",
            hands: &["axe axe bow bow"; 6],
            pile: "",
        },
        &[
            "claim 0 axe",
            "claim 1 axe",
            "claim 2 axe",
            "claim 3 bow",
            "claim 4 bow",
            "claim 5 bow",
        ],
        &[6, 6, 3, 2, 1, 1],
    );
}

#[test]
fn five_squires_with_a_shared_first_feast_and_a_drunk() {
    // Food 2, 3 and 3: the threes get 6, the two is second, 3. Knight 11 has the only Booze: 0. Knight 12: Bow 1.
    round(
        &Table {
            head: 0,
            knights: &[1, 5, 6, 11, 12, 13],
            seeds: "food2 food3 food3 booze bow shield",
            hands: &["axe axe lance lance"; 5],
            pile: "",
        },
        &[
            "claim 0 axe",
            "claim 1 axe",
            "claim 2 axe",
            "claim 3 axe",
            "claim 4 axe",
        ],
        &[3, 6, 6, 0, 1],
    );
}

#[test]
fn two_squires_wait_until_the_last_item_is_played() {
    // Everything goes to Knight 1, whom nobody claims; the seeds of the others are worth 1 each.
    let table = Table {
        head: 0,
        knights: &[5, 6, 1],
        seeds: "armor axe shield",
        hands: &["bow bow bow bow"; 2],
        pile: "lance lance lance lance lance lance lance lance lance lance lance lance",
    };
    // Twelve draws: the drawn Lance is played face-down each turn; then four laps of Bows.
    let mut moves = vec!["play lance 2"; 12];
    moves.extend(["play bow 2"; 8]);
    moves.extend(["claim 0", "claim 1"]);
    round(&table, &moves, &[1, 1]);
}
