//! Who serves which table: leases of nodes, by the database's clock.

use roundtable_protocol::TableId;

use super::super::StoreError;
use super::super::db::{Db as _, args};
use super::super::nodes::{Holder, LEASE, NewNode, NodeId, NodeRow};
use super::session::{Lock, Session};

/// The time of the database, in milliseconds since 1970.
pub(super) const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// For how long a node is remembered whose lease is over.
const REMEMBERED: i64 = 3_600_000;

const LEASE_MS: i64 = LEASE.as_millis() as i64;

/// What is due at tables that this node may wake: its own, and those that nobody serves.
pub(super) fn due() -> String {
    format!(
        "SELECT t.id FROM clocks c JOIN tables t ON t.row = c.\"table\" LEFT JOIN nodes n ON n.id = t.node WHERE c.bot \
         = ?1 AND c.due_at <= ?2 AND (n.id IS NULL OR n.id = ?4 OR n.until <= {NOW}) GROUP BY t.id ORDER BY \
         min(c.due_at) LIMIT ?3"
    )
}

/// Joins. Returns for how long nobody was there, in milliseconds.
pub(super) async fn join(db: &Session, node: &NewNode) -> Result<i64, StoreError> {
    // Two that come at the same time must not both find nobody.
    db.run("SELECT pg_advisory_xact_lock(?1)", args![Lock::Join as i64])
        .await?;
    let sql = format!(
        "SELECT {NOW}, r.at, (SELECT count(*) FROM nodes WHERE until > {NOW}), coalesce((SELECT max(renewed_at) FROM \
         nodes), 0) FROM roundtable r"
    );
    let row = db.row(&sql, &[]).await?;
    let row = row.ok_or_else(|| StoreError::Damaged("the table `roundtable` is empty; restore a backup".to_owned()))?;
    let (now, last) = (row.int(0)?, row.int(1)?.max(row.int(3)?));
    let away = if row.int(2)? == 0 && last > 0 {
        (now - last).max(0)
    } else {
        0
    };
    if away > 0 {
        db.run("UPDATE clocks SET due_at = due_at + ?1", args![away]).await?;
        tracing::info!(
            seconds = away / 1000,
            "deadlines were moved by the time that nobody was there"
        );
    }
    db.run("UPDATE roundtable SET at = greatest(at, ?1)", args![now])
        .await?;
    db.run("DELETE FROM nodes WHERE until < ?1", args![now - REMEMBERED])
        .await?;
    db.run(
        "INSERT INTO nodes (id, version, address, renewed_at, until) VALUES (?1, ?2, ?3, ?4, ?5)",
        args![node.id.as_str(), &node.version, &node.address, now, now + LEASE_MS],
    )
    .await?;
    Ok(away)
}

/// Renews a lease that is not over. One that is over stays over, because the node's tables may have been taken.
pub(super) async fn renew(db: &Session, node: &NodeId) -> Result<bool, StoreError> {
    let sql = format!("UPDATE nodes SET renewed_at = {NOW}, until = {NOW} + ?2 WHERE id = ?1 AND until > {NOW}");
    Ok(db.run(&sql, args![node.as_str(), LEASE_MS]).await? > 0)
}

pub(super) async fn leave(db: &Session, node: &NodeId) -> Result<(), StoreError> {
    db.run("DELETE FROM nodes WHERE id = ?1", args![node.as_str()]).await?;
    db.run("UPDATE tables SET node = NULL WHERE node = ?1", args![node.as_str()])
        .await?;
    db.run(&format!("UPDATE roundtable SET at = greatest(at, {NOW})"), &[])
        .await
        .map(drop)
}

pub(super) async fn nodes(db: &Session) -> Result<Vec<NodeRow>, StoreError> {
    let sql = format!(
        "SELECT id, version, address, {NOW} - renewed_at, until - {NOW}, (SELECT count(*) FROM tables t WHERE t.node = \
         nodes.id) FROM nodes ORDER BY id"
    );
    let rows = db.rows(&sql, &[]).await?;
    rows.iter()
        .map(|row| {
            Ok(NodeRow {
                id: NodeId::try_from(row.text(0)?).map_err(StoreError::Damaged)?,
                version: row.text(1)?,
                address: row.text(2)?,
                renewed_ms: row.int(3)?,
                left_ms: row.int(4)?,
                tables: row.count(5)?,
            })
        })
        .collect()
}

pub(super) async fn take(db: &Session, table: &TableId, node: &NodeId) -> Result<Option<Holder>, StoreError> {
    // The lock waits for every write of the table that is underway.
    let sql = "SELECT row FROM tables WHERE id = ?1 FOR UPDATE";
    let Some(row) = db.row(sql, args![table.as_str()]).await? else {
        return Ok(None);
    };
    let row = row.int(0)?;
    // Another statement, because it must see what was committed while the first one waited.
    let sql = format!(
        "SELECT t.epoch, t.node, n.address, coalesce(n.until > {NOW}, false), m.address, coalesce(m.until > {NOW}, \
         false) FROM tables t LEFT JOIN nodes n ON n.id = t.node LEFT JOIN nodes m ON m.id = ?2 WHERE t.row = ?1"
    );
    let Some(found) = db.row(&sql, args![row, node.as_str()]).await? else {
        return Ok(None);
    };
    let (epoch, holder) = (found.int(0)?, found.some_text(1)?);
    let is_mine = holder.as_deref() == Some(node.as_str());
    let taken_over = !is_mine && holder.is_some();
    if let Some(holder) = holder.filter(|_| !is_mine)
        && found.flag(3)?
    {
        return Ok(Some(Holder {
            node: NodeId::try_from(holder).map_err(StoreError::Damaged)?,
            address: found.text(2)?,
            epoch,
            mine: false,
            taken_over: false,
        }));
    }
    // Whoever has no lease any more must not take anything: others would take it at once.
    if !found.flag(5)? {
        return Err(StoreError::Fenced);
    }
    // A new epoch for a node that has the table already, too: it loads it anew, and what its last actor was doing (a
    // write, or giving the table up) must not count any more.
    let epoch = epoch + 1;
    let sql = "UPDATE tables SET node = ?2, epoch = ?3 WHERE row = ?1";
    db.run(sql, args![row, node.as_str(), epoch]).await?;
    Ok(Some(Holder {
        node: node.clone(),
        address: found.text(4)?,
        epoch,
        mine: true,
        taken_over,
    }))
}

pub(super) async fn give_up(db: &Session, row: i64, epoch: i64) -> Result<(), StoreError> {
    db.run(
        "UPDATE tables SET node = NULL WHERE row = ?1 AND epoch = ?2",
        args![row, epoch],
    )
    .await
    .map(drop)
}
