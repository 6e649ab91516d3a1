//! Who does not hear whose chat at a table.

use roundtable_protocol::{Code, PersonId, Refusal};

use super::audience::Tell;
use super::room::{Room, Step};
use crate::store::StoredMute;

/// The most people whom one person can mute at a table, and whom the host can mute for everybody.
const MOST: usize = 50;

/// The mutes of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Mutes(Vec<StoredMute>);

impl From<Vec<StoredMute>> for Mutes {
    fn from(mutes: Vec<StoredMute>) -> Self {
        Self(mutes)
    }
}

impl Mutes {
    /// Whom the host has muted for everybody.
    pub(super) fn for_everybody(&self) -> impl Iterator<Item = &PersonId> {
        self.by_whom(None)
    }

    /// Whom this person has muted for themselves.
    pub(super) fn by<'a>(&'a self, who: Option<&'a PersonId>) -> impl Iterator<Item = &'a PersonId> {
        who.into_iter().flat_map(|who| self.by_whom(Some(who)))
    }

    fn by_whom<'a>(&'a self, by: Option<&'a PersonId>) -> impl Iterator<Item = &'a PersonId> {
        let own = self.0.iter().filter(move |mute| mute.by.as_ref() == by);
        own.map(|mute| &mute.person)
    }

    /// All of them, for a table that follows this one.
    pub(super) fn all(&self) -> &[StoredMute] {
        &self.0
    }
}

impl Room {
    /// Stops or begins to hear somebody again.
    pub(super) fn mute(
        &mut self,
        who: &PersonId,
        person: PersonId,
        on: bool,
        everybody: bool,
    ) -> Result<Step, Refusal> {
        if everybody && self.state.host != *who {
            return Err(Refusal::new(
                Code::NotHost,
                "only the host can mute somebody for everybody",
            ));
        }
        let by = (!everybody).then(|| who.clone());
        let mute = StoredMute { by, person };
        let known = self.mutes.0.contains(&mute);
        let mut step = self.step();
        if known == on {
            return Ok(step);
        }
        if on {
            if !self.names.contains_key(&mute.person) {
                return Err(Refusal::new(Code::NoPerson, "nobody here is called that"));
            }
            if self.mutes.by_whom(mute.by.as_ref()).count() >= MOST {
                return Err(Refusal::new(
                    Code::TooMany,
                    "you have muted too many people at this table",
                ));
            }
            self.mutes.0.push(mute.clone());
        } else {
            self.mutes.0.retain(|other| *other != mute);
        }
        step.write.mute = Some((mute, on));
        step.tell
            .push(if everybody { Tell::Table } else { Tell::You(who.clone()) });
        Ok(step)
    }
}
