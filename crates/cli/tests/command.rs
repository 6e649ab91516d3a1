//! The command as users meet it: a process with arguments, input, output and an exit code.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn roundtable(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input");
    // A command that needs no input may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn succeeds(args: &[&str], input: &str) -> String {
    let output = roundtable(args, input);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn fails(code: i32, args: &[&str]) -> String {
    let output = roundtable(args, "");
    assert_eq!(
        output.status.code(),
        Some(code),
        "{args:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stderr)
}

/// A separate file for each test.
fn temporary(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("roundtable-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder.join(name).display().to_string()
}

#[test]
fn games_lists_every_game_for_people_and_programs() {
    let listed = succeeds(&["games"], "");
    let json: Value = serde_json::from_str(&succeeds(&["games", "--json"], "")).expect("JSON");
    for game in json.as_array().expect("a list") {
        assert!(listed.contains(game["slug"].as_str().expect("a slug")));
        assert!(game["min_players"].as_u64() <= game["max_players"].as_u64());
    }
}

#[test]
fn rules_prints_the_rule_page() {
    assert!(succeeds(&["rules", "knight-at-the-inn"], "").contains("**KI-R9**"));
}

#[test]
fn a_whole_game_is_played_recorded_verified_and_replayed() {
    let file = temporary("whole.json");
    // Always the first move of the list; the surplus answers are not read.
    let played = succeeds(
        &["play", "knight-at-the-inn", "--seed", "7", "--record", &file],
        &"1\n".repeat(400),
    );
    assert!(
        played.contains("wins.") || played.contains("share the victory"),
        "{played}"
    );
    assert!(!played.contains('\x1b'), "no colour without a terminal");
    // The input is not echoed here, so a prompt precedes the first line of what follows.
    let width = |line: &str| line.replace("Player> ", "").chars().count();
    let widest = played.lines().max_by_key(|line| width(line)).expect("lines");
    assert!(width(widest) <= 80, "{widest}");
    let verified = succeeds(&["verify", &file], "");
    assert!(
        verified.contains("all legal") && verified.contains("fits"),
        "{verified}"
    );
    for eye in ["all", "table", "0", "1"] {
        let replayed = succeeds(&["replay", &file, "--eye", eye], "");
        let secret =
            replayed.contains("page 0 looks at the own pile") || replayed.contains("Seat 0 looks at the own pile");
        assert_eq!(
            secret,
            eye == "all" || eye == "0",
            "only seat 0 and the open eye are told what seat 0 saw"
        );
    }
    let reviewed = succeeds(&["review", &file, "--quality", "coarse"], "");
    assert!(reviewed.contains("result - fair = deal + luck - loss"), "{reviewed}");
    let page = format!("{file}.html");
    let json = succeeds(
        &[
            "review",
            &file,
            "--quality",
            "coarse",
            "--json",
            "--seat",
            "1",
            "--html",
            &page,
        ],
        "",
    );
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["seats"][0]["seat"], &json["seats"][1]),
        (&1.into(), &serde_json::Value::Null)
    );
    let page = std::fs::read_to_string(page).expect("it was written");
    assert!(
        page.contains("<svg") && !page.contains("src="),
        "it needs no other file"
    );
    assert!(fails(1, &["review", &file, "--seat", "5"]).contains("there is no seat 5"));
    assert!(fails(1, &["replay", &file, "--eye", "5"]).contains("there is no seat 5"));
    let record = std::fs::read_to_string(&file).expect("the record");
    let cut = temporary("cut.json");
    std::fs::write(&cut, &record[..record.len() / 2]).expect("a cut record");
    assert!(fails(1, &["verify", &cut]).contains("no whole record"));
    let edited = temporary("edited.json");
    std::fs::write(&edited, record.replacen("place 0", "place 1", 1)).expect("an edited record");
    assert!(fails(1, &["verify", &edited]).contains("changed after it was written"));
}

#[test]
fn a_player_gets_help_and_explanations_and_may_leave() {
    let said = succeeds(
        &["play", "knight-at-the-inn", "--seed", "7"],
        "?\nplace 7\n99\nwhy rest\nlog\nview\nquit\n",
    );
    for expected in [
        "Type the number of a move",
        "is no column",
        "numbered from 1 to",
        "(KI-R3)",
        "goes first",
        "You leave the game",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(
        succeeds(&["play", "knight-at-the-inn"], "").contains("You leave the game"),
        "the end of the input is a way to leave"
    );
}

#[test]
fn two_at_one_keyboard_get_a_screen_between_them() {
    let said = succeeds(
        &[
            "play",
            "knight-at-the-inn",
            "--humans",
            "2",
            "--seed",
            "7",
            "--names",
            "Anne,Arthur",
        ],
        "\n1\n1\n\n1\nquit\n",
    );
    let screens: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("Press Enter when nobody else looks"))
        .collect();
    assert_eq!(screens.len(), 2, "{said}");
    assert!(
        screens[0].contains("Arthur") && screens[1].contains("Anne"),
        "{screens:?}"
    );
}

