//! Commands for the developers of Roundtable: `cargo xtask test`, `wire`, `browser`, `siege`, `soak`.

mod layers;
mod width;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Folders with a module for each game, declared by a macro. rustfmt does not look into macros, so it misses these
/// files.
const SLICES: [&str; 2] = ["crates/bots/src/games", "crates/lab/src/subjects"];

const USAGE: &str = "\
cargo xtask test           everything CI checks: format, lints, tests, documentation, benchmarks, the page in a browser
cargo xtask wire           writes TypeScript and JSON Schema of what goes over the wire, after a change of its types
cargo xtask browser        only the page: its types, and its tests in Chromium
cargo xtask siege [SECONDS] every abuse at once beside ordinary tables that must not notice (600), optimised
cargo xtask soak [GAMES]   the conformance suite with that many random games a setting (100000), optimised
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args[..] {
        ["test"] => test(),
        ["wire"] => cargo(&["run", "--quiet", "--package", "roundtable-wire"], &[]),
        ["browser"] => browser(),
        ["siege"] => siege("600"),
        ["siege", seconds] => siege(seconds),
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
    need_helpers()?;
    cargo(&["fmt", "--all", "--check"], &[])?;
    format_slices()?;
    width::check()?;
    layers::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    // A changed golden file is a failure, never an update.
    cargo(&["test", "--workspace"], &[("INSTA_UPDATE", "no")])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    // Benchmarks assert what they compute; run each once for that.
    cargo(&["bench", "--workspace", "--bench", "play", "--", "--test"], &[])?;
    browser()
}

/// Checks the format of the files that `cargo fmt` misses.
fn format_slices() -> Result<(), String> {
    let mut files = Vec::new();
    for folder in SLICES {
        find_sources(Path::new(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    }
    files.sort();
    let files = files.iter().map(|file| file.to_string_lossy());
    let args: Vec<String> = ["--edition", "2024", "--check"]
        .map(str::to_owned)
        .into_iter()
        .chain(files.map(String::from))
        .collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run("rustfmt", Command::new("rustfmt"), &args, &[])
}

/// Adds all source files in a folder and its subfolders.
fn find_sources(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Checks the page: the types against those that the server generates, then whole games in a real browser.
fn browser() -> Result<(), String> {
    need_chromium()?;
    cargo(&["build", "--package", "roundtable"], &[])?;
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let binary = env::current_dir()
        .map_err(|error| format!("there is no current directory: {error}"))?
        .join(target)
        .join("debug/roundtable");
    npm(&["ci"], &[])?;
    npm(&["run", "format:check"], &[])?;
    npm(&["run", "check"], &[])?;
    npm(&["test"], &[("ROUNDTABLE_BIN", &binary.to_string_lossy())])
}

/// The tests play against docs/examples/bot.py, the example of a bot in another language.
fn need_python() -> Result<(), String> {
    need(
        "python3",
        "the tests need Python 3 for docs/examples/bot.py: install it so that `python3` starts it",
    )
}

/// The tests of the server put a real proxy in front of it, and turn its clock.
fn need_helpers() -> Result<(), String> {
    need(
        "nginx",
        "the tests need nginx, as a proxy in front of the server: install it so that `nginx` starts it",
    )?;
    need(
        "faketime",
        "the tests need faketime, to turn the server's clock: install it so that `faketime` starts it",
    )
}

/// The tests run the page in Debian's Chromium.
fn need_chromium() -> Result<(), String> {
    need(
        "chromium",
        "the tests of the page need Chromium: install it so that `chromium` starts it, or name it in \
         ROUNDTABLE_CHROMIUM",
    )
}

/// Installs a program if apt can; the packages have the names of their programs.
fn need(program: &str, otherwise: &str) -> Result<(), String> {
    // nginx knows `-v` alone, and is not on everybody's path.
    let version = if program == "nginx" { "-v" } else { "--version" };
    let path = env::var("PATH").unwrap_or_default() + ":/usr/sbin";
    let there = || {
        Command::new(program)
            .env("PATH", &path)
            .arg(version)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if there() || (program == "chromium" && env::var_os("ROUNDTABLE_CHROMIUM").is_some()) {
        return Ok(());
    }
    eprintln!("\n> apt-get install {program}");
    for args in [&["update"][..], &["install", "-y", program]] {
        // Whether this worked shows when the program is called again.
        let _ = Command::new("apt-get").args(args).status();
    }
    if there() { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn siege(seconds: &str) -> Result<(), String> {
    cargo(&["build", "--release", "--package", "roundtable"], &[])?;
    let load = [
        "run",
        "--release",
        "--package",
        "roundtable-load",
        "--",
        "siege",
        "--seconds",
        seconds,
    ];
    cargo(&load, &[])
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
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run("cargo", Command::new(program), args, environment)
}

fn npm(args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.current_dir("web");
    run("npm", command, args, environment)
}

fn run(name: &str, mut command: Command, args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("{name} {}", args.join(" "));
    eprintln!("\n> {line}");
    let status = command
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
