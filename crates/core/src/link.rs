//! A link of a game's chain, as players keep it.

use serde::{Deserialize, Serialize};

use crate::{Chain, HexKey, Record};

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
    let mut chain = Chain::begin(secret, record);
    let link = |ply: usize, chain: &Chain| Link {
        ply,
        digest: chain.last().clone(),
    };
    let mut links = vec![link(0, &chain)];
    let mut talk = record.talk.iter().peekable();
    for ply in 0..=record.moves.len() {
        while let Some(said) = talk.next_if(|said| said.ply <= ply || ply == record.moves.len()) {
            chain.claim(said);
            links.push(link(ply, &chain));
        }
        if let Some(played) = record.moves.get(ply) {
            chain.play(played);
            links.push(link(ply + 1, &chain));
        }
    }
    links
}
