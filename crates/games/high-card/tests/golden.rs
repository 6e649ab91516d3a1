//! A whole game from fixed dice for every setting. When a change of the rules is meant, raise `rules_version`, read the
//! difference and accept it with `INSTA_UPDATE=always`.

use high_card::HighCard;
use roundtable_testkit::{move_table, playthrough, settings};

#[test]
fn playthroughs_are_as_before() {
    for setting in settings::<HighCard>() {
        insta::assert_snapshot!(setting.name(), playthrough::<HighCard>(setting, 7));
    }
}

/// Numbers, notation and JSON of moves are in records and in other people's programs.
#[test]
fn moves_are_written_as_before() {
    insta::assert_snapshot!("moves", move_table::<HighCard>());
}
