//! Where somebody is signed in, and signing out there.

use roundtable_protocol::{Code, SessionInfo, Sessions};
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::auth::{SignedIn, cookie};
use super::refusal::Refused;
use crate::clock::now_ms;
use crate::cluster::News;
use crate::site::Site;

/// The devices on which the person is signed in, the last used first.
pub(crate) async fn list(State(site): State<Arc<Site>>, one: SignedIn) -> Result<Json<Sessions>, Refused> {
    let sessions = sessions(&site, &one).await?;
    Ok(Json(Sessions { sessions }))
}

/// The sessions as the person is shown them.
pub(super) async fn sessions(site: &Site, one: &SignedIn) -> Result<Vec<SessionInfo>, Refused> {
    let since = site.sessions_since(now_ms());
    let stored = site.store.sessions(one.person.id.clone(), since).await?;
    let shown = stored.into_iter().map(|session| SessionInfo {
        id: session.token.session(),
        current: session.token == one.token,
        created_at: session.created_at,
        used_at: session.used_at,
        device: session.device,
    });
    Ok(shown.collect())
}

/// Signs the person out on one device.
pub(crate) async fn end(
    State(site): State<Arc<Site>>,
    one: SignedIn,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let wanted = path.map_or_else(|_| String::new(), |Path(id)| id);
    let stored = site
        .store
        .sessions(one.person.id, site.sessions_since(now_ms()))
        .await?;
    let session = stored.into_iter().find(|session| session.token.session() == wanted);
    let Some(session) = session else {
        return Err(Refused::new(
            Code::NoSession,
            "you are not signed in there; look at the list again",
        ));
    };
    site.store.drop_token(session.token.clone()).await?;
    site.announce(News::TokenEnded(session.token.clone()));
    Ok(match session.token == one.token {
        true => (StatusCode::NO_CONTENT, cookie(&site, None)).into_response(),
        false => StatusCode::NO_CONTENT.into_response(),
    })
}
