//! The lease of this node, and who else is there.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use roundtable_protocol::Refusal;

use crate::store::{LEASE, NewNode, NodeId, NodeRow, RENEW};

/// How much earlier than the database this node takes its lease to be over: it must have stopped by then.
const MARGIN: Duration = Duration::from_secs(1);

/// How long after it was met a node counts as there, whatever is read: more than a look around takes.
const FRESH: Duration = Duration::from_secs(2);

/// For how long a node that has left is known to have: longer than any answer that still has it takes.
const LEFT: Duration = Duration::from_secs(60);

/// This node as a member of a cluster.
pub(super) struct Membership {
    /// The name of its letters, as long as the process lives.
    pub(super) home: NodeId,
    /// The name of its lease: a new one whenever a lease was lost.
    pub(super) id: NodeId,
    address: String,
    /// When the lease was renewed last, counted from when that was asked for; `None` if there is none.
    renewed: Option<Instant>,
    /// The homes of the nodes with a lease.
    alive: HashSet<NodeId>,
    /// Those that were met otherwise, and when: what was read before that does not know of them.
    met: HashMap<NodeId, Instant>,
    /// Those that said that they leave, and when. What was read before that still has them.
    left: HashMap<NodeId, Instant>,
}

/// The name of a node's letters, from the address in its row.
pub(super) fn home(address: &str) -> Option<NodeId> {
    address
        .split('@')
        .next()
        .and_then(|home| home.to_owned().try_into().ok())
}

impl Membership {
    /// A node that listens at this address, without a lease.
    pub(super) fn new(address: &str) -> Result<Self, Refusal> {
        let id = NodeId::new()?;
        Ok(Self {
            address: format!("{id}@{address}"),
            home: id.clone(),
            id,
            renewed: None,
            alive: HashSet::new(),
            met: HashMap::new(),
            left: HashMap::new(),
        })
    }

    pub(super) fn as_new(&self) -> NewNode {
        NewNode {
            id: self.id.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            address: self.address.clone(),
        }
    }

    /// The lease was renewed by a request that began then.
    pub(super) fn renewed(&mut self, begun: Instant) {
        self.renewed = Some(begun);
    }

    pub(super) fn lose(&mut self) {
        self.renewed = None;
    }

    /// Takes another name for the next lease.
    pub(super) fn rename(&mut self) -> Result<(), Refusal> {
        self.id = NodeId::new()?;
        Ok(())
    }

    /// Whether the lease lasts, for all this node can know.
    pub(super) fn holds(&self) -> bool {
        self.renewed.is_some_and(|at| at.elapsed() < LEASE - MARGIN)
    }

    /// How long ago the lease was renewed.
    pub(super) fn age(&self) -> Option<Duration> {
        self.renewed.map(|at| at.elapsed())
    }

    pub(super) fn is_due(&self) -> bool {
        self.age().is_none_or(|age| age >= RENEW)
    }

    /// Notes who is there. Returns whether that has changed.
    pub(super) fn see(&mut self, rows: &[NodeRow]) -> bool {
        let alive = rows.iter().filter(|row| row.left_ms > 0);
        let alive = alive.filter_map(|row| home(&row.address));
        let alive = alive.filter(|home| !self.left.contains_key(home)).collect();
        self.met.retain(|_, at| at.elapsed() < FRESH);
        self.left.retain(|_, at| at.elapsed() < LEFT);
        let changed = alive != self.alive;
        self.alive = alive;
        changed
    }

    /// The database has just said that this node is there. False if it has left meanwhile.
    pub(super) fn meet(&mut self, home: &NodeId) -> bool {
        let is_there = !self.left.contains_key(home);
        if is_there {
            self.met.insert(home.clone(), Instant::now());
        }
        is_there
    }

    /// Somebody has left, for good: whoever comes has another home.
    pub(super) fn miss(&mut self, home: &NodeId) -> bool {
        self.left.insert(home.clone(), Instant::now());
        self.met.remove(home).is_some() | self.alive.remove(home)
    }

    pub(super) fn is_alive(&self, home: &NodeId) -> bool {
        self.alive.contains(home) || self.met.get(home).is_some_and(|at| at.elapsed() < FRESH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(of: &Membership, left_ms: i64) -> NodeRow {
        let NewNode { id, version, address } = of.as_new();
        NodeRow {
            id,
            version,
            address,
            renewed_ms: 0,
            left_ms,
            tables: 0,
        }
    }

    #[test]
    fn a_lease_counts_from_when_it_was_asked_for_and_ends_early() {
        let mut own = Membership::new("127.0.0.1:1").unwrap();
        assert!(!own.holds() && own.is_due());
        own.renewed(Instant::now());
        assert!(own.holds() && !own.is_due());
        own.renewed(Instant::now().checked_sub(LEASE - MARGIN).unwrap());
        assert!(!own.holds());
    }

    #[test]
    fn letters_find_a_node_that_has_lost_its_lease() {
        let (mut own, mut other) = (Membership::new("a:1").unwrap(), Membership::new("b:1").unwrap());
        let home = other.home.clone();
        other.rename().unwrap();
        assert!(own.see(&[row(&other, 5_000)]) && own.is_alive(&home));
        assert!(!own.see(&[row(&other, 4_000)]), "nothing new");
        assert!(own.see(&[row(&other, -1)]) && !own.is_alive(&home));
        assert!(own.meet(&home));
        own.see(&[]);
        assert!(own.is_alive(&home), "what was read before it came does not know of it");
    }

    #[test]
    fn a_node_that_has_left_stays_away_whatever_is_still_read_of_it() {
        let (mut own, other) = (Membership::new("a:1").unwrap(), Membership::new("b:1").unwrap());
        own.see(&[row(&other, 5_000)]);
        assert!(own.miss(&other.home) && !own.is_alive(&other.home));
        assert!(!own.see(&[row(&other, 5_000)]) && !own.is_alive(&other.home));
        assert!(!own.meet(&other.home) && !own.is_alive(&other.home));
    }
}
