//! Guests, names and passwords.

use roundtable_protocol::{Code, Refusal};
use std::sync::Arc;

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Argon2, PasswordHash};
use tokio::sync::Semaphore;

/// The longest name, in characters.
const NAME: usize = 24;

/// The shortest password, in characters.
const SHORT: usize = 8;

/// The longest password, in bytes: more would only cost time.
const LONG: usize = 256;

/// How many passwords are hashed at the same time: each takes 19 MiB and about 40 ms.
const HASHING: usize = 2;

/// The name as it is shown: without surrounding or repeated spaces.
///
/// # Errors
/// `bad_name` if it is empty, too long, or has characters that could make it look like another name.
pub fn tidy(name: &str) -> Result<String, Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let bad = |message: String| Err(Refusal::new(Code::BadName, message));
    if name.is_empty() {
        return bad("choose a name".to_owned());
    }
    if name.chars().count() > NAME {
        return bad(format!("a name has at most {NAME} characters"));
    }
    if !name.chars().all(|c| c.is_alphanumeric() || " .-_'’".contains(c)) {
        return bad("a name has letters, digits, spaces and . - _ '".to_owned());
    }
    if !name.chars().any(char::is_alphanumeric) {
        return bad("a name has at least one letter or digit".to_owned());
    }
    Ok(name)
}

/// The name for comparison: names that differ only in case, spaces or punctuation are the same.
#[must_use]
pub fn folded(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Hashes and checks passwords, a few at a time, off the threads that serve sockets.
#[derive(Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
}

impl Passwords {
    /// A hasher with the recommended cost of argon2id.
    #[must_use]
    pub fn new() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(HASHING)),
        }
    }

    async fn away<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy = || Refusal::new(Code::Busy, "too much is going on; try again in a moment");
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| busy())?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        })
        .await
        .map_err(|_| busy())
    }

    /// The hash of a new password, with its own salt.
    ///
    /// # Errors
    /// `bad_password` if it is too short or too long.
    pub async fn hash(&self, password: String) -> Result<String, Refusal> {
        if password.chars().count() < SHORT || password.len() > LONG {
            return Err(Refusal::new(
                Code::BadPassword,
                format!("a password has at least {SHORT} characters and at most {LONG} bytes"),
            ));
        }
        let hash = move || {
            Argon2::default()
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
        };
        self.away(hash)
            .await?
            .map_err(|_| Refusal::new(Code::NoRandomness, "the machine has no random numbers"))
    }

    /// Whether the password is right. Without a hash to compare with, the check takes as long and fails.
    ///
    /// # Errors
    /// `busy`.
    pub async fn check(&self, password: String, hash: Option<String>) -> Result<bool, Refusal> {
        if password.len() > LONG {
            return Ok(false);
        }
        let check = move || match hash {
            Some(hash) => PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()),
            None => {
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        };
        self.away(check).await
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied_and_tricks_refused() {
        assert_eq!(tidy("  Sir   Kay "), Ok("Sir Kay".to_owned()));
        assert_eq!(tidy("Åse-Marie O'Hara"), Ok("Åse-Marie O'Hara".to_owned()));
        for bad in ["", " ", "...", "<b>", "a\u{202e}b", "a\0", &"x".repeat(25)] {
            assert_eq!(tidy(bad).unwrap_err().code, "bad_name", "{bad:?}");
        }
        assert_eq!(folded("Sir Kay"), folded("sir-KAY"));
    }

    #[tokio::test]
    async fn passwords_are_salted_and_checked() {
        let passwords = Passwords::new();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"));
        assert_ne!(hash, passwords.hash("correct horse".to_owned()).await.unwrap());
        assert!(
            passwords
                .check("correct horse".to_owned(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(!passwords.check("correct hrose".to_owned(), Some(hash)).await.unwrap());
        assert!(!passwords.check("anything".to_owned(), None).await.unwrap());
        assert_eq!(
            passwords.hash("short".to_owned()).await.unwrap_err().code,
            "bad_password"
        );
    }
}
