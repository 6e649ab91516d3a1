//! A record, replayed move by move.

use crate::{AnyMatch, AnyMove, Claimed, Code, Record, Refusal};

/// A replay cursor: a match that goes through a record move by move, with every claim in its place.
///
/// The cursor stands after some number of moves and everything said by then. Every move goes through the same gate as
/// the first time. [`Match::replay`](crate::Match::replay) goes straight to the end.
#[derive(Debug)]
pub struct Replay<'r, M: AnyMatch + ?Sized> {
    record: &'r Record,
    game: Box<M>,
    /// How many claims of the record have been made.
    heard: usize,
}

impl<'r, M: AnyMatch + ?Sized> Replay<'r, M> {
    /// A cursor at the beginning. `game` is the record's first position, before any of its moves.
    ///
    /// # Errors
    /// As [`forward`](Self::forward), for claims before the first move.
    pub fn new(record: &'r Record, game: Box<M>) -> Result<Self, Refusal> {
        let mut replay = Self { record, game, heard: 0 };
        replay.hear()?;
        Ok(replay)
    }

    /// The match at the cursor.
    #[must_use]
    pub fn game(&self) -> &M {
        &self.game
    }

    /// Moves the cursor on by one move. Returns whether there was one.
    ///
    /// # Errors
    /// [`Code::BadReplay`] with the first move that is not legal, or the first claim that is not valid or not in its
    /// place.
    pub fn forward(&mut self) -> Result<bool, Refusal> {
        let ply = self.game.ply();
        let Some(played) = self.record.moves.get(ply) else {
            return Ok(false);
        };
        let wrong = |why| Refusal::new(Code::BadReplay, format!("move {ply} of the record, `{played}`: {why}"));
        self.game
            .make(played.seat, AnyMove::Notation(&played.notation))
            .map_err(wrong)?;
        self.hear()?;
        Ok(true)
    }

    /// Moves the cursor on to after `ply` moves, or to the end.
    ///
    /// # Errors
    /// As [`forward`](Self::forward).
    pub fn to(mut self, ply: usize) -> Result<Self, Refusal> {
        while self.game.ply() < ply && self.forward()? {}
        Ok(self)
    }

    /// Moves the cursor to the end and returns the match.
    ///
    /// # Errors
    /// As [`forward`](Self::forward).
    pub fn finish(self) -> Result<Box<M>, Refusal> {
        let end = self.to(usize::MAX)?;
        match end.record.talk.get(end.heard) {
            Some(said) => Err(wrong(
                said,
                &format!("it is not in its place, after {} moves", said.ply),
            )),
            None => Ok(end.game),
        }
    }

    /// Makes the claims at the cursor.
    fn hear(&mut self) -> Result<(), Refusal> {
        let ply = self.game.ply();
        while let Some(said) = self.record.talk.get(self.heard).filter(|said| said.ply <= ply) {
            if said.ply != ply {
                return Err(wrong(
                    said,
                    &format!("it is not in its place, after {} moves", said.ply),
                ));
            }
            self.game
                .claim(said.seat, &said.claim)
                .map_err(|refusal| wrong(said, &refusal.message))?;
            self.heard += 1;
        }
        Ok(())
    }
}

fn wrong(said: &Claimed, why: &str) -> Refusal {
    Refusal::new(
        Code::BadReplay,
        format!("the claim {} of seat {}: {why}", said.claim, said.seat),
    )
}
