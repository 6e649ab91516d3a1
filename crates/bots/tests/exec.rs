//! Bots that are other programs: the example of docs/BOTS.md plays every game, and no program can bring a game down.

use std::path::Path;
use std::time::Instant;

use roundtable_bots::{BotSpec, Level, Searchable};
use roundtable_catalog::games::knight_at_the_inn::KnightAtTheInn;
use roundtable_catalog::{GameId, with_game};
use roundtable_core::{AnyMatch as _, DiceSource, Game as _, Match, Setup};

fn examples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")
}

fn example() -> std::path::PathBuf {
    examples().join("bot.py")
}

/// The example that searches, with this many simulations a move.
fn thinker(simulations: u32) -> String {
    format!("python3 {} {simulations}", examples().join("thinker.py").display())
}

/// Plays a whole game with this bot on seat 0 against pages; returns what was reported, and whether the bot won.
fn play<G: Searchable>(program: &str, seed: u64) -> (Vec<String>, bool) {
    play_against::<G>(Level::Page, program, seed)
}

/// The same against bots of a level.
fn play_against<G: Searchable>(others: Level, program: &str, seed: u64) -> (Vec<String>, bool) {
    let players = G::INFO.min_players;
    let mut game = Match::<G>::new(&Setup::standard(&G::INFO, players), None, DiceSource::Seed(seed)).expect("a game");
    // No machine is so slow that the time would run out.
    let spec: BotSpec = format!("exec:seconds=60:{program}").parse().expect("a bot");
    let mut bots = vec![spec.bot::<G>(seed)];
    bots.extend((1..players as u64).map(|seed| others.bot(seed)));
    let mut reports = Vec::new();
    while let Some(seat) = game.to_act().first() {
        let mv = bots[seat.index()].choose(&game.seat(seat));
        reports.extend(bots[seat.index()].trouble());
        game.play(seat, mv).expect("a legal move");
    }
    let winners = game.outcome().expect("an outcome").winners();
    (reports, winners.iter().any(|seat| seat.index() == 0))
}

#[test]
fn the_example_plays_every_game() {
    let program = format!("python3 {}", example().display());
    for game in GameId::HOUSE {
        assert_eq!(with_game!(game, G => play::<G>(&program, 1)).0, [""; 0], "{game}");
    }
}

#[test]
fn the_example_knows_the_way_home() {
    let program = format!("python3 {}", example().display());
    let won = (0..6).filter(|&seed| play::<KnightAtTheInn>(&program, seed).1).count();
    assert!(won >= 5, "{won} of 6 against random moves");
}

#[test]
fn the_example_is_short_and_is_the_one_in_the_documentation() {
    let text = std::fs::read_to_string(example()).expect("the example");
    assert!(text.lines().count() < 60);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/BOTS.md");
    let docs = std::fs::read_to_string(docs).expect("docs/BOTS.md");
    assert!(
        docs.contains(&format!("```python\n{text}```")),
        "docs/BOTS.md shows another example"
    );
}

#[test]
fn the_example_that_searches_plays_every_game() {
    for game in GameId::HOUSE {
        assert_eq!(with_game!(game, G => play::<G>(&thinker(3), 1)).0, [""; 0], "{game}");
    }
    let text = std::fs::read_to_string(examples().join("thinker.py")).expect("the example");
    assert!(text.lines().count() < 100);
}

#[test]
fn the_example_that_searches_beats_a_squire() {
    let games = (0..4).map(|seed| play_against::<KnightAtTheInn>(Level::Squire, &thinker(60), seed));
    let (reports, won): (Vec<_>, Vec<_>) = games.unzip();
    assert_eq!(reports.concat(), [""; 0]);
    assert!(won.iter().filter(|won| **won).count() >= 3, "{won:?}");
}

