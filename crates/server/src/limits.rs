//! Limits on how often, and on how many at once.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// An address as limits count it. Whoever has one IPv6 address usually has a whole network of them, so only its first
/// bits count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Address(IpAddr);

impl Address {
    /// The address, of which this many bits count if it is an IPv6 address.
    #[must_use]
    pub fn of(address: IpAddr, prefix: u8) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(prefix.min(128))).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
            }
            four @ IpAddr::V4(_) => four,
        })
    }
}

/// A bucket of permissions that fills at a rate up to a burst. Each use takes one or more.
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

    /// This many per day, all of them at once if need be.
    #[must_use]
    pub fn per_day(count: u32) -> Self {
        Self {
            every: Duration::from_secs(24 * 3600) / count.max(1),
            burst: count.max(1),
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
        self.spend(rate, 1, now).is_ok()
    }

    /// Takes this many permissions.
    ///
    /// # Errors
    /// The time until there are enough, if they are not left. Whatever costs more than a burst needs a full bucket.
    pub fn spend(&mut self, rate: Rate, cost: u32, now: Instant) -> Result<(), Duration> {
        let wait = self.wait(rate, cost, now);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.charge(rate, cost, now);
        Ok(())
    }

    /// How long until this many permissions are left.
    #[must_use]
    pub fn wait(&self, rate: Rate, cost: u32, now: Instant) -> Duration {
        let missing = self.0.map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        let most = rate.every * (rate.burst - cost.clamp(1, rate.burst));
        missing.saturating_sub(most)
    }

    /// Takes this many permissions, even if they are not left: then it takes longer until there are some again.
    pub fn charge(&mut self, rate: Rate, cost: u32, now: Instant) {
        let full_at = self.0.map_or(now, |at| at.max(now));
        self.0 = full_at.checked_add(rate.every * cost);
    }

    fn is_full(self, now: Instant) -> bool {
        self.0.is_none_or(|at| at <= now)
    }
}

/// Buckets by key, such as an address. Keys with a full bucket are forgotten now and then. When there are too many
/// others, new keys share what is left of the memory: nobody is locked out because somebody else has many keys.
pub struct Limiter<K> {
    rate: Option<Rate>,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    own: HashMap<K, Bucket>,
    /// For keys that come when there are too many, several keys to a bucket.
    shared: Vec<Bucket>,
    hasher: RandomState,
    /// What was taken here and the other nodes do not know yet, if there are any.
    untold: Option<HashMap<K, u32>>,
}

/// What was taken of each key's permissions.
pub type Taken<K> = Vec<(K, u32)>;

/// The most keys that other nodes are told about at a time: so many are not busy in the same second by themselves, and
/// the letter stays small.
const TOLD: usize = 1000;

impl<K: Hash + Eq> Buckets<K> {
    fn of(&mut self, key: K, now: Instant) -> &mut Bucket {
        if self.own.len() >= MANY {
            self.own.retain(|_, bucket| !bucket.is_full(now));
        }
        if self.own.len() >= MANY && !self.own.contains_key(&key) {
            self.shared.resize(SHARED, Bucket::full());
            let place = self.hasher.hash_one(&key) % SHARED as u64;
            return &mut self.shared[place as usize];
        }
        self.own.entry(key).or_insert(Bucket::full())
    }

    /// Notes what was taken, for the other nodes.
    fn note(&mut self, key: K, cost: u32) {
        if let Some(untold) = &mut self.untold
            && (untold.len() < TOLD || untold.contains_key(&key))
        {
            let taken = untold.entry(key).or_default();
            *taken = taken.saturating_add(cost);
        }
    }
}

/// The most keys with a bucket of their own.
const MANY: usize = 100_000;

