//! Fair deals: dice that neither the host nor any player can choose.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Code, Dice, FailedRound, HexKey, Refusal};

/// How the host and the players of a table agreed on the dice.
///
/// The host draws a secret and shows its SHA-256, the commitment. Every player draws a number and shows only a hash of
/// it, the promise. When all of these stand, the numbers are revealed, and the key of the dice is a hash of them all;
/// the record publishes everything. So nobody can choose the deal: whoever has not promised yet knows no number of
/// others, and whoever knows a number can no longer change a promise. Nothing can prove that the host did not *look*.
///
/// If somebody stays silent, the round has failed, and the deal is made anew without them; the record holds every
/// failed round.
///
/// In old records players gave their numbers without a promise: `promises` is empty there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FairDeal {
    /// SHA-256 of the secret, shown before the first card.
    pub commitment: HexKey,
    /// The host's part.
    pub secret: HexKey,
    /// The players' parts, seat by seat; nothing for a bot and for a player who gave none.
    pub numbers: Vec<Option<HexKey>>,
    /// What stood before any number was revealed, seat by seat; left out if nobody promised anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promises: Vec<Option<HexKey>>,
    /// The rounds in which somebody stayed silent; left out if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedRound>,
}

impl FairDeal {
    /// The commitment, which is shown before the first card.
    #[must_use]
    pub fn commit(secret: &HexKey) -> HexKey {
        HexKey(Sha256::digest(secret.0).into())
    }

    /// The promise of a number, which is shown before the number.
    #[must_use]
    pub fn promise(number: &HexKey) -> HexKey {
        let mut hash = Sha256::new();
        hash.update(b"roundtable number");
        hash.update(number.0);
        HexKey(hash.finalize().into())
    }

    /// The deal from a secret and numbers that nobody promised.
    #[must_use]
    pub fn new(secret: HexKey, numbers: Vec<Option<HexKey>>) -> Self {
        Self {
            commitment: Self::commit(&secret),
            secret,
            numbers,
            promises: Vec::new(),
            failed: Vec::new(),
        }
    }

    /// The deal from a secret, the revealed numbers, and the rounds that failed before.
    #[must_use]
    pub fn promised(secret: HexKey, numbers: Vec<Option<HexKey>>, failed: Vec<FailedRound>) -> Self {
        let promises = numbers.iter().map(|number| number.as_ref().map(Self::promise));
        Self {
            promises: promises.collect(),
            failed,
            ..Self::new(secret, numbers)
        }
    }

    /// The dice of this deal.
    #[must_use]
    pub fn dice(&self) -> Dice {
        Dice::from_key(self.key().0)
    }

    /// The key of the dice.
    #[must_use]
    pub fn key(&self) -> HexKey {
        let mut hash = Sha256::new();
        // Without promises it is the key of old records.
        hash.update(if self.promises.is_empty() {
            &b"roundtable fair deal"[..]
        } else {
            &b"roundtable promised deal"[..]
        });
        hash.update(self.secret.0);
        for number in &self.numbers {
            mark(&mut hash, number.as_ref());
        }
        for round in &self.failed {
            hash.update(round.digest());
        }
        HexKey(hash.finalize().into())
    }

