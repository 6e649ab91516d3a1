//! The contract, checked on random games.

use knight_shift::KnightShift;
use roundtable_testkit::Suite;

#[test]
fn keeps_every_promise_of_the_contract() {
    // Samples go by what was in a hand, not by when (KS-P5): a card that was drawn late may have been played early.
    let suite = Suite {
        allowance: 0.05,
        ..Suite::default()
    };
    suite.or_from_env().run::<KnightShift>();
}
