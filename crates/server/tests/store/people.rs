//! People, names and sessions: the same with both stores.

use roundtable_server::secret::TokenHash;

use crate::given::{person, somebody, token};
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
