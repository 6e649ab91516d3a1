//! Tries `cargo xtask new-game` as a newcomer would: in a copy of the house, up to whole games on the page.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cargo_within;
use crate::outside::play_on_the_page;

/// Makes a game in a copy, runs its suite, and plays it in a browser against knights.
pub(crate) fn try_new_game() -> Result<(), String> {
    let target = crate::target()?;
    let copy = target.join("tmp/new-game");
    copy_sources(&copy)?;
    let cargo = |args: &[&str]| cargo_within(&copy, &target, args);
    cargo(&["xtask", "new-game", "Three Rings", "--players", "2-5"])?;
    cargo(&["test", "--package", "three-rings"])?;
    cargo(&["build", "--package", "roundtable"])?;
    play_on_the_page(&target.join("debug/roundtable"), "three-rings")?;
    fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))
}

/// Copies the files that git knows, or would: no builds, no data.
fn copy_sources(to: &Path) -> Result<(), String> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()
        .map_err(|error| format!("git lists the files to copy, and could not be started: {error}"))?;
    let listed = String::from_utf8(listed.stdout).map_err(|error| format!("the name of a file: {error}"))?;
    for file in listed.lines().filter(|file| Path::new(file).is_file()) {
        let place = to.join(file);
        let folder = place.parent().unwrap_or(to);
        fs::create_dir_all(folder)
            .and_then(|()| fs::copy(file, &place))
            .map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}
