//! The contract, checked on random games.

use high_card::HighCard;
use roundtable_testkit::Suite;

#[test]
fn keeps_every_promise_of_the_contract() {
    Suite::from_env().run::<HighCard>();
}