/// Plays with a program that goes wrong: there is one report that says how, and the squire finishes the game.
fn fails(name: &str, script: &str, says: &str) {
    let directory = std::env::temp_dir().join(format!("roundtable-exec-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let file = directory.join("bot.sh");
    std::fs::write(&file, script).expect("a script");
    let spec: BotSpec = format!("exec:seconds=0.3:sh {}", file.display())
        .parse()
        .expect("a bot");
    let start = Instant::now();
    let mut game = Match::<KnightAtTheInn>::new(&Setup::standard(&KnightAtTheInn::INFO, 2), None, DiceSource::Seed(5))
        .expect("a game");
    let mut bots = [spec.bot::<KnightAtTheInn>(1), Level::Page.bot(2)];
    let mut reports = Vec::new();
    while let Some(seat) = game.to_act().first() {
        let mv = bots[seat.index()].choose(&game.seat(seat));
        reports.extend(bots[seat.index()].trouble());
        game.play(seat, mv).expect("a legal move");
    }
    std::fs::remove_dir_all(directory).expect("the directory goes");
    assert_eq!(reports.len(), 1, "{name}: {reports:?}");
    let report = &reports[0];
    assert!(
        report.contains(says) && report.contains("A squire plays on"),
        "{name}: {report}"
    );
    assert!(start.elapsed().as_secs() < 60, "{name} held the game up");
    assert!(game.outcome().is_some());
}

#[test]
fn a_program_that_ends_at_once() {
    fails("ends", "exit 3", "it ended");
}

#[test]
fn a_program_that_ends_in_the_middle() {
    fails(
        "dies",
        "read hello; read choose; n=$(echo \"$choose\" | sed 's/.*\"legal\":\\[{\"number\":\\([0-9]*\\).*/\\1/'); echo \
         $n; exit 1",
        "it ended",
    );
}

#[test]
fn a_program_that_hangs() {
    fails("hangs", "sleep 60", "did not answer within 0.3 seconds");
}

#[test]
fn a_program_that_talks_nonsense() {
    fails("nonsense", "while read line; do echo 'I resign!'; done", "no JSON");
}

#[test]
fn a_program_that_cheats() {
    fails(
        "cheats",
        "while read line; do echo '{\"move\": \"home 3b\"}'; done",
        "none of its",
    );
}

#[test]
fn a_program_that_never_stops_talking() {
    fails("floods", "yes | tr -d '\\n'", "without end");
}

#[test]
fn a_program_that_asks_for_ever() {
    fails(
        "asks",
        "while true; do echo '{\"cmd\":\"sample\"}'; read line; done",
        "did not answer within 0.3 seconds",
    );
}

#[test]
fn a_program_that_asks_and_does_not_read() {
    fails(
        "babbles",
        "yes '{\"cmd\":\"sample\"}'",
        "did not answer within 0.3 seconds",
    );
}

/// It moves only if every answer is as documented.
#[test]
fn a_program_that_asks_for_more_than_it_may() {
    let script = r#"import json, sys
def ask(**request):
    print(json.dumps(request), flush=True)
    return json.loads(sys.stdin.readline())
def code(**request):
    return ask(**request)["error"]["code"]
hello = json.loads(sys.stdin.readline())
old = None
for line in sys.stdin:
    question = json.loads(line)
    assert code(cmd="sample", seat=1 - hello["seat"]) == "bad_seat"
    assert code(cmd="sample", deck="mine") == "bad_request"
    assert code(cmd="record") == "bad_request" and code(cmd="view", eye="all") == "bad_request"
    assert old is None or code(cmd="view", handle=old, eye="all") == "bad_handle"
    held = [ask(cmd="sample")["handle"] for _ in range(hello["samples"])]
    assert code(cmd="sample") == "too_many"
    old = held[0]
    assert code(cmd="rollout", handle=old, by="champion") == "bad_level"
    assert code(cmd="rollout", handle=old, games=0) == "bad_request"
    assert code(cmd="step", handle=old, move="castle") == "bad_move"
    print(json.dumps({"move": question["legal"][0]["number"]}), flush=True)
"#;
    let file = std::env::temp_dir().join(format!("roundtable-exec-{}-asks.py", std::process::id()));
    std::fs::write(&file, script).expect("a script");
    let (reports, _) = play::<KnightAtTheInn>(&format!("python3 {}", file.display()), 2);
    std::fs::remove_file(file).expect("the script goes");
    assert_eq!(reports, [""; 0]);
}

#[test]
fn a_program_that_is_not_there() {
    let spec: BotSpec = "exec:./no-such-bot".parse().expect("a bot");
    let game = Match::<KnightAtTheInn>::new(&Setup::standard(&KnightAtTheInn::INFO, 2), None, DiceSource::Seed(5))
        .expect("a game");
    let seat = game.to_act().first().expect("somebody");
    let mut bot = spec.bot::<KnightAtTheInn>(1);
    bot.choose(&game.seat(seat));
    assert!(bot.trouble().expect("a report").contains("cannot be started"));
    bot.choose(&game.seat(seat));
    assert_eq!(bot.trouble(), None, "it is reported once");
}
