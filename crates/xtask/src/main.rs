//! Commands for the developers of Roundtable: `cargo xtask test`, `cargo xtask soak`.

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test           everything CI checks: format, lints, tests, documentation, benchmarks' results
cargo xtask soak [GAMES]   the conformance suite with that many random games a setting (100000), optimised
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args[..] {
        ["test"] => test(),
        ["soak"] => soak("100000"),
        ["soak", games] => soak(games),
        _ => Err(format!("usage:\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    need_python()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    // A changed golden file is a failure, never an update.
    cargo(&["test", "--workspace"], &[("INSTA_UPDATE", "no")])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    // Benchmarks assert what they compute; here they run once, for that.
    cargo(&["bench", "--workspace", "--bench", "play", "--", "--test"], &[])
}

/// The example of a bot in another language is in Python, and is played with.
fn need_python() -> Result<(), String> {
    let there = || {
        Command::new("python3")
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if there() {
        return Ok(());
    }
    eprintln!("\n> apt-get install python3");
    for args in [&["update"][..], &["install", "-y", "python3"]] {
        // Whether it worked is seen by whether Python is there.
        let _ = Command::new("apt-get").args(args).status();
    }
    if there() {
        Ok(())
    } else {
        Err("the tests need Python 3 for docs/examples/bot.py: install it so that `python3` starts it".to_owned())
    }
}

fn soak(games: &str) -> Result<(), String> {
    cargo(
        &[
            "test",
            "--release",
            "--workspace",
            "--test",
            "conformance",
            "--",
            "--nocapture",
        ],
        &[("ROUNDTABLE_GAMES", games)],
    )
}

fn cargo(args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("cargo {}", args.join(" "));
    eprintln!("\n> {line}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(args)
        .envs(environment.iter().copied())
        .status()
        .map_err(|error| format!("`{line}` could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{line}` failed: {status}"))
    }
}
