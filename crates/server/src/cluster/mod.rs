//! Several nodes on one store.

mod lease;

pub use lease::{Membership, join, keep, leave, take};
