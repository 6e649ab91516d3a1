//! Limits on how often, and on how many at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bucket of permissions that fills at a rate up to a burst. Each use takes one.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// The time in which one permission comes back.
    every: Duration,
    /// The most permissions in the bucket.
    burst: u32,
}

impl Rate {
    /// This many per second, after a burst.
    #[must_use]
    pub fn per_second(count: u32, burst: u32) -> Self {
        Self {
            every: Duration::from_secs(1) / count.max(1),
            burst: burst.max(1),
        }
    }

    /// This many per hour, after a burst of a third of them.
    #[must_use]
    pub fn per_hour(count: u32) -> Self {
        Self {
            every: Duration::from_secs(3600) / count.max(1),
            burst: (count / 3).max(1),
        }
    }
}

/// The state of one bucket: the time at which it will be full again.
#[derive(Clone, Copy, Debug)]
pub struct Bucket(Option<Instant>);

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub const fn full() -> Self {
        Self(None)
    }

    /// Takes a permission, if one is left.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let full_at = self.0.map_or(now, |at| at.max(now));
        if full_at.duration_since(now) > rate.every * (rate.burst - 1) {
            return false;
        }
        self.0 = Some(full_at + rate.every);
        true
    }

    fn is_full(self, now: Instant) -> bool {
        self.0.is_none_or(|at| at <= now)
    }
}

/// Buckets by key, such as an address. Keys with a full bucket are forgotten now and then, so memory is bounded by what
/// happens in the time that a bucket takes to fill.
pub struct Limiter<K> {
    rate: Option<Rate>,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// At this many buckets, drop the full ones, and refuse new keys if that does not help.
const MANY: usize = 100_000;

impl<K: Hash + Eq> Limiter<K> {
    /// A limiter with this rate, or without a limit.
    #[must_use]
    pub fn new(rate: Option<Rate>) -> Self {
        Self {
            rate,
            buckets: Mutex::new(HashMap::new()),
        }
    }

    /// Takes a permission of this key, if one is left.
    pub fn allow(&self, key: K) -> bool {
        let Some(rate) = self.rate else { return true };
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= MANY && !buckets.contains_key(&key) {
                return false;
            }
        }
        buckets.entry(key).or_insert(Bucket::full()).take(rate, now)
    }
}

/// Counts how many of something each key holds at the same time.
pub struct Holds<K> {
    most: u32,
    held: Mutex<HashMap<K, u32>>,
}

impl<K: Hash + Eq> Holds<K> {
    /// At most this many per key; 0 for no limit.
    #[must_use]
    pub fn new(most: u32) -> Self {
        Self {
            most,
            held: Mutex::new(HashMap::new()),
        }
    }

    /// Takes one, if the key may have another.
    pub fn take(&self, key: K) -> bool {
        let mut held = self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = held.entry(key).or_insert(0);
        let may = self.most == 0 || *count < self.most;
        *count += u32::from(may);
        may
    }

    /// Gives one back.
    pub fn give_back(&self, key: &K) {
        let mut held = self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(count) = held.get_mut(key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                held.remove(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let rate = Rate::per_second(10, 3);
        let (mut bucket, start) = (Bucket::full(), Instant::now());
        assert_eq!([true, true, true, false], [(); 4].map(|()| bucket.take(rate, start)));
        assert!(bucket.take(rate, start + Duration::from_millis(100)));
        assert!(!bucket.take(rate, start + Duration::from_millis(110)));
        assert!(bucket.is_full(start + Duration::from_secs(2)));
    }

    #[test]
    fn keys_are_limited_apart_and_without_a_rate_never() {
        let limiter = Limiter::new(Some(Rate::per_hour(3)));
        assert!(limiter.allow("a") && !limiter.allow("a") && limiter.allow("b"));
        let free = Limiter::new(None);
        assert!((0..1000).all(|_| free.allow("a")));
        let holds = Holds::new(2);
        assert!(holds.take("a") && holds.take("a") && !holds.take("a") && holds.take("b"));
        holds.give_back(&"a");
        assert!(holds.take("a"));
    }
}
