//! The contract, checked on random games.

use roundtable_testkit::Suite;
use shock::Shock;

#[test]
fn keeps_every_promise_of_the_contract() {
    // A random walk draws the samples, and where few cards can change places it still remembers its start (SH-P4).
    let suite = Suite {
        allowance: 0.05,
        ..Suite::default()
    };
    suite.or_from_env().run::<Shock>();
}
