//! Where mail to a table goes: to its actor if this node serves it, and otherwise to whoever stands in for it here.

use std::sync::Arc;

use roundtable_protocol::TableId;
use tokio::sync::mpsc;

use super::TableActor;
use super::mail::{Mail, refuse};
use crate::cluster::{Away, Held};
use crate::site::Site;

/// Serves a table until nobody needs it in memory any more, or it goes to another node.
pub async fn host(site: Arc<Site>, id: TableId, mut inbox: mpsc::Receiver<Mail>, outbox: mpsc::WeakSender<Mail>) {
    let held = match &site.cluster {
        Some(cluster) => cluster.holder(&id).await,
        // Nobody shares the store: its tables are all of one epoch.
        None => Ok(Held::Here(0)),
    };
    match (held, &site.cluster) {
        (Ok(Held::Here(epoch)), _) => TableActor::run(site, id, inbox, outbox, Some(epoch)).await,
        (Ok(Held::There(node)), Some(cluster)) => {
            let cluster = Arc::clone(cluster);
            Away::run(site, cluster, (id, node), inbox).await;
        }
        // Whoever looks is shown what is stored, until the other node can be reached.
        (Ok(Held::There(_) | Held::OutOfReach), _) => TableActor::run(site, id, inbox, outbox, None).await,
        (Err(refusal), _) => {
            site.tables.remove(&id);
            inbox.close();
            while let Some(mail) = inbox.recv().await {
                refuse(mail, &refusal);
            }
        }
    }
}
