//! Receipts: what a player kept of a game, to check its record with.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::link::links;
use crate::{AnyMatch, Code, DiceSource, Eye, FairDeal, HexKey, Link, Record, Refusal, Seat};

/// The only format so far.
pub const RECEIPT: &str = "roundtable-receipt/1";

/// What a player's own browser kept of a game while it was played. The server cannot change it, so a record that
/// agrees with it is the record of the game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Always [`RECEIPT`].
    pub format: String,
    /// The identifier of the table.
    pub table: String,
    /// Where the player sat; nothing for a spectator.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The server's public key, as it was shown during the game.
    #[serde(default)]
    pub key: Option<HexKey>,
    /// The rounds of the deal, as they were seen.
    #[serde(default)]
    pub rounds: Vec<KeptRound>,
    /// The last link of the chain.
    #[serde(default)]
    pub link: Option<Link>,
    /// What was told.
    #[serde(default)]
    pub told: Option<KeptEvents>,
}

/// A round of the deal, as a player saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptRound {
    /// Which round, from 1.
    pub round: usize,
    /// The host's commitment.
    pub commitment: HexKey,
    /// The player's own number.
    #[serde(default)]
    pub number: Option<HexKey>,
    /// Everybody's promises, as they stood before any number was revealed.
    #[serde(default)]
    pub promises: Option<Vec<Option<HexKey>>>,
    /// Whether the server acknowledged the number.
    #[serde(default)]
    pub revealed: bool,
}

/// What a player was told: how many events, and a running digest of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptEvents {
    /// How many.
    pub events: usize,
    /// SHA-256 of the digest before (at first 32 zero bytes) and the event as compact JSON, event by event.
    pub digest: HexKey,
}

