//! How fast both stores are: `cargo test -p roundtable-server --test store -- --ignored --nocapture speed`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use roundtable_load::{Postgres, Scratch};
use roundtable_server::metrics::Metrics;
use roundtable_server::store::{DatabaseUrl, PostgresStore, SqliteStore, Status, Store};

use crate::given::{moved, new_table};

const TABLES: usize = 500;
const TIME: Duration = Duration::from_secs(6);

async fn appends(name: &str, store: Arc<dyn Store>, tables: usize, cpu: impl Fn() -> f64) {
    let mut rows = Vec::new();
    for number in 0..tables {
        let mut new = new_table(1, Status::Running, &[1, 2]);
        new.id = roundtable_protocol::TableId::from_bits((number as u128).to_be_bytes());
        rows.push(store.create_table(new).await.unwrap());
    }
    let (begun, before) = (Instant::now(), cpu());
    let mut players = Vec::new();
    for row in rows {
        let store = Arc::clone(&store);
        players.push(tokio::spawn(async move {
            let mut times = Vec::new();
            while begun.elapsed() < TIME {
                let at = Instant::now();
                store.write_table(moved(row, 0, times.len())).await.unwrap();
                times.push(at.elapsed());
            }
            times
        }));
    }
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.unwrap());
    }
    times.sort_unstable();
    let (seconds, cpu) = (begun.elapsed().as_secs_f64(), cpu() - before);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)].as_secs_f64() * 1000.0;
    println!(
        "{name}, {tables} tables: {:.0} moves a second, p50 {:.1} ms, p99 {:.1} ms, {:.0} µs of processor time a move",
        times.len() as f64 / seconds,
        at(50),
        at(99),
        cpu * 1e6 / times.len() as f64
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures, and takes half a minute"]
async fn speed_of_appends() {
    for tables in [TABLES, 1] {
        let scratch = Scratch::new("speed").unwrap();
        let sqlite = SqliteStore::open(&scratch.path().join("site.sqlite"), Arc::new(Metrics::new())).unwrap();
        appends("SQLite", Arc::new(sqlite), tables, || roundtable_load::cpu("self")).await;
        for writers in [1, 2, 4] {
            let postgres = Postgres::start_with(&[]).unwrap();
            let url = DatabaseUrl::from(postgres.database().unwrap());
            let store = PostgresStore::open_with(&url, writers, Arc::new(Metrics::new())).await;
            let (name, store) = (format!("PostgreSQL, {writers} writers"), Arc::new(store.unwrap()));
            appends(&name, store, tables, || roundtable_load::cpu("self") + postgres.cpu()).await;
        }
    }
}
