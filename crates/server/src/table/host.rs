//! Where mail to a table goes: to its actor if this node serves it, and otherwise to whoever stands in for it here.

use std::sync::Arc;

use roundtable_protocol::TableId;
use tokio::sync::{mpsc, watch};

use super::TableActor;
use super::mail::{Mail, refuse};
use crate::cluster::{Away, Held};
use crate::site::Site;

/// How a node has a table.
pub struct Tenure {
    /// The epoch in which this node serves the table. `None` if another does that cannot be reached: then the table is
    /// shown as it is stored, and nobody can do anything.
    pub(super) epoch: Option<i64>,
    /// Counts what ends it: the table goes to another node. If it is only read, whatever may bring the other node back.
    /// `None` if there are no other nodes.
    ends: Option<watch::Receiver<u64>>,
}

impl Tenure {
    /// Resolves when it ends.
    pub(super) async fn ended(&mut self) {
        let told = match &mut self.ends {
            Some(ends) => ends.changed().await.is_ok(),
            None => false,
        };
        if !told {
            std::future::pending::<()>().await;
        }
    }
}

/// Serves a table until nobody needs it in memory any more, or it goes to another node.
pub async fn host(site: Arc<Site>, id: TableId, mut inbox: mpsc::Receiver<Mail>, outbox: mpsc::WeakSender<Mail>) {
    let Some(cluster) = site.cluster.clone() else {
        // Nobody shares the store: its tables are all of one epoch.
        let tenure = Tenure {
            epoch: Some(0),
            ends: None,
        };
        return TableActor::run(site, id, inbox, outbox, tenure).await;
    };
    // From before the question on, so that nothing that happens meanwhile is missed.
    let (cleared, changes) = (cluster.cleared(), cluster.changes());
    match cluster.holder(&id).await {
        Ok(Held::Here(epoch)) => {
            let tenure = Tenure {
                epoch: Some(epoch),
                ends: Some(cleared),
            };
            TableActor::run(site, id, inbox, outbox, tenure).await;
        }
        Ok(Held::There(node)) => Away::run(site, cluster, (id, node), inbox, (changes, cleared)).await,
        // Whoever looks is shown what is stored, until the other node can be reached.
        Ok(Held::OutOfReach) => {
            let tenure = Tenure {
                epoch: None,
                ends: Some(changes),
            };
            TableActor::run(site, id, inbox, outbox, tenure).await;
        }
        Err(refusal) => {
            site.tables.remove(&id);
            inbox.close();
            while let Some(mail) = inbox.recv().await {
                refuse(mail, &refusal);
            }
        }
    }
}
