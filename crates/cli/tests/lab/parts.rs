//! Parts of an experiment, played anywhere and joined: the same as one run, to the last byte.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{fails, succeeds, temporary};

/// Plays a part into a file, and returns the file's name.
fn part(folder: &Path, args: &[&str], range: &str) -> String {
    let file = folder
        .join(format!("{}.json", range.replace("..", "-")))
        .display()
        .to_string();
    let said = succeeds(&[args, &["--range", range, "--part", &file]].concat());
    assert!(said.contains(&format!("games {range} of")), "{said}");
    file
}

/// One run, and three parts in another order with one of them played twice, print the same.
fn is_the_same(name: &str, args: &[&str], ranges: [&str; 3]) -> String {
    let folder = temporary(name);
    let [first, second, third] = ranges.map(|range| part(&folder, args, range));
    let again = folder.join("again");
    std::fs::create_dir_all(&again).expect("a folder");
    let repeated = part(&again, args, ranges[1]);
    let parts = [third.as_str(), &second, &first, &repeated];
    let merge = |more: &[&str]| succeeds(&[&["merge"], &parts[..], more].concat());
    let text = merge(&[]);
    assert_eq!(text, succeeds(args), "as text");
    assert_eq!(merge(&["--json"]), succeeds(&[args, &["--json"]].concat()), "as JSON");
    if args[0] == "balance" {
        let pages = ["one", "joined"].map(|name| folder.join(name).join("page.html").display().to_string());
        let records = ["one", "joined"].map(|name| folder.join(name).join("games").display().to_string());
        let extra = |at: usize| ["--report", pages[at].as_str(), "--records", records[at].as_str()];
        for name in ["one", "joined"] {
            std::fs::create_dir_all(folder.join(name)).expect("a folder");
        }
        assert_eq!(succeeds(&[args, &extra(0)].concat()), merge(&extra(1)), "with records");
        let [one, joined] = pages.map(|page| std::fs::read(page).expect("a page"));
        assert!(one == joined, "as a page");
        let record = |name: &str| std::fs::read(folder.join(name).join("games").join(example(args))).expect("a record");
        assert!(record("one") == record("joined"), "the same examples");
    }
    std::fs::remove_dir_all(&folder).expect("it was there");
    text
}

/// The name of an example's record.
fn example(args: &[&str]) -> String {
    let players = args
        .iter()
        .position(|arg| *arg == "--players")
        .map_or("2", |at| args[at + 1]);
    let players = if players == "all" { "3" } else { players };
    format!("{}-{players}-typical.json", args[1])
}

#[test]
fn a_simulation_in_parts_is_the_same() {
    let args = ["sim", "shock", "--players", "4", "--games", "3000", "--seed", "7"];
    is_the_same("sim", &args, ["0..1", "1..2048", "2048..3000"]);
    let args = [
        "sim",
        "knight-shift",
        "--bots",
        "squire,page",
        "--games",
        "40",
        "--jobs",
        "2",
    ];
    is_the_same("sim-bots", &args, ["0..13", "13..14", "14..40"]);
}

#[test]
fn an_arena_in_parts_is_the_same() {
    let args = [
        "arena",
        "shock",
        "--players",
        "3",
        "--bots",
        "squire,page",
        "--games",
        "100",
    ];
    is_the_same("arena", &args, ["0..10", "10..77", "77..100"]);
    let args = [
        "arena",
        "never-bring-a-knife",
        "--bots",
        "squire,page",
        "--games",
        "30",
        "--seed",
        "3",
    ];
    is_the_same("arena-teams", &args, ["0..15", "15..16", "16..30"]);
}

#[test]
fn a_balance_report_in_parts_is_the_same() {
    let folder = temporary("deck");
    let deck = folder.join("mine.toml");
    let standard = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(["deck", "show", "knight-shift"])
        .output();
    let standard = String::from_utf8(standard.expect("the command starts").stdout).expect("UTF-8");
    std::fs::write(&deck, standard.replacen("bonus = 5", "bonus = 50", 1)).expect("a deck");
    let deck = deck.display().to_string();
    let args = [
        "balance",
        "knight-shift",
        "--deck",
        &deck,
        "--against",
        "standard",
        "--games",
        "40",
    ];
    let args = [&args[..], &["--tension", "4", "--skill", "2"]].concat();
    let text = is_the_same("balance", &args, ["0..2", "2..33", "33..40"]);
    assert!(text.contains("one knight among squires, 2 games"), "{text}");
    let args = [
        "balance",
        "shock",
        "--players",
        "all",
        "--games",
        "30",
        "--tension",
        "7",
        "--skill",
        "0",
    ];
    is_the_same("balance-all", &args, ["0..5", "5..6", "6..30"]);
}

