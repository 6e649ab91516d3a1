//! A PostgreSQL server of one's own, for tests and measurements.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::{Oops, Scratch, signal};

mod standby;

/// PostgreSQL refuses to run as root, so root lets somebody without any rights run it.
const NOBODY: u32 = 65_534;

/// The name and the password of the only user.
const USER: &str = "roundtable";
const PASSWORD: &str = "pass word/1";

/// Both as they stand in an address.
fn credentials() -> String {
    format!("{USER}:{}", PASSWORD.replace(' ', "%20").replace('/', "%2F"))
}

/// A running PostgreSQL server in a temporary directory, on a local address and on a socket. It ends with this, or with
/// this process however that ends.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    data: PathBuf,
    port: u16,
    /// Where it listens besides 127.0.0.1.
    hosts: Vec<String>,
    settings: Vec<String>,
    server: Mutex<Option<Child>>,
    guard: Child,
    _scratch: Scratch,
}

impl Postgres {
    /// Starts one that does not care for power failures, which makes tests quick. A killed process loses nothing.
    ///
    /// # Errors
    /// If PostgreSQL is not installed or does not start.
    pub fn start() -> Result<Self, Oops> {
        Self::start_with(&["fsync=off", "full_page_writes=off"])
    }

    /// Starts one whose commits are on disk, with these settings.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_with(settings: &[&str]) -> Result<Self, Oops> {
        Self::start_at(&[], settings)
    }

    /// Starts one that listens at these addresses, too, and lets in whoever comes there with the password.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_at(hosts: &[&str], settings: &[&str]) -> Result<Self, Oops> {
        let (programs, scratch, data) = place()?;
        let password = scratch.path().join("password");
        fs::write(&password, PASSWORD)?;
        let made = run(&programs.join("initdb"))
            .args([
                "-U",
                USER,
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
            ])
            .args([
                OsStr::new("--pwfile"),
                password.as_os_str(),
                OsStr::new("-D"),
                data.as_os_str(),
            ])
            .current_dir(scratch.path())
            .output()?;
        if !made.status.success() {
            return Err(format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)).into());
        }
        let mut rules = fs::OpenOptions::new().append(true).open(data.join("pg_hba.conf"))?;
        for host in hosts {
            writeln!(rules, "host all {USER} {host}/24 scram-sha-256")?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        Self::run_in((programs, scratch, data), port, hosts, settings)
    }

    /// Starts a server with the data in this place.
    fn run_in(
        (programs, scratch, data): (PathBuf, Scratch, PathBuf),
        port: u16,
        hosts: &[&str],
        settings: &[&str],
    ) -> Result<Self, Oops> {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let postgres = Self {
            guard: guard(scratch.path(), &data)?,
            programs,
            data,
            port,
            hosts: owned(hosts),
            settings: owned(settings),
            server: Mutex::new(None),
            _scratch: scratch,
        };
        postgres.run()?;
        Ok(postgres)
    }

    /// The server of this process: the first who asks starts it.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn shared() -> Result<&'static Self, Oops> {
        static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| Self::start().map_err(|error| error.to_string()));
        shared.as_ref().map_err(|why| why.as_str().into())
    }

    /// Makes a new database. Returns its address.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn database(&self) -> Result<String, Oops> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("site{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.address(&name))
    }

    /// The address of a database.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("postgres://{}@127.0.0.1:{}/{name}", credentials(), self.port)
    }

    /// The address of a database on whichever of the two servers at these ports takes writes.
    #[must_use]
    pub fn address_of(host: &str, [one, other]: [u16; 2], name: &str) -> String {
        let places = format!("{host}:{one},{host}:{other}");
        format!(
            "postgres://{}@{places}/{name}?target_session_attrs=read-write",
            credentials()
        )
    }

    /// Runs SQL in a database, named or with its whole address. Returns what it prints.
    ///
    /// # Errors
    /// What PostgreSQL says.
    pub fn sql(&self, database: &str, sql: &str) -> Result<String, Oops> {
        let name = database.rsplit('/').next().unwrap_or_default();
        let output = Command::new(self.programs.join("psql"))
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                USER,
                "-h",
                "127.0.0.1",
            ])
            .args(["-p", &self.port.to_string(), "-d", name, "-c", sql])
            .env("PGPASSWORD", PASSWORD)
            .output()?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(format!("{sql}: {}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }

    /// Starts the server again after it was killed.
    ///
    /// # Errors
    /// If it does not start within half a minute.
    pub fn run(&self) -> Result<(), Oops> {
        let until = Instant::now() + Duration::from_secs(30);
        let log = self.data.with_file_name("log");
        loop {
            let _ = fs::remove_file(&log);
            let mut command = run(&self.programs.join("postgres"));
            let socket = self.data.parent().unwrap_or(&self.data);
            command.arg("-D").arg(&self.data).arg("-k").arg(socket);
            let hosts = ["127.0.0.1"].into_iter().chain(self.hosts.iter().map(String::as_str));
            let hosts = format!("listen_addresses={}", hosts.collect::<Vec<_>>().join(","));
            command.args(["-p", &self.port.to_string(), "-c", &hosts]);
            for setting in &self.settings {
                command.args(["-c", setting]);
            }
            let file = fs::File::create(&log)?;
            let mut server = command
                .stdin(Stdio::null())
                .stdout(file.try_clone()?)
                .stderr(file)
                .spawn()?;
            loop {
                let said = fs::read_to_string(&log).unwrap_or_default();
                if said.contains("ready to accept ") {
                    *self.server.lock().unwrap_or_else(PoisonError::into_inner) = Some(server);
                    return Ok(());
                }
                if Instant::now() > until {
                    let _ = server.kill();
                    return Err(format!("PostgreSQL does not start: {said}").into());
                }
                std::thread::sleep(Duration::from_millis(20));
                // After a kill it does not start before the last of its old processes has noticed.
                if server.try_wait()?.is_some() {
                    break;
                }
            }
        }
    }

    /// Kills the server and all its processes, as a crash does.
    pub fn kill(&self) {
        let processes = self.processes();
        signal("-KILL", &processes);
        if let Some(mut server) = self.server.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = server.wait();
        }
    }

    /// Freezes the server: connections stay open, and nobody answers.
    pub fn freeze(&self) {
        signal("-STOP", &self.processes());
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        signal("-CONT", &self.processes());
    }

    /// Seconds of processor time of all its processes that are there now.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        self.processes().iter().map(|process| crate::cpu(process)).sum()
    }

    /// The numbers of the server's processes.
    fn processes(&self) -> Vec<String> {
        let server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(first) = server.as_ref().map(|server| server.id().to_string()) else {
            return Vec::new();
        };
        let mut all = vec![first.clone()];
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            if parent == Some(first.as_str()) {
                all.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        all
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The guard ends the server and deletes its files.
        self.thaw();
        drop(self.guard.stdin.take());
        let _ = self.guard.wait();
        if let Some(mut server) = self.server.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = server.wait();
        }
    }
}

