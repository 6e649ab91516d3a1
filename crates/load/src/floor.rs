//! The limits of the machine without a server: grouped commits alone, sockets alone.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use roundtable_load::{Oops, Scratch};
use rusqlite::{Connection, params};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{accept_async, client_async};

const TIME: Duration = Duration::from_secs(3);

/// Measures both and compares the server's rate with them.
pub(crate) async fn print(rate: f64, data: Option<&Path>) -> Result<(), Oops> {
    let scratch = Scratch::new("floor")?;
    let directory = data.unwrap_or(scratch.path());
    for group in [1, 50] {
        let rows = commits(&directory.join(format!("floor-{group}.sqlite")), group)?;
        println!(
            "this disk, rows in groups of {group} alone: {rows:.0} a second; the server does {:.2} of it",
            rate / rows
        );
    }
    let exchanges = sockets(500).await?;
    println!(
        "these sockets alone, 500 pairs, a short question and 2 KiB to each of two: {exchanges:.0} a second; the \
         server does {:.2} of it",
        rate / exchanges
    );
    Ok(())
}

/// How many rows, keyed by table and ply, reach the disk per second.
fn commits(file: &Path, group: i64) -> Result<f64, Oops> {
    let db = Connection::open(file)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.execute_batch("CREATE TABLE moves (t INTEGER, ply INTEGER, move TEXT, PRIMARY KEY (t, ply)) WITHOUT ROWID")?;
    let (begun, mut rows) = (Instant::now(), 0_i64);
    while begun.elapsed() < TIME {
        db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        for _ in 0..group {
            db.prepare_cached("INSERT INTO moves VALUES (?, ?, ?)")?
                .execute(params![rows % 500, rows / 500, "0 place 1"])?;
            rows += 1;
        }
        db.prepare_cached("COMMIT")?.execute([])?;
    }
    let rate = rows as f64 / begun.elapsed().as_secs_f64();
    drop(db);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    Ok(rate)
}

/// Exchanges per second over WebSockets, each like a move at a table of two: one message in, one to each player.
async fn sockets(pairs: usize) -> Result<f64, Oops> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let server = tokio::spawn(async move {
        while let Ok((first, _)) = listener.accept().await {
            let Ok((second, _)) = listener.accept().await else {
                return;
            };
            tokio::spawn(async move { table(first, second).await.ok() });
        }
    });
    let mut tasks = Vec::new();
    for _ in 0..pairs {
        let (first, second) = (TcpStream::connect(address).await?, TcpStream::connect(address).await?);
        first.set_nodelay(true)?;
        second.set_nodelay(true)?;
        let url = format!("ws://{address}/");
        let (first, second) = tokio::try_join!(client_async(&url, first), client_async(&url, second))?;
        let mut ends = [first.0, second.0];
        let until = Instant::now() + TIME;
        tasks.push(tokio::spawn(async move {
            let mut count = 0_u32;
            let [first, second] = &mut ends;
            while Instant::now() < until {
                let question = Message::text(r#"{"id":1,"do":{"play":{"decision":3,"move":17}}}"#);
                if first.send(question).await.is_err() || first.next().await.is_none() || second.next().await.is_none()
                {
                    break;
                }
                count += 1;
                std::mem::swap(first, second);
            }
            count
        }));
    }
    let begun = Instant::now();
    let mut count = 0;
    for task in tasks {
        count += task.await?;
    }
    server.abort();
    Ok(f64::from(count) / begun.elapsed().as_secs_f64())
}

async fn table(first: TcpStream, second: TcpStream) -> Result<(), Oops> {
    first.set_nodelay(true)?;
    second.set_nodelay(true)?;
    let (mut first, mut second) = tokio::try_join!(accept_async(first), accept_async(second))?;
    let answer = "x".repeat(2048);
    loop {
        tokio::select! {
            question = first.next() => drop(question.ok_or("gone")??),
            question = second.next() => drop(question.ok_or("gone")??),
        }
        first.send(Message::text(answer.clone())).await?;
        second.send(Message::text(answer.clone())).await?;
    }
}
