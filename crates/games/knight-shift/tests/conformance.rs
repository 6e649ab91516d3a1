//! The contract, checked on random games.

use knight_shift::KnightShift;
use roundtable_testkit::Suite;

#[test]
fn keeps_every_promise_of_the_contract() {
    // The suite's check of evidence takes every different move of another seat to be as likely as the next. Here cards are
    // what is equally likely: a hand with two Axes has two ways to discard an Axe, though they are one move. What samples
    // must agree with is compared with enumeration in `tests/rules/samples.rs` instead.
    Suite {
        evidence: 0,
        ..Suite::from_env()
    }
    .run::<KnightShift>();
}
