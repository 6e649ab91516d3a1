//! A server process of our own.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{Oops, Scratch, cpu};

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Serve {
    /// The `roundtable` program.
    pub program: PathBuf,
    /// The directory of its data; a temporary one if left out.
    pub data: Option<PathBuf>,
    /// A program that starts it, with its arguments.
    pub through: Vec<OsString>,
    /// Where it listens.
    pub bind: String,
    /// Further arguments.
    pub args: Vec<String>,
    /// Settings that must not be on the command line, which everybody on this machine can read.
    pub environment: Vec<(&'static str, String)>,
    /// The directory for its log; without one it says errors only.
    pub log: Option<PathBuf>,
}

impl Serve {
    /// A server as it is, with all its limits.
    #[must_use]
    pub fn ordinary(program: &Path) -> Self {
        Self {
            program: program.to_owned(),
            data: None,
            through: Vec::new(),
            bind: "127.0.0.1:0".to_owned(),
            args: Vec::new(),
            environment: Vec::new(),
            log: None,
        }
    }

    /// A server without the limits that a load would reach.
    #[must_use]
    pub fn unlimited(program: &Path) -> Self {
        let limits = [
            "--request-rate",
            "--guest-rate",
            "--message-rate",
            "--tables-per-day",
            "--resend-rate",
            "--max-connections-per-address",
        ];
        let args = limits.iter().flat_map(|limit| [limit, "0"]);
        Self {
            args: args.chain(["--max-tables", "1000000"]).map(str::to_owned).collect(),
            ..Self::ordinary(program)
        }
    }

    /// With these arguments as well.
    #[must_use]
    pub fn with(mut self, args: &[&str]) -> Self {
        self.args.extend(args.iter().map(|&arg| arg.to_owned()));
        self
    }

    /// Starts it, and waits until it says where it listens.
    ///
    /// # Errors
    /// If it cannot be started, or ends without having said so.
    pub fn start(&self) -> Result<Process, Oops> {
        let (scratch, data) = match &self.data {
            Some(data) => (None, data.clone()),
            None => {
                let scratch = Scratch::new("load")?;
                let data = scratch.path().to_owned();
                (Some(scratch), data)
            }
        };
        let mut words = self.through.iter().map(OsString::as_os_str);
        let mut command = match words.next() {
            Some(first) => {
                let mut command = Command::new(first);
                command.args(words).arg(&self.program);
                command
            }
            None => Command::new(&self.program),
        };
        command.args(["serve", "--bind", &self.bind, "--data"]).arg(data);
        command.args(&self.args).envs(self.environment.iter().cloned());
        match &self.log {
            Some(file) => {
                let file = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
                command.args(["--log-level", "info"]).stderr(file);
            }
            None => {
                command.args(["--log-level", "error"]);
            }
        }
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| {
            let program = self.program.display();
            format!("cannot start {program}: {error}; build it with `cargo build --release`")
        })?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let Ok(address) = line.trim().rsplit('/').next().unwrap_or_default().parse() else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("the server did not say where it is: {line:?}").into());
        };
        Ok(Process {
            child,
            address,
            _scratch: scratch,
        })
    }
}

/// A server process that ends when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    _scratch: Option<Scratch>,
}

impl Process {
    /// Resident memory in KiB.
    ///
    /// # Errors
    /// If the process is gone.
    pub fn memory(&self) -> Result<u64, Oops> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .ok_or("no VmRSS")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse()?)
    }

    /// Seconds of processor time so far.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        cpu(&self.child.id().to_string())
    }

    /// Sends a signal, such as `-TERM`.
    pub fn signal(&self, signal: &str) {
        crate::signal(signal, &[self.child.id().to_string()]);
    }

    /// Waits for its end, for this long. Returns whether it ended well.
    ///
    /// # Errors
    /// If it does not end.
    pub fn wait(&mut self, most: std::time::Duration) -> Result<bool, Oops> {
        let begun = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.success());
            }
            if begun.elapsed() > most {
                return Err("the server does not end".into());
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The load average of the last 1, 5 and 15 minutes, which shows how far to trust the figures.
#[must_use]
pub fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}
