//! How often a password may be tried: by device, by address, by name.
//!
//! An attacker chooses names and, with some effort, addresses. So what is remembered has a fixed size, whatever they
//! send: a *sketch*, in which a key has a bucket in each of four rows, at places that nobody can predict. Keys share
//! buckets, but a key is out of permissions only if all its buckets are, so strangers would have to drain most of the
//! sketch to lock one out. There is no list that could be full.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hash};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use roundtable_protocol::PersonId;
use serde::{Deserialize, Serialize};

use crate::limits::Address;
use crate::secret::TokenHash;

/// How many rows a sketch has.
const ROWS: usize = 4;

/// How many buckets a row has.
const PLACES: usize = 1 << 14;

/// The time in which a permission comes back: thirty an hour.
const EVERY: Duration = Duration::from_secs(120);

/// The most permissions at once.
const BURST: u32 = 10;

/// Permissions for keys, in a fixed amount of memory.
struct Sketch {
    seeds: [RandomState; ROWS],
    start: Instant,
    /// When each bucket is full again, in milliseconds since the start.
    full_at: Mutex<Box<[[u64; PLACES]]>>,
}

impl Sketch {
    fn new() -> Self {
        Self {
            seeds: std::array::from_fn(|_| RandomState::new()),
            start: Instant::now(),
            full_at: Mutex::new(vec![[0; PLACES]; ROWS].into_boxed_slice()),
        }
    }

    /// Takes a permission of this key, if one is left.
    fn take(&self, key: &impl Hash, now: Instant) -> bool {
        let now = now.saturating_duration_since(self.start).as_millis() as u64;
        let every = EVERY.as_millis() as u64;
        let latest = now + every * u64::from(BURST - 1);
        let mut rows = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let places: [usize; ROWS] = std::array::from_fn(|row| self.seeds[row].hash_one(key) as usize % PLACES);
        let at: [u64; ROWS] = std::array::from_fn(|row| rows[row][places[row]].max(now));
        let least = at.into_iter().min().unwrap_or(now);
        if least > latest {
            return false;
        }
        // A bucket that others have drained further stays as it is: what this key did is in the fullest.
        for (row, place) in places.into_iter().enumerate() {
            rows[row][place] = at[row].max(least + every);
        }
        true
    }
}

/// An attempt at a password.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// By somebody at this address, at this name as it is compared.
    Stranger(Address, String),
    /// From a device that is known.
    Device(TokenHash),
    /// By somebody who is signed in.
    Person(PersonId),
}

/// The most attempts that other nodes are told about at a time: more passwords are not checked meanwhile.
const TOLD: usize = 1000;

/// Attempts at passwords.
pub struct Attempts {
    addresses: Sketch,
    names: Sketch,
    known: Sketch,
    /// Those that the other nodes do not know yet, if there are any.
    untold: Option<Mutex<Vec<Attempt>>>,
}

impl Attempts {
    /// Nobody has tried anything yet. With `others`, attempts are noted for the other nodes.
    #[must_use]
    pub fn new(others: bool) -> Self {
        Self {
            addresses: Sketch::new(),
            names: Sketch::new(),
            known: Sketch::new(),
            untold: others.then(Mutex::default),
        }
    }

    /// Whether this may be tried. An address that has tried too often takes nothing from the name, so that it cannot
    /// keep the owner out, and strangers take nothing from those who are known.
    pub fn allow(&self, attempt: Attempt) -> bool {
        let allowed = self.take(&attempt);
        if allowed && let Some(untold) = &self.untold {
            let mut untold = untold.lock().unwrap_or_else(PoisonError::into_inner);
            if untold.len() < TOLD {
                untold.push(attempt);
            }
        }
        allowed
    }

    /// The attempts here since this was last asked.
    pub fn untold(&self) -> Vec<Attempt> {
        let untold = self.untold.as_ref();
        untold.map_or_else(Vec::new, |untold| {
            std::mem::take(&mut *untold.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    /// Counts attempts at another node.
    pub fn hear(&self, attempts: &[Attempt]) {
        for attempt in attempts {
            self.take(attempt);
        }
    }

    fn take(&self, attempt: &Attempt) -> bool {
        let now = Instant::now();
        match attempt {
            Attempt::Stranger(address, name) => self.addresses.take(address, now) && self.names.take(name, now),
            Attempt::Device(_) | Attempt::Person(_) => self.known.take(attempt, now),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_burst_and_then_its_rate() {
        let sketch = Sketch::new();
        let now = sketch.start;
        let taken = (0..20).filter(|_| sketch.take(&"ann", now)).count();
        assert_eq!(taken, BURST as usize);
        assert!(sketch.take(&"ben", now));
        assert!(sketch.take(&"ann", now + EVERY) && !sketch.take(&"ann", now + EVERY));
    }

    /// Somebody at the address with this number tries this name.
    fn stranger(address: u8, name: &str) -> Attempt {
        Attempt::Stranger(Address::of([192, 0, 2, address].into(), 64), name.to_owned())
    }

    #[test]
    fn an_address_that_is_out_takes_nothing_from_a_name() {
        let attempts = Attempts::new(false);
        let tried = (0..1000).filter(|_| attempts.allow(stranger(1, "ann"))).count();
        assert_eq!(tried, BURST as usize);
        assert!(!attempts.allow(stranger(2, "ann")), "the name is out as well");
        let drained = (0..1000).filter(|i| attempts.allow(stranger(3, &format!("{i}"))));
        assert_eq!(drained.count(), BURST as usize);
        assert!((0..1000).all(|_| !attempts.allow(stranger(3, "kay"))));
        assert!(attempts.allow(stranger(4, "kay")), "and kay's owner may come in");
        assert!(attempts.allow(Attempt::Person(PersonId::from_bits([1; 8]))));
        assert!(attempts.untold().is_empty(), "nobody is to be told");
    }

    #[test]
    fn who_tries_at_several_nodes_has_no_more_attempts() {
        let (here, there) = (Attempts::new(true), Attempts::new(true));
        assert!((0..7).all(|_| here.allow(stranger(1, "ann"))));
        there.hear(&here.untold());
        let left = (0..1000).filter(|_| there.allow(stranger(2, "ann"))).count();
        assert_eq!((left, here.untold().len(), there.untold().len()), (3, 0, 3));
    }

    /// What 110 addresses could do to the old list of keys: fill it, so that nobody new could come in.
    #[test]
    fn many_addresses_with_fresh_names_lock_nobody_out() {
        let sketch = Sketch::new();
        for i in 0..20_000 {
            sketch.take(&format!("fresh {i}"), sketch.start);
        }
        let free = (0..1000)
            .filter(|i| sketch.take(&format!("unseen {i}"), sketch.start))
            .count();
        assert_eq!(free, 1000);
    }
}
