//! The contract, checked on random games.

use never_bring_a_knife::NeverBringAKnife;
use roundtable_testkit::Suite;

/// Five numbers of players and four sets of options make twenty settings, so each gets fewer games than usual.
#[test]
fn keeps_every_promise_of_the_contract() {
    let usual = Suite::from_env();
    let asked_for = std::env::var_os("ROUNDTABLE_GAMES").is_some();
    Suite {
        quick_games: if asked_for { usual.quick_games } else { 30 },
        thorough_games: 2,
        one_in: 90,
        evidence: 10,
        ..usual
    }
    .run::<NeverBringAKnife>();
}
