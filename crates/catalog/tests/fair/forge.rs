//! What an operator can write who forges records, and what an honest player keeps.

use ed25519_dalek::{Signer as _, SigningKey};
use roundtable_catalog::{GameId, deal, replay};
use roundtable_core::{
    AnyMove, Chain, DiceSource, Eye, FailedRound, FairDeal, HexKey, HexSign, KeptEvents, KeptRound, Link, RECEIPT,
    Receipt, Record, Rng, Seat, Signature,
};
use sha2::{Digest as _, Sha256};

pub(crate) const SECRET: HexKey = HexKey([1; 32]);

pub(crate) const TABLE: &str = "00112233445566778899aabbccddeeff";

pub(crate) fn number(byte: u8) -> HexKey {
    HexKey([byte; 32])
}

/// A whole game from these dice, with its chain and digest.
pub(crate) fn played(dice: FairDeal, seed: u64) -> Record {
    let game = GameId::KnightAtTheInn;
    let mut table = deal(&game.setup(2), None, DiceSource::Fair(dice)).unwrap();
    let mut rng = Rng::new(seed);
    while let Some(seat) = table.to_act().first() {
        let legal = table.legal(seat);
        let mv = &legal[rng.below(legal.len() as u32) as usize];
        table.make(seat, AnyMove::Number(mv.number.into())).unwrap();
    }
    resealed(table.record())
}

/// The record with a chain and a digest that fit, as an operator can always make them.
pub(crate) fn resealed(record: Record) -> Record {
    let DiceSource::Fair(fair) = &record.dice else { panic!() };
    let chain = Some(Chain::of(&fair.secret, &record).last().clone());
    Record { chain, ..record }.sealed()
}

/// The record, signed by a server.
pub(crate) fn signed(record: Record, server: u8) -> Record {
    let key = SigningKey::from_bytes(&[server; 32]);
    let message = Signature::message(TABLE, record.digest.as_deref().unwrap());
    let signature = Some(Signature {
        key: public(server),
        table: TABLE.to_owned(),
        sign: HexSign(key.sign(&message).to_bytes()),
    });
    Record { signature, ..record }
}

/// The public key of a server.
pub(crate) fn public(server: u8) -> HexKey {
    HexKey(SigningKey::from_bytes(&[server; 32]).verifying_key().to_bytes())
}

/// A round in which this seat was silent.
pub(crate) fn failed(silent: usize) -> FailedRound {
    let mut numbers = honest().numbers;
    numbers[silent] = None;
    FailedRound {
        commitment: honest().commitment,
        secret: SECRET,
        promises: honest().promises,
        numbers,
    }
}

/// A deal that was made anew after seat 1 was silent.
pub(crate) fn anew() -> FairDeal {
    FairDeal::promised(number(50), vec![Some(number(52)), None], vec![failed(1)])
}

/// Both players gave a number.
pub(crate) fn honest() -> FairDeal {
    FairDeal::promised(SECRET, vec![Some(number(2)), Some(number(3))], Vec::new())
}

/// What the player on seat 0 kept of the game.
pub(crate) fn kept(record: &Record) -> Receipt {
    let DiceSource::Fair(fair) = &record.dice else { panic!() };
    let game = replay(record).unwrap();
    let mut digest = HexKey([0; 32]);
    let events = game.events(Eye::Seat(Seat::new(0)), 0);
    for event in &events {
        let mut hash = Sha256::new();
        hash.update(digest.0);
        hash.update(serde_json::to_vec(event).unwrap());
        digest = HexKey(hash.finalize().into());
    }
    let mut rounds: Vec<KeptRound> = Vec::new();
    for round in &fair.failed {
        rounds.push(KeptRound {
            round: rounds.len() + 1,
            commitment: round.commitment.clone(),
            number: round.numbers[0].clone(),
            promises: Some(round.promises.clone()),
            revealed: true,
        });
    }
    rounds.push(KeptRound {
        round: rounds.len() + 1,
        commitment: fair.commitment.clone(),
        number: fair.numbers[0].clone(),
        promises: Some(fair.promises.clone()),
        revealed: true,
    });
    Receipt {
        format: RECEIPT.to_owned(),
        table: TABLE.to_owned(),
        seat: Some(Seat::new(0)),
        key: None,
        rounds,
        link: Some(Link {
            ply: record.moves.len(),
            digest: record.chain.clone().unwrap(),
        }),
        told: Some(KeptEvents {
            events: events.len(),
            digest,
        }),
    }
}
