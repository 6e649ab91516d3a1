//! Programs that play on a server: the bridge with any `exec:` bot, and the example in Python.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use roundtable_load::{Client, Scratch};
use serde_json::{Value, json};

use crate::house::{Process, roundtable};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/examples")
        .join(name)
}

/// A program with its lines, which is killed in the end.
struct Running {
    child: Child,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout
                .lines()
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        Self { child, lines }
    }

    /// Waits for a line with this in it. Returns it.
    fn until(&self, wanted: &str) -> String {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|_| panic!("no `{wanted}` after {said:#?}"));
            if line.contains(wanted) {
                return line;
            }
            said.push(line);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody with a password, and an API token of theirs.
async fn account(server: &Process, name: &str) -> (Client, String) {
    let mut client = Client::guest(server.address, name).await.unwrap();
    let password = json!({"password": "correct horse"});
    assert_eq!(client.post("/api/me/password", &password).await.unwrap().status, 200);
    let made = client
        .post("/api/me/tokens", &json!({"name": "engine", "scopes": ["read", "play"]}))
        .await
        .unwrap();
    (client, made.json()["secret"].as_str().unwrap().to_owned())
}

/// Asks somebody to a game against the weakest bots of the house; the maker resigns, so that a bot plays on.
async fn challenge(host: &mut Client, name: &str, game: &str, players: usize) -> String {
    let wish = json!({"game": game, "players": players, "seats": ["me", {"asked": name}], "stand_in": "page"});
    let made = host.post("/api/tables", &wish).await.unwrap();
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["id"].as_str().unwrap().to_owned()
}

