//! A NATS server of one's own, for tests and measurements.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Oops, Scratch};

/// What nodes must show.
const USER: &str = "roundtable";
const PASSWORD: &str = "letters";

/// A running NATS server on a local address, which wants credentials. It ends with this.
#[derive(Debug)]
pub struct Nats {
    port: u16,
    server: Mutex<Option<Child>>,
    scratch: Scratch,
}

impl Nats {
    /// Starts one.
    ///
    /// # Errors
    /// If it is not installed or does not start.
    pub fn start() -> Result<Self, Oops> {
        let scratch = Scratch::new("nats")?;
        fs::write(scratch.path().join("credentials"), format!("{USER}:{PASSWORD}\n"))?;
        let nats = Self {
            port: TcpListener::bind("127.0.0.1:0")?.local_addr()?.port(),
            server: Mutex::new(None),
            scratch,
        };
        nats.run()?;
        Ok(nats)
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// What nodes must show: a name and a password.
    #[must_use]
    pub fn user(&self) -> (String, String) {
        (USER.to_owned(), PASSWORD.to_owned())
    }

    /// The file with the credentials.
    #[must_use]
    pub fn credentials(&self) -> String {
        self.scratch.path().join("credentials").to_string_lossy().into_owned()
    }

    /// Starts the server again after it was killed.
    ///
    /// # Errors
    /// If it does not start within ten seconds.
    pub fn run(&self) -> Result<(), Oops> {
        let log = self.scratch.path().join("log");
        let _ = fs::remove_file(&log);
        // Debian puts it where only root looks.
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin";
        let server = Command::new("nats-server")
            .env("PATH", path)
            .args([
                "-a",
                "127.0.0.1",
                "-p",
                &self.port.to_string(),
                "--user",
                USER,
                "--pass",
                PASSWORD,
                "-l",
            ])
            .arg(&log)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("nats-server is missing ({error}): apt-get install nats-server"))?;
        *self.lock() = Some(server);
        let until = Instant::now() + Duration::from_secs(10);
        while !fs::read_to_string(&log).unwrap_or_default().contains("Server is ready") {
            if Instant::now() > until {
                let said = fs::read_to_string(&log).unwrap_or_default();
                return Err(format!("nats-server does not start: {said}").into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Kills it, as a crash does.
    pub fn kill(&self) {
        if let Some(mut server) = self.lock().take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
