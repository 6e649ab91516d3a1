//! A ladder of bots, played by the laboratory and on a site: both put the levels at the same places.

use std::time::{Duration, Instant};

use roundtable_load::{Client, Scratch};
use serde_json::{Value, json};

use crate::house::{BUSY, Process, roundtable};

const BOTS: [&str; 3] = ["page", "squire", "knight"];

/// On the site each game is another deal, and a rating takes a while to find its place.
const GAMES: usize = 60;

/// A level's place above the page, with half of its interval.
type Place = (f64, f64);

/// What `lab arena` says.
fn measured() -> Vec<Place> {
    let command = "lab arena knight-shift --players 3 --bots page,squire,knight --games 60 --seed 4 --json";
    let output = roundtable().args(command.split(' ')).output().unwrap();
    let arena: Value = serde_json::from_slice(&output.stdout).unwrap();
    let entrants = arena["entrants"].as_array().unwrap();
    let number = |at: usize, field: &str| entrants[at]["rating"][field].as_f64().unwrap();
    let half = |at: usize| (number(at, "high") - number(at, "low")) / 2.0;
    (0..BOTS.len())
        .map(|at| (number(at, "value") - number(0, "value"), half(at).hypot(half(0))))
        .collect()
}

/// What the site makes of games in public.
async fn played() -> Vec<Place> {
    let scratch = Scratch::new("ladder").unwrap();
    let mut server = Process::start(scratch.path(), &["--bot-threads", "2"]);
    let mut host = Client::guest(server.address, "Host").await.unwrap();
    for game in 0..GAMES {
        let seats: Vec<Value> = (0..BOTS.len())
            .map(|seat| json!({"bot": BOTS[(seat + game) % 3]}))
            .collect();
        let wish = json!({"game": "knight-shift", "players": 3, "public": true, "spectators": true, "seats": seats});
        let made = host.post("/api/tables", &wish).await.unwrap().json();
        let start = format!("/api/tables/{}/start", made["id"].as_str().unwrap());
        assert_eq!(host.post(&start, &json!({})).await.unwrap().status, 200);
    }
    let file = scratch.path().join("roundtable.sqlite");
    let end = Instant::now() + Duration::from_secs(300);
    let judged = || {
        let db = rusqlite::Connection::open_with_flags(&file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let sql = "SELECT count(*) FROM games WHERE seq IS NOT NULL AND unrated IS NULL";
        let judged: i64 = db.query_row(sql, [], |row| row.get(0)).unwrap();
        judged as usize
    };
    while judged() < GAMES {
        assert!(Instant::now() < end, "only {} games are over", judged());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    server.stop();
    let checked = roundtable()
        .args(["ratings", "check", "--data"])
        .arg(scratch.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(
        checked.status.success() && said.contains("60 games that count"),
        "{said}"
    );
    let db = rusqlite::Connection::open(&file).unwrap();
    let of = |level: &str| -> (f64, f64) {
        let sql = "SELECT mean, deviation FROM ratings WHERE pool = 'knight-shift' AND who = ?1";
        let millionths = db.query_row(sql, [format!("bot:{level}")], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        });
        let (mean, deviation) = millionths.unwrap();
        (mean as f64 / 1e6, 1.96 * deviation as f64 / 1e6)
    };
    let page = of("page");
    BOTS.iter()
        .map(|level| (of(level).0 - page.0, of(level).1.hypot(page.1)))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures, and takes two minutes"]
async fn the_laboratory_and_the_site_rate_a_ladder_of_bots_alike() {
    let _busy = BUSY.lock().await;
    let (lab, site) = (measured(), played().await);
    for (level, (lab, site)) in BOTS.iter().zip(lab.iter().zip(&site)).skip(1) {
        println!("{level} above a page: {lab:?} in the laboratory, {site:?} on the site");
        let apart = (lab.0 - site.0).abs();
        assert!(apart < lab.1.hypot(site.1), "{level}: {lab:?} and {site:?}");
        assert!(site.0 > 100.0, "{level}: {site:?}");
    }
}