/// Waits until the asked seat has been answered. Whether they sit there.
async fn answered(host: &mut Client, table: &str) -> bool {
    let wait = async {
        loop {
            let shown = host.get(&format!("/api/tables/{table}")).await.unwrap().json();
            match shown["seats"][1]["kind"].as_str().unwrap() {
                "asked" => tokio::time::sleep(Duration::from_millis(50)).await,
                kind => return kind == "person",
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.unwrap()
}

async fn begin(host: &mut Client, table: &str) {
    for (command, body) in [("start", json!({"fill": "page"})), ("resign", json!({}))] {
        let done = host
            .post(&format!("/api/tables/{table}/{command}"), &body)
            .await
            .unwrap();
        assert_eq!(done.status, 200, "{}", done.text);
    }
}

async fn over(host: &mut Client, table: &str) -> Value {
    let wait = async {
        loop {
            let shown = host.get(&format!("/api/tables/{table}")).await.unwrap().json();
            if shown["status"] == "over" {
                return shown;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), wait).await.unwrap()
}

fn bridge(server: &Process, token: &str, more: &[&str], bot: &str) -> Command {
    let mut command = roundtable();
    command
        .args(["bot-bridge", "--server", &format!("http://{}", server.address)])
        .args(more)
        .arg(bot)
        .env("ROUNDTABLE_TOKEN", token)
        .stderr(Stdio::null());
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_program_plays_online_through_the_bridge() {
    let data = Scratch::new("bridge").unwrap();
    let server = Process::start(data.path(), &[]);
    let (mut ann, _) = account(&server, "Ann").await;
    let (_, token) = account(&server, "Deep").await;
    let bot = format!("exec:python3 {}", example("bot.py").display());
    let games = [
        "--game",
        "knight-at-the-inn",
        "--game",
        "never-bring-a-knife",
        "--games",
        "2",
    ];
    let running = Running::start(&mut bridge(&server, &token, &games, &bot));
    running.until("is here as Deep");
    running.until("no bot account yet");
    // What it does not play, it declines.
    let other = challenge(&mut ann, "Deep", "shock", 4).await;
    assert!(!answered(&mut ann, &other).await);
    // Two games at once, and no third.
    let first = challenge(&mut ann, "Deep", "knight-at-the-inn", 2).await;
    let second = challenge(&mut ann, "Deep", "never-bring-a-knife", 4).await;
    assert!(answered(&mut ann, &first).await && answered(&mut ann, &second).await);
    let third = challenge(&mut ann, "Deep", "knight-at-the-inn", 2).await;
    assert!(!answered(&mut ann, &third).await);
    for table in [&first, &second] {
        begin(&mut ann, table).await;
    }
    for table in [&first, &second] {
        let shown = over(&mut ann, table).await;
        // The program played to the end: no bot of the house took over.
        assert_eq!(shown["seats"][1]["stand_in"], Value::Null, "{shown}");
    }
    running.until("over, winners");
    running.until("over, winners");
    // There is room again.
    let next = challenge(&mut ann, "Deep", "knight-at-the-inn", 2).await;
    assert!(answered(&mut ann, &next).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_fails_gives_the_game_up_and_a_wrong_token_is_said() {
    let data = Scratch::new("bridge").unwrap();
    let server = Process::start(data.path(), &[]);
    let (mut ann, _) = account(&server, "Ann").await;
    let (_, token) = account(&server, "Deep").await;
    let file = data.path().join("token");
    std::fs::write(&file, format!("{token}\n")).unwrap();
    let named = ["--token-file", file.to_str().unwrap()];
    let running = Running::start(&mut bridge(&server, "rt_nothing", &named, "exec:true"));
    running.until("is here as Deep");
    let table = challenge(&mut ann, "Deep", "knight-at-the-inn", 2).await;
    assert!(answered(&mut ann, &table).await);
    begin(&mut ann, &table).await;
    let why = running.until("failed");
    assert!(why.contains("`true`"), "{why}");
    running.until("a bot of the house plays on");
    assert_eq!(over(&mut ann, &table).await["seats"][1]["stand_in"], "resigned");

    let said = |token: &str, bot: &str| {
        let output = bridge(&server, token, &[], bot)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let why = said(&format!("rt_{}", "0".repeat(64)), "exec:true");
    assert!(why.contains("there is no such API token"), "{why}");
    let why = said(&token, "knight");
    assert!(why.contains("name a program"), "{why}");
    assert!(!why.contains(&token));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bridge_comes_again_after_a_restart_and_plays_on() {
    let data = Scratch::new("bridge").unwrap();
    let mut server = Process::start(data.path(), &[]);
    let (mut ann, _) = account(&server, "Ann").await;
    let (_, token) = account(&server, "Deep").await;
    let address = server.address;
    let bot = format!("exec:python3 {}", example("bot.py").display());
    let running = Running::start(&mut bridge(&server, &token, &[], &bot));
    running.until("is here as Deep");
    let table = challenge(&mut ann, "Deep", "knight-shift", 3).await;
    assert!(answered(&mut ann, &table).await);
    begin(&mut ann, &table).await;
    running.until("seat 1 in knight-shift");
    server.kill();
    running.until("it comes again");
    let server = Process::start_at(address, data.path());
    running.until("is here as Deep");
    let shown = over(&mut ann, &table).await;
    assert_eq!(shown["seats"][1]["stand_in"], Value::Null, "{shown}");
    running.until("over, winners");
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_in_python_plays_online() {
    let source = std::fs::read_to_string(example("online.py")).unwrap();
    assert!(source.lines().count() < 80);
    let data = Scratch::new("online").unwrap();
    let server = Process::start(data.path(), &[]);
    let (mut ann, _) = account(&server, "Ann").await;
    let (_, token) = account(&server, "Deep").await;
    let mut command = Command::new("python3");
    command
        .arg(example("online.py"))
        .arg(format!("http://{}", server.address))
        .env("ROUNDTABLE_TOKEN", &token);
    let running = Running::start(&mut command);
    running.until("here as Deep");
    let table = challenge(&mut ann, "Deep", "knights-and-damosels", 3).await;
    assert!(answered(&mut ann, &table).await);
    begin(&mut ann, &table).await;
    let shown = over(&mut ann, &table).await;
    assert_eq!(shown["seats"][1]["stand_in"], Value::Null, "{shown}");
    running.until("over: winners");
}
