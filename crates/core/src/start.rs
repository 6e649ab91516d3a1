//! Games that continue from an earlier one: from what one seat knew after some number of moves, with everything else
//! dealt again.

use serde::{Deserialize, Serialize};

use crate::{Claimed, Code, Eye, Game, GameInfo, Match, Purpose, Record, Refusal, Seat};

/// The longest chain of games that continue from one another.
const LONGEST: usize = 16;

/// The dice of a game that continues draw what the seat could not know, and the future.
const ANEW: Purpose = Purpose::named("continue");

/// The start of a game that continues from an earlier one.
///
/// Its first position is a sample of the earlier one: everything that `seat` could not know is dealt again
/// ([`Game::resample`]), with the dice of the *new* record. So the record holds no position, and every replay gives the
/// same one.
///
/// Of the earlier events, `seat` keeps what it was told. The others (and spectators) keep only what a spectator was
/// told, because what they had seen of their own hands is no longer true. The eye that sees everything keeps what
/// `seat` was told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The earlier game, up to the last move before this one begins.
    pub record: Box<Record>,
    /// Whose knowledge is kept.
    pub seat: Seat,
    /// The version of the game's samples that drew the first position ([`GameInfo::samples_version`](crate::GameInfo)).
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub samples: u32,
}

/// The first version drew the samples of records from before samples had a version. It is not written, so that the
/// digests of those records stay valid.
const fn first_version() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks like this")]
const fn is_first_version(version: &u32) -> bool {
    *version == first_version()
}

impl Start {
    /// Whether a record can continue from this. The earlier record must have been checked already.
    pub(crate) fn check(&self, record: &Record) -> Result<(), Refusal> {
        let bad = |message: &str| Err(Refusal::new(Code::BadStart, message));
        let earlier = &self.record;
        let alike = earlier.setup == record.setup && earlier.deck == record.deck;
        if !alike {
            return bad("a game goes on from an earlier one of the same game, rules, players, options and deck");
        }
        if self.seat.index() >= record.setup.players {
            return bad("the seat whose knowledge is kept is not there");
        }
        if record.earlier().count() > LONGEST {
            return bad("too many games go on from one another");
        }
        Ok(())
    }

    /// Whether this program would draw the same sample again.
    fn check_samples(&self, info: &GameInfo) -> Result<(), Refusal> {
        if self.samples != info.samples_version {
            return Err(Refusal::new(
                Code::OtherSamples,
                format!(
                    "this game goes on from a sample of version {}; this program draws samples of {} by version {}, \
                     and they \
                     are others: replay it with a program of that time, or go on anew from the earlier game",
                    self.samples, info.name, info.samples_version
                ),
            ));
        }
        Ok(())
    }
}

impl Record {
    /// The games that this one continues from, the latest first.
    pub fn earlier(&self) -> impl Iterator<Item = &Self> {
        fn before(record: &Record) -> Option<&Record> {
            record.start.as_ref().map(|start| &*start.record)
        }
        std::iter::successors(before(self), |record| before(record))
    }

    /// The same game after its first `ply` moves, with the claims made until then, and without chain, digest
    /// and signature.
    #[must_use]
    pub fn until(&self, ply: usize) -> Self {
        Self {
            moves: self.moves.iter().take(ply).cloned().collect(),
            talk: self.talk.iter().filter(|said| said.ply <= ply).cloned().collect(),
            chain: None,
            digest: None,
            signature: None,
            ..self.clone()
        }
    }
}

impl<G: Game> Match<G> {
    /// The first position of a record that continues from another.
    pub(crate) fn going_on(record: &Record, start: &Start) -> Result<Self, Refusal> {
        start.check(record)?;
        start.check_samples(&G::INFO)?;
        let Self {
            setting,
            mut position,
            journal,
            talk,
            ..
        } = Self::replay(&start.record)?;
        let mut rng = record.dice.dice().rng(ANEW);
        position.resample(Eye::Seat(start.seat), &mut rng);
        // Everybody still knows what was said, and it was said before the first move of this game.
        let talk: Vec<_> = talk.into_iter().map(|said| Claimed { ply: 0, ..said }).collect();
        Ok(Self {
            setting,
            dice: record.dice.clone(),
            position,
            journal: journal.iter().map(|told| told.kept_by(start.seat)).collect(),
            moves: Vec::new(),
            heard: talk.len(),
            talk,
            start: Some(start.clone()),
        })
    }
}