/// What a receipt confirmed of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Confirmed {
    /// In how many rounds of the deal everything was as the player had seen it.
    pub rounds: usize,
    /// Whether the player's own number is part of the deal.
    pub number: bool,
    /// After how many moves the player's link is part of the chain.
    pub link: Option<usize>,
    /// How many events follow from the record as they were told.
    pub told: Option<usize>,
    /// Whether the record is signed with the key that the player saw.
    pub signed: bool,
}

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    /// [`Code::BadReceipt`].
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let bad = |message: String| Refusal::new(Code::BadReceipt, message);
        let receipt: Self =
            serde_json::from_str(text).map_err(|error| bad(format!("this is no whole receipt: {error}")))?;
        if receipt.format != RECEIPT {
            let format = &receipt.format;
            return Err(bad(format!(
                "this receipt is in format `{format}`; this program reads `{RECEIPT}`"
            )));
        }
        Ok(receipt)
    }

    /// Compares a record, which was checked by itself already, with what the player kept. `game` is the record,
    /// replayed.
    ///
    /// # Errors
    /// The first thing that does not agree, each with a code of its own.
    pub fn check(&self, record: &Record, game: &dyn AnyMatch) -> Result<Confirmed, Refusal> {
        let DiceSource::Fair(deal) = &record.dice else {
            return Err(Refusal::new(
                Code::OtherDeal,
                "this record has no fair deal, and the receipt is for one",
            ));
        };
        let signed = self.check_signature(record)?;
        let number = self.check_rounds(deal)?;
        Ok(Confirmed {
            rounds: self.rounds.len(),
            number,
            link: self.check_link(&deal.secret, record)?,
            told: self.check_told(game)?,
            signed,
        })
    }

    fn check_signature(&self, record: &Record) -> Result<bool, Refusal> {
        let refuse = |code, message: &str| Err(Refusal::new(code, message));
        match (&record.signature, &self.key) {
            (Some(signature), _) if signature.table != self.table => {
                refuse(Code::OtherTable, "this record is of another table than the receipt")
            }
            (Some(signature), Some(key)) if signature.key != *key => refuse(
                Code::OtherKey,
                "this record is signed with another key than the server had during the game",
            ),
            (Some(_), key) => Ok(key.is_some()),
            (None, None) => Ok(false),
            (None, Some(_)) => refuse(
                Code::NotSigned,
                "this record is not signed, although the server had a key during the game",
            ),
        }
    }

    /// Returns whether the player's own number is part of the deal.
    fn check_rounds(&self, deal: &FairDeal) -> Result<bool, Refusal> {
        let refuse = |code, message: String| Err(Refusal::new(code, message));
        let failed = deal.failed.iter();
        let failed = failed.map(|round| (&round.commitment, &round.promises, &round.numbers));
        let rounds: Vec<_> = failed
            .chain([(&deal.commitment, &deal.promises, &deal.numbers)])
            .collect();
        let mut last = 0;
        for kept in &self.rounds {
            let at = kept.round;
            let Some((commitment, promises, numbers)) = at.checked_sub(1).and_then(|at| rounds.get(at)) else {
                return refuse(
                    Code::OtherRoll,
                    format!("you saw a round {at} of the deal; the record has {}", rounds.len()),
                );
            };
            if **commitment != kept.commitment {
                return refuse(
                    Code::OtherCommitment,
                    format!("the commitment of round {at} of the deal is not the one that you were shown"),
                );
            }
            if let Some(number) = &kept.number {
                let place = self.seat.map_or(usize::MAX, Seat::index);
                if promises.get(place) != Some(&Some(FairDeal::promise(number))) {
                    return refuse(
                        Code::OtherNumber,
                        format!("round {at} of the deal was not made with your number"),
                    );
                }
                if kept.revealed && numbers.get(place) != Some(&Some(number.clone())) {
                    return refuse(
                        Code::NotSilent,
                        format!(
                            "the record says that you gave no number in round {at} of the deal, but the server had \
                             acknowledged it"
                        ),
                    );
                }
                // Whoever is asked in one round has answered in all before it.
                if last + 1 != at {
                    return refuse(
                        Code::OtherRoll,
                        format!("the record has a round of the deal before round {at} that you were not shown"),
                    );
                }
                last = at;
            }
            if kept.promises.as_ref().is_some_and(|roll| roll != *promises) {
                return refuse(
                    Code::OtherRoll,
                    format!(
                        "the promises of round {at} of the deal are not those that stood before your number was known"
                    ),
                );
            }
        }
        let answered = self.rounds.iter().rfind(|kept| kept.number.is_some());
        if answered.is_some_and(|kept| kept.revealed && kept.round < rounds.len()) {
            return refuse(
                Code::LeftOut,
                format!(
                    "the deal was made anew after round {last}, without your number: either your connection was lost \
                     then, or you were left out"
                ),
            );
        }
        Ok(answered.is_some_and(|kept| kept.revealed))
    }

    fn check_link(&self, secret: &HexKey, record: &Record) -> Result<Option<usize>, Refusal> {
        let Some(link) = &self.link else { return Ok(None) };
        if record.moves.len() < link.ply {
            return Err(Refusal::new(
                Code::CutRecord,
                format!(
                    "this record has {} moves, but the server had acknowledged {}: the rest was cut off",
                    record.moves.len(),
                    link.ply
                ),
            ));
        }
        if !links(secret, record).contains(link) {
            return Err(Refusal::new(
                Code::OtherLink,
                format!(
                    "the first {} moves, claims and the deal of this record are not those that the server had \
                     acknowledged: something was changed",
                    link.ply
                ),
            ));
        }
        Ok(Some(link.ply))
    }

    fn check_told(&self, game: &dyn AnyMatch) -> Result<Option<usize>, Refusal> {
        let Some(told) = &self.told else { return Ok(None) };
        let eye = self.seat.map_or(Eye::Table, Eye::Seat);
        let mut digest = HexKey([0; 32]);
        for event in game.events(eye, 0).iter().take(told.events) {
            let mut hash = Sha256::new();
            hash.update(digest.0);
            hash.update(serde_json::to_vec(event).expect("an event has only string keys"));
            digest = HexKey(hash.finalize().into());
        }
        if game.event_count() < told.events || digest != told.digest {
            return Err(Refusal::new(
                Code::OtherEvents,
                "what you were told during the game does not follow from this record: you were shown other cards or \
                 other moves",
            ));
        }
        Ok(Some(told.events))
    }
}
