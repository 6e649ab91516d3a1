//! Fair shares of a thread: jobs wait in a queue for each owner, and the owner who has had the least goes next.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use roundtable_protocol::PersonId;

use crate::limits::Address;

/// How many people's worth of time one address gets while others wait.
const PEOPLE_OF_AN_ADDRESS: u32 = 4;

/// Whose time it is: a person, and the address that they were last seen at, if it is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Owner {
    /// Who.
    pub person: PersonId,
    /// From where.
    pub address: Option<Address>,
}

/// How much time owners have had. Only differences count: whoever comes back after a while starts level with the one
/// who has had the least of all who wait.
#[derive(Default)]
pub struct Accounts {
    people: HashMap<PersonId, Duration>,
    addresses: HashMap<Address, Duration>,
    /// What the last owner had had when it was their turn: newcomers start here.
    level: Duration,
}

/// At this many accounts, forget those that are below the level anyway.
const MANY: usize = 10_000;

impl Accounts {
    /// What this owner has had: their own time, or their share of their address's.
    fn had(&self, owner: &Owner) -> Duration {
        let own = self.people.get(&owner.person).copied().unwrap_or_default();
        let address = owner.address.and_then(|address| self.addresses.get(&address));
        let shared = address.copied().unwrap_or_default() / PEOPLE_OF_AN_ADDRESS;
        own.max(shared)
    }

    /// The owner waits from now on. Time that they did not ask for is not saved up for them.
    fn arrives(&mut self, owner: &Owner) {
        let level = self.level;
        let own = self.people.entry(owner.person.clone()).or_default();
        *own = level.max(*own);
        if let Some(address) = owner.address {
            let all = self.addresses.entry(address).or_default();
            *all = (*all).max(level * PEOPLE_OF_AN_ADDRESS);
        }
    }

    /// The owner has had this much time.
    pub fn charge(&mut self, owner: &Owner, time: Duration) {
        *self.people.entry(owner.person.clone()).or_default() += time;
        if let Some(address) = owner.address {
            *self.addresses.entry(address).or_default() += time;
        }
        if self.people.len() > MANY {
            let level = self.level;
            self.people.retain(|_, had| *had > level);
            self.addresses.retain(|_, had| *had > level * PEOPLE_OF_AN_ADDRESS);
        }
    }
}

/// Jobs that wait, in order of arrival for each owner.
pub struct Shares<T> {
    waiting: HashMap<Owner, VecDeque<(u64, T)>>,
    count: usize,
}

impl<T> Default for Shares<T> {
    fn default() -> Self {
        Self {
            waiting: HashMap::new(),
            count: 0,
        }
    }
}

impl<T> Shares<T> {
    /// Adds a job. Numbers rise in order of arrival.
    pub fn push(&mut self, accounts: &mut Accounts, owner: Owner, number: u64, job: T) {
        if !self.waiting.contains_key(&owner) {
            accounts.arrives(&owner);
        }
        self.waiting.entry(owner).or_default().push_back((number, job));
        self.count += 1;
    }

    /// Takes the next job: the first of the owner who has had the least, and of equals, the one that came first.
    pub fn pop(&mut self, accounts: &mut Accounts) -> Option<(Owner, T)> {
        let next = self.waiting.iter().min_by_key(|(owner, jobs)| {
            let first = jobs.front().map_or(u64::MAX, |(number, _)| *number);
            (accounts.had(owner), first)
        });
        let owner = next?.0.clone();
        accounts.level = accounts.level.max(accounts.had(&owner));
        let jobs = self.waiting.get_mut(&owner)?;
        let (_, job) = jobs.pop_front()?;
        if jobs.is_empty() {
            self.waiting.remove(&owner);
        }
        self.count -= 1;
        Some((owner, job))
    }

    /// Takes a certain job out of the queue, if it still waits.
    pub fn remove(&mut self, owner: &Owner, number: u64) -> Option<T> {
        let jobs = self.waiting.get_mut(owner)?;
        let at = jobs.iter().position(|(other, _)| *other == number)?;
        let (_, job) = jobs.remove(at)?;
        if jobs.is_empty() {
            self.waiting.remove(owner);
        }
        self.count -= 1;
        Some(job)
    }

    /// How many jobs wait.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether no job waits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(person: u8, address: Option<u8>) -> Owner {
        Owner {
            person: PersonId::from_bits([person; 8]),
            address: address.map(|last| Address::of([10, 0, 0, last].into(), 64)),
        }
    }

    /// Takes all jobs; each takes a second.
    fn order(mut shares: Shares<u8>, accounts: &mut Accounts) -> Vec<u8> {
        let mut order = Vec::new();
        while let Some((owner, job)) = shares.pop(accounts) {
            accounts.charge(&owner, Duration::from_secs(1));
            order.push(job);
        }
        order
    }

    #[test]
    fn whoever_has_many_jobs_delays_others_by_one_at_most() {
        let (mut shares, mut accounts) = (Shares::default(), Accounts::default());
        for number in 0..5 {
            shares.push(&mut accounts, owner(1, None), number, 10);
        }
        shares.push(&mut accounts, owner(2, None), 5, 20);
        shares.push(&mut accounts, owner(3, None), 6, 30);
        assert_eq!(order(shares, &mut accounts), [10, 20, 30, 10, 10, 10, 10]);
        // Somebody who was away for long has saved nothing up.
        let mut shares = Shares::default();
        shares.push(&mut accounts, owner(1, None), 7, 10);
        for number in 8..12 {
            shares.push(&mut accounts, owner(4, None), number, 40);
        }
        let order = order(shares, &mut accounts);
        assert!(order.iter().position(|job| *job == 10) <= Some(2), "{order:?}");
    }

    #[test]
    fn many_guests_of_one_address_are_no_more_than_a_few_people() {
        let (mut shares, mut accounts) = (Shares::default(), Accounts::default());
        for number in 0..40 {
            shares.push(&mut accounts, owner(number as u8, Some(1)), number, 1);
        }
        for number in 40..44 {
            shares.push(&mut accounts, owner(99, Some(2)), number, 2);
        }
        let order = order(shares, &mut accounts);
        let last = order.iter().rposition(|job| *job == 2);
        assert!(last <= Some(20), "a fifth of the time is the other's: {order:?}");
    }

    #[test]
    fn a_job_can_be_taken_out() {
        let (mut shares, mut accounts) = (Shares::default(), Accounts::default());
        shares.push(&mut accounts, owner(1, None), 1, 10);
        shares.push(&mut accounts, owner(1, None), 2, 11);
        assert_eq!(shares.remove(&owner(1, None), 2), Some(11));
        assert_eq!(shares.remove(&owner(1, None), 2), None);
        assert_eq!((shares.len(), order(shares, &mut accounts)), (1, vec![10]));
    }
}
