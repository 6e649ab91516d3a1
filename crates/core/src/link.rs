//! A link of a game's chain, as players keep it.

use serde::{Deserialize, Serialize};

use crate::{Chain, Entry, HexKey, Record};

/// The last link of a game's chain after some number of moves: whoever keeps it notices a record that was cut before
/// it, or changed anywhere before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// After how many moves.
    pub ply: usize,
    /// The link: 64 hexadecimal digits. It tells nothing until the secret of the deal is published.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub digest: HexKey,
}

/// Every link of a record's chain, from the deal to the last move or claim.
pub(crate) fn links(secret: &HexKey, record: &Record) -> Vec<Link> {
    let (mut links, mut ply) = (Vec::new(), 0);
    Chain::walk(secret, record, |entry, chain| {
        if let Entry::Move(number) = entry {
            ply = number + 1;
        }
        let digest = chain.last().clone();
        links.push(Link { ply, digest });
    });
    links
}
