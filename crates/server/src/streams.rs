//! The open streams of what happens to people, so that they are told when there is another table to follow.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use roundtable_protocol::PersonId;
use tokio::sync::Notify;

/// The most streams of one person.
const MOST: usize = 5;

/// The open streams, by person.
#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<HashMap<PersonId, Vec<Arc<Notify>>>>>);

/// An open stream, which is forgotten when this is dropped.
pub struct Open {
    person: PersonId,
    wake: Arc<Notify>,
    all: Streams,
}

impl Streams {
    fn lock(&self) -> MutexGuard<'_, HashMap<PersonId, Vec<Arc<Notify>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers another stream of a person, unless they have too many.
    #[must_use]
    pub fn open(&self, person: &PersonId) -> Option<Open> {
        let mut streams = self.lock();
        let theirs = streams.entry(person.clone()).or_default();
        if theirs.len() >= MOST {
            return None;
        }
        let wake = Arc::new(Notify::new());
        theirs.push(Arc::clone(&wake));
        drop(streams);
        Some(Open {
            person: person.clone(),
            wake,
            all: self.clone(),
        })
    }

    /// There may be other tables to follow for these people.
    pub fn wake(&self, people: &[PersonId]) {
        let streams = self.lock();
        for stream in people.iter().filter_map(|person| streams.get(person)).flatten() {
            stream.notify_one();
        }
    }
}

impl Open {
    /// Resolves when there may be other tables to follow, also if that was since the last time.
    pub async fn woken(&self) {
        self.wake.notified().await;
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut streams = self.all.lock();
        if let Some(theirs) = streams.get_mut(&self.person) {
            theirs.retain(|wake| !Arc::ptr_eq(wake, &self.wake));
            if theirs.is_empty() {
                streams.remove(&self.person);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_person_has_a_few_streams_and_only_theirs_are_woken() {
        let (streams, ann, ben) = (
            Streams::default(),
            PersonId::from_bits([1; 8]),
            PersonId::from_bits([2; 8]),
        );
        let mut open: Vec<Open> = (0..MOST).map(|_| streams.open(&ann).unwrap()).collect();
        assert!(streams.open(&ann).is_none());
        let other = streams.open(&ben).unwrap();
        streams.wake(std::slice::from_ref(&ann));
        for stream in &open {
            stream.woken().await;
        }
        let asleep = tokio::time::timeout(std::time::Duration::from_millis(20), other.woken()).await;
        assert!(asleep.is_err());
        open.pop();
        assert!(streams.open(&ann).is_some());
        drop((open, other));
        assert!(streams.lock().is_empty());
    }
}
