//! The contract, checked on random games.

use knight_at_the_inn::KnightAtTheInn;
use roundtable_testkit::Suite;

#[test]
fn keeps_every_promise_of_the_contract() {
    Suite::from_env().run::<KnightAtTheInn>();
}
