//! `roundtable lab` as users meet it.

mod parts;

use std::process::{Command, Output};

use serde_json::Value;

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .arg("lab")
        .args(args)
        .output()
        .expect("the command starts")
}

fn succeeds(args: &[&str]) -> String {
    let output = lab(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stderr.is_empty(), "no progress without a terminal");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn fails(code: i32, args: &[&str]) -> String {
    let output = lab(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&succeeds(args)).expect("JSON")
}

/// A separate folder for each test.
fn temporary(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("roundtable-lab-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

#[test]
fn a_simulation_is_printed_for_people_and_for_programs() {
    let args = [
        "sim",
        "shock",
        "--players",
        "3",
        "--games",
        "50",
        "--bots",
        "squire,page",
        "--seed",
        "4",
    ];
    let text = succeeds(&args);
    for expected in ["SHOCK!", "50 games", "win share", "five_rounds", "95 % intervals"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let with = |jobs: &str| json(&[&args[..], &["--json", "--jobs", jobs]].concat());
    let one = with("1");
    assert_eq!(one, with("2"), "the number of threads changes nothing");
    assert_eq!(one["seats"][0]["bot"], "squire");
    assert_eq!(one["seats"][2]["bot"], "page", "the last one serves for the rest");
    let share = &one["seats"][0]["win_share"];
    assert!(share["low"].as_f64() < share["value"].as_f64() && share["value"].as_f64() < share["high"].as_f64());
}

#[test]
fn records_of_simulated_games_verify() {
    let folder = temporary("records");
    let path = folder.display().to_string();
    succeeds(&[
        "sim",
        "never-bring-a-knife",
        "--games",
        "3",
        "--bots",
        "squire",
        "--records",
        &path,
    ]);
    let files: Vec<_> = std::fs::read_dir(&folder).expect("records").flatten().collect();
    assert_eq!(files.len(), 3);
    let mut talk = false;
    for file in files {
        let verified = Command::new(env!("CARGO_BIN_EXE_roundtable"))
            .arg("verify")
            .arg(file.path())
            .output();
        let verified = verified.expect("the command starts");
        assert!(
            verified.status.success(),
            "{}",
            String::from_utf8_lossy(&verified.stderr)
        );
        assert!(String::from_utf8_lossy(&verified.stdout).contains("fits"));
        talk |= std::fs::read_to_string(file.path())
            .expect("a record")
            .contains("\"talk\"");
    }
    assert!(talk, "squires talk, and it is kept");
}

#[test]
fn an_arena_compares() {
    let args = ["arena", "knight-at-the-inn", "--bots", "squire,page", "--games", "60"];
    let text = succeeds(&args);
    for expected in [
        "60 games: 30 deals, each in 2 games",
        "rating",
        "Plackett-Luce",
        "A fair share is 50.0 %",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let found = json(&[&args[..], &["--json"]].concat());
    assert!(found["entrants"][0]["win_share"]["low"].as_f64() > Some(0.5));
    let team = json(&[
        "arena",
        "never-bring-a-knife",
        "--bots",
        "squire,page",
        "--games",
        "8",
        "--no-claims",
        "--json",
    ]);
    assert_eq!(
        (&team["design"]["teams"], &team["design"]["claims"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn balance_writes_a_report_that_needs_nothing_else() {
    let folder = temporary("balance");
    let report = folder.join("report.html").display().to_string();
    let deck = folder.join("rich.toml");
    let standard = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(["deck", "show", "shock"])
        .output();
    let standard = String::from_utf8(standard.expect("the command starts").stdout).expect("UTF-8");
    let rich = standard.replace("large = 3\nsmall = 2\ncount = 3", "large = 7\nsmall = 2\ncount = 6");
    assert_ne!(rich, standard);
    std::fs::write(&deck, rich).expect("a deck");
    let deck = deck.display().to_string();
    let quick = ["balance", "shock", "--games", "60", "--tension", "5", "--skill", "0"];
    let text = succeeds(&[&quick[..], &["--report", &report]].concat());
    assert!(
        text.contains("Chest card revealed") && text.contains("Benjamini"),
        "{text}"
    );
    let page = std::fs::read_to_string(&report).expect("a report");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"));
    for outside in ["http://", "https://", "//cdn", "<script", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let compared = [&quick[..], &["--deck", &deck, "--against", "standard"]].concat();
    let found = json(&[&compared[..], &["--json"]].concat());
    let table = &found["tables"][0];
    assert_eq!(
        (&table["setting"]["deck"], &table["against"]),
        (&"rich.toml".into(), &"standard".into())
    );
    assert!(
        table["score"]["difference"]["low"].as_f64() > Some(0.0),
        "richer Chests, more jewels: {}",
        table["score"]
    );
    assert_eq!(
        found["changes"],
        serde_json::json!(["Jewel 6: count 3 -> 6, large 3 -> 7"])
    );
    // What did my change do? The first screen says it, at 80 columns.
    let text = succeeds(&compared);
    let screen: Vec<&str> = text.lines().take(24).collect();
    for expected in ["Scores rise by ", "- Jewel 6: count 3 -> 6, large 3 -> 7", "difference"] {
        assert!(screen.iter().any(|line| line.contains(expected)), "{expected}: {text}");
    }
    let wide = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    assert!(
        text.contains("without a difference"),
        "nothing found is folded away: {text}"
    );
}

#[test]
fn every_number_of_players_is_in_one_report_with_records_of_some_games() {
    let folder = temporary("players");
    let page = folder.join("all.html");
    let args = [
        "balance",
        "shock",
        "--players",
        "all",
        "--games",
        "12",
        "--tension",
        "4",
        "--skill",
        "0",
    ];
    let (page_name, records) = (page.display().to_string(), folder.join("games").display().to_string());
    let text = succeeds(&[&args[..], &["--report", &page_name, "--records", &records]].concat());
    for expected in ["With 3 players", "With 5 players", "Games worth a look"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let html = std::fs::read_to_string(&page).expect("a page");
    let link = "games/shock-4-most-one-sided.json";
    assert!(
        html.contains(&format!("<a href=\"{link}\">")),
        "links are relative to the page"
    );
    let verified = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .arg("verify")
        .arg(folder.join(link))
        .output();
    assert!(verified.expect("the command starts").status.success());
}

#[test]
fn a_value_of_the_deck_is_varied() {
    let folder = temporary("sweep");
    let page = folder.join("sweep.html").display().to_string();
    let args = [
        "balance",
        "never-bring-a-knife",
        "--games",
        "60",
        "--tension",
        "0",
        "--vary",
        "fall=4,5",
    ];
    let text = succeeds(&[&args[..], &["--report", &page]].concat());
    for expected in ["fall from 3 to 5", "3 (now)", "moves"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains("class=\"steps\"") && html.contains("3 (now)"), "{html}");
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["values"], serde_json::json!(["3", "4", "5"]));
    let longer = &found["tables"][0]["values"][2]["length"]["difference"];
    assert!(
        longer["low"].as_f64() > Some(0.0),
        "more wounds, longer games: {longer}"
    );
    let vary = |vary: &str| fails(1, &["balance", "never-bring-a-knife", "--vary", vary]);
    assert!(
        vary("fell=3").contains("it has: cards, fall, game"),
        "{}",
        vary("fell=3")
    );
    assert!(
        vary("fall=0").contains("fall"),
        "the deck's own error: {}",
        vary("fall=0")
    );
}

#[test]
fn what_cannot_be_done_is_said_with_the_right_exit_code() {
    assert!(fails(2, &["sim", "chess"]).contains("there is no game `chess`"));
    assert!(fails(2, &["sim", "shock", "--bots", "wizard"]).contains("wizard"));
    assert!(fails(2, &["sim", "shock", "--games", "0"]).contains("0"));
    assert!(fails(2, &["arena", "shock"]).contains("--bots"));
    assert!(fails(2, &["sim", "shock", "--players", "all"]).contains("all"));
    assert!(fails(2, &["balance", "shock", "--vary", "potions=1", "--against", "standard"]).contains("--against"));
    assert!(fails(1, &["sim", "shock", "--players", "9"]).contains("3 to 5 players"));
    assert!(fails(1, &["sim", "shock", "--option", "hard"]).contains("simplified"));
    assert!(fails(1, &["arena", "shock", "--bots", "page"]).contains("at least two"));
    assert!(fails(1, &["balance", "shock", "--against", "no-such.toml"]).contains("cannot read no-such.toml"));
    assert!(fails(1, &["sim", "shock", "--records", "/dev/null/x", "--games", "1"]).contains("cannot make"));
}

/// Ctrl-C is a signal that the kernel sends; `kill` sends the same one. On a busy machine it may arrive before the
/// command listens, and then simply kills it, so the test tries again with more time.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_there() {
    let interrupted = [1, 2, 4, 8, 16, 32]
        .map(|half_seconds| std::time::Duration::from_millis(500 * half_seconds))
        .into_iter()
        .find_map(interrupted_after)
        .expect("it listens to an interrupt within sixteen seconds");
    assert_eq!(interrupted.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&interrupted.stdout).expect("JSON");
    assert!(found["games"].as_u64() > Some(0) && found["games"].as_u64() < Some(1_000_000_000));
}

/// The output of a long simulation interrupted after this time; `None` if it did not listen yet.
#[cfg(unix)]
fn interrupted_after(time: std::time::Duration) -> Option<std::process::Output> {
    use std::process::Stdio;
    let args = ["lab", "sim", "knight-at-the-inn", "--games", "1000000000", "--json"];
    let child = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(time);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    output.status.code().is_some().then_some(output)
}
