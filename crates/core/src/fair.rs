//! Fair deals: dice that neither the host nor any player can choose.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Code, Dice, HexKey, Refusal};

/// How the host and the players of a table agreed on the dice.
///
/// The host draws a secret and shows its SHA-256, the commitment, before the first card. Every player adds a random
/// number. The key of the dice is a hash of them all, and the record publishes the secret. So the host cannot choose
/// the deal once the numbers are known, and no player can choose it at all. Nothing can prove that the host did not
/// *look*.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FairDeal {
    /// SHA-256 of the secret, shown before the first card.
    pub commitment: HexKey,
    /// The host's part.
    pub secret: HexKey,
    /// The players' parts, seat by seat; nothing for a bot and for a player who gave none.
    pub numbers: Vec<Option<HexKey>>,
}

impl FairDeal {
    /// The commitment, which is shown before the first card.
    #[must_use]
    pub fn commit(secret: &HexKey) -> HexKey {
        HexKey(Sha256::digest(secret.0).into())
    }

    /// The deal from a secret and the players' numbers.
    #[must_use]
    pub fn new(secret: HexKey, numbers: Vec<Option<HexKey>>) -> Self {
        Self {
            commitment: Self::commit(&secret),
            secret,
            numbers,
        }
    }

    /// The dice of this deal.
    #[must_use]
    pub fn dice(&self) -> Dice {
        let mut hash = Sha256::new();
        hash.update(b"roundtable fair deal");
        hash.update(self.secret.0);
        for number in &self.numbers {
            // A mark before each place, so that "no number" differs from every number.
            match number {
                None => hash.update([0]),
                Some(number) => {
                    hash.update([1]);
                    hash.update(number.0);
                }
            }
        }
        Dice::from_key(hash.finalize().into())
    }

    /// Whether the secret is the one that was committed to, and there is a place for every player's number.
    ///
    /// # Errors
    /// [`Code::BadCommitment`] if not.
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn deal() -> FairDeal {
        FairDeal::new(HexKey([7; 32]), vec![Some(HexKey([1; 32])), None])
    }

    fn first(deal: &FairDeal) -> u32 {
        deal.dice().below(Purpose::named("test"), u32::MAX)
    }

    /// Golden: a changed number here means that every stored fair deal would replay as another game.
    #[test]
    fn the_same_agreement_gives_the_same_dice_for_ever() {
        assert_eq!(first(&deal()), 4_244_167_452);
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
}
