//! A network of our own: this process has no other, and one node lives behind a link that can be cut.
//!
//! Both sides are network namespaces without a default route, so nothing ever leaves the machine. They are gone with
//! their processes.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Oops;

/// Set for a process that was started in a network of its own.
const INSIDE: &str = "ROUNDTABLE_OWN_NETWORK";

/// The two ends of the link to the database and the bus, which can be cut, and of the one that players use.
const BACK: [&str; 2] = ["10.77.0.1", "10.77.0.2"];
const FRONT: [&str; 2] = ["10.78.0.1", "10.78.0.2"];

/// Runs this very program again in a network of its own, with these arguments, and waits for it. `None` if it is in one
/// already, or if this system does not allow that: then no link is cut.
///
/// # Errors
/// If the program cannot be started again.
pub fn elsewhere(args: impl IntoIterator<Item = OsString>) -> Result<Option<Result<(), Oops>>, Oops> {
    if std::env::var_os(INSIDE).is_some() {
        return Ok(None);
    }
    let may = Command::new("unshare").args(["--net", "ip", "link"]).output();
    if !may.is_ok_and(|tried| tried.status.success()) {
        eprintln!("no network of our own here (that wants root, `unshare` and `ip`): the link of a node is not cut");
        return Ok(None);
    }
    let status = Command::new("unshare")
        .args(["--net", "--"])
        .arg(std::env::current_exe()?)
        .args(args)
        .env(INSIDE, "1")
        .status()?;
    let ended = || format!("it ended with {}", status.signal().unwrap_or_default());
    Ok(Some(match status.code() {
        Some(0) => Ok(()),
        Some(_) => Err("the faults were noticed: see above".into()),
        None => Err(ended().into()),
    }))
}

/// The link to the node on the other side.
#[derive(Debug)]
pub(super) struct Link {
    /// Holds the namespace on the other side.
    other: Child,
}

impl Link {
    /// Lays the link, if this process has a network of its own.
    pub(super) fn lay() -> Result<Option<Self>, Oops> {
        if std::env::var_os(INSIDE).is_none() {
            return Ok(None);
        }
        ip(&["link", "set", "lo", "up"])?;
        // It waits for its input to end, which it does with this process, however that ends.
        let other = Command::new("unshare")
            .args(["--net", "cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        let link = Self { other };
        let here = std::fs::read_link("/proc/self/ns/net")?;
        let begun = Instant::now();
        while std::fs::read_link(link.namespace()).is_ok_and(|there| there == here) {
            if begun.elapsed() > Duration::from_secs(5) {
                return Err("the other side has no network of its own".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = link.other.id().to_string();
        link.ip_there(&["link", "set", "lo", "up"])?;
        for (name, ends) in [("back", BACK), ("front", FRONT)] {
            let (near, far) = (format!("{name}-near"), format!("{name}-far"));
            ip(&["link", "add", &near, "type", "veth", "peer", "name", &far, "netns", &id])?;
            ip(&["addr", "add", &format!("{}/30", ends[0]), "dev", &near])?;
            ip(&["link", "set", &near, "up"])?;
            link.ip_there(&["addr", "add", &format!("{}/30", ends[1]), "dev", &far])?;
            link.ip_there(&["link", "set", &far, "up"])?;
        }
        Ok(Some(link))
    }

    /// The address of the database and the bus from the other side.
    pub(super) const fn back(&self) -> &'static str {
        BACK[0]
    }

    /// The address of the node from this side.
    pub(super) const fn front(&self) -> &'static str {
        FRONT[1]
    }

    /// Cuts the link to the database and the bus. Players still reach the node.
    pub(super) fn cut(&self) -> Result<(), Oops> {
        ip(&["link", "set", "back-near", "down"])
    }

    /// Mends it.
    pub(super) fn mend(&self) -> Result<(), Oops> {
        ip(&["link", "set", "back-near", "up"])
    }

    /// What starts a program on the other side.
    pub(super) fn through(&self) -> Vec<OsString> {
        let namespace = format!("--net={}", self.namespace());
        vec!["nsenter".into(), namespace.into(), "--".into()]
    }

    fn namespace(&self) -> String {
        format!("/proc/{}/ns/net", self.other.id())
    }

    fn ip_there(&self, args: &[&str]) -> Result<(), Oops> {
        let words = self.through();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg("ip").args(args);
        done(command)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let _ = self.other.kill();
        let _ = self.other.wait();
    }
}

fn ip(args: &[&str]) -> Result<(), Oops> {
    let mut command = Command::new("ip");
    command.args(args);
    done(command)
}

fn done(mut command: Command) -> Result<(), Oops> {
    let output = command.output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
    }
}
