//! Checks that no line is wider than a reader's window.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The width of the widest allowed line.
const WIDTH: usize = 120;

/// Files written by programs, or data for programs.
const EXCEPT: [&str; 8] = [
    "Cargo.lock",
    "docs/schema/",
    "docs/vectors/",
    "package-lock.json",
    "snapshots/",
    "proptest-regressions/",
    "web/src/wire/",
    "weights.rs",
];

/// Checks every line of code and prose in the repository.
pub(crate) fn check() -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output();
    let listed = listed.map_err(|error| format!("`git ls-files` could not be started: {error}"))?;
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut wide = Vec::new();
    for name in names.lines().filter(|name| is_ours(name)) {
        let Ok(text) = fs::read_to_string(name) else { continue };
        wide.extend(wide_lines(name, &text));
    }
    if wide.is_empty() {
        return Ok(());
    }
    Err(format!(
        "these lines are wider than {WIDTH} columns:\n{}",
        wide.join("\n")
    ))
}

fn is_ours(name: &str) -> bool {
    let endings = ["css", "md", "py", "rs", "svelte", "toml", "ts"];
    let end = Path::new(name).extension().and_then(|end| end.to_str());
    end.is_some_and(|end| endings.contains(&end)) && !EXCEPT.iter().any(|part| name.contains(part))
}

/// The lines that are too wide. Markdown cannot break table rows and examples, so they may be wide.
fn wide_lines(name: &str, text: &str) -> Vec<String> {
    let markdown = name.ends_with(".md");
    let mut example = false;
    let mut wide = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fence = markdown && line.trim_start().starts_with("```");
        example ^= fence;
        let exempt = markdown && (example || line.trim_start().starts_with('|'));
        if line.chars().count() > WIDTH && !exempt {
            wide.push(format!("{name}:{number}"));
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_line_is_found_unless_it_cannot_be_broken() {
        let long = "x".repeat(WIDTH + 1);
        assert_eq!(wide_lines("a.rs", &format!("short\n{long}\n")), ["a.rs:2"]);
        let page = format!("| {long} |\n```\n{long}\n```\n{long}\n");
        assert_eq!(wide_lines("a.md", &page), ["a.md:5"]);
        assert!(
            wide_lines("a.rs", &"é".repeat(WIDTH)).is_empty(),
            "columns are counted, not bytes"
        );
        assert!(is_ours("crates/core/src/lib.rs") && !is_ours("web/src/wire/wire.ts") && !is_ours("a.json"));
    }
}
