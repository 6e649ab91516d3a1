//! What several nodes on one database may and may not do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use roundtable_load::Postgres;
use roundtable_server::metrics::Metrics;
use roundtable_server::store::{
    DatabaseUrl, LEASE, NewNode, NodeId, Nodes as _, PostgresStore, Status, Store as _, StoreError,
};

use crate::given::{moved, new_table, person, somebody, table, token};
use crate::{close, open};

fn node(address: &str) -> NewNode {
    NewNode {
        id: NodeId::new().unwrap(),
        version: "1".to_owned(),
        address: address.to_owned(),
    }
}

/// Ends a lease as time would.
fn expire(url: &str, id: &NodeId) {
    let sql = format!("UPDATE nodes SET until = 0 WHERE id = '{id}'");
    Postgres::shared().unwrap().sql(url, &sql).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_those_who_append_the_same_move_one_succeeds() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let (a, b) = (Arc::new(open(&url).await), Arc::new(open(&url).await));
    let row = a.create_table(new_table(1, Status::Running, &[1])).await.unwrap();
    let other = a.create_table(new_table(2, Status::Running, &[1])).await.unwrap();
    for ply in 0..50 {
        // Some in the same group, some on the other connection.
        let stores = [&a, &b, &a, &b];
        let tries: Vec<_> = stores
            .iter()
            .map(|store| store.write_table(moved(row, 0, ply)))
            .collect();
        let beside = b.write_table(moved(other, 0, ply));
        let mut stored = 0;
        for done in tries {
            match done.await {
                Ok(()) => stored += 1,
                Err(error) => assert_eq!(error, StoreError::Conflict),
            }
        }
        assert_eq!(stored, 1);
        beside.await.unwrap();
    }
    assert_eq!(a.load_table(table(1)).await.unwrap().unwrap().moves.len(), 50);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_one_holder_whose_lease_is_alive() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let (a, b) = (open(&url).await, open(&url).await);
    let (anna, bert) = (node("a:1"), node("b:2"));
    let row = a.create_table(new_table(1, Status::Running, &[1])).await.unwrap();
    a.join(anna.clone()).await.unwrap();
    b.join(bert.clone()).await.unwrap();
    assert_eq!(a.take(table(9), &anna.id).await.unwrap(), None);
    let held = a.take(table(1), &anna.id).await.unwrap().unwrap();
    assert_eq!((held.mine, held.epoch, held.address.as_str()), (true, 1, "a:1"));
    let again = a.take(table(1), &anna.id).await.unwrap().unwrap();
    assert_eq!((again.mine, again.epoch), (true, 2), "what it did before is over");
    assert!(!held.taken_over && !again.taken_over);
    a.give_up(row, 1).await.unwrap();
    assert_eq!(a.write_table(moved(row, 1, 0)).await, Err(StoreError::Fenced));
    let seen = b.take(table(1), &bert.id).await.unwrap().unwrap();
    assert_eq!(
        (seen.mine, &seen.node, seen.address.as_str(), seen.epoch),
        (false, &anna.id, "a:1", 2)
    );
    assert_eq!(b.due(5_000, 10).await.unwrap(), []);
    assert_eq!(a.due(5_000, 10).await.unwrap().len(), 2, "for a person and for a bot");
    a.write_table(moved(row, 2, 0)).await.unwrap();
    assert_eq!(a.load_table(table(1)).await.unwrap().unwrap().epoch, 2);

    expire(&url, &anna.id);
    assert!(!a.renew(&anna.id).await.unwrap(), "a lease that is over stays over");
    assert_eq!(b.due(5_000, 10).await.unwrap().len(), 1);
    // Nobody has taken it yet, so nothing is wrong with its writes.
    a.write_table(moved(row, 2, 1)).await.unwrap();
    let taken = b.take(table(1), &bert.id).await.unwrap().unwrap();
    assert_eq!((taken.mine, taken.epoch, taken.taken_over), (true, 3, true));
    assert_eq!(a.write_table(moved(row, 2, 2)).await, Err(StoreError::Fenced));
    assert_eq!(
        a.take(table(1), &anna.id).await.map(|held| held.unwrap().mine),
        Ok(false)
    );
    b.write_table(moved(row, 3, 2)).await.unwrap();
    assert!(b.renew(&bert.id).await.unwrap());

    // Giving up an epoch that is over gives up nothing.
    b.give_up(row, 2).await.unwrap();
    let nodes = b.nodes().await.unwrap();
    let bert_now = nodes.iter().find(|node| node.id == bert.id).unwrap();
    assert_eq!(bert_now.tables, 1);
    assert!(bert_now.left_ms > 8_000 && bert_now.left_ms <= LEASE.as_millis() as i64);
    b.give_up(row, 3).await.unwrap();
    assert_eq!(b.take(table(1), &bert.id).await.unwrap().unwrap().epoch, 4);
    b.leave(&bert.id).await.unwrap();
    assert_eq!(
        b.take(table(1), &bert.id).await,
        Err(StoreError::Fenced),
        "it must join again"
    );
    let again = node("a:1");
    a.join(again.clone()).await.unwrap();
    assert_eq!(a.take(table(1), &again.id).await.unwrap().unwrap().epoch, 5, "at once");
}

