//! A server process.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Held by tests that keep the whole machine busy, so that they do not measure each other.
pub(crate) static BUSY: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub(crate) fn roundtable() -> Command {
    Command::new(env!("CARGO_BIN_EXE_roundtable"))
}

pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    /// Starts a server and waits until it prints its address.
    pub(crate) fn start(data: &Path, more: &[&str]) -> Self {
        Self::start_logging(data, more, "error", Stdio::null())
    }

    /// Starts a server with its ordinary limits, but for these.
    pub(crate) fn start_ordinary(data: &Path, more: &[&str]) -> Self {
        let mut command = roundtable();
        command.args(["serve", "--bind", "127.0.0.1:0", "--log-level", "error", "--data"]);
        command.arg(data).args(more).stderr(Stdio::null());
        Self::spawn(&mut command)
    }

    /// Starts a server at this address.
    pub(crate) fn start_at(address: SocketAddr, data: &Path) -> Self {
        let mut command = roundtable();
        command.args([
            "serve",
            "--bind",
            &address.to_string(),
            "--log-level",
            "error",
            "--data",
        ]);
        command.arg(data).stderr(Stdio::null());
        Self::spawn(&mut command)
    }

    /// The same as [`start`](Self::start), with a log.
    pub(crate) fn start_logging(data: &Path, more: &[&str], level: &str, log: Stdio) -> Self {
        let mut command = roundtable();
        command
            .args([
                "serve",
                "--bind",
                "127.0.0.1:0",
                "--message-rate",
                "0",
                "--request-rate",
                "0",
                "--guest-rate",
                "0",
                "--tables-per-day",
                "0",
                "--resend-rate",
                "0",
            ])
            .args([
                "--max-tables",
                "100000",
                "--log-level",
                level,
                "--bot-delay-min",
                "0",
                "--bot-delay-max",
                "1",
                "--data",
            ])
            .arg(data)
            .args(more)
            .stderr(log);
        Self::spawn(&mut command)
    }

    /// Starts a server process, and waits until it prints its address.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().rsplit('/').next().and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("the server did not say where it is: {line:?}"));
        Self { child, address }
    }

    /// How much memory it holds, in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Kills it at once, like a power failure.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, and waits until it has.
    pub(crate) fn stop(&mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "a clean end");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server that must fail, and returns what it says.
pub(crate) fn must_fail(data: &Path) -> String {
    let Output { status, stderr, .. } = roundtable()
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(data)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}
