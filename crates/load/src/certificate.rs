//! A certificate of one's own, for tests.

use std::path::PathBuf;

use crate::{Oops, Scratch};

/// A certificate that vouches for itself, and its key, in files that are deleted with it.
#[derive(Debug)]
pub struct Certificate(Scratch);

impl Certificate {
    /// Makes one for these hosts.
    ///
    /// # Errors
    /// If it cannot be made or written.
    pub fn new(hosts: &[&str]) -> Result<Self, Oops> {
        let hosts: Vec<String> = hosts.iter().map(|&host| host.to_owned()).collect();
        let made = rcgen::generate_simple_self_signed(hosts)?;
        let certificate = Self(Scratch::new("certificate")?);
        std::fs::write(certificate.file(), made.cert.pem())?;
        std::fs::write(certificate.key(), made.signing_key.serialize_pem())?;
        Ok(certificate)
    }

    /// The file with the certificate, which is also that of its authority.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.0.path().join("certificate.pem")
    }

    /// The file with its key.
    #[must_use]
    pub fn key(&self) -> PathBuf {
        self.0.path().join("key.pem")
    }
}
