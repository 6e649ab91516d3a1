//! A whole game from fixed dice for every setting. When a change of the rules is meant, raise `rules_version`, read the
//! difference and accept it with `INSTA_UPDATE=always`.

use roundtable_testkit::{playthrough, settings};
use shock::Shock;

#[test]
fn playthroughs_are_as_before() {
    for setting in settings::<Shock>() {
        let variant = if setting.options.simplified { "_simplified" } else { "" };
        insta::assert_snapshot!(
            format!("{}_players{variant}", setting.players),
            playthrough::<Shock>(setting, 7)
        );
    }
}
