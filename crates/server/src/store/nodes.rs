//! What several nodes on one database need to share its tables: a lease for each node, and one holder for each table.

use std::fmt;
use std::time::Duration;

use roundtable_protocol::{Refusal, TableId, hex, is_hex};
use serde::{Deserialize, Serialize};

use super::Answer;
use crate::secret::random;

/// How often a node renews its lease.
pub const RENEW: Duration = Duration::from_secs(2);

/// How long a lease lasts that is not renewed. By the database's clock alone: those of nodes need not agree.
pub const LEASE: Duration = Duration::from_secs(10);

/// The name of a node: 16 random hexadecimal digits, new at every start and whenever a lease was lost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NodeId(String);

impl NodeId {
    /// A new name.
    ///
    /// # Errors
    /// `no_randomness` if the machine has no random numbers.
    pub fn new() -> Result<Self, Refusal> {
        Ok(Self(hex(&random::<8>()?)))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for NodeId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if is_hex(&text, 16) {
            Ok(Self(text))
        } else {
            Err(format!("`{text}` is no name of a node"))
        }
    }
}

impl From<NodeId> for String {
    fn from(id: NodeId) -> Self {
        id.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A node that joins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNode {
    /// Its name.
    pub id: NodeId,
    /// The version of its program.
    pub version: String,
    /// Where others reach it.
    pub address: String,
}

/// A node, for whoever wants to know how the cluster is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeRow {
    /// Its name.
    pub id: NodeId,
    /// The version of its program.
    pub version: String,
    /// Where others reach it.
    pub address: String,
    /// How long ago it renewed its lease, in milliseconds.
    pub renewed_ms: i64,
    /// How long the lease still lasts, in milliseconds; negative once it is over.
    pub left_ms: i64,
    /// How many tables it holds.
    pub tables: usize,
}

/// Who serves a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The node.
    pub node: NodeId,
    /// Where others reach it.
    pub address: String,
    /// How often the table was taken. A write at another epoch is refused.
    pub epoch: i64,
    /// Whether that is the node that asked.
    pub mine: bool,
    /// Whether it has just taken the table from another, whose lease is over.
    pub taken_over: bool,
}

/// What a store has that several nodes share.
pub trait Nodes: Send + Sync + 'static {
    /// Joins, with a new lease. If nobody else has one, all clocks are moved by the time that nobody was there.
    fn join(&self, node: NewNode) -> Answer<()>;
    /// Makes the lease last for [`LEASE`] from now. False if it is over already: then the node has lost its tables, and
    /// must join again under another name.
    fn renew(&self, node: &NodeId) -> Answer<bool>;
    /// Ends the lease; the node's tables are free at once.
    fn leave(&self, node: &NodeId) -> Answer<()>;
    /// All nodes whose lease is not long over.
    fn nodes(&self) -> Answer<Vec<NodeRow>>;
    /// Takes a table that nobody else serves whose lease is alive, in a new epoch; otherwise says who does. `None` if
    /// there is no such table. [`Fenced`](super::StoreError::Fenced) if the lease of the asking node is over itself.
    fn take(&self, table: TableId, node: &NodeId) -> Answer<Option<Holder>>;
    /// Gives a table up that leaves the memory, if it is still held in this epoch.
    fn give_up(&self, row: i64, epoch: i64) -> Answer<()>;
}
