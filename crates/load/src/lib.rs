//! A client of the Roundtable server, for tests and the load tool. It speaks the wire protocol and knows nothing of the
//! server's internals.

mod certificate;
mod client;
#[cfg(unix)]
pub mod faults;
mod keeper;
mod lean;
mod nats;
mod player;
#[cfg(unix)]
mod postgres;
mod process;
mod scratch;
mod shown;
pub mod siege;

pub use certificate::Certificate;
pub use client::{Client, HttpAnswer, Lines, Live, Oops};
pub use keeper::Keeper;
pub use lean::Lean;
pub use nats::Nats;
pub use player::{Given, Player, Stand, messages};
#[cfg(unix)]
pub use postgres::Postgres;
pub use process::{Process, Serve, load};
pub use scratch::Scratch;
pub use shown::agrees;

/// Seconds of processor time of a process, given by its number or as `self`.
#[must_use]
pub fn cpu(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |i: usize| {
        fields
            .get(i)
            .and_then(|ticks| ticks.parse::<f64>().ok())
            .unwrap_or_default()
    };
    (ticks(11) + ticks(12)) / 100.0
}

/// Sends a signal, such as `-KILL`, to these processes.
pub(crate) fn signal(signal: &str, processes: &[String]) {
    let _ = std::process::Command::new("kill")
        .arg(signal)
        .args(processes)
        .stderr(std::process::Stdio::null())
        .status();
}