/// How many buckets the others share.
const SHARED: usize = 4096;

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// A limiter with this rate, or without a limit.
    #[must_use]
    pub fn new(rate: Option<Rate>) -> Self {
        let buckets = Buckets {
            own: HashMap::new(),
            shared: Vec::new(),
            hasher: RandomState::new(),
            untold: None,
        };
        Self {
            rate,
            buckets: Mutex::new(buckets),
        }
    }

    /// The same, and notes what is taken for the other nodes, if there are `others`: what somebody may do is counted
    /// wherever they do it.
    #[must_use]
    pub fn among(self, others: bool) -> Self {
        self.buckets().untold = (others && self.rate.is_some()).then(HashMap::new);
        self
    }

    /// Takes a permission of this key, if one is left.
    pub fn allow(&self, key: K) -> bool {
        self.spend(key, 1).is_ok()
    }

    /// Takes this many permissions of this key.
    ///
    /// # Errors
    /// As [`Bucket::spend`].
    pub fn spend(&self, key: K, cost: u32) -> Result<(), Duration> {
        let spent = self.with(|buckets, rate, now| {
            buckets.of(key.clone(), now).spend(rate, cost, now)?;
            buckets.note(key, cost);
            Ok(())
        });
        spent.unwrap_or(Ok(()))
    }

    /// How long until this key has that many permissions left.
    pub fn wait(&self, key: K, cost: u32) -> Duration {
        self.with(|buckets, rate, now| buckets.of(key, now).wait(rate, cost, now))
            .unwrap_or_default()
    }

    /// Takes this many permissions of this key, even if they are not left.
    pub fn charge(&self, key: K, cost: u32) {
        self.with(|buckets, rate, now| {
            buckets.of(key.clone(), now).charge(rate, cost, now);
            buckets.note(key, cost);
        });
    }

    /// What was taken here since this was last asked.
    pub fn untold(&self) -> Taken<K> {
        let untold = self.buckets().untold.as_mut().map(std::mem::take);
        untold.into_iter().flatten().collect()
    }

    /// Takes what was taken at another node.
    pub fn hear(&self, taken: &[(K, u32)]) {
        self.with(|buckets, rate, now| {
            for (key, cost) in taken {
                buckets.of(key.clone(), now).charge(rate, *cost, now);
            }
        });
    }

    /// Works on the buckets, if there is a limit.
    fn with<T>(&self, work: impl FnOnce(&mut Buckets<K>, Rate, Instant) -> T) -> Option<T> {
        let (rate, now) = (self.rate?, Instant::now());
        Some(work(&mut self.buckets(), rate, now))
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets<K>> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let count = held.entry(key).or_insert(0);
        let may = self.most == 0 || *count < self.most;
        *count += u32::from(may);
        may
    }

    /// Gives one back.
    pub fn give_back(&self, key: &K) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn what_costs_more_takes_more_and_says_how_long_to_wait() {
        let rate = Rate::per_second(10, 100);
        let (mut bucket, start) = (Bucket::full(), Instant::now());
        assert_eq!(bucket.spend(rate, 60, start), Ok(()));
        assert_eq!(bucket.spend(rate, 60, start), Err(Duration::from_secs(2)));
        assert_eq!(bucket.spend(rate, 40, start), Ok(()), "a refusal takes nothing");
        bucket.charge(rate, 100, start);
        assert_eq!(bucket.wait(rate, 1, start), Duration::from_millis(10_100));
        let later = start + Duration::from_secs(20);
        assert_eq!(bucket.spend(rate, 1_000_000, later), Ok(()), "a full bucket is enough");
    }

    #[test]
    fn many_keys_lock_nobody_out() {
        let limiter = Limiter::new(Some(Rate::per_hour(3)));
        assert!((0..MANY).all(|key| limiter.allow(key)));
        let refused = (MANY..MANY + 100).filter(|key| !limiter.allow(*key)).count();
        assert!(refused < 10, "new keys share some buckets: {refused} of 100 refused");
        assert!(!limiter.allow(0) && limiter.buckets.lock().unwrap().own.len() == MANY);
    }

    #[test]
    fn what_is_taken_at_one_node_is_taken_at_all() {
        let limiter = || Limiter::new(Some(Rate::per_hour(12))).among(true);
        let (here, there) = (limiter(), limiter());
        assert!(here.allow("ann") && here.allow("ann") && here.spend("ben", 4).is_ok() && !here.allow("ben"));
        let mut told = here.untold();
        told.sort_unstable();
        assert_eq!(told, [("ann", 2), ("ben", 4)], "a refusal took nothing");
        there.hear(&told);
        assert!(there.allow("ann") && there.allow("ann") && !there.allow("ann") && !there.allow("ben"));
        assert_eq!(there.untold(), [("ann", 2)], "what was heard is not passed on");
        assert_eq!((here.untold(), Limiter::new(None).untold()), (vec![], vec![("", 0); 0]));
    }

    #[test]
    fn a_network_counts_as_one_address() {
        let of = |text: &str, prefix| Address::of(text.parse().unwrap(), prefix);
        assert_eq!(of("2001:db8:1:2::1", 64), of("2001:db8:1:2:ffff::9", 64));
        assert_ne!(of("2001:db8:1:2::1", 64), of("2001:db8:1:3::1", 64));
        assert_eq!(of("2001:db8:1:2::1", 48), of("2001:db8:1:3::1", 48));
        assert_ne!(of("2001:db8:1:2::1", 128), of("2001:db8:1:2::2", 128));
        assert_eq!(of("::ffff:192.0.2.1", 64), of("192.0.2.1", 64));
        assert_ne!(of("192.0.2.2", 64), of("192.0.2.1", 64));
        assert_eq!(of("2001:db8::1", 0), of("fe80::1", 0));
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
