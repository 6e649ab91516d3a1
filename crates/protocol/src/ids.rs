//! The identifiers of tables and people.

use std::fmt;
use std::sync::Arc;

use roundtable_core::hex;
use serde::{Deserialize, Serialize};

/// The identifier of a table: 128 random bits. It is not a secret (logs show it), but nobody can guess one.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct TableId(Arc<str>);

/// The identifier of a person: 64 random bits, shown to everybody at the same table.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct PersonId(Arc<str>);

/// Whether the text is this many lower-case hexadecimal digits.
#[must_use]
pub fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

macro_rules! id {
    ($name:ident, $bytes:literal, $what:literal) => {
        impl $name {
            /// The identifier made of these random bits.
            #[must_use]
            pub fn from_bits(bits: [u8; $bytes]) -> Self {
                Self(hex(&bits).into())
            }

            /// The identifier as text.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_nothing_else_is() {
        let id = TableId::from_bits([0xa5; 16]);
        assert_eq!(TableId::try_from(id.to_string()), Ok(id));
        for bad in ["", "0", "../../etc/passwd", &"g".repeat(32), &"A".repeat(32)] {
            assert!(TableId::try_from(bad.to_owned()).is_err());
        }
    }
}
