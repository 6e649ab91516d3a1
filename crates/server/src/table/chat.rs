//! Chat: players among themselves, spectators among themselves.

use roundtable_protocol::{Code, PersonId, Refusal};
use std::time::Instant;

use super::audience::Tell;
use super::room::{Room, Step};
use crate::limits::{Bucket, Rate};
use crate::names::Name;
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

    pub(super) fn talk(&mut self, who: &PersonId, name: &Name, text: &str) -> Result<Step, Refusal> {
        let text = spoken::tidy(text)?;
        if self.mutes.for_everybody().any(|muted| muted == who) {
            return Err(Refusal::new(Code::Muted, "the host of this table has muted you"));
        }
        self.may_watch(Some(who))?;
        self.may_talk(who)?;
        self.meet(who, name);
        let mut step = self.step();
        // Pages of chat begin at a time, so no two lines have the same.
        let after = self.chat.back().map_or(0, |line| line.at.saturating_add(1));
        let line = StoredChat {
            at: step.write.at.max(after),
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

    /// Whether this viewer is in the players' room.
    pub(super) fn is_player(&self, who: Option<&PersonId>) -> bool {
        who.is_some_and(|who| self.state.seat_of(who).is_some())
    }

    /// Whether this person has said something that is still remembered.
    pub(super) fn has_heard(&self, who: &PersonId) -> bool {
        self.chat.iter().any(|line| line.person == *who)
    }

    /// Whether this viewer hears the line.
    pub(super) fn hears(&self, who: Option<&PersonId>, line: &StoredChat) -> bool {
        self.is_player(who) == line.players && !self.mutes.by(who).any(|muted| *muted == line.person)
    }
}
