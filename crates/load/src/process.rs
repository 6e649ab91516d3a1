//! Our own server process.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use roundtable_load::{Oops, Scratch, cpu};

/// A server process that ends when this is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    _scratch: Option<Scratch>,
}

impl Process {
    /// Starts a server without the limits that a load would reach. Tables without viewers leave its memory after
    /// `unload_after` seconds.
    pub(crate) fn start(
        program: &Path,
        data: Option<&Path>,
        unload_after: u32,
        store: Option<&str>,
    ) -> Result<Self, Oops> {
        let (scratch, data): (Option<Scratch>, PathBuf) = match data {
            Some(data) => (None, data.to_owned()),
            None => {
                let scratch = Scratch::new("load")?;
                let data = scratch.path().to_owned();
                (Some(scratch), data)
            }
        };
        let limits = [
            "--request-rate",
            "--guest-rate",
            "--message-rate",
            "--tables-per-day",
            "--resend-rate",
        ];
        let mut command = serve(program);
        command
            .args(limits.iter().flat_map(|limit| [limit, "0"]))
            .args(["--max-connections-per-address", "0", "--max-tables", "1000000"])
            .args(["--unload-after", &unload_after.to_string()]);
        if let Some(store) = store {
            // Not on the command line, which everybody on this machine can read.
            command.env("ROUNDTABLE_STORE", store);
        }
        Self::spawn(command, program, &data, scratch)
    }

    /// Starts a server as it is, with all its limits.
    pub(crate) fn start_ordinary(program: &Path, data: &Path) -> Result<Self, Oops> {
        Self::spawn(serve(program), program, data, None)
    }

    fn spawn(mut command: Command, program: &Path, data: &Path, scratch: Option<Scratch>) -> Result<Self, Oops> {
        let mut child = command
            .args(["--bind", "127.0.0.1:0", "--log-level", "error", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                format!(
                    "cannot start {}: {error}; build it with `cargo build --release`",
                    program.display()
                )
            })?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let address = line.trim().rsplit('/').next().unwrap_or_default().parse()?;
        Ok(Self {
            child,
            address,
            _scratch: scratch,
        })
    }

    /// Resident memory in KiB.
    pub(crate) fn memory(&self) -> Result<u64, Oops> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse()?)
    }

    /// Seconds of processor time so far.
    pub(crate) fn cpu(&self) -> f64 {
        cpu(&self.child.id().to_string())
    }
}

fn serve(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("serve");
    command
}

/// The load average of the last 1, 5 and 15 minutes, which shows how far to trust the figures.
pub(crate) fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