#[test]
fn a_sweep_in_parts_is_the_same() {
    let args = [
        "balance",
        "knight-at-the-inn",
        "--vary",
        "token.king.value=4,5",
        "--games",
        "20",
        "--tension",
        "3",
    ];
    let folder = temporary("parts-of-a-sweep");
    let parts = ["0..4", "4..20"].map(|range| part(&folder, &args, range));
    assert_eq!(succeeds(&["merge", &parts[1], &parts[0]]), succeeds(&args));
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let folder = temporary("refused");
    let args = ["sim", "shock", "--games", "100"];
    let [first, last] = ["0..40", "60..100"].map(|range| part(&folder, &args, range));
    let missing = fails(1, &["merge", &last, &first]);
    assert!(missing.contains("these are missing: 40..60;"), "{missing}");
    let overlap = part(&folder, &args, "30..60");
    assert!(fails(1, &["merge", &first, &overlap, &last]).contains("games in common"));
    let other = part(
        &temporary("other"),
        &["sim", "shock", "--games", "100", "--seed", "2"],
        "40..60",
    );
    let different = fails(1, &["merge", &first, &other, &last]);
    assert!(
        different.contains("different experiments: seed is 1 in one and 2"),
        "{different}"
    );
    let text = std::fs::read_to_string(&first).expect("a part");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let changed = write("changed.json", &text.replacen("\"games\":40,", "\"games\":41,", 1));
    let twice = fails(1, &["merge", &first, &changed]);
    assert!(
        twice.contains("both the games 0..40, with different results"),
        "{twice}"
    );
    let broken = write("broken.json", &text[..text.len() / 2]);
    assert!(fails(1, &["merge", &broken]).contains("is no whole part"));
    let old = write(
        "old.json",
        &text
            .replacen("\"program\":\"", "\"program\":\"0.0.", 1)
            .replace("100", "40"),
    );
    assert!(fails(1, &["merge", &old]).contains("use the same for all"));
    assert!(fails(1, &["merge", "no-such-part.json"]).contains("cannot read"));
    let whole = part(&folder, &["sim", "shock", "--games", "9"], "0..9");
    assert!(fails(1, &["merge", &whole, "--records", "x"]).contains("leave out --records"));
    assert!(fails(1, &["merge", &whole, "--report", "x"]).contains("leave out --report"));
    assert!(fails(1, &["sim", "shock", "--games", "9", "--range", "5..10", "--part", "x"]).contains("part of 0..9"));
    for usage in [
        &["sim", "shock", "--range", "0..10"][..],
        &["sim", "shock", "--part", "x.json"],
        &["sim", "shock", "--range", "10..3", "--part", "x"],
        &[
            "balance", "shock", "--range", "0..9", "--part", "x", "--report", "y.html",
        ],
        &["merge"],
    ] {
        fails(2, usage);
    }
}

/// A part that is killed in the middle leaves nothing behind that could be taken for a part; played again, it fits.
#[cfg(unix)]
#[test]
fn a_killed_part_is_played_again() {
    let folder = temporary("killed");
    let args = [
        "sim",
        "knight-at-the-inn",
        "--bots",
        "squire",
        "--games",
        "12000",
        "--jobs",
        "1",
    ];
    let name = folder.join("100-12000.json").display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .arg("lab")
        .args(args)
        .args(["--range", "100..12000", "--part", &name])
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(child.try_wait().expect("a process").is_none(), "it is still playing");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(
        std::fs::read_dir(&folder).expect("a folder").next().is_none(),
        "nothing half is left"
    );
    let parts = ["0..100", "100..12000"].map(|range| part(&folder, &args, range));
    assert_eq!(succeeds(&["merge", &parts[1], &parts[0]]), succeeds(&args));
}