/// Two nodes take a table from each other all the time and append whenever they think that they have it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeover_between_two_appends_loses_and_doubles_nothing() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    let nodes = [node("a:1"), node("b:2")];
    let row = stores[0]
        .create_table(new_table(1, Status::Running, &[1]))
        .await
        .unwrap();
    for (store, node) in stores.iter().zip(&nodes) {
        store.join(node.clone()).await.unwrap();
    }
    let (stop, fenced) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut tasks = Vec::new();
    for (store, node) in stores.iter().zip(&nodes) {
        let (store, node, stop, fenced) = (
            Arc::clone(store),
            node.id.clone(),
            Arc::clone(&stop),
            Arc::clone(&fenced),
        );
        tasks.push(tokio::spawn(async move {
            let mut mine = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let held = store.take(table(1), &node).await.unwrap().unwrap();
                if !held.mine {
                    tokio::task::yield_now().await;
                    continue;
                }
                let mut ply = store.load_table(table(1)).await.unwrap().unwrap().moves.len();
                loop {
                    match store.write_table(moved(row, held.epoch, ply)).await {
                        Ok(()) => mine.push(ply),
                        Err(StoreError::Fenced) => break,
                        Err(error) => panic!("{error:?} at {ply} in epoch {}", held.epoch),
                    }
                    ply += 1;
                }
                fenced.fetch_add(1, Ordering::Relaxed);
            }
            mine
        }));
    }
    let sql = "UPDATE tables SET node = NULL";
    let until = Instant::now() + Duration::from_secs(3);
    while Instant::now() < until {
        Postgres::shared().unwrap().sql(&url, sql).unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    // Whoever has the table now must notice, too.
    Postgres::shared()
        .unwrap()
        .sql(&url, "UPDATE tables SET node = NULL, epoch = epoch + 1")
        .unwrap();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(
            tokio::time::timeout(Duration::from_secs(20), task)
                .await
                .unwrap()
                .unwrap(),
        );
    }
    all.sort_unstable();
    let stored = stores[0].load_table(table(1)).await.unwrap().unwrap();
    assert_eq!(stored.damage, None);
    assert_eq!(all, (0..stored.moves.len()).collect::<Vec<_>>());
    assert!(fenced.load(Ordering::Relaxed) > 2, "there were takeovers: {fenced:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_without_nodes_does_not_count() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let store = open(&url).await;
    let first = node("a:1");
    store.join(first.clone()).await.unwrap();
    assert_eq!(store.absence(), 0);
    store.create_table(new_table(1, Status::Running, &[1])).await.unwrap();
    store.leave(&first.id).await.unwrap();
    let sql = "UPDATE roundtable SET at = at - 60000";
    Postgres::shared().unwrap().sql(&url, sql).unwrap();
    let second = open(&url).await;
    second.join(node("b:1")).await.unwrap();
    let away = second.absence();
    assert!((60_000..90_000).contains(&away), "{away}");
    let clocks = second.load_table(table(1)).await.unwrap().unwrap().clocks;
    assert_eq!(clocks[0].due_at, 1_000 + away);
    let third = open(&url).await;
    third.join(node("c:1")).await.unwrap();
    assert_eq!(third.absence(), 0, "somebody is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_nodes_may_make_the_tables_at_once() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let opening: Vec<_> = (0..4)
        .map(|_| {
            tokio::spawn({
                let url = url.clone();
                async move { open(&url).await }
            })
        })
        .collect();
    let mut keys = Vec::new();
    for (number, task) in (0..).zip(opening) {
        let store = task.await.unwrap();
        keys.push(store.signing_key([number; 32]).await.unwrap().unwrap());
        close(store).await;
    }
    assert_eq!(keys, [[0; 32]; 4], "the first one's key is everybody's");
    let postgres = Postgres::shared().unwrap();
    // While servers are upgraded, those of the version before start, too, unless a migration says otherwise.
    postgres
        .sql(&url, "UPDATE roundtable SET version = version + 1")
        .unwrap();
    close(open(&url).await).await;
    postgres.sql(&url, "UPDATE roundtable SET oldest = version").unwrap();
    let said = |url: &str| {
        let url = DatabaseUrl::from(url.to_owned());
        async move {
            PostgresStore::open(&url, Arc::new(Metrics::new()))
                .await
                .map(drop)
                .unwrap_err()
                .to_string()
        }
    };
    let newer = said(&url).await;
    assert!(newer.contains("newer Roundtable") && !newer.contains("word"), "{newer}");
    let foreign = postgres.database().unwrap();
    postgres.sql(&foreign, "CREATE TABLE shop (id int)").unwrap();
    assert!(said(&foreign).await.contains("another program"));
    let wrong = said(&url.replace("pass%20word", "guess")).await;
    assert!(wrong.contains("password") && !wrong.contains("guess"), "{wrong}");
    assert!(said("postgres://127.0.0.1:1/site").await.contains("cannot be reached"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_claimed_twice_at_once_has_one_owner() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let stores = [Arc::new(open(&url).await), Arc::new(open(&url).await)];
    for round in 0..20_u8 {
        let names = [format!("Ian{round}"), format!("lan{round}")];
        for (i, name) in (0..).zip(&names) {
            let number = round * 4 + i;
            stores[0]
                .create_person(somebody(number, name), token(number, 1))
                .await
                .unwrap();
        }
        // A guest comes with that name at the same moment.
        let late = round * 4 + 2;
        let guest = stores[0].create_person(somebody(late, &names[1]), token(late, 1));
        let claims: Vec<_> = (0..2_u8)
            .map(|i| {
                let number = round * 4 + i;
                stores[usize::from(i)].set_password(person(number), "hash".to_owned(), token(number + 100, 2))
            })
            .collect();
        // Whoever comes second has been given another name by then, and claims that.
        for claim in claims {
            claim.await.unwrap();
        }
        let _ = guest.await;
        let sql = format!(
            "SELECT count(*) FROM people g JOIN people o ON o.claimed IS NOT NULL AND o.caseless = g.caseless WHERE \
             g.claimed IS NULL AND g.id <> o.id AND g.name IN ('{}', '{}')",
            names[0], names[1]
        );
        assert_eq!(
            Postgres::shared().unwrap().sql(&url, &sql).unwrap(),
            "0",
            "no guest bears a claimed name"
        );
        // Both have an owner now. Only one of them can have this name.
        let wanted = [format!("Iva{round}"), format!("lva{round}")];
        let renamed: Vec<_> = (0..2_u8)
            .map(|i| stores[usize::from(i)].rename(person(round * 4 + i), wanted[usize::from(i)].clone()))
            .collect();
        let mut owners = 0;
        for renamed in renamed {
            match renamed.await {
                Ok(_) => owners += 1,
                Err(error) => assert_eq!(error, StoreError::NameTaken),
            }
        }
        assert_eq!(owners, 1);
    }
}
