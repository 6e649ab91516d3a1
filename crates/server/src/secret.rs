//! Random identifiers and secrets, and how they are written and stored.

use std::fmt;

use roundtable_core::HexKey;
use roundtable_protocol::{Code, PersonId, Refusal, TableId, hex, is_hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Random bytes from the operating system.
///
/// # Errors
/// `no_randomness` if it has none; then no secret can be made, and the request is refused.
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

/// Reads a browser's random number for a deal, or the promise of one.
///
/// # Errors
/// `bad_number`.
pub fn read_key(text: String) -> Result<HexKey, Refusal> {
    HexKey::try_from(text).map_err(|why| Refusal::new(Code::BadNumber, why))
}

/// The identifier of a new table.
///
/// # Errors
/// As [`random`].
pub fn table_id() -> Result<TableId, Refusal> {
    random().map(TableId::from_bits)
}

/// The identifier of a new person.
///
/// # Errors
/// As [`random`].
pub fn person_id() -> Result<PersonId, Refusal> {
    random().map(PersonId::from_bits)
}

/// The secret half of a link to a private table or a reserved seat.
///
/// # Errors
/// As [`random`].
pub fn link_key() -> Result<String, Refusal> {
    Ok(hex(&random::<16>()?))
}

/// What a browser sends to prove who it is. Only its hash is stored, and `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The hash of a token, which is useless to somebody who steals the database.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The name of what has this token, a session or a program, which its owner may see. Neither token nor hash can be
    /// found from it.
    #[must_use]
    pub fn session(&self) -> String {
        let digest = Sha256::new()
            .chain_update("roundtable session")
            .chain_update(self.0)
            .finalize();
        hex(&digest[..16])
    }
}

/// What API tokens begin with, so that whoever finds one knows what it is.
const API: &str = "rt_";

impl Token {
    /// A new API token.
    ///
    /// # Errors
    /// As [`random`].
    pub fn new_for_api() -> Result<Self, Refusal> {
        Ok(Self(format!("{API}{}", hex(&random::<32>()?))))
    }

    /// The API token that a program shows, if it has the right form.
    #[must_use]
    pub fn read_for_api(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(API)?;
        is_hex(digits, 64).then(|| Self(text.to_owned()))
    }

    /// A new token.
    ///
    /// # Errors
    /// As [`random`].
    pub fn new() -> Result<Self, Refusal> {
        Ok(Self(hex(&random::<32>()?)))
    }

    /// The token in a cookie, if it has the right form.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        is_hex(text, 64).then(|| Self(text.to_owned()))
    }

    /// The token as it is put into the cookie.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
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

/// Whether two secrets are equal. The time it takes does not reveal where they differ.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    // The place where two hashes differ reveals nothing about the secrets.
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
