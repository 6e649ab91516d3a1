//! Results of finished games and the ratings that follow from them: the same with both stores.

use std::sync::Arc;

use roundtable_load::{Postgres, Scratch};
use roundtable_protocol::{StandIn, Unrated};
use roundtable_server::metrics::Metrics;
use roundtable_server::rebuild_ratings;
use roundtable_server::store::{GameResult, Page, Place, SqliteStore, Status, Store, StoreError};

use crate::given::{ended, new_table, person, result, somebody, table, token};
use crate::{both, close, noted, open};

const PAGE: Page = Page {
    before: None,
    limit: 50,
    each: 50,
};

/// Four people: three with a claimed name, and a guest.
async fn people(store: &dyn Store) {
    for (number, name) in [(1, "Ann"), (2, "Ben"), (3, "Cem"), (4, "Guest")] {
        store
            .create_person(somebody(number, name), token(number, 5))
            .await
            .unwrap();
    }
    for number in 1..=3 {
        store
            .set_password(person(number), "hash".to_owned(), token(number + 10, 6))
            .await
            .unwrap();
    }
}

/// Plays a game to its end.
async fn play(store: &dyn Store, number: u8, result: GameResult) -> i64 {
    let people = result.seats.iter().filter_map(|seat| seat.person.clone());
    let people: Vec<u8> = people
        .filter_map(|one| (1..=9).find(|number| person(*number) == one))
        .collect();
    let row = store
        .create_table(new_table(number, Status::Running, &people))
        .await
        .unwrap();
    store.write_table(ended(row, 1, &people, result)).await.unwrap();
    row
}

