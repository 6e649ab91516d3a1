//! Rounds of a fair deal that failed, because somebody promised a number and did not reveal it.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::fair::mark;
use crate::{Code, FairDeal, HexKey, Refusal};

/// A round that failed. Nothing of it is dealt, and all of it is published, so that nobody can deal anew in secret.
///
/// Whoever promised a number and did not reveal it was silent, and gives no number from then on. So there are at most
/// as many failed rounds as seats, and each of them names who caused it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedRound {
    /// SHA-256 of the secret, shown before any number was revealed.
    pub commitment: HexKey,
    /// The host's part.
    pub secret: HexKey,
    /// What stood before any number was revealed, seat by seat.
    pub promises: Vec<Option<HexKey>>,
    /// The numbers that were revealed in time.
    pub numbers: Vec<Option<HexKey>>,
}

impl FailedRound {
    /// The seats that promised a number and did not reveal it.
    pub fn silent(&self) -> impl Iterator<Item = usize> {
        let pairs = self.promises.iter().zip(&self.numbers).enumerate();
        pairs.filter_map(|(seat, (promise, number))| (promise.is_some() && number.is_none()).then_some(seat))
    }

    /// What the key of the deal takes of this round: everything.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"roundtable failed round");
        hash.update(self.secret.0);
        for (promise, number) in self.promises.iter().zip(&self.numbers) {
            mark(&mut hash, promise.as_ref());
            mark(&mut hash, number.as_ref());
        }
        hash.finalize().into()
    }

    /// Whether these rounds failed by the rule, one after the other, before a deal with these promises.
    pub(crate) fn check_all(rounds: &[Self], dealt: &[Option<HexKey>]) -> Result<(), Refusal> {
        let later = rounds.iter().skip(1).map(|round| &round.promises[..]);
        for (round, next) in rounds.iter().zip(later.chain(std::iter::once(dealt))) {
            round.check(next)?;
        }
        Ok(())
    }

    fn check(&self, next: &[Option<HexKey>]) -> Result<(), Refusal> {
        let bad = |message: &str| Err(Refusal::new(Code::BadRound, message));
        let players = next.len();
        if self.promises.len() != players || self.numbers.len() != players {
            return bad("a failed round of the deal has a place for every seat");
        }
        if self.commitment != FairDeal::commit(&self.secret) {
            return bad("the secret of a failed round of the deal is not the one that was committed to");
        }
        let kept = |(promise, number): (&Option<HexKey>, &Option<HexKey>)| match number {
            Some(number) => promise.as_ref() == Some(&FairDeal::promise(number)),
            None => true,
        };
        if !self.promises.iter().zip(&self.numbers).all(kept) {
            return bad("a number of a failed round of the deal is not the one that its seat promised");
        }
        if self.silent().next().is_none() {
            return bad("a round of the deal was repeated although nobody had stayed silent");
        }
        let mut seats = self.numbers.iter().zip(next);
        if seats.any(|(number, next)| number.is_none() && next.is_some()) {
            return bad("whoever stays silent in a round of the deal gives no number after it");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(byte: u8) -> Option<HexKey> {
        Some(HexKey([byte; 32]))
    }

    fn promise(byte: u8) -> Option<HexKey> {
        number(byte).as_ref().map(FairDeal::promise)
    }

    /// Three promised, the last was silent.
    fn round() -> FailedRound {
        let secret = HexKey([9; 32]);
        FailedRound {
            commitment: FairDeal::commit(&secret),
            secret,
            promises: vec![promise(1), promise(2), promise(3)],
            numbers: vec![number(1), number(2), None],
        }
    }

    fn deal(failed: Vec<FailedRound>) -> FairDeal {
        FairDeal::promised(HexKey([8; 32]), vec![number(4), number(5), None], failed)
    }

    #[test]
    fn who_was_silent_is_written_down() {
        assert_eq!(round().silent().collect::<Vec<_>>(), [2]);
        assert_eq!(deal(vec![round()]).check(3), Ok(()));
    }

    #[test]
    fn a_round_cannot_be_repeated_at_will() {
        let code = |change: fn(&mut FailedRound)| {
            let mut round = round();
            change(&mut round);
            deal(vec![round]).check(3).unwrap_err().code
        };
        assert_eq!(code(|round| round.secret = HexKey([1; 32])), "bad_round");
        assert_eq!(code(|round| round.numbers[2] = number(3)), "bad_round");
        assert_eq!(code(|round| round.numbers[0] = number(7)), "bad_round");
        assert_eq!(code(|round| round.numbers[0] = None), "bad_round");
        assert_eq!(code(|round| round.promises.truncate(2)), "bad_round");
        // Who was silent once is out for good.
        assert_eq!(deal(vec![round(), round()]).check(3).unwrap_err().code, "bad_round");
    }

    #[test]
    fn every_failed_round_changes_the_dice() {
        let first = |deal: &FairDeal| deal.dice().below(crate::Purpose::named("test"), u32::MAX);
        let mut other = round();
        other.numbers[1] = None;
        let seen = [deal(Vec::new()), deal(vec![round()]), deal(vec![other])].map(|deal| first(&deal));
        assert!(
            seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2],
            "{seen:?}"
        );
    }
}
