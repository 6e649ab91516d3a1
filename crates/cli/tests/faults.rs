//! Three nodes, their database with its standby and their bus are killed, frozen, cut off and replaced while people
//! play: the short form of `roundtable-load faults`. A program of its own, so that nothing else runs beside it.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use roundtable_load::faults::{Faults, elsewhere};

#[test]
fn nothing_is_lost_doubled_or_told_too_early_whatever_fails() {
    let only_this = [
        "--exact",
        "--nocapture",
        "nothing_is_lost_doubled_or_told_too_early_whatever_fails",
    ];
    if let Some(done) = elsewhere(only_this.map(Into::into)).unwrap() {
        return done.unwrap();
    }
    let faults = Faults {
        program: PathBuf::from(env!("CARGO_BIN_EXE_roundtable")),
        tables: 12,
        faults: 20,
        seed: 7,
        keep: None,
        durable: false,
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let outcome = runtime.block_on(faults.run()).unwrap();
    print!("{outcome}");
    outcome.verdict().unwrap();
    let checked = outcome.checked.unwrap();
    assert!(checked.tables >= 12 && checked.acknowledged > 1000, "{checked:?}");
}
