//! The contract, checked on random games.

use knights_and_damosels::KnightsAndDamosels;
use roundtable_testkit::Suite;

#[test]
fn keeps_every_promise_of_the_contract() {
    // Games are long and there are sixteen settings, so fewer games are enough; set ROUNDTABLE_GAMES for more.
    let suite = Suite {
        quick_games: 60,
        thorough_games: 3,
        one_in: 20,
        ..Suite::default()
    };
    suite.or_from_env().run::<KnightsAndDamosels>();
}
