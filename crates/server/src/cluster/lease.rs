//! The lease of this node, and the tables that it holds with it.

use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};

use roundtable_protocol::{Code, Refusal, TableId};

use super::super::site::Site;
use super::super::table::no_table;
use crate::store::{NewNode, NodeId, RENEW, StoreError};

/// Which node this is; none where nobody else can use the store.
#[derive(Debug, Default)]
pub struct Membership(RwLock<Option<NodeId>>);

impl Membership {
    /// The name of this node, if it has joined.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, node: Option<NodeId>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = node;
    }
}

/// Joins the other nodes under a new name, if the store can be shared.
///
/// # Errors
/// Why the store does not take it.
pub async fn join(site: &Site, address: SocketAddr) -> Result<(), String> {
    let Some(nodes) = site.store.shared() else {
        return Ok(());
    };
    let id = NodeId::new().map_err(|refusal| refusal.message)?;
    let node = NewNode {
        id: id.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        address: address.to_string(),
    };
    nodes.join(node).await.map_err(|error| error.to_string())?;
    tracing::info!(node = %id, "joined");
    site.membership.set(Some(id));
    Ok(())
}

/// Keeps the lease alive; joins again if it was lost. Ends with the server.
pub async fn keep(site: Arc<Site>, address: SocketAddr) {
    let Some(nodes) = site.store.shared() else { return };
    let mut tick = tokio::time::interval(RENEW);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(id) = site.membership.node() else { continue };
        match nodes.renew(&id).await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(node = %id, "the lease of this node is over; it joins again under another name");
                if let Err(why) = join(&site, address).await {
                    tracing::error!(why, "this node cannot join again");
                }
            }
            Err(error) => tracing::warn!(%error, "the lease could not be renewed"),
        }
    }
}

/// Gives all tables of this node back.
pub async fn leave(site: &Site) {
    if let (Some(nodes), Some(id)) = (site.store.shared(), site.membership.node()) {
        site.membership.set(None);
        if let Err(error) = nodes.leave(&id).await {
            tracing::warn!(%error, "this node could not say that it leaves; its tables are free in a few seconds");
        }
    }
}

/// Takes a table for this node. Returns the epoch of all its writes; 0 where nobody else can use the store.
///
/// # Errors
/// `no_table`, or `busy` if another node serves it, or why the store failed.
pub async fn take(site: &Site, table: &TableId) -> Result<i64, Refusal> {
    let Some(nodes) = site.store.shared() else { return Ok(0) };
    let Some(id) = site.membership.node() else {
        return Err(StoreError::Fenced.into());
    };
    let holder = nodes.take(table.clone(), &id).await?.ok_or_else(no_table)?;
    if holder.mine {
        Ok(holder.epoch)
    } else {
        Err(Refusal::new(
            Code::Busy,
            "another server has this table now; try again in a moment",
        ))
    }
}
