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

/// Attempts at passwords.
pub struct Attempts {
    addresses: Sketch,
    names: Sketch,
    known: Sketch,
}

impl Attempts {
    /// Nobody has tried anything yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            addresses: Sketch::new(),
            names: Sketch::new(),
            known: Sketch::new(),
        }
    }

    /// Whether a stranger at this address may try this name. An address that has tried too often takes nothing from
    /// the name, so that it cannot keep the owner out.
    pub fn stranger(&self, address: &impl Hash, name: &impl Hash) -> bool {
        let now = Instant::now();
        self.addresses.take(address, now) && self.names.take(name, now)
    }

    /// Whether a known device, or somebody who is signed in, may try. Strangers take nothing from this.
    pub fn known(&self, who: &impl Hash) -> bool {
        self.known.take(who, Instant::now())
    }
}

impl Default for Attempts {
    fn default() -> Self {
        Self::new()
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

    #[test]
    fn an_address_that_is_out_takes_nothing_from_a_name() {
        let attempts = Attempts::new();
        let tried = (0..1000).filter(|_| attempts.stranger(&1, &"ann")).count();
        assert_eq!(tried, BURST as usize);
        assert!(!attempts.stranger(&2, &"ann"), "the name is out as well");
        let drained = (0..1000).filter(|i| attempts.stranger(&3, &format!("{i}"))).count();
        assert_eq!(drained, BURST as usize);
        assert!((0..1000).all(|_| !attempts.stranger(&3, &"kay")));
        assert!(attempts.stranger(&4, &"kay"), "and kay's owner may come in");
        assert!(attempts.known(&"ann"));
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
