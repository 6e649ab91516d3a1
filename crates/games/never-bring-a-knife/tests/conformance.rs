//! The contract, checked on random games.

use never_bring_a_knife::NeverBringAKnife;
use roundtable_testkit::Suite;

/// Five numbers of players and four sets of options make twenty settings, so each gets fewer games than usual.
#[test]
fn keeps_every_promise_of_the_contract() {
    let suite = Suite {
        quick_games: 30,
        thorough_games: 2,
        one_in: 90,
        evidence: 4,
        ..Suite::default()
    };
    suite.or_from_env().run::<NeverBringAKnife>();
}
