//! Signatures of records: that a server vouches for the game of one of its tables.

use std::fmt;

use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::dice::hex;
use crate::{Code, HexKey, Refusal};

/// What is signed begins with this, so that no signature of something else can be taken for one of a record.
const DOMAIN: &str = "roundtable record";

/// A server's signature of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The server's public key.
    pub key: HexKey,
    /// The identifier of the table.
    pub table: String,
    /// The Ed25519 signature of the table and the digest.
    pub sign: HexSign,
}

/// The 64 bytes of an Ed25519 signature, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HexSign(pub [u8; 64]);

impl Signature {
    /// What is signed: the table, and the digest of its record.
    #[must_use]
    pub fn message(table: &str, digest: &str) -> Vec<u8> {
        format!("{DOMAIN} {table} {digest}").into_bytes()
    }

    /// Whether the signature is the key's, for a record with this digest.
    ///
    /// # Errors
    /// [`Code::BadSignature`] if not.
    pub fn check(&self, digest: &str) -> Result<(), Refusal> {
        let fits = VerifyingKey::from_bytes(&self.key.0).is_ok_and(|key| {
            let sign = Ed25519::from_bytes(&self.sign.0);
            key.verify_strict(&Self::message(&self.table, digest), &sign).is_ok()
        });
        if fits {
            return Ok(());
        }
        Err(Refusal::new(
            Code::BadSignature,
            "the signature of this record does not fit its table, its digest and the server's key: somebody else wrote \
             or changed it",
        ))
    }
}

impl fmt::Debug for HexSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HexSign(…)")
    }
}

impl From<HexSign> for String {
    fn from(sign: HexSign) -> Self {
        hex(&sign.0)
    }
}

impl TryFrom<String> for HexSign {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let half = |text: &str| HexKey::try_from(text.to_owned()).map(|half| half.0);
        let wrong = || "a signature is 128 hexadecimal digits, in lower case".to_owned();
        let (first, second) = text.split_at_checked(64).ok_or_else(wrong)?;
        let mut sign = [0; 64];
        sign[..32].copy_from_slice(&half(first).map_err(|_| wrong())?);
        sign[32..].copy_from_slice(&half(second).map_err(|_| wrong())?);
        Ok(Self(sign))
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer as _, SigningKey};

    use super::*;

    fn signed() -> Signature {
        let key = SigningKey::from_bytes(&[3; 32]);
        Signature {
            key: HexKey(key.verifying_key().to_bytes()),
            table: "ab".to_owned(),
            sign: HexSign(key.sign(&Signature::message("ab", "cd")).to_bytes()),
        }
    }

    #[test]
    fn a_signature_is_for_one_table_and_one_record() {
        assert_eq!(signed().check("cd"), Ok(()));
        assert_eq!(signed().check("ce").unwrap_err().code, "bad_signature");
        let table = "ac".to_owned();
        let other = Signature { table, ..signed() };
        assert_eq!(other.check("cd").unwrap_err().code, "bad_signature");
        let key = HexKey(SigningKey::from_bytes(&[4; 32]).verifying_key().to_bytes());
        let other = Signature { key, ..signed() };
        assert_eq!(other.check("cd").unwrap_err().code, "bad_signature");
        let no_point = Signature {
            key: HexKey([2; 32]),
            ..signed()
        };
        assert_eq!(no_point.check("cd").unwrap_err().code, "bad_signature");
    }

    #[test]
    fn it_is_written_and_read() {
        let text = serde_json::to_string(&signed()).unwrap();
        assert_eq!(serde_json::from_str::<Signature>(&text).unwrap(), signed());
        for bad in ["", "00", &"g".repeat(128), &"é".repeat(64), &"A".repeat(128)] {
            assert!(HexSign::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
