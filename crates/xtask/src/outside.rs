//! Tries `examples/out-of-tree` as its user would: with the crates as they are published, up to whole games on the
//! page.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{cargo, cargo_within, run, target};

/// The example.
pub(crate) const EXAMPLE: &str = "examples/out-of-tree";

/// The slug of its game, and the name of its binary.
const GAME: &str = "toll-gate";

/// Crates that are not for others.
const OWN: [&str; 5] = [
    "high-card",
    "roundtable-load",
    "roundtable-python",
    "roundtable-wire",
    "xtask",
];

/// Packages every crate, and builds, tests and plays the example with what is in the packages.
pub(crate) fn try_example() -> Result<(), String> {
    let target = target()?;
    let folder = target.join("tmp/packages");
    cargo_within(Path::new(EXAMPLE), &target, &["fmt", "--check"])?;
    let patches = unpack(&target, &folder)?;
    let mut config: Vec<&str> = Vec::new();
    for patch in &patches {
        config.extend(["--config", patch]);
    }
    let within = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(config.iter().copied()).collect();
        cargo_within(Path::new(EXAMPLE), &target, &args)
    };
    within(&["test", "--locked"])?;
    within(&["build", "--locked"])?;
    play_on_the_page(&target.join("debug").join(GAME), GAME)?;
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Packages the crates and unpacks them again. Returns the settings that make Cargo take them from there.
fn unpack(target: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let said = |error: std::io::Error| format!("{}: {error}", folder.display());
    let packages = target.join("package");
    for old in [folder, &packages] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(said)?;
        }
    }
    fs::create_dir_all(folder).map_err(said)?;
    let mut args = vec!["package", "--quiet", "--workspace", "--no-verify", "--allow-dirty"];
    for own in OWN {
        args.extend(["--exclude", own]);
    }
    cargo(&args, &[])?;
    let mut patches = Vec::new();
    for entry in fs::read_dir(&packages).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if path.extension().is_none_or(|end| end != "crate") {
            continue;
        }
        let tar = ["xzf", &*path.to_string_lossy(), "-C", &*folder.to_string_lossy()];
        run("tar", Command::new("tar"), &tar, &[])?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (name, _) = stem.rsplit_once('-').ok_or_else(|| format!("{stem} has no version"))?;
        let place = folder.join(&stem);
        patches.push(format!("patch.crates-io.{name}.path={:?}", place.to_string_lossy()));
    }
    Ok(patches)
}

/// Plays a game without a face of its own in a browser, by clicks, by keys and on a phone.
pub(crate) fn play_on_the_page(binary: &Path, game: &str) -> Result<(), String> {
    let mut command = Command::new("node");
    command.current_dir("web");
    let environment = [
        ("ROUNDTABLE_BIN", &*binary.to_string_lossy()),
        ("ROUNDTABLE_NEW_GAME", game),
    ];
    run(
        "node",
        command,
        &["--test", "tests/new-game/plain.test.mjs"],
        &environment,
    )
}
