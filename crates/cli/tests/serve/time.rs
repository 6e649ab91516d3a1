//! The machine's clock jumps: bots go on, and nobody's time runs out.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use roundtable_load::{Client, Live, Scratch};
use serde_json::{Value, json};

use crate::house::{Process, roundtable};

/// Where Debian's faketime has the library that turns a process's clock.
fn library() -> PathBuf {
    let folders = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib",
        "/usr/local/lib",
    ];
    let found = folders.map(|folder| Path::new(folder).join("faketime/libfaketimeMT.so.1"));
    found
        .into_iter()
        .find(|file| file.exists())
        .expect("faketime is installed")
}

/// A server whose clock is set by a file.
fn turned(data: &Path, clock: &Path) -> Process {
    let mut command = roundtable();
    command
        .args(["serve", "--bind", "127.0.0.1:0", "--log-level", "error"])
        .args(["--bot-delay-min", "100", "--bot-delay-max", "200", "--data"])
        .arg(data)
        .env("LD_PRELOAD", library())
        .env("FAKETIME_TIMESTAMP_FILE", clock)
        // Only the clock that people set is turned; the one that counts from the start is not.
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .env("FAKETIME_NO_CACHE", "1");
    Process::spawn(&mut command)
}

async fn next(live: &mut Live, fits: impl Fn(&Value) -> bool) -> Value {
    let wait = async {
        loop {
            let message = live.next().await.expect("the connection stays");
            if fits(&message) {
                return message;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait)
        .await
        .expect("it comes")
}

/// Makes the person's next move, and waits for the bots' until it is the person's turn again.
async fn round(live: &mut Live) {
    live.ask(&json!({"sync": {}})).await.unwrap();
    let mut game = next(live, |message| message["type"] == "sync").await["game"].clone();
    let mut made = 0;
    loop {
        assert_eq!(game["outcome"], json!(null), "the game is long enough");
        if game["decision"].is_number() {
            if made > 0 && game["ply"].as_u64() > Some(made) {
                return;
            }
            let play = json!({"play": {"decision": game["decision"], "move": game["legal"][0]["number"]}});
            live.ask(&play).await.unwrap();
            made = game["ply"].as_u64().unwrap() + 1;
        }
        game = next(live, |message| message["type"] == "update").await["game"].clone();
    }
}

#[tokio::test]
async fn a_clock_that_jumps_stops_no_bot_and_runs_out_no_deadline() {
    let scratch = Scratch::new("time").unwrap();
    let (data, clock) = (scratch.path().join("data"), scratch.path().join("clock"));
    fs::write(&clock, "+0").unwrap();
    let server = turned(&data, &clock);
    let mut ann = Client::guest(server.address, "Ann").await.unwrap();
    // A minute for every decision.
    let wish = json!({"game": "knight-shift", "players": 2, "public": true, "spectators": true, "seconds": 60});
    let table = ann.post("/api/tables", &wish).await.unwrap().json();
    let id = table["id"].as_str().unwrap().to_owned();
    let started = ann
        .post(&format!("/api/tables/{id}/start"), &json!({"fill": "squire"}))
        .await
        .unwrap();
    assert_eq!(started.status, 200, "{}", started.text);
    let mut live = ann.live(&id, None).await.unwrap();
    let on_time = async |ann: &mut Client| {
        // Longer than it takes to notice what is due.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let seats = ann.get(&format!("/api/tables/{id}")).await.unwrap().json()["seats"].clone();
        assert_eq!(seats[0].get("stand_in"), None, "{seats}");
    };
    round(&mut live).await;
    for jump in ["+400d", "-400d"] {
        fs::write(&clock, jump).unwrap();
        on_time(&mut ann).await;
        round(&mut live).await;
    }
    // The next process starts a year later, and one after it two years earlier.
    drop((live, server));
    for jump in ["+365d", "-365d"] {
        fs::write(&clock, jump).unwrap();
        let server = turned(&data, &clock);
        ann.server = server.address;
        on_time(&mut ann).await;
        round(&mut ann.live(&id, None).await.unwrap()).await;
    }
}
