//! A NATS server of one's own, for tests and measurements.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{Certificate, Oops, Scratch};

/// What nodes must show.
const USER: &str = "roundtable";
const PASSWORD: &str = "letters";

/// A running NATS server on a local address, which wants credentials. It ends with this.
#[derive(Debug)]
pub struct Nats {
    host: String,
    port: u16,
    certificate: Option<Certificate>,
    server: Mutex<Option<Child>>,
    scratch: Scratch,
}

impl Nats {
    /// Starts one.
    ///
    /// # Errors
    /// If it is not installed or does not start.
    pub fn start() -> Result<Self, Oops> {
        Self::start_at("127.0.0.1", None)
    }

    /// Starts one that listens at this address, for TLS alone if it has a certificate.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_at(host: &str, certificate: Option<Certificate>) -> Result<Self, Oops> {
        let scratch = Scratch::new("nats")?;
        fs::write(scratch.path().join("credentials"), format!("{USER}:{PASSWORD}\n"))?;
        let nats = Self {
            host: host.to_owned(),
            certificate,
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
        self.address_at("127.0.0.1")
    }

    /// Its address, for those who reach it by this one.
    #[must_use]
    pub fn address_at(&self, host: &str) -> String {
        let scheme = if self.certificate.is_some() { "tls" } else { "nats" };
        format!("{scheme}://{host}:{}", self.port)
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
        let mut command = Command::new("nats-server");
        if let Some(certificate) = &self.certificate {
            let files = [certificate.file(), certificate.key()];
            command
                .arg("--tls")
                .arg("--tlscert")
                .arg(&files[0])
                .arg("--tlskey")
                .arg(&files[1]);
        }
        let server = command
            .env("PATH", path)
            .args([
                "-a",
                &self.host,
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

    /// Seconds of its processor time.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        let server = self.lock().as_ref().map(Child::id);
        server.map_or(0.0, |id| crate::cpu(&id.to_string()))
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
