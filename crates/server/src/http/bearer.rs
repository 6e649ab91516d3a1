//! API tokens: programs show them instead of a cookie. What a route needs of one is written beside it in `routes`; a
//! route that does not say that it takes any takes none.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use roundtable_protocol::{Code, Scope};

use super::auth::SignedIn;
use super::guard::Client;
use super::refusal::Refused;
use crate::clock::now_ms;
use crate::secret::Token;
use crate::site::Site;

/// What a route needs of an API token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// A person's own sign-in, since it manages their account: no token is enough.
    SignIn,
    /// Any token, since nothing here is about anybody.
    Any,
    /// A token for this.
    Scope(Scope),
    /// A token for the command that the path names.
    Command,
}

/// A token that was used within this time needs no new note of it, in milliseconds.
const NOTED: i64 = 5 * 60_000;

/// What a program shows to say who it is, if it does. Other schemes are for whoever is in front of this server.
fn shown(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().unwrap_or("bearer ");
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Finds out whose token a request has, and whether it is enough.
pub(super) async fn check(State((site, need)): State<(Arc<Site>, Need)>, mut request: Request, next: Next) -> Response {
    let Some(shown) = shown(request.headers()) else {
        return next.run(request).await;
    };
    let client = request.extensions().get::<Client>().copied();
    match admit(&site, need, shown, client).await {
        Ok(one) => {
            request.extensions_mut().insert(one);
            next.run(request).await
        }
        Err(refused) => {
            let unknown = refused.0.code == Code::BadToken;
            let mut response = refused.into_response();
            if unknown {
                let scheme = HeaderValue::from_static("Bearer");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
            }
            response
        }
    }
}

async fn admit(site: &Site, need: Need, shown: &str, client: Option<Client>) -> Result<SignedIn, Refused> {
    let bad = |message| Refused::new(Code::BadToken, message);
    let token = Token::read_for_api(shown)
        .ok_or_else(|| bad("this is no API token: it is `rt_` and 64 digits, as it was shown when it was made"))?;
    let hash = token.hash();
    let found = site.store.api_token(hash.clone()).await?;
    let (person, token) =
        found.ok_or_else(|| bad("there is no such API token; perhaps it was revoked: make another on your page"))?;
    if !site.programs.allow(hash.clone()) {
        site.metrics.limited.inc();
        return Err(Refused::new(
            Code::TooFast,
            "too many requests with this API token; wait a moment",
        ));
    }
    if let Some(client) = client {
        site.see(&person.id, client.address);
    }
    let now = now_ms();
    if token.used_at.is_none_or(|used_at| now.saturating_sub(used_at) >= NOTED) {
        // Nobody waits for the note, and a lost one is made at the next request.
        tokio::spawn(site.store.touch(vec![hash.clone()], now));
    }
    let one = SignedIn {
        person,
        token: hash,
        scopes: Some(token.scopes.into()),
    };
    match need {
        Need::SignIn => Err(Refused::new(
            Code::NoScope,
            "no API token can do this: sign in with your password on the page",
        )),
        Need::Scope(scope) => one.may(scope).map(|()| one),
        // A command is read first.
        Need::Any | Need::Command => Ok(one),
    }
}
