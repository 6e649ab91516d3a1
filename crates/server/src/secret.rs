//! Random names and secrets, and how they are written and kept.

use std::fmt;

use roundtable_core::HexKey;
use roundtable_protocol::{Code, PersonId, Refusal, TableId, hex, is_hex};
use sha2::{Digest as _, Sha256};

/// Random bytes from the operating system.
///
/// # Errors
/// `no_randomness` if it has none: then nothing secret can be made, and the request is refused.
pub fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        Refusal::new(
            Code::NoRandomness,
            format!("the machine has no random numbers: {error}"),
        )
    })?;
    Ok(bytes)
}

/// A random number of a browser, or why it is none.
///
/// # Errors
/// `bad_number`.
pub fn read_number(text: Option<String>) -> Result<Option<HexKey>, Refusal> {
    text.map(|text| HexKey::try_from(text).map_err(|why| Refusal::new(Code::BadNumber, why)))
        .transpose()
}

/// The name of a new table.
///
/// # Errors
/// As [`random`].
pub fn table_id() -> Result<TableId, Refusal> {
    random().map(TableId::from_bits)
}

/// The name of a new person.
///
/// # Errors
/// As [`random`].
pub fn person_id() -> Result<PersonId, Refusal> {
    random().map(PersonId::from_bits)
}

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
    fn names_are_new_every_time() {
        assert_ne!(table_id(), table_id());
        assert_ne!(person_id(), person_id());
    }

    #[test]
    fn a_token_is_never_printed() {
        let token = Token::new().unwrap();
        assert!(!format!("{token:?}").contains(token.expose()));
        assert_eq!(Token::read(token.expose()), Some(token));
        assert!(same("abc", "abc") && !same("abc", "abd"));
    }
}
