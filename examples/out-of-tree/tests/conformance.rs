//! The contract, checked on random games.

use roundtable_testkit::Suite;
use toll_gate::TollGate;

#[test]
fn keeps_every_promise_of_the_contract() {
    Suite::from_env().run::<TollGate>();
}