#[test]
fn a_deck_can_be_printed_changed_checked_and_played_with() {
    let file = temporary("inns.toml");
    let deck = succeeds(&["deck", "show", "knight-at-the-inn"], "");
    std::fs::write(&file, deck.replace("inns = [5,", "inns = [6,")).expect("a deck file");
    assert!(succeeds(&["deck", "check", &file], "").contains("a good deck for Knight at the Inn"));
    assert!(succeeds(&["play", "knight-at-the-inn", "--deck", &file], "").contains("6 rooms"));
    std::fs::write(&file, deck.replace("count = 2", "count = 3")).expect("a deck file");
    let complaint = fails(1, &["deck", "check", &file]);
    assert!(
        complaint.contains("inns.toml:") && complaint.contains("add up to 10"),
        "{complaint}"
    );
    std::fs::write(&file, "inns = [1]").expect("a deck file");
    assert!(fails(1, &["deck", "check", &file]).contains("for which game"));
    std::fs::write(&file, "inns = = 1").expect("a deck file");
    assert!(fails(1, &["deck", "check", &file]).contains("inns.toml:1"));
    assert!(fails(1, &["deck", "check", "no-such-file.toml"]).contains("cannot read no-such-file.toml"));
}

#[test]
fn lab_speed_measures() {
    let json = succeeds(
        &["lab", "speed", "knight-at-the-inn", "--seconds", "0.05", "--json"],
        "",
    );
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let speed = &json["speeds"][0];
    assert_eq!(
        (&speed["game"], &speed["players"]),
        (&"knight-at-the-inn".into(), &2.into())
    );
    assert!(speed["moves_per_second"].as_f64() > speed["games_per_second"].as_f64());
    assert!(succeeds(&["lab", "speed", "--seconds", "0.01"], "").contains("million moves/s"));
}

#[test]
fn wrong_usage_is_explained_with_exit_code_2() {
    assert!(fails(2, &["play", "chess"]).contains("knight-at-the-inn"));
    assert!(fails(2, &["play", "knight-at-the-inn", "--bots", "wizard"]).contains("page"));
    assert!(fails(2, &["play", "knight-at-the-inn", "--option", "easy=maybe"]).contains("neither true nor false"));
    fails(2, &["fly"]);
    fails(2, &[]);
}

#[test]
fn a_game_that_cannot_be_set_up_fails_with_exit_code_1() {
    assert!(fails(1, &["play", "knight-at-the-inn", "--players", "3"]).contains("is for 2 players, not 3"));
    assert!(fails(1, &["play", "knight-at-the-inn", "--option", "easy=true"]).contains("no options"));
    assert!(fails(1, &["play", "knight-at-the-inn", "--humans", "3"]).contains("3 people cannot sit on 2 seats"));
}

#[test]
fn every_command_has_help_with_an_example() {
    for args in [
        &["play"][..],
        &["games"],
        &["rules"],
        &["replay"],
        &["verify"],
        &["referee"],
        &["deck", "check"],
        &["deck", "show"],
        &["lab", "speed"],
    ] {
        let help = succeeds(&[args, &["--help"]].concat(), "");
        assert!(help.contains("Example"), "{args:?}: {help}");
    }
}

/// The reader of our output may stop reading, as `head` does.
#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_roundtable"))
        .args(["rules", "knight-at-the-inn"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_player_can_ask_for_a_hint() {
    let game = ["play", "knight-at-the-inn", "--seed", "7", "--bots", "squire"];
    let screen = succeeds(&game, "hint\nquit\n");
    let lines = |part: &str| screen.lines().filter(|line| line.contains(part)).count();
    assert_eq!(lines(" % (± "), 1, "the best has its chance: {screen}");
    let others = lines("is as good") + lines("points behind (± ");
    assert!((1..=2).contains(&others), "others what sets them apart: {screen}");
}

#[test]
fn a_bot_that_fails_is_reported_and_the_game_goes_on() {
    let game = [
        "play",
        "knight-at-the-inn",
        "--humans",
        "0",
        "--seed",
        "7",
        "--bots",
        "exec:false,page",
    ];
    let screen = succeeds(&game, "");
    assert_eq!(screen.matches("A squire plays on in its place").count(), 1, "{screen}");
    assert!(screen.contains("wins") || screen.contains("share"), "{screen}");
}

#[test]
fn bots_that_cannot_be_are_refused_with_what_there_is() {
    let wrong = |bots| fails(2, &["play", "shock", "--bots", bots]);
    assert!(wrong("wizard").contains("champion"));
    assert!(wrong("knight:depth=3").contains("iterations=N"));
    assert!(wrong("exec:").contains("exec:./my-bot"));
}

#[test]
fn shells_complete_every_command_and_each_has_a_man_page() {
    let folder = temporary("man");
    assert_eq!(succeeds(&["man", &folder], ""), "");
    let page = succeeds(&["man"], "");
    for command in ["play", "referee", "lab", "completions", "man"] {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            assert!(
                succeeds(&["completions", shell], "").contains(command),
                "{command} in {shell}"
            );
        }
        assert!(page.contains(&format!("roundtable\\-{command}")), "{command}");
        let own = std::fs::read_to_string(format!("{folder}/roundtable-{command}.1")).expect("its man page");
        assert!(own.contains(".SH SYNOPSIS"), "{command}");
    }
    assert!(fails(2, &["completions", "tcsh"]).contains("zsh"));
}