    /// Whether the secret is the one that was committed to, the numbers are those that were promised, there is a place
    /// for every player's number, and the failed rounds follow one another by the rule.
    ///
    /// # Errors
    /// [`Code::BadCommitment`], [`Code::BadPromise`] or [`Code::BadRound`] if not.
    pub fn check(&self, players: usize) -> Result<(), Refusal> {
        let bad = |message: &str| Err(Refusal::new(Code::BadCommitment, message));
        if self.commitment != Self::commit(&self.secret) {
            return bad(
                "the secret of this record is not the one that was promised: its SHA-256 is not the commitment",
            );
        }
        if self.numbers.len() != players {
            return bad("a fair deal has a place for the number of every seat");
        }
        if self.promises.is_empty() && self.failed.is_empty() {
            return Ok(());
        }
        let kept = |(promise, number): (&Option<HexKey>, &Option<HexKey>)| match (promise, number) {
            (Some(promise), Some(number)) => *promise == Self::promise(number),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if self.promises.len() != players || !self.promises.iter().zip(&self.numbers).all(kept) {
            return Err(Refusal::new(
                Code::BadPromise,
                "a number of this record is not the one that its seat promised before any number was known",
            ));
        }
        FailedRound::check_all(&self.failed, &self.promises)
    }
}

/// Hashes a number that may be missing, with a mark before it, so that "no number" differs from every number.
pub(crate) fn mark(hash: &mut Sha256, number: Option<&HexKey>) {
    match number {
        None => hash.update([0]),
        Some(number) => {
            hash.update([1]);
            hash.update(number.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn deal() -> FairDeal {
        FairDeal::new(HexKey([7; 32]), vec![Some(HexKey([1; 32])), None])
    }

    fn promised() -> FairDeal {
        FairDeal::promised(HexKey([7; 32]), vec![Some(HexKey([1; 32])), None], Vec::new())
    }

    fn first(deal: &FairDeal) -> u32 {
        deal.dice().below(Purpose::named("test"), u32::MAX)
    }

    /// Golden: a changed number here means that every stored fair deal would replay as another game.
    #[test]
    fn the_same_agreement_gives_the_same_dice_for_ever() {
        assert_eq!(first(&deal()), 4_244_167_452);
    }

    /// The same for deals with promises.
    #[test]
    fn the_same_promises_give_the_same_dice_for_ever() {
        assert_eq!(first(&promised()), 1_150_250_493);
    }

    #[test]
    fn every_part_counts_and_its_place_too() {
        let base = first(&deal());
        let other = |secret, numbers: [Option<[u8; 32]>; 2]| {
            first(&FairDeal::new(
                HexKey(secret),
                numbers.map(|number| number.map(HexKey)).to_vec(),
            ))
        };
        assert_ne!(base, other([8; 32], [Some([1; 32]), None]));
        assert_ne!(base, other([7; 32], [Some([2; 32]), None]));
        assert_ne!(base, other([7; 32], [None, Some([1; 32])]));
        assert_ne!(base, other([7; 32], [Some([1; 32]), Some([0; 32])]));
        assert_ne!(base, first(&promised()));
    }

    #[test]
    fn another_secret_than_the_promised_one_is_refused() {
        assert_eq!(deal().check(2), Ok(()));
        assert_eq!(deal().check(3).unwrap_err().code, "bad_commitment");
        let swapped = FairDeal {
            secret: HexKey([8; 32]),
            ..deal()
        };
        assert_eq!(swapped.check(2).unwrap_err().code, "bad_commitment");
    }

    #[test]
    fn another_number_than_the_promised_one_is_refused() {
        assert_eq!(promised().check(2), Ok(()));
        for numbers in [[Some([2; 32]), None], [None, None], [Some([1; 32]), Some([1; 32])]] {
            let swapped = FairDeal {
                numbers: numbers.map(|number| number.map(HexKey)).to_vec(),
                ..promised()
            };
            assert_eq!(swapped.check(2).unwrap_err().code, "bad_promise", "{numbers:?}");
        }
        let short = FairDeal {
            promises: promised().promises[..1].to_vec(),
            ..promised()
        };
        assert_eq!(short.check(2).unwrap_err().code, "bad_promise");
    }

    #[test]
    fn a_deal_without_promises_looks_as_before() {
        let text = serde_json::to_string(&deal()).unwrap();
        assert!(!text.contains("promises") && !text.contains("failed"), "{text}");
        let text = serde_json::to_string(&promised()).unwrap();
        assert_eq!(serde_json::from_str::<FairDeal>(&text).unwrap(), promised());
    }
}
