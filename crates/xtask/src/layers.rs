//! Which crate may depend on which: the rules of ARCHITECTURE.md, checked in the dependency tree.

use std::process::Command;

/// What a crate must not depend on, directly or indirectly.
const FORBIDDEN: [(&str, &[&str]); 5] = [
    ("roundtable-core", &["roundtable-"]),
    ("roundtable-ratings", &["roundtable-"]),
    (
        "roundtable-protocol",
        &[
            "roundtable-catalog",
            "roundtable-bots",
            "roundtable-lab",
            "roundtable-server",
        ],
    ),
    (
        "roundtable-catalog",
        &[
            "roundtable-bots",
            "roundtable-lab",
            "roundtable-protocol",
            "roundtable-testkit",
        ],
    ),
    (
        "roundtable-server",
        &["roundtable-lab", "roundtable-testkit", "roundtable-wire"],
    ),
];

/// Checks every crate, and that a game depends on `core` alone.
pub(crate) fn check() -> Result<(), String> {
    for (name, forbidden) in FORBIDDEN {
        refuse(name, forbidden)?;
    }
    for game in games()? {
        let others = dependencies(&game)?
            .into_iter()
            .filter(|other| other.starts_with("roundtable-"));
        let others: Vec<String> = others.filter(|other| other != "roundtable-core").collect();
        if !others.is_empty() {
            return Err(format!(
                "the game {game} depends on {}; a game knows core alone",
                others.join(", ")
            ));
        }
    }
    Ok(())
}

fn refuse(name: &str, forbidden: &[&str]) -> Result<(), String> {
    let known = dependencies(name)?;
    match known
        .iter()
        .find(|other| forbidden.iter().any(|start| other.starts_with(start)))
    {
        Some(other) => Err(format!(
            "{name} depends on {other}, which it must not know; see ARCHITECTURE.md"
        )),
        None => Ok(()),
    }
}

/// The games, by the names of their crates.
fn games() -> Result<Vec<String>, String> {
    let folders = std::fs::read_dir("crates/games").map_err(|error| format!("crates/games: {error}"))?;
    folders
        .map(|entry| {
            let path = entry.map_err(|error| error.to_string())?.path().join("Cargo.toml");
            let said = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
            let manifest = std::fs::read_to_string(&path).map_err(|error| said(&error))?;
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
            Ok(name
                .ok_or_else(|| said(&"it has no name"))?
                .trim_matches('"')
                .to_owned())
        })
        .collect()
}

/// All dependencies of a crate, except itself.
fn dependencies(name: &str) -> Result<Vec<String>, String> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(program)
        .args([
            "tree",
            "--package",
            name,
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .output()
        .map_err(|error| format!("`cargo tree` could not be started: {error}"))?;
    if !tree.status.success() {
        return Err(format!(
            "`cargo tree` failed for {name}: {}",
            String::from_utf8_lossy(&tree.stderr)
        ));
    }
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    let names = text.lines().filter_map(|line| line.split(' ').next());
    Ok(names.filter(|other| *other != name).map(str::to_owned).collect())
}
