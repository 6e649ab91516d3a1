//! Judges finished games, one after the other in one order for all nodes, and fills in the results of games that ended
//! before results were stored.

use std::sync::Arc;
use std::time::Duration;

use roundtable_protocol::Refusal;

use crate::site::{Site, stopped};
use crate::store::{GameResult, Missing, Place, Rebuilt, StoreError, StoredTable, rebuild};
use crate::table::{Pace, Room};

/// How many games are judged in one transaction.
const GAMES: usize = 50;

/// How often to look whether another node, or an older program, has left something.
const LOOK: Duration = Duration::from_secs(600);

/// How long to wait after the end of a game for others: together they cost little more than one.
const GATHER: Duration = Duration::from_millis(50);

/// How long others have between two games that are filled in.
const BREATH: Duration = Duration::from_millis(20);

/// Judges whatever ends. Ends with the server.
pub(crate) async fn judge(site: Arc<Site>) {
    let mut stopping = site.stopping.subscribe();
    let mut look = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            () = site.next_end() => {
                tokio::time::sleep(GATHER).await;
                all(&site).await;
            }
            _ = look.tick() => {
                if let Err(error) = fill(&site).await {
                    tracing::error!(%error, "the results of older games cannot be filled in");
                }
                all(&site).await;
            }
            () = stopped(&mut stopping) => return,
        }
    }
}

/// Judges everything that was not judged yet.
async fn all(site: &Site) {
    loop {
        match site.store.judge(GAMES).await {
            // Whoever ends a game after this says so.
            Ok(count) if count < GAMES => return,
            Ok(_) => {}
            // The next end of a game, or the next look, tries again.
            Err(error) => return tracing::error!(%error, "finished games cannot be judged"),
        }
    }
}

async fn fill(site: &Site) -> Result<(), StoreError> {
    let (mut after, mut filled) = (0, 0);
    loop {
        let missing = site.store.missing_results(after, GAMES).await?;
        let Some(last) = missing.last() else { break };
        after = last.row;
        for game in missing {
            let Some(table) = site.store.load_table(game.table.clone()).await? else {
                continue;
            };
            let (row, id) = (game.row, game.table.clone());
            match site.replaying(move || result(&game, table)).await {
                Ok(Some(result)) => {
                    site.store.put_result(row, result).await?;
                    filled += 1;
                }
                Ok(None) => tracing::warn!(table = %id, "this finished game is damaged; it has no results"),
                Err(Refusal { code, .. }) => tracing::warn!(table = %id, %code, "no results yet"),
            }
            tokio::time::sleep(BREATH).await;
        }
    }
    if filled > 0 {
        tracing::info!(filled, "results of older games were filled in");
    }
    Ok(())
}

/// The results of a game that ended before results were stored. `None` if it is damaged.
fn result(game: &Missing, table: StoredTable) -> Option<GameResult> {
    let room = Room::load(game.table.clone(), table, Pace { min: 0, max: 0 });
    room.ok()?.result(game.changed_at)
}

/// Makes all ratings again from the results of the games, while nobody uses the site. Results that are missing are
/// filled in. Without `keep` nothing is changed.
///
/// # Errors
/// If the database cannot be used, is in use, or is damaged.
pub async fn rebuild_ratings(place: &Place, keep: bool) -> Result<Rebuilt, String> {
    rebuild(place, keep, result).await
}
