//! A whole game from fixed dice for every setting. When a change of the rules is meant, raise `rules_version`, read the
//! difference and accept it with `INSTA_UPDATE=always`.

use knights_and_damosels::KnightsAndDamosels;
use roundtable_testkit::{playthrough, settings};

#[test]
fn playthroughs_are_as_before() {
    for setting in settings::<KnightsAndDamosels>() {
        let camlann = if setting.options.camlann { "_camlann" } else { "" };
        let service = if setting.options.service { "_service" } else { "" };
        insta::assert_snapshot!(
            format!("{}_players{camlann}{service}", setting.players),
            playthrough::<KnightsAndDamosels>(setting, 7)
        );
    }
}
