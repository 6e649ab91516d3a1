//! Whole games from fixed dice. If you mean to change the rules, raise `rules_version`, read the diff and accept it
//! with `INSTA_UPDATE=always`.

use never_bring_a_knife::{NeverBringAKnife, Options};
use roundtable_testkit::{Setting, move_table, playthrough};

fn golden(players: usize, options: Options) {
    let setting = Setting { players, options };
    insta::assert_snapshot!(setting.name(), playthrough::<NeverBringAKnife>(setting, 7));
}

#[test]
fn plain_playthroughs_are_as_before() {
    for players in [4, 6, 8] {
        golden(players, Options::default());
    }
}

#[test]
fn playthroughs_of_both_modes_are_as_before() {
    let (easy, hard) = (true, true);
    golden(4, Options { easy, hard: false });
    golden(5, Options { easy: false, hard });
    golden(7, Options { easy, hard });
}

/// Records and other people's programs contain the numbers, notation and JSON of moves.
#[test]
fn moves_are_written_as_before() {
    insta::assert_snapshot!("moves", move_table::<NeverBringAKnife>());
}
