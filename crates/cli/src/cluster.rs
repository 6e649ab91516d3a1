//! `cluster`: the nodes that share a database.

use std::io::Write;
use std::sync::Arc;

use roundtable_server::metrics::Metrics;
use roundtable_server::store::{NodeRow, PostgresStore, Store as _};
use serde_json::json;

use crate::Failure;
use crate::args::{ClusterArgs, ClusterCommand};
use crate::serve::load;

pub(crate) fn cluster(args: ClusterArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let ClusterCommand::Status { json, serve } = args.command;
    let config = load(*serve)?;
    if config.store.is_empty() {
        let message = "nodes share a PostgreSQL database: name it with --store or --store-file";
        return Err(Failure::said(message));
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let nodes = runtime.block_on(async {
        let store = PostgresStore::open(&config.store, Arc::new(Metrics::new())).await;
        let store = store.map_err(|error| Failure::said(error.to_string()))?;
        let nodes = match store.shared() {
            Some(nodes) => nodes.nodes().await,
            None => Ok(Vec::new()),
        };
        // Closing waits for what is being written, which must not hold up the rest.
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
        nodes.map_err(|error| Failure::said(error.to_string()))
    })?;
    if json {
        let rows: Vec<_> = nodes.iter().map(as_json).collect();
        writeln!(output, "{}", json!({ "nodes": rows }))?;
    } else {
        writeln!(
            output,
            "{:<16}  {:<8}  {:<24}  {:>8}  {:>8}  tables",
            "node", "version", "address", "renewed", "lease"
        )?;
        for row in &nodes {
            let lease = if row.left_ms > 0 {
                seconds(row.left_ms)
            } else {
                "over".to_owned()
            };
            writeln!(
                output,
                "{:<16}  {:<8}  {:<24}  {:>8}  {lease:>8}  {}",
                row.id.as_str(),
                row.version,
                place(row),
                seconds(row.renewed_ms),
                row.tables
            )?;
        }
    }
    if nodes.iter().any(|row| row.left_ms > 0) {
        Ok(())
    } else {
        Err(Failure::said("no node has a lease: nobody serves this site"))
    }
}

/// Where the node listens: its row has the name of its letters before that.
fn place(row: &NodeRow) -> &str {
    row.address
        .split_once('@')
        .map_or(row.address.as_str(), |(_, place)| place)
}

fn seconds(milliseconds: i64) -> String {
    format!("{:.1} s", milliseconds as f64 / 1000.0)
}

fn as_json(row: &NodeRow) -> serde_json::Value {
    json!({
        "node": row.id.as_str(),
        "version": row.version,
        "address": place(row),
        "renewed_ms": row.renewed_ms,
        "left_ms": row.left_ms,
        "tables": row.tables,
    })
}
