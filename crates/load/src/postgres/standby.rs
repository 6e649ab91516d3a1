//! A standby, which has every commit before it is acknowledged, and takes over when the first server fails.

use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

use super::{PASSWORD, Postgres, USER, place, run};
use crate::Oops;

/// How long a standby may take until it has everything.
const PATIENCE: Duration = Duration::from_secs(30);

impl Postgres {
    /// Starts a standby of this server, on this port or a free one. From when this returns, every commit waits for it.
    ///
    /// # Errors
    /// If it cannot be made, or does not catch up.
    pub fn standby(&self, port: Option<u16>) -> Result<Self, Oops> {
        let (programs, scratch, data) = place()?;
        let made = run(&programs.join("pg_basebackup"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER])
            .args(["-R", "-X", "stream", "-c", "fast", "--no-sync", "-D"])
            .arg(&data)
            .env("PGPASSWORD", PASSWORD)
            .current_dir(scratch.path())
            .output()?;
        if !made.status.success() {
            return Err(format!("pg_basebackup failed: {}", String::from_utf8_lossy(&made.stderr)).into());
        }
        // When it takes over, it waits for nobody until it has a standby itself.
        let mut settings = fs::OpenOptions::new()
            .append(true)
            .open(data.join("postgresql.auto.conf"))?;
        writeln!(settings, "synchronous_standby_names = ''")?;
        let port = match port {
            Some(port) => port,
            None => std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port(),
        };
        let (hosts, settings): (Vec<&str>, Vec<&str>) = (
            self.hosts.iter().map(String::as_str).collect(),
            self.settings.iter().map(String::as_str).collect(),
        );
        let standby = Self::run_in((programs, scratch, data), port, &hosts, &settings)?;
        self.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.sql("postgres", "SELECT pg_reload_conf()")?;
        self.wait_for(
            "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'",
            "1",
        )?;
        Ok(standby)
    }

    /// Makes a standby the server that takes writes.
    ///
    /// # Errors
    /// If it does not become one.
    pub fn promote(&self) -> Result<(), Oops> {
        self.sql("postgres", "SELECT pg_promote()")?;
        self.wait_for("SELECT pg_is_in_recovery()", "f")
    }

    /// The port on which it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Waits until it answers so.
    fn wait_for(&self, sql: &str, answer: &str) -> Result<(), Oops> {
        let begun = Instant::now();
        loop {
            let said = self.sql("postgres", sql)?;
            if said == answer {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(format!("{sql}: still {said}").into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
