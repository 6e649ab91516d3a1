//! Where a PostgreSQL database is, and how the way there is protected.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use serde::{Deserialize, Serialize, Serializer};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::sqlite::CannotOpen;

/// The address of a database as it is set: `postgres://user:password@host/name`. It is never shown with its password.
#[derive(Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "String")]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// Whether none is set.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this is the address of a PostgreSQL database.
    #[must_use]
    pub fn names_postgres(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }
}

impl From<String> for DatabaseUrl {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

impl FromStr for DatabaseUrl {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(text.to_owned()))
    }
}

/// Without what may be a password: everything between the first colon and the last `@`, and a parameter of that name.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("", &self.0));
        if scheme.is_empty() {
            return f.write_str(if rest.is_empty() { "" } else { "…" });
        }
        let (rest, settings) = rest
            .split_once('?')
            .map_or((rest, None), |(rest, more)| (rest, Some(more)));
        write!(f, "{scheme}://")?;
        match rest.rsplit_once('@') {
            Some((user, place)) => match user.split_once(':') {
                Some((user, _)) => write!(f, "{user}:…@{place}")?,
                None => write!(f, "{user}@{place}")?,
            },
            None => f.write_str(rest)?,
        }
        for (i, setting) in settings.into_iter().flat_map(|all| all.split('&')).enumerate() {
            let setting = if setting.starts_with("password=") {
                "password=…"
            } else {
                setting
            };
            write!(f, "{}{setting}", if i == 0 { '?' } else { '&' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for DatabaseUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How a database is reached.
pub(super) struct Way {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

impl DatabaseUrl {
    /// Reads the address.
    pub(super) fn way(&self) -> Result<Way, CannotOpen> {
        let wrong = |why: &dyn fmt::Display| CannotOpen(format!("the store {self}: {why}"));
        if !Self::names_postgres(&self.0) {
            return Err(wrong(&"write it as postgres://user:password@host/name"));
        }
        let (place, settings) = self.0.split_once('?').unwrap_or((&self.0, ""));
        let (mut mode, mut root, mut rest) = ("prefer", None, Vec::new());
        for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
            match setting.split_once('=') {
                Some(("sslmode", value)) => mode = value,
                Some(("sslrootcert", value)) => root = Some(PathBuf::from(value)),
                _ => rest.push(setting),
            }
        }
        let known = if rest.is_empty() {
            place.to_owned()
        } else {
            format!("{place}?{}", rest.join("&"))
        };
        // What is wrong with it may contain the password.
        let mut config = Config::from_str(&known)
            .map_err(|_| wrong(&"this is no address; write it as postgres://user:password@host/name, with % codes"))?;
        let (ssl, checked) = match mode {
            "disable" => (SslMode::Disable, false),
            "allow" | "prefer" => (SslMode::Prefer, false),
            // As elsewhere: somebody who names a root wants to be sure.
            "require" => (SslMode::Require, root.is_some()),
            "verify-ca" | "verify-full" => (SslMode::Require, true),
            _ => {
                return Err(wrong(
                    &"sslmode is none of disable, prefer, require and verify-full (which is safest over a network)",
                ));
            }
        };
        config
            .ssl_mode(ssl)
            .application_name("roundtable")
            .connect_timeout(Duration::from_secs(5))
            .keepalives_idle(Duration::from_secs(10))
            .tcp_user_timeout(Duration::from_secs(10));
        let tls = tls(checked, root).map_err(|why| wrong(&why))?;
        Ok(Way {
            config,
            tls: MakeRustlsConnect::new(tls),
        })
    }
}

fn tls(checked: bool, root: Option<PathBuf>) -> Result<ClientConfig, String> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    if !checked {
        let anybody = Arc::new(Anybody(provider));
        return Ok(builder
            .dangerous()
            .with_custom_certificate_verifier(anybody)
            .with_no_client_auth());
    }
    let mut roots = RootCertStore::empty();
    match root.filter(|root| root.as_os_str() != "system") {
        Some(file) => {
            let said = |why: &dyn fmt::Display| format!("sslrootcert {}: {why}", file.display());
            for certificate in CertificateDer::pem_file_iter(&file).map_err(|error| said(&error))? {
                let certificate = certificate.map_err(|error| said(&error))?;
                roots.add(certificate).map_err(|error| said(&error))?;
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    if roots.is_empty() {
        return Err("there is no certificate to check the server's by; name a file with sslrootcert".to_owned());
    }
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// Encrypts without asking who is there, as `sslmode=require` means for every program that talks to PostgreSQL.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (url, shown) in [
            (
                "postgres://ann:se@cr:et@db/site?sslmode=require",
                "postgres://ann:…@db/site?sslmode=require",
            ),
            ("postgres://ann@db/site", "postgres://ann@db/site"),
            (
                "postgres://db/site?user=ann&password=secret",
                "postgres://db/site?user=ann&password=…",
            ),
            ("ann:secret", "…"),
            ("", ""),
        ] {
            let url = DatabaseUrl::from(url.to_owned());
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), shown);
        }
        let said = |url: &str| {
            DatabaseUrl::from(url.to_owned())
                .way()
                .map(drop)
                .unwrap_err()
                .to_string()
        };
        assert!(!said("postgres://ann:secret@db:port/site").contains("secret"));
        assert!(said("postgres://db/site?sslmode=maybe").contains("verify-full"));
        assert!(said("postgres://db/site?sslmode=verify-full&sslrootcert=/nowhere").contains("/nowhere"));
    }
}
