//! Whole games from fixed dice. When a change of the rules is meant, raise `rules_version`, read the difference and accept it
//! with `INSTA_UPDATE=always`.

use never_bring_a_knife::{NeverBringAKnife, Options};
use roundtable_testkit::{Setting, playthrough};

fn golden(players: usize, options: Options, name: &str) {
    let setting = Setting { players, options };
    insta::assert_snapshot!(name, playthrough::<NeverBringAKnife>(setting, 7));
}

#[test]
fn plain_playthroughs_are_as_before() {
    for players in [4, 6, 8] {
        golden(players, Options::default(), &format!("{players}_players"));
    }
}

#[test]
fn playthroughs_of_both_modes_are_as_before() {
    let (easy, hard) = (true, true);
    golden(4, Options { easy, hard: false }, "4_players_easy");
    golden(5, Options { easy: false, hard }, "5_players_hard");
    golden(7, Options { easy, hard }, "7_players_easy_hard");
}
