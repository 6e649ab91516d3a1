//! A whole game from fixed dice for every setting. If you mean to change the rules, raise `rules_version`, read the
//! diff and accept it with `INSTA_UPDATE=always`.

use knights_and_damosels::KnightsAndDamosels;
use roundtable_testkit::{move_table, playthrough, settings};

#[test]
fn playthroughs_are_as_before() {
    for setting in settings::<KnightsAndDamosels>() {
        insta::assert_snapshot!(setting.name(), playthrough::<KnightsAndDamosels>(setting, 7));
    }
}

/// Records and other people's programs contain the numbers, notation and JSON of moves.
#[test]
fn moves_are_written_as_before() {
    insta::assert_snapshot!("moves", move_table::<KnightsAndDamosels>());
}
