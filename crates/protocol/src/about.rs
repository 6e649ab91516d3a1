//! What a server says about itself.

use roundtable_core::HexKey;
use serde::Serialize;

/// `GET /api/about`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct About {
    /// The version of the network protocol; see [`VERSION`](crate::VERSION).
    pub protocol: u32,
    /// The public key with which the server signs records: Ed25519, 64 hexadecimal digits.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub key: HexKey,
}
