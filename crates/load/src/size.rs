//! Memory, and the time to start.

use std::path::Path;
use std::time::{Duration, Instant};

use roundtable_load::{Client, Oops, Process, Scratch, Serve};
use serde_json::json;

/// A server that keeps tables in memory for an hour.
fn keeps_tables(program: &Path, data: Option<&Path>) -> Result<Process, Oops> {
    let serve = Serve {
        data: data.map(Path::to_owned),
        ..Serve::unlimited(program)
    };
    serve.with(&["--unload-after", "3600"]).start()
}

/// Measures tables in memory without viewers, then idle connections.
pub(crate) async fn memory(program: &Path, count: usize) -> Result<(), Oops> {
    let server = keeps_tables(program, None)?;
    let mut host = Client::guest(server.address, "Host").await?;
    let games = host.games().await?;
    let mut first = None;
    let mut before = 0;
    // A few first, so that one-time costs are not counted.
    for number in 0..count + 50 {
        if number == 50 {
            before = server.memory()?;
        }
        let (game, players) = &games[number % games.len()];
        let mut seats = vec![json!("me")];
        seats.resize(*players, json!({"bot": "page"}));
        let wish = json!({"game": game, "players": players, "seats": seats, "public": true, "spectators": true});
        let made = host.post("/api/tables", &wish).await?.json();
        let id = made["id"].as_str().ok_or("no table")?.to_owned();
        host.post(&format!("/api/tables/{id}/start"), &json!({})).await?;
        first.get_or_insert(id);
    }
    // Let the bots play until it is the human's turn.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let tables = server.memory()?;
    println!(
        "{count} running tables in memory, nobody looking: {:.1} KiB each",
        (tables - before) as f64 / count as f64
    );
    let table = first.ok_or("no table")?;
    let mut lives = Vec::new();
    for number in 0..count {
        let mut live = Client::new(server.address).live(&table, None).await?;
        live.next_text().await.ok_or("no first message")?;
        lives.push(live);
        if number == 50 {
            before = server.memory()?;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    println!(
        "{count} idle connections: {:.1} KiB each",
        (server.memory()? - before) as f64 / (count - 50) as f64
    );
    Ok(())
}

/// Stores this many tables, half of them running, and starts again.
pub(crate) async fn start(program: &Path, tables: usize) -> Result<(), Oops> {
    let scratch = Scratch::new("start")?;
    let server = keeps_tables(program, Some(scratch.path()))?;
    let mut host = Client::guest(server.address, "Host").await?;
    for number in 0..tables {
        let made = host
            .post(
                "/api/tables",
                &json!({"game": "knight-at-the-inn", "players": 2, "seconds": 86400, "public": true}),
            )
            .await?
            .json();
        let id = made["id"].as_str().ok_or("no table")?.to_owned();
        if number % 2 == 0 {
            let other = json!({"fill": "page"});
            host.post(&format!("/api/tables/{id}/start"), &other).await?;
        }
    }
    drop(server);
    let mut times = Vec::new();
    for _ in 0..5 {
        let begun = Instant::now();
        let server = keeps_tables(program, Some(scratch.path()))?;
        let page = Client::new(server.address).get("/").await?;
        times.push(begun.elapsed());
        if page.status != 200 {
            return Err("no page".into());
        }
    }
    times.sort();
    println!(
        "{tables} stored tables: first page {:?} after the start at best, {:?} at worst of {}",
        times[0],
        times[4],
        times.len()
    );
    Ok(())
}
