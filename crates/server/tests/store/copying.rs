//! A site moves from one database to another, and back.

use std::path::Path;
use std::sync::Arc;

use roundtable_load::{Postgres, Scratch};
use roundtable_server::metrics::Metrics;
use roundtable_server::signing::Signer;
use roundtable_server::store::{
    DatabaseUrl, NewNode, NodeId, Nodes as _, Place, SqliteStore, Status, Store, StoredNote, StoredReview, copy,
};

use crate::given::{api_token, claimed, moved, new_table, person, result, said, somebody, table, token};
use crate::{close, open};

fn sqlite(folder: &Path) -> SqliteStore {
    SqliteStore::open(&folder.join("roundtable.sqlite"), Arc::new(Metrics::new())).unwrap()
}

/// Something in every table of the database.
async fn furnish(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Ben ☃"), (3, "Cem")] {
        store
            .create_person(somebody(number, name), token(number, 5))
            .await
            .unwrap();
        store
            .add_device(token(number, 5).hash, person(number), 5)
            .await
            .unwrap();
    }
    store
        .set_password(person(1), "hash".to_owned(), token(11, 6))
        .await
        .unwrap();
    store.add_device(token(1, 5).hash, person(1), 5).await.unwrap();
    assert!(store.become_bot(person(1)).await.unwrap());
    assert!(store.add_api_token(person(1), api_token(1, 5), 9).await.unwrap());
    for number in 1..=150 {
        let row = store
            .create_table(new_table(number, Status::Running, &[1, 2]))
            .await
            .unwrap();
        for ply in 0..usize::from(number % 5) {
            store.write_table(moved(row, 0, ply)).await.unwrap();
        }
        store.write_table(said(row, 1, 7, true)).await.unwrap();
        store.write_table(claimed(row, 0, 0)).await.unwrap();
    }
    let note = StoredNote {
        person: person(1),
        name: None,
        ply: 3,
        text: "remember".to_owned(),
        shared: true,
        at: 4,
    };
    assert!(store.put_note(table(1), note, 5).await.unwrap());
    let review = StoredReview {
        coarse: false,
        review: "{}".to_owned(),
    };
    store.put_review("abc".to_owned(), 1, review, 6).await.unwrap();
    store
        .put_result(1, result(7, &[("1", 1), ("squire", 2)]))
        .await
        .unwrap();
    assert_eq!(store.judge(5).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_is_copied_there_and_back() {
    let (here, back) = (Scratch::new("copy-here").unwrap(), Scratch::new("copy-back").unwrap());
    let store = sqlite(here.path());
    furnish(&store).await;
    let key = Signer::of(&store, here.path()).await.unwrap().public();
    let url = Postgres::shared().unwrap().database().unwrap();
    let place = |folder: &Scratch| Place::from(folder.path().to_str().unwrap());
    let there = Place::from(url.as_str());
    let why = copy(&place(&here), &there).await.unwrap_err();
    assert!(why.contains("another server is using"), "{why}");
    store.close();

    let copied = copy(&place(&here), &there).await.unwrap();
    assert!(copied.iter().all(|table| table.rows > 0), "{copied:?}");
    let why = copy(&place(&here), &there).await.unwrap_err();
    assert!(why.contains("not empty") && !why.contains("word"), "{why}");
    let returned = copy(&there, &place(&back)).await.unwrap();
    assert_eq!(copied, returned);
    let first = sqlite(back.path());
    assert_eq!(Signer::of(&first, back.path()).await.unwrap().public(), key);

    // The game goes on in both, and new tables get new rows.
    let second = open(&url).await;
    assert_eq!(Signer::of(&second, Path::new("/nowhere")).await.unwrap().public(), key);
    for store in [&first as &dyn Store, &second] {
        let found = store.load_table(table(4)).await.unwrap().unwrap();
        assert_eq!((found.moves.len(), &found.damage), (4, &None));
        store.write_table(moved(found.row, found.epoch, 4)).await.unwrap();
        let row = store.create_table(new_table(200, Status::Waiting, &[1])).await.unwrap();
        assert_eq!(row, 151);
        store.write_table(said(row, 1, 8, true)).await.unwrap();
        assert_eq!(store.claimed("ann".to_owned()).await.unwrap().unwrap().id, person(1));
    }
    first.close();
    let node = NewNode {
        id: NodeId::new().unwrap(),
        version: "1".to_owned(),
        address: "a:1".to_owned(),
    };
    second.join(node.clone()).await.unwrap();
    let new = Scratch::new("copy-new").unwrap();
    let why = copy(&there, &place(&new)).await.unwrap_err();
    assert!(why.contains("a server uses it (at a:1)"), "{why}");
    second.leave(&node.id).await.unwrap();
    close(second).await;
    copy(&there, &place(&new)).await.unwrap();
    let nothing = Place::from(here.path().join("nothing").to_str().unwrap());
    assert!(copy(&nothing, &there).await.unwrap_err().contains("no such database"));
    let url = DatabaseUrl::from("postgresql://db/site".to_owned());
    assert!(matches!(Place::from("postgresql://db/site"), Place::Database(named) if named == url));
}
