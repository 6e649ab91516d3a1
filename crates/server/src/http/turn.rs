//! Waiting for one's turn at one table, for programs that cannot read a stream.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use roundtable_core::{Raw, json};
use roundtable_protocol::{Code, PersonId, TurnNow};
use serde::Deserialize;

use super::auth::SignedIn;
use super::guard::Client;
use super::lobby::table;
use super::refusal::Refused;
use super::viewing::{Attached, Held, count};
use crate::follow::Followed;
use crate::site::Site;

/// The longest wait, in seconds.
const LONGEST: u64 = 60;

#[derive(Deserialize)]
pub(crate) struct Wish {
    key: Option<String>,
    since: Option<usize>,
    events: Option<usize>,
    wait: Option<u64>,
}

/// Answers when this person has a decision to make after more than `since` moves, when the game is over, or when they
/// have waited long enough.
pub(crate) async fn wait(
    State(site): State<Arc<Site>>,
    Extension(client): Extension<Client>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
    wish: Result<Query<Wish>, QueryRejection>,
) -> Result<impl IntoResponse, Refused> {
    let id = table(path)?;
    let unreadable = |_| {
        let message = "ask for ?since=MOVES&events=EVENTS&wait=SECONDS, each if needed";
        Refused::new(Code::BadRequest, message)
    };
    let Query(wish) = wish.map_err(unreadable)?;
    let _held = Held::take(&site, client.address)?;
    let (me, who): (PersonId, _) = (one.person.id.clone(), one.person.called());
    let (_entry, mut farewell) = site.sockets.enter(Some((me.clone(), one.token)));
    let (_attached, mut inbox) = Attached::to(&site, &id, Some((me.clone(), who)), wish.key).await?;
    let mut followed = Followed::new(id, me, wish.events.unwrap_or(0));
    let until = tokio::time::Instant::now() + Duration::from_secs(wish.wait.unwrap_or(0).min(LONGEST));
    // The first message is there already, and has everything.
    let mut first = true;
    loop {
        let message = tokio::select! {
            biased;
            message = inbox.recv() => message,
            () = tokio::time::sleep_until(until), if !first => break,
            why = &mut farewell => return Err(match why {
                Ok(crate::sockets::Farewell::SignedOut) =>
                    Refused::new(Code::SignedOut, "you were signed out, or the API token was revoked"),
                _ => Refused::new(Code::Restart, "the server is being restarted; come back in a moment"),
            }),
        };
        let Some(text) = message else {
            return Err(Refused::new(Code::Again, "the table was read again; ask again"));
        };
        first = false;
        count(&site, client.address, &text);
        followed.keep(&text);
        let (ply, decision) = followed.decision();
        let due = decision.is_some() && wish.since.is_none_or(|since| ply > since);
        if due || followed.outcome().is_some() {
            break;
        }
    }
    let (game, (events, since)) = (followed.game(), followed.news());
    let now = TurnNow {
        table: Raw(followed.table()),
        seat: followed.seat(),
        game: game.as_deref().map(Raw),
        events: Raw(&events),
        since,
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], json::to_string(&now)))
}
