//! The `roundtable` binary: the command with the house's games.

fn main() -> std::process::ExitCode {
    roundtable::main(roundtable::games![house])
}
