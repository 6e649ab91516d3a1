//! Commands for the developers of Roundtable: `cargo xtask test`, `wire`, `browser`, `python`, `book`, `new-game`,
//! `siege`, `faults`, `soak`, `study`.

mod audit;
mod book;
mod layers;
mod links;
mod new_game;
mod outside;
mod python;
mod scaffold;
mod study;
mod tools;
mod width;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Folders with a module for each game, declared by a macro. rustfmt does not look into macros, so it misses these
/// files.
const SLICES: [&str; 2] = ["crates/bots/src/games", "crates/lab/src/subjects"];

const USAGE: &str = "\
cargo xtask test           everything CI checks: format, lints, tests, documentation, benchmarks, the page in a browser
cargo xtask test --quick   for the edit loop: format, width, lints, and the tests that are fast
cargo xtask wire           writes TypeScript and JSON Schema of what goes over the wire, after a change of its types
cargo xtask browser        only the page: its types, and its tests in Chromium
cargo xtask python         only the Python package: built and tested in target/python
cargo xtask python learn   its longer tests: an agent is trained and plays (installs torch and Ray: 7 GB)
cargo xtask book           all documents and rules as a book with search, in target/book
cargo xtask example        only the game outside the house: examples/out-of-tree, built from packages and played
cargo xtask new-game NAME --players 2-4
                           a small complete game to change rule by rule, playable everywhere at once
cargo xtask siege [SECONDS] every abuse at once beside ordinary tables that must not notice (600), optimised
cargo xtask faults [COUNT] several nodes, their database and their bus fail in every way while people play (100)
cargo xtask study [GAMES]  bots of every level play this many games (10000), which are reviewed: docs/REVIEW.md
cargo xtask soak [GAMES]   the conformance suite with that many random games a setting (100000), optimised

`test`, `browser`, `python` and `book` install what they need and say so before; with --no-install they say what is
missing.
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let install = !args.iter().any(|arg| arg == "--no-install");
    let args: Vec<&str> = args
        .iter()
        .map(String::as_str)
        .filter(|arg| *arg != "--no-install")
        .collect();
    let result = match args[..] {
        ["test"] => test(install),
        ["test", "--quick"] => quick(),
        ["example"] => outside::try_example(),
        ["wire"] => cargo(&["run", "--quiet", "--package", "roundtable-wire"], &[]),
        ["browser"] => browser(install),
        ["python"] => python::test(install),
        ["python", "learn"] => python::learn(install),
        ["book"] => book::build(install),
        ["siege"] => load(&["siege", "--seconds", "600"]),
        ["siege", seconds] => load(&["siege", "--seconds", seconds]),
        ["faults"] => load(&["faults"]),
        ["faults", count] => load(&["faults", "--faults", count]),
        ["new-game", name, "--players", players] => new_game::new_game(name, players),
        ["study"] => study::study(10_000),
        ["study", games] => games
            .parse()
            .map_err(|_| format!("`{games}` is no number of games"))
            .and_then(study::study),
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

fn test(install: bool) -> Result<(), String> {
    tools::need(
        &[
            tools::PYTHON,
            tools::NGINX,
            tools::FAKETIME,
            tools::POSTGRES,
            tools::NATS,
            tools::CHROMIUM,
        ],
        install,
    )?;
    let packages = tools::packages(install)?;
    look()?;
    // A changed golden file is a failure, never an update. Examples were checked above and are not built again.
    cargo(
        &["test", "--workspace", "--lib", "--bins", "--tests"],
        &[("INSTA_UPDATE", "no")],
    )?;
    cargo(&["test", "--workspace", "--doc"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    // Benchmarks assert what they compute; run each once for that, without building everything anew for speed.
    cargo(&["test", "--workspace", "--bench", "play", "--", "--test"], &[])?;
    page(packages)?;
    python::test(install)?;
    audit::crates()?;
    audit::packages()?;
    // Last, because they build other binaries.
    outside::try_example()?;
    scaffold::try_new_game()
}

/// The edit loop: everything that needs no process, socket or browser, and no long games.
fn quick() -> Result<(), String> {
    look()?;
    cargo(
        &["test", "--workspace", "--lib", "--test", "rules", "--test", "golden"],
        &[("INSTA_UPDATE", "no")],
    )?;
    cargo(&["test", "--package", "xtask"], &[])
}

/// What can be said without running anything: format, width, dependencies, lints.
fn look() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    format_slices()?;
    width::check()?;
    layers::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])
}

/// Checks the format of the files that `cargo fmt` misses.
fn format_slices() -> Result<(), String> {
    let mut files = Vec::new();
    for folder in SLICES {
        find_files(Path::new(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
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

/// Adds all files in a folder and its subfolders.
fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn browser(install: bool) -> Result<(), String> {
    tools::need(&[tools::CHROMIUM], install)?;
    page(tools::packages(install)?)
}

/// Checks the page: the types against those that the server generates, then whole games in a real browser. Its packages
/// may have to be installed before.
fn page(packages: bool) -> Result<(), String> {
    cargo(&["build", "--package", "roundtable"], &[])?;
    let binary = target()?.join("debug/roundtable");
    if packages {
        npm(&["ci"], &[])?;
    }
    npm(&["run", "format:check"], &[])?;
    npm(&["run", "lint"], &[])?;
    npm(&["run", "check"], &[])?;
    npm(&["test"], &[("ROUNDTABLE_BIN", &binary.to_string_lossy())])
}

/// The folder of builds, as a whole path.
fn target() -> Result<PathBuf, String> {
    let folder = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let here = env::current_dir().map_err(|error| format!("there is no current directory: {error}"))?;
    Ok(here.join(folder))
}

/// A long run of the load tool, optimised.
fn load(args: &[&str]) -> Result<(), String> {
    cargo(&["build", "--release", "--package", "roundtable"], &[])?;
    let tool = ["run", "--release", "--package", "roundtable-load", "--"];
    cargo(&[&tool, args].concat(), &[])
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

/// Cargo in another folder, which builds into this folder of builds and so builds no dependency twice.
fn cargo_within(folder: &Path, target: &Path, args: &[&str]) -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.current_dir(folder);
    run(
        "cargo",
        command,
        args,
        &[("CARGO_TARGET_DIR", &*target.to_string_lossy())],
    )
}

fn npm(args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.current_dir("web");
    run("npm", command, args, environment)
}

fn run(name: &str, mut command: Command, args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("{name} {}", args.join(" "));
    eprintln!("\n> {line}");
    let begun = Instant::now();
    let status = command
        .args(args)
        .envs(environment.iter().copied())
        .status()
        .map_err(|error| format!("`{line}` could not be started: {error}"))?;
    eprintln!("({name} took {} s)", begun.elapsed().as_secs());
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{line}` failed: {status}"))
    }
}