/// The programs, and a new directory with the place for the data in it, which belongs to whoever runs the server.
fn place() -> Result<(PathBuf, Scratch, PathBuf), Oops> {
    let (programs, scratch) = (programs()?, Scratch::new("postgres")?);
    give_away(scratch.path())?;
    let data = scratch.path().join("data");
    Ok((programs, scratch, data))
}

/// A shell that waits for the end of this process, or of the server's owner, and then clears up.
fn guard(folder: &Path, data: &Path) -> Result<Child, Oops> {
    let script = "cat > /dev/null; pid=$(head -n 1 \"$2/postmaster.pid\" 2> /dev/null); \
                  if [ -n \"$pid\" ]; then kill -CONT $pid; kill -QUIT $pid; \
                  for i in $(seq 100); do kill -0 $pid 2> /dev/null || break; sleep 0.05; done; fi; rm -rf \"$1\"";
    let mut guard = Command::new("sh")
        .args(["-c", script, "guard"])
        .args([folder, data])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // An interrupt from the keyboard is not for it.
        .process_group(0)
        .spawn()?;
    guard.stdin.as_mut().ok_or("no input")?.flush()?;
    Ok(guard)
}

/// A program that runs without the rights of root.
fn run(program: &Path) -> Command {
    let mut command = Command::new(program);
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

/// Makes the directory private, and gives it to whoever runs the server.
fn give_away(folder: &Path) -> Result<(), Oops> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    if is_root() {
        std::os::unix::fs::chown(folder, Some(NOBODY), Some(NOBODY))?;
    }
    Ok(())
}

/// Where the programs are: on the path, or where Debian puts them.
fn programs() -> Result<PathBuf, Oops> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.sort();
    folders.reverse();
    folders.extend(std::env::split_paths(&path));
    let is_whole = |folder: &&PathBuf| {
        ["initdb", "postgres", "psql"]
            .iter()
            .all(|name| folder.join(name).exists())
    };
    let found = folders.iter().find(is_whole).cloned();
    found.ok_or_else(|| {
        "PostgreSQL is missing: apt-get install postgresql (or put initdb and postgres on the path)".into()
    })
}
