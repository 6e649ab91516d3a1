//! Random names and secrets, and how they are written and kept.

use std::fmt;

use roundtable_core::{HexKey, Refusal};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use ts_rs::TS;

/// Random bytes from the operating system.
///
/// # Errors
/// `no_randomness` if it has none: then nothing secret can be made, and the request is refused.
pub fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| Refusal::new("no_randomness", format!("the machine has no random numbers: {error}")))?;
    Ok(bytes)
}

/// Bytes in lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}

/// Whether the text is as many lower-case hexadecimal digits.
fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

/// A random number of a browser, or why it is none.
///
/// # Errors
/// `bad_number`.
pub fn read_number(text: Option<String>) -> Result<Option<HexKey>, Refusal> {
    text.map(|text| HexKey::try_from(text).map_err(|why| Refusal::new("bad_number", why)))
        .transpose()
}

/// The name of a table: 128 random bits. It is no secret by itself (logs show it), but nobody can guess one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct TableId(std::sync::Arc<str>);

/// The name of a person: 64 random bits, shown to those who sit at the same table.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct PersonId(std::sync::Arc<str>);

macro_rules! id {
    ($name:ident, $bytes:literal, $what:literal) => {
        impl $name {
            /// A new one.
            ///
            /// # Errors
            /// As [`random`].
            pub fn new() -> Result<Self, Refusal> {
                Ok(Self(hex(&random::<$bytes>()?).into()))
            }

            /// As it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                if is_hex(&text, 2 * $bytes) {
                    Ok(Self(text.into()))
                } else {
                    Err(concat!("this is no ", $what).to_owned())
                }
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(TableId, 16, "table's name");
id!(PersonId, 8, "person's name");

/// The secret half of a link to a private table or a kept seat.
///
/// # Errors
/// As [`random`].
pub fn link_key() -> Result<String, Refusal> {
    Ok(hex(&random::<16>()?))
}

/// What a browser shows to prove who it is. Only its hash is stored; `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The hash of a token: as good as nothing to whoever steals the database.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// As [`random`].
    pub fn new() -> Result<Self, Refusal> {
        Ok(Self(hex(&random::<32>()?)))
    }

    /// The token in a cookie, if it can be one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        is_hex(text, 64).then(|| Self(text.to_owned()))
    }

    /// As it goes into the cookie.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is stored.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    // Hashes of what is compared tell nothing about it by where they differ.
    Sha256::digest(a.as_bytes()) == Sha256::digest(b.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_new_every_time_and_read_back() {
        let (a, b) = (TableId::new().unwrap(), TableId::new().unwrap());
        assert_ne!(a, b);
        assert_eq!(TableId::try_from(a.to_string()), Ok(a));
        for bad in ["", "0", "../../etc/passwd", &"g".repeat(32), &"A".repeat(32)] {
            assert!(TableId::try_from(bad.to_owned()).is_err());
        }
    }

    #[test]
    fn a_token_is_never_printed() {
        let token = Token::new().unwrap();
        assert!(!format!("{token:?}").contains(token.expose()));
        assert_eq!(Token::read(token.expose()), Some(token));
        assert!(same("abc", "abc") && !same("abc", "abd"));
    }
}
