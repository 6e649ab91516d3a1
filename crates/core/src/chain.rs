//! The chain of a game: a running digest of everything that happened, from the deal to the last move.

use sha2::{Digest as _, Sha256};

use crate::{Claimed, HexKey, Played, Record};

/// A running digest of a game. Each move and each claim makes the next link, so one link stands for everything before
/// it: whoever keeps one notices a game that was cut before it, or changed anywhere.
///
/// Players keep links of games whose moves they may not know yet. So every link is mixed with a salt that follows from
/// the table's secret: until the secret is published with the record, a link tells nothing, not even to somebody who
/// tries all moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    salt: [u8; 32],
    last: HexKey,
}

/// What makes a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// The deal.
    Deal,
    /// The move with this number, from 0.
    Move(usize),
    /// The claim with this number among the claims, from 0.
    Claim(usize),
}

impl Chain {
    /// The first link: how the game begins, without moves and talk.
    #[must_use]
    pub fn begin(secret: &HexKey, record: &Record) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"roundtable chain salt");
        hash.update(secret.0);
        let salt: [u8; 32] = hash.finalize().into();
        let beginning = Record {
            moves: Vec::new(),
            talk: Vec::new(),
            chain: None,
            digest: None,
            signature: None,
            ..record.clone()
        };
        let mut hash = Sha256::new();
        hash.update(b"roundtable chain");
        hash.update(salt);
        hash.update(beginning.to_compact());
        Self {
            salt,
            last: HexKey(hash.finalize().into()),
        }
    }

    /// The chain of a whole record, claims in their places before the moves that followed them.
    #[must_use]
    pub fn of(secret: &HexKey, record: &Record) -> Self {
        Self::walk(secret, record, |_, _| ())
    }

    /// The same, link by link: `each` gets what made a link, and the chain that ends with it.
    pub fn walk(secret: &HexKey, record: &Record, mut each: impl FnMut(Entry, &Self)) -> Self {
        let mut chain = Self::begin(secret, record);
        each(Entry::Deal, &chain);
        let mut talk = record.talk.iter().enumerate().peekable();
        let moves = record.moves.len();
        for ply in 0..=moves {
            while let Some((number, said)) = talk.next_if(|(_, said)| said.ply <= ply || ply == moves) {
                chain.claim(said);
                each(Entry::Claim(number), &chain);
            }
            if let Some(played) = record.moves.get(ply) {
                chain.play(played);
                each(Entry::Move(ply), &chain);
            }
        }
        chain
    }

    /// The link after a move.
    pub fn play(&mut self, played: &Played) {
        // The line of the record, in parts: this is on the way of every move.
        let mut seat = itoa::Buffer::new();
        self.add("move", &[seat.format(played.seat.index()), " ", &played.notation]);
    }

    /// The link after a claim.
    pub fn claim(&mut self, said: &Claimed) {
        let line = format!("{} {} {}", said.ply, said.seat.index(), said.claim);
        self.add("claim", &[&line]);
    }

    /// The last link.
    #[must_use]
    pub const fn last(&self) -> &HexKey {
        &self.last
    }

    fn add(&mut self, kind: &str, line: &[&str]) {
        let mut hash = Sha256::new();
        hash.update(self.last.0);
        hash.update(self.salt);
        // No kind begins another, so no line can be taken for one of another kind.
        hash.update(kind);
        hash.update(b" ");
        for part in line {
            hash.update(part);
        }
        self.last = HexKey(hash.finalize().into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{DiceSource, FORMAT, Seat, Setup};

    fn record(moves: &[&str]) -> Record {
        Record {
            format: FORMAT.to_owned(),
            setup: Setup {
                game: "toy".to_owned(),
                rules_version: 1,
                players: 2,
                options: serde_json::Map::new(),
            },
            deck: None,
            dice: DiceSource::Seed(7),
            start: None,
            moves: moves.iter().map(|line| line.parse().unwrap()).collect(),
            talk: Vec::new(),
            chain: None,
            digest: None,
            signature: None,
        }
    }

    fn said(ply: usize) -> Claimed {
        Claimed {
            ply,
            seat: Seat::new(1),
            claim: json!({"type": "honest"}),
        }
    }

    const SECRET: HexKey = HexKey([9; 32]);

    /// Golden: players keep links, and stored games hold them.
    #[test]
    fn a_chain_is_the_same_for_ever() {
        let mut told = record(&["0 go", "1 go"]);
        told.talk = vec![said(1)];
        let text = |chain: &Chain| String::from(chain.last().clone());
        assert_eq!(
            text(&Chain::begin(&SECRET, &told)),
            "17dc3073eed23cbdb40e6a796b22b57bb7452b0013c6b449314346e5c2c47654"
        );
        assert_eq!(
            text(&Chain::of(&SECRET, &told)),
            "24d40702e7c7010cbe059f71f296a28c1680b7c8f6d79f3f5ec2ae4cbd2c441a"
        );
    }

    #[test]
    fn it_grows_as_the_game_is_played() {
        let mut whole = record(&["0 go", "1 go"]);
        whole.talk = vec![said(1), said(2)];
        let mut chain = Chain::begin(&SECRET, &whole);
        chain.play(&whole.moves[0]);
        chain.claim(&said(1));
        chain.play(&whole.moves[1]);
        chain.claim(&said(2));
        assert_eq!(chain, Chain::of(&SECRET, &whole));
    }

    #[test]
    fn everything_counts_and_its_place_too() {
        let whole = record(&["0 go", "1 go"]);
        let mut others = vec![
            Chain::of(&HexKey([8; 32]), &whole),
            Chain::of(&SECRET, &record(&["0 go"])),
            Chain::of(&SECRET, &record(&["0 go", "0 go"])),
            Chain::of(&SECRET, &record(&["1 go", "0 go"])),
        ];
        for ply in 0..3 {
            let talk = vec![said(ply)];
            others.push(Chain::of(&SECRET, &Record { talk, ..whole.clone() }));
        }
        let dice = DiceSource::Seed(8);
        others.push(Chain::of(&SECRET, &Record { dice, ..whole.clone() }));
        others.push(Chain::of(&SECRET, &whole));
        let mut links: Vec<[u8; 32]> = others.iter().map(|chain| chain.last().0).collect();
        links.sort_unstable();
        links.dedup();
        assert_eq!(links.len(), others.len());
    }
}
