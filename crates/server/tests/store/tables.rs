//! Tables, lists, reviews, notes and what is deleted: the same with both stores.

use roundtable_server::store::{List, Page, Retention, Status, StoredMute, StoredNote, StoredReview, TableWrite};

use crate::given::{claimed, clock, moved, new_table, person, said, somebody, state, table, token};
use crate::{both, noted};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_what_was_written() {
    both(async |store| {
        let mut notes = Vec::new();
        let row = store
            .create_table(new_table(2, Status::Waiting, &[1, 2]))
            .await
            .unwrap();
        noted!(notes: row, store.load_table(table(9)).await, store.load_table(table(2)).await);
        noted!(notes: store.create_table(new_table(2, Status::Waiting, &[1])).await.is_err());
        for (number, name) in [(1, "Ann"), (2, "Ben"), (3, "Cem")] {
            store
                .create_person(somebody(number, name), token(number, 5))
                .await
                .unwrap();
        }
        noted!(notes:
            store.write_table(moved(row, 0, 0)).await,
            store.write_table(moved(row, 0, 0)).await,
            store.write_table(moved(row, 0, 1)).await,
            store.write_table(claimed(row, 0, 2)).await,
            store.write_table(claimed(row, 0, 2)).await,
            store.write_table(said(row, 1, 30, true)).await,
            store.write_table(said(row, 3, 31, false)).await,
        );
        let run = |replaces, text: &str| TableWrite {
            row,
            state: Some(state(replaces, text, Status::Running, &[2, 3, 3])),
            at: 40,
            ..TableWrite::default()
        };
        noted!(notes: store.write_table(run(7, "too new")).await, store.write_table(run(1, "running")).await);
        // Either everything is stored, or nothing.
        let both_wrong = TableWrite {
            state: run(2, "lost").state,
            clocks: Some(vec![]),
            ..moved(row, 0, 1)
        };
        noted!(notes: store.write_table(both_wrong).await);
        let mute = |by, on| TableWrite {
            row,
            mute: Some((StoredMute { by, person: person(2) }, on)),
            ..TableWrite::default()
        };
        for (by, on) in [
            (None, true),
            (Some(person(1)), true),
            (Some(person(1)), true),
            (None, false),
            (None, false),
        ] {
            noted!(notes: store.write_table(mute(by, on)).await);
        }
        noted!(notes:
            store.load_table(table(2)).await,
            store.chat(row, true, 100, 10).await,
            store.chat(row, false, 31, 10).await,
            store.write_table(moved(99, 0, 0)).await.is_err() || store.load_table(table(99)).await.unwrap().is_none(),
        );
        noted!(notes: store.forget(person(3)).await, store.load_table(table(2)).await);
        let over = TableWrite {
            state: Some(state(2, "over", Status::Over, &[2])),
            clocks: Some(vec![]),
            ..run(0, "")
        };
        noted!(notes: store.write_table(over).await, store.load_table(table(2)).await);
        noted!(notes: store.signing_key([7; 32]).await.is_ok());
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_folded_and_paged() {
    both(async |store| {
        let mut notes = Vec::new();
        for (number, name) in [(1, "Ann"), (2, "Ben"), (3, "Cem")] {
            store
                .create_person(somebody(number, name), token(number, 5))
                .await
                .unwrap();
        }
        for number in 1..=30 {
            let status = if number % 3 == 0 {
                Status::Running
            } else {
                Status::Waiting
            };
            let mut new = new_table(number, status, &[if number > 8 { 1 } else { 2 }, 3]);
            new.public = number % 7 != 0;
            new.spectators = number % 5 != 0;
            let row = store.create_table(new).await.unwrap();
            if number % 3 == 0 {
                store.write_table(moved(row, 0, 0)).await.unwrap();
            }
        }
        let (ann, others) = (person(1), [person(3), person(9)]);
        let own = [
            List::Open(Some(ann.clone())),
            List::Watchable(Some(ann.clone())),
            List::Of(ann),
        ];
        let all = [List::Open(None), List::Watchable(None)].into_iter().chain(own);
        for list in all.chain(others.map(List::Of)) {
            for (limit, each) in [(3, 2), (5, 4), (100, 1)] {
                let mut before = None;
                for _ in 0..12 {
                    let page = store.list(list.clone(), Page { before, limit, each }).await.unwrap();
                    before = page.tables.last().map(|table| table.row);
                    let more = page.more;
                    noted!(notes: page);
                    if !more {
                        break;
                    }
                }
            }
        }
        noted!(notes: store.count_tables(person(1)).await, store.count_tables(person(2)).await);
        noted!(notes: store.count_tables(person(3)).await);
        for (until, bots) in [(100, 10), (500, 3), (1_000, 0), (3_000, 5)] {
            // Of clocks with the same time any may come first.
            noted!(notes: store.due(until, bots).await.unwrap().len());
        }
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_are_due_before_bots() {
    both(async |store| {
        let mut new = new_table(1, Status::Running, &[1]);
        new.clocks = vec![clock(0, 900, false)];
        store.create_table(new).await.unwrap();
        for number in 2..8 {
            let mut new = new_table(number, Status::Running, &[1]);
            new.clocks = vec![clock(0, i64::from(number), true)];
            store.create_table(new).await.unwrap();
        }
        vec![format!("{:?} {:?}", store.due(1_000, 3).await, store.due(899, 2).await)]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reviews_and_notes_are_kept() {
    both(async |store| {
        let mut notes = Vec::new();
        let review = |coarse, text: &str| StoredReview {
            coarse,
            review: text.to_owned(),
        };
        store
            .put_review("abc".to_owned(), 1, review(true, "{}"), 5)
            .await
            .unwrap();
        store
            .put_review("abc".to_owned(), 1, review(false, "[1]"), 6)
            .await
            .unwrap();
        noted!(notes: store.review("abc".to_owned(), 1).await, store.review("abc".to_owned(), 2).await);
        store.create_table(new_table(1, Status::Over, &[1, 2])).await.unwrap();
        store.create_person(somebody(1, "Ann"), token(1, 5)).await.unwrap();
        let note = |who, ply, text: &str, shared| StoredNote {
            person: person(who),
            name: None,
            ply,
            text: text.to_owned(),
            shared,
            at: 9,
        };
        for wish in [
            note(1, 0, "first", true),
            note(1, 1, "second", false),
            note(1, 2, "too many", false),
            note(1, 1, "again", false),
            note(2, 0, "mine", false),
            note(2, 0, "", false),
            note(2, 1, "ours", true),
        ] {
            noted!(notes: store.put_note(table(1), wish, 2).await);
        }
        noted!(notes: store.put_note(table(8), note(1, 0, "nowhere", true), 2).await);
        for who in [None, Some(person(1)), Some(person(2))] {
            noted!(notes: store.notes(table(1), who).await);
        }
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_old_is_swept() {
    both(async |store| {
        let mut notes = Vec::new();
        for number in 1..=6 {
            let status = [Status::Waiting, Status::Closed, Status::Running][usize::from(number) % 3];
            let row = store.create_table(new_table(number, status, &[number])).await.unwrap();
            store
                .write_table(said(row, number, i64::from(number), true))
                .await
                .unwrap();
            store
                .create_person(somebody(number, &format!("P{number}")), token(number, number.into()))
                .await
                .unwrap();
        }
        store
            .set_password(person(2), "hash".to_owned(), token(20, 2))
            .await
            .unwrap();
        store
            .put_review(
                "old".to_owned(),
                1,
                StoredReview {
                    coarse: true,
                    review: "{}".to_owned(),
                },
                1,
            )
            .await
            .unwrap();
        let keep = Retention {
            waiting: 4,
            closed: 2,
            chat: 4,
            guests: 5,
            reviews: 2,
        };
        loop {
            let swept = store.sweep(keep).await.unwrap();
            noted!(notes: swept);
            if swept.is_empty() {
                break;
            }
        }
        for number in 1..=6 {
            noted!(notes: store.load_table(table(number)).await);
        }
        noted!(notes: store.review("old".to_owned(), 1).await, store.tidy().await);
        notes
    })
    .await;
}
