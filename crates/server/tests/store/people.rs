//! People, names and sessions: the same with both stores.

use roundtable_server::secret::TokenHash;
use roundtable_server::store::{List, Page, Status};

use crate::given::{api_token, new_table, person, somebody, table, token};
use crate::{both, noted};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_belong_to_those_who_claim_them() {
    both(async |store| {
        let mut notes = Vec::new();
        for (number, name) in [(1, "Ian"), (2, "lan"), (3, "Ann"), (4, "ANN"), (5, "Ben")] {
            noted!(notes: store.create_person(somebody(number, name), token(number, 5)).await);
        }
        noted!(notes:
            store.create_person(somebody(1, "Else"), token(60, 5)).await.is_err(),
            store.claimed("Ian".to_owned()).await,
            store.set_password(person(2), "hash".to_owned(), token(12, 6)).await,
            store.claimed("Ian".to_owned()).await,
            store.claimed("IAN".to_owned()).await,
            store.set_password(person(1), "other".to_owned(), token(11, 6)).await,
            store.set_password(person(2), "newer".to_owned(), token(22, 7)).await,
            store.set_password(person(3), "hash".to_owned(), token(13, 6)).await,
            store.create_person(somebody(6, "ann"), token(6, 5)).await,
            store.rename(person(5), "Ann".to_owned()).await,
            store.rename(person(3), "ben".to_owned()).await,
            store.rename(person(5), "Ann".to_owned()).await,
            store.claimed("Ann".to_owned()).await,
            store.claimed("Ben".to_owned()).await,
            store.set_password(person(77), "hash".to_owned(), token(77, 6)).await.is_err(),
        );
        for number in [1, 2, 3, 4, 5, 6, 11, 12, 13, 22] {
            noted!(notes: store.person_of(TokenHash([number; 32]), 0).await);
        }
        noted!(notes: store.forget(person(3)).await, store.claimed("Ben".to_owned()).await);
        noted!(notes: store.create_person(somebody(8, "Ben"), token(8, 9)).await);
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_begin_and_end() {
    both(async |store| {
        let mut notes = Vec::new();
        store.create_person(somebody(1, "Ann"), token(1, 5)).await.unwrap();
        for number in 2..60 {
            store.add_token(person(1), token(number, number.into())).await.unwrap();
        }
        noted!(notes: store.add_token(person(1), token(59, 3)).await.is_err());
        noted!(notes: store.sessions(person(1), 0).await, store.sessions(person(1), 40).await);
        let hash = |number| TokenHash([number; 32]);
        noted!(notes:
            store.touch(vec![hash(20), hash(19), hash(99)], 70).await,
            store.person_of(hash(20), 65).await,
            store.person_of(hash(21), 65).await,
            store.move_token(hash(21), 80, 70).await,
            store.move_token(hash(21), 90, 70).await,
            store.move_token(hash(21), 99, 85).await,
            store.move_token(hash(22), 80, 70).await,
            store.drop_token(hash(30)).await,
            store.person_of(hash(30), 0).await,
            store.knows_device(hash(1), person(1)).await,
        );
        for number in 1..30 {
            store.add_device(hash(number), person(1), number.into()).await.unwrap();
        }
        store.add_device(hash(12), person(1), 50).await.unwrap();
        noted!(notes: store.expire(15, 25).await);
        for number in 1..30 {
            noted!(notes: store.knows_device(hash(number), person(1)).await);
        }
        noted!(notes: store.sessions(person(1), 0).await);
        noted!(notes: store.drop_tokens(person(1), Some(hash(21))).await, store.sessions(person(1), 0).await);
        noted!(notes: store.drop_tokens(person(1), None).await, store.sessions(person(1), 0).await);
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_have_tokens_of_their_own() {
    both(async |store| {
        let mut notes = Vec::new();
        let hash = |number| TokenHash([number; 32]);
        for (number, name) in [(1, "Ann"), (2, "Ben"), (3, "Cem")] {
            store
                .create_person(somebody(number, name), token(number, 5))
                .await
                .unwrap();
        }
        for number in [1, 2] {
            let password = store.set_password(person(number), "hash".to_owned(), token(10 + number, 6));
            password.await.unwrap();
        }
        noted!(notes:
            store.add_api_token(person(1), api_token(21, 7), 3).await,
            store.add_api_token(person(1), api_token(22, 8), 3).await,
            store.add_api_token(person(1), api_token(23, 8), 3).await,
            store.add_api_token(person(1), api_token(24, 9), 3).await,
            store.add_api_token(person(1), api_token(21, 9), 9).await.is_err(),
            store.add_api_token(person(2), api_token(31, 9), 3).await,
            store.add_api_token(person(3), api_token(41, 9), 3).await,
            store.touch(vec![hash(22), hash(99), hash(11)], 70).await,
            store.api_tokens(person(1)).await,
            store.api_tokens(person(3)).await,
            store.api_token(hash(22)).await,
            store.api_token(hash(24)).await,
            store.person_of(hash(22), 0).await.map(|found| found.is_some()),
            store.drop_api_token(person(2), hash(21)).await,
            store.drop_api_token(person(1), hash(21)).await,
            store.drop_api_token(person(1), hash(21)).await,
            store.api_token(hash(21)).await,
            store.drop_tokens(person(1), None).await,
            store.api_tokens(person(1)).await.map(|tokens| tokens.len()),
        );
        // Another password and the end of the account end them.
        noted!(notes:
            store.become_bot(person(3)).await,
            store.become_bot(person(1)).await,
            store.become_bot(person(1)).await,
            store.api_token(hash(22)).await.map(|found| found.map(|(person, _)| person)),
            store.claimed("Ann".to_owned()).await,
            store.set_password(person(1), "newer".to_owned(), token(12, 9)).await,
            store.api_tokens(person(1)).await,
            store.forget(person(2)).await,
            store.api_token(hash(31)).await,
        );
        notes
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_becomes_a_bot_at_a_table_and_bots_are_shown_as_such() {
    both(async |store| {
        let mut notes = Vec::new();
        for (number, name) in [(1, "Ann"), (2, "Ben"), (3, "Cem")] {
            store
                .create_person(somebody(number, name), token(number, 5))
                .await
                .unwrap();
            let password = store.set_password(person(number), "hash".to_owned(), token(10 + number, 6));
            password.await.unwrap();
        }
        noted!(notes: store.become_bot(person(2)).await);
        for (number, status) in [
            (1, Status::Waiting),
            (2, Status::Running),
            (3, Status::Over),
            (4, Status::Waiting),
        ] {
            let members: &[u8] = if number == 4 { &[3, 2] } else { &[1, 2] };
            store.create_table(new_table(number, status, members)).await.unwrap();
        }
        let page = Page {
            before: None,
            limit: 9,
            each: 9,
        };
        noted!(notes:
            store.become_bot(person(1)).await,
            store.become_bot(person(3)).await,
            store.count_asked(person(1)).await,
            store.count_asked(person(2)).await,
            store.list(List::Unfinished(person(2)), page).await.map(|listed| listed.tables.len()),
            store.list(List::Unfinished(person(3)), page).await.map(|listed| listed.tables.len()),
            store.list(List::Of(person(1)), page).await.map(|listed| listed.names),
            store.load_table(table(1)).await.map(|table| table.map(|table| table.names)),
        );
        notes
    })
    .await;
}
