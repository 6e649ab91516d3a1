//! A short siege: every abuse at once, beside a few ordinary tables. `cargo xtask siege` is the long one.

use std::time::Duration;

use roundtable_load::Scratch;
use roundtable_load::siege::Siege;

use crate::house::{BUSY, Process};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ordinary_tables_are_served_under_siege() {
    let _busy = BUSY.lock().await;
    let scratch = Scratch::new("siege").unwrap();
    let server = Process::start_ordinary(&scratch.path().join("data"), &[]);
    let siege = Siege {
        server: server.address,
        tables: 10,
        time: Duration::from_secs(12),
        bot_delay_max: Duration::from_millis(1_800),
    };
    let outcome = siege.run().await.unwrap();
    let service = &outcome.service;
    assert!(service.moves.len() > 15 && service.answers.len() > 15, "{service:?}");
    // This is a slow build beside other tests; the long siege is stricter.
    let slowest = service.acknowledged(99);
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    assert!(service.late * 10 <= service.answers.len(), "{} late", service.late);
    // All besiegers were there, and the limits were felt.
    let refused = outcome.abuses.iter().filter(|toll| {
        let codes = ["too_fast", "used_up", "too_many_tables", "no_person", "bad_request"];
        codes.iter().any(|code| toll.answers.contains_key(*code))
    });
    assert!(
        outcome.abuses.len() == 15 && refused.count() > 5,
        "{:?}",
        outcome.abuses
    );
}
