//! All of Roundtable, and Toll Gate.

use std::process::ExitCode;

use toll_gate::TollGate;

fn main() -> ExitCode {
    roundtable::main(roundtable::games![house, TollGate])
}