/// What is known of somebody, as text.
async fn known(store: &dyn Store, number: u8, viewer: Option<u8>) -> String {
    let profile = store.profile(person(number), viewer.map(person)).await.unwrap();
    let games = store.games_of(person(number), viewer.map(person), PAGE).await.unwrap();
    format!("{profile:#?} {games:#?}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn results_come_with_the_last_move_and_are_judged_in_order() {
    both(async |store| {
        people(store).await;
        let mut notes = Vec::new();
        play(store, 1, result(30, &[("1", 1), ("2", 2), ("3", 3)])).await;
        play(store, 2, result(20, &[("1", 2), ("squire", 1), ("squire", 3)])).await;
        // A move that is there already brings no results.
        let row = store
            .create_table(new_table(3, Status::Running, &[1, 2]))
            .await
            .unwrap();
        let twice = ended(row, 1, &[1, 2], result(40, &[("1", 1), ("2", 2)]));
        store.write_table(twice.clone()).await.unwrap();
        noted!(notes: store.write_table(twice).await == Err(StoreError::Conflict));
        let seats = [("1", 1), ("2", 2)];
        let bars = [
            GameResult {
                bar: Some(Unrated::Hints),
                ..result(50, &seats)
            },
            GameResult {
                public: false,
                bar: Some(Unrated::NotAgreed),
                ..result(51, &seats)
            },
            result(52, &[("1", 1), ("4", 2)]),
            result(53, &[("page", 1), ("page", 2)]),
        ];
        for (number, bar) in (10..).zip(bars) {
            play(store, number, bar).await;
        }
        let mut left = result(54, &seats);
        left.seats[1].absent = Some(StandIn::Resigned);
        play(store, 20, left).await;
        let listed = store.finished(PAGE).await.unwrap();
        assert_eq!(listed.tables.len(), 0, "nobody has judged them yet");
        noted!(notes: store.judge(3).await, store.judge(50).await, store.judge(50).await);
        let listed = store.finished(PAGE).await.unwrap();
        noted!(notes: listed.names, listed.more);
        let ids: Vec<_> = listed
            .tables
            .iter()
            .map(|listed| (listed.row, listed.id.clone()))
            .collect();
        assert_eq!(ids.last().unwrap(), &(1, table(2)), "the first that ended");
        noted!(notes: ids);
        for number in 1..=4 {
            for viewer in [None, Some(1), Some(2), Some(3)] {
                notes.push(known(store, number, viewer).await);
            }
        }
        // Private games are shown to those who played.
        let seen = async |viewer: Option<u8>| {
            let games = store.games_of(person(1), viewer.map(person), PAGE).await.unwrap();
            games.iter().filter(|game| !game.played.public).count()
        };
        assert_eq!((seen(None).await, seen(Some(3)).await), (0, 0));
        assert_eq!((seen(Some(1)).await, seen(Some(2)).await), (1, 1));
        let reasons: Vec<_> = store.games_of(person(1), Some(person(1)), PAGE).await.unwrap();
        let reasons: Vec<_> = reasons
            .iter()
            .map(|game| (game.played.at, game.played.unrated))
            .collect();
        assert_eq!(
            reasons,
            [
                (54, Some(Unrated::Abandoned)),
                (52, Some(Unrated::Guest)),
                (51, Some(Unrated::NotAgreed)),
                (50, Some(Unrated::Hints)),
                (40, None),
                (20, None),
                (30, None),
            ]
        );
        let ann = store.profile(person(1), Some(person(1))).await.unwrap();
        let shock = &ann.games["shock"];
        assert_eq!((shock.finished, shock.streak, shock.best_streak), (7, 6, 6));
        assert_eq!((shock.against.len(), shock.against[0].games), (1, 1));
        assert_eq!(ann.ratings["shock"].games, 3);

        // An account that is gone leaves rows without a name.
        store.forget(person(2)).await.unwrap();
        let games = store.games_of(person(1), None, PAGE).await.unwrap();
        let ben = games
            .iter()
            .flat_map(|game| &game.seats)
            .find(|seat| seat.outcome.person == Some(person(2)));
        assert_eq!(ben.unwrap().name, None);
        noted!(notes: store.hide(person(1), true).await);
        assert!(store.profile(person(1), None).await.unwrap().hidden);
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_ended_before_are_filled_in() {
    both(async |store| {
        people(store).await;
        let mut notes = Vec::new();
        for number in 1..=3 {
            store
                .create_table(new_table(number, Status::Over, &[1, 2]))
                .await
                .unwrap();
        }
        play(store, 4, result(40, &[("1", 1), ("2", 2)])).await;
        let missing = store.missing_results(0, 2).await.unwrap();
        noted!(notes: missing);
        let more = store.missing_results(missing[1].row, 5).await.unwrap();
        assert_eq!(more.len(), 1, "the fourth has results");
        for game in missing.iter().chain(&more) {
            let filled = GameResult {
                bar: Some(Unrated::NotAgreed),
                ..result(game.changed_at, &[("1", 2), ("2", 1)])
            };
            // Another node may have done it meanwhile.
            store.put_result(game.row, filled.clone()).await.unwrap();
            store.put_result(game.row, filled).await.unwrap();
        }
        noted!(notes: store.missing_results(0, 5).await, store.judge(50).await);
        assert_eq!(store.games_of(person(2), None, PAGE).await.unwrap().len(), 4);
        notes
    })
    .await;
}

/// Many games, judged a few at a time while others end.
async fn ladder(store: &dyn Store) {
    people(store).await;
    for number in 1..=60 {
        let (a, b) = (number % 4, (number / 4) % 4);
        let who = ["1", "2", "3", "knight"];
        let (first, second) = (who[usize::from(a)], who[usize::from((a + 1 + b % 3) % 4)]);
        let game = match number % 5 {
            0 => result(100 - i64::from(number), &[(first, 1), (second, 1)]),
            1 => result(100, &[(first, 2), (second, 1), ("squire", 3), ("squire", 4)]),
            2 => result(100, &[(first, 1), ("4", 2)]),
            _ => result(
                50 + i64::from(number),
                &[(second, 1), (first, 2), ("champion-to-be", 3)],
            ),
        };
        play(store, number, game).await;
        if number % 7 == 0 {
            store.judge(4).await.unwrap();
        }
    }
    while store.judge(10).await.unwrap() > 0 {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_made_again_are_the_same_to_the_last_byte() {
    let scratch = Scratch::new("ratings").unwrap();
    let file = scratch.path().join("roundtable.sqlite");
    let sqlite = SqliteStore::open(&file, Arc::new(Metrics::new())).unwrap();
    ladder(&sqlite).await;
    sqlite.close();
    let url = Postgres::shared().unwrap().database().unwrap();
    let postgres = open(&url).await;
    ladder(&postgres).await;
    close(postgres).await;
    let mut digests = Vec::new();
    for place in [Place::File(file.clone()), Place::from(url.as_str())] {
        let checked = rebuild_ratings(&place, false).await.unwrap();
        assert_eq!(checked.before, checked.after, "{place}");
        assert_eq!((checked.games, checked.filled), (60, 0));
        assert!(checked.counted > 30 && checked.ratings == 6, "{checked:?}");
        // Whatever has happened to them, they come back.
        let sql = "UPDATE ratings SET mean = mean + 1 WHERE who = 'bot:knight'";
        match &place {
            Place::File(file) => {
                let db = rusqlite::Connection::open(file).unwrap();
                db.execute(sql, []).unwrap();
            }
            Place::Database(_) => drop(Postgres::shared().unwrap().sql(&url, sql).unwrap()),
        }
        let checked = rebuild_ratings(&place, false).await.unwrap();
        assert_ne!(checked.before, checked.after);
        let rebuilt = rebuild_ratings(&place, true).await.unwrap();
        assert_eq!(rebuilt, checked);
        let checked = rebuild_ratings(&place, false).await.unwrap();
        assert_eq!((&checked.before, &checked.after), (&rebuilt.after, &rebuilt.after));
        digests.push(rebuilt.after);
    }
    assert_eq!(digests[0], digests[1], "SQLite, then PostgreSQL");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_judge_at_the_same_time_agree_on_one_order() {
    let url = Postgres::shared().unwrap().database().unwrap();
    let (a, b) = (open(&url).await, open(&url).await);
    people(&a).await;
    let mut judged = 0;
    for number in 1..=40 {
        let store = if number % 2 == 0 { &a } else { &b };
        let seats = [("1", 1 + number % 2), ("2", 2 - number % 2)];
        play(store, number, result(i64::from(100 - number), &seats)).await;
        let (one, other) = tokio::join!(a.judge(5), b.judge(5));
        judged += one.unwrap() + other.unwrap();
    }
    assert_eq!(judged, 40, "each game once");
    close(a).await;
    close(b).await;
    let checked = rebuild_ratings(&Place::from(url.as_str()), false).await.unwrap();
    assert_eq!((checked.games, checked.counted), (40, 40));
    assert_eq!(checked.before, checked.after);
}

#[tokio::test]
async fn nobody_makes_ratings_again_under_a_server() {
    let scratch = Scratch::new("ratings").unwrap();
    let file = scratch.path().join("roundtable.sqlite");
    let place = Place::File(file.clone());
    let why = rebuild_ratings(&place, true).await.unwrap_err();
    assert!(why.contains("there is no such database"), "{why}");
    let sqlite = SqliteStore::open(&file, Arc::new(Metrics::new())).unwrap();
    let why = rebuild_ratings(&place, true).await.unwrap_err();
    assert!(why.contains("another server is using"), "{why}");
    sqlite.close();
    assert_eq!(rebuild_ratings(&place, true).await.unwrap().games, 0);
}
