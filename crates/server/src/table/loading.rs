//! From what is stored to a table in memory.

use roundtable_protocol::{Code, Refusal, TableId};

use super::Pace;
use super::answers::no_table;
use super::room::Room;
use crate::clock::now_ms;
use crate::cluster;
use crate::site::Site;
use crate::store::{StoreError, StoredTable};

/// Reads a stored table and takes its game up.
///
/// # Errors
/// If there is none, it cannot be read, or it is damaged.
pub(super) async fn load(site: &Site, id: &TableId) -> Result<Room, Refusal> {
    let pace = Pace::from(&site.config);
    // First, so that what is read is not changed by another node any more.
    let epoch = cluster::take(site, id).await?;
    let stored = match site.store.load_table(id.clone()).await {
        Err(StoreError::Damaged(why)) => {
            tracing::error!(table = %id, why, "a stored table is damaged");
            site.metrics.damaged.inc();
            return Err(StoreError::Damaged(why).into());
        }
        other => other?.ok_or_else(no_table)?,
    };
    if stored.epoch != epoch {
        return Err(StoreError::Fenced.into());
    }
    let mut room = take_up(site, id, stored, pace).await?;
    room.reveal_ms = i64::try_from(site.config.reveal_seconds.saturating_mul(1000)).unwrap_or(i64::MAX);
    room.deal_anew(now_ms());
    if let Some(why) = &room.stranded {
        tracing::error!(table = %id, code = %why.code, why = why.message, "a stored game cannot be taken up");
        if why.code == Code::Damaged {
            site.metrics.damaged.inc();
        }
    }
    Ok(room)
}

/// Replays the game off the threads that serve sockets, unless it has hardly begun.
async fn take_up(site: &Site, id: &TableId, stored: StoredTable, pace: Pace) -> Result<Room, Refusal> {
    let id = id.clone();
    if stored.moves.is_empty() {
        return Room::load(id, stored, pace);
    }
    site.loading(move || Room::load(id, stored, pace)).await?
}
