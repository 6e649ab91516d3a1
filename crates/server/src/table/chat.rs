//! Chat: players among themselves, spectators among themselves.

use roundtable_protocol::{Code, PersonId, Refusal};
use std::time::Instant;

use super::audience::Tell;
use super::room::{Room, Step};
use crate::limits::{Bucket, Rate};
use crate::spoken;
use crate::store::StoredChat;

/// How many lines a table keeps in memory.
const KEPT: usize = 100;

/// The most people whose rate of talk a table remembers.
const TALKERS: usize = 1_000;

impl Room {
    /// Whether this person may say something now: at most one line a second in the long run.
    pub(super) fn may_talk(&mut self, who: &PersonId) -> Result<(), Refusal> {
        if self.chatting.len() >= TALKERS {
            self.chatting.clear();
        }
        let bucket = self.chatting.entry(who.clone()).or_insert(Bucket::full());
        if bucket.take(Rate::per_second(1, 8), Instant::now()) {
            Ok(())
        } else {
            Err(Refusal::new(
                Code::TooFast,
                "not so fast: wait a moment before you say more",
            ))
        }
    }

    pub(super) fn talk(&mut self, who: &PersonId, name: &str, text: &str) -> Result<Step, Refusal> {
        let text = spoken::tidy(text)?;
        if self.state.muted.contains(who) {
            return Err(Refusal::new(Code::Muted, "the host of this table has muted you"));
        }
        self.may_watch(Some(who))?;
        self.may_talk(who)?;
        self.meet(who, name);
        let mut step = self.step();
        let line = StoredChat {
            at: step.write.at,
            person: who.clone(),
            players: self.state.seat_of(who).is_some(),
            text,
        };
        if self.chat.len() >= KEPT {
            self.chat.pop_front();
        }
        self.chat.push_back(line.clone());
        step.write.chat = Some(line.clone());
        step.tell.push(Tell::Chat(line));
        Ok(step)
    }

    pub(super) fn mute(
        &mut self,
        who: &PersonId,
        person: PersonId,
        on: bool,
        everybody: bool,
    ) -> Result<Step, Refusal> {
        const MOST: usize = 200;
        if on && self.state.muted.len().max(self.state.deaf.len()) >= MOST {
            return Err(Refusal::new(Code::TooMany, "too many people are muted at this table"));
        }
        if everybody {
            if self.state.host != *who {
                return Err(Refusal::new(
                    Code::NotHost,
                    "only the host can mute somebody for everybody",
                ));
            }
            self.state.muted.retain(|muted| *muted != person);
            if on {
                self.state.muted.push(person);
            }
        } else {
            let pair = (who.clone(), person);
            self.state.deaf.retain(|other| *other != pair);
            if on {
                self.state.deaf.push(pair);
            }
        }
        self.changed(Tell::Table)
    }

    /// Whether this person has said something that is still remembered.
    pub(super) fn has_heard(&self, who: &PersonId) -> bool {
        self.chat.iter().any(|line| line.person == *who)
    }

    /// Whether this viewer hears the line.
    pub(super) fn hears(&self, who: Option<&PersonId>, line: &StoredChat) -> bool {
        let player = who.is_some_and(|who| self.state.seat_of(who).is_some());
        let deaf = |who: &PersonId| self.state.deaf.iter().any(|(a, b)| a == who && *b == line.person);
        player == line.players && !who.is_some_and(deaf)
    }
}
