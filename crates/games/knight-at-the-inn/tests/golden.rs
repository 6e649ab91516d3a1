//! A whole game from fixed dice for every setting. When a change of the rules is meant, raise `rules_version`, read the
//! difference and accept it with `INSTA_UPDATE=always`.

use knight_at_the_inn::KnightAtTheInn;
use roundtable_testkit::{playthrough, settings};

#[test]
fn playthroughs_are_as_before() {
    for setting in settings::<KnightAtTheInn>() {
        insta::assert_snapshot!(
            format!("{}_players", setting.players),
            playthrough::<KnightAtTheInn>(setting, 7)
        );
    }
}
