//! Identifies the person behind a request by the token in the cookie, unless an API token has done so (`bearer`).
//!
//! Under HTTPS the cookies are called `__Host-…`: browsers accept such a name only from this very site over HTTPS, so
//! no neighbouring site can plant somebody else's token. A token in a cookie of the old name is moved over once.

use roundtable_protocol::{Code, Refusal, Scope};
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{AppendHeaders, Response};

use super::device;
use super::guard::Client;
use super::refusal::Refused;
use crate::clock::now_ms;
use crate::secret::{Token, TokenHash};
use crate::site::Site;
use crate::store::{NewToken, Person};

/// The cookie with the token.
const COOKIE: &str = "roundtable";

/// The cookie that proves an earlier sign-in from this device. It stays when somebody signs out.
const DEVICE: &str = "roundtable-device";

/// What the names of cookies begin with under HTTPS.
const STRICT: &str = "__Host-";

/// How long browsers keep a cookie: as long as they do at most.
const AGE: u32 = 400 * 24 * 3600;

/// For so long after a token was moved, requests that were on their way still count, in milliseconds.
const ON_THE_WAY: i64 = 60_000;

/// A token that was used within this time needs no new note of it, in milliseconds.
const LIFE: i64 = 3_600_000;

/// Headers that give a browser its cookies, or remove them.
pub(crate) type Cookies = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

/// Somebody who is signed in, as a guest or with a password, or a program with an API token.
#[derive(Clone)]
pub(crate) struct SignedIn {
    pub(crate) person: Person,
    pub(crate) token: TokenHash,
    /// What a program may do; `None` for a person, who may do everything.
    pub(crate) scopes: Option<Arc<[Scope]>>,
}

impl SignedIn {
    /// Whether they may do this kind of thing.
    ///
    /// # Errors
    /// [`Code::NoScope`].
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        may(self.scopes.as_deref(), scope).map_err(Refused)
    }
}

/// Whether somebody with these scopes may do this kind of thing.
///
/// # Errors
/// [`Code::NoScope`].
pub(super) fn may(scopes: Option<&[Scope]>, scope: Scope) -> Result<(), Refusal> {
    if scopes.is_none_or(|scopes| scopes.contains(&scope)) {
        return Ok(());
    }
    let message = format!("this API token is not for `{}`: make another that is", scope.name());
    Err(Refusal::new(Code::NoScope, message))
}

/// Somebody who may or may not be signed in.
pub(crate) struct Maybe(pub(crate) Option<SignedIn>);

/// The value of a cookie.
fn value<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok());
    let mut pairs = cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

/// The name of a cookie as it is now in force.
fn name(site: &Site, plain: &str) -> String {
    let strict = if site.config.https { STRICT } else { "" };
    format!("{strict}{plain}")
}

fn token(site: &Site, headers: &HeaderMap) -> Option<Token> {
    value(headers, &name(site, COOKIE)).and_then(Token::read)
}

/// What the browser shows to prove that somebody has signed in from it before.
pub(super) fn known_device(site: &Site, headers: &HeaderMap) -> Option<TokenHash> {
    let device = value(headers, &name(site, DEVICE)).and_then(Token::read);
    device.map(|device| device.hash())
}

impl FromRequestParts<Arc<Site>> for Maybe {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Refused> {
        if let Some(one) = parts.extensions.get::<SignedIn>() {
            return Ok(Self(Some(one.clone())));
        }
        let Some(token) = token(site, &parts.headers) else {
            return Ok(Self(None));
        };
        let (hash, now) = (token.hash(), now_ms());
        let Some(found) = site.store.person_of(hash.clone(), site.sessions_since(now)).await? else {
            return Ok(Self(None));
        };
        if let Some(client) = parts.extensions.get::<Client>() {
            site.see(&found.person.id, client.address);
        }
        if now.saturating_sub(found.used_at) >= LIFE {
            // Any request is a sign of life. Nobody waits for the note, and a lost one is made at the next request.
            tokio::spawn(site.store.touch(vec![hash.clone()], now));
        }
        Ok(Self(Some(SignedIn {
            person: found.person,
            token: hash,
            scopes: None,
        })))
    }
}

impl FromRequestParts<Arc<Site>> for SignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Refused> {
        let Maybe(signed_in) = Maybe::from_request_parts(parts, site).await?;
        signed_in.ok_or_else(|| Refused::new(Code::NotSignedIn, "choose a name first, or sign in"))
    }
}

/// A new token, for the device behind the request.
pub(super) fn new_token(site: &Site, headers: &HeaderMap) -> Result<(Token, NewToken), Refused> {
    let token = Token::new()?;
    let stored = NewToken {
        hash: token.hash(),
        at: now_ms(),
        device: device::words(headers),
        strict: site.config.https,
    };
    Ok((token, stored))
}

fn set(site: &Site, name: &str, token: Option<&Token>) -> (HeaderName, HeaderValue) {
    let secure = if site.config.https { "; Secure" } else { "" };
    let (value, age) = token.map_or(("", 0), |token| (token.expose(), AGE));
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    // The text has only characters that a header may contain.
    let text = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
    (header::SET_COOKIE, text)
}

/// Gives a browser its token, or removes it.
pub(super) fn cookie(site: &Site, token: Option<&Token>) -> Cookies {
    AppendHeaders(vec![set(site, &name(site, COOKIE), token)])
}

/// Gives a browser its token, and what proves later that it has signed in.
pub(super) fn cookies(site: &Site, token: &Token, device: Option<&Token>) -> Cookies {
    let token = set(site, &name(site, COOKIE), Some(token));
    let device = device.map(|device| set(site, &name(site, DEVICE), Some(device)));
    AppendHeaders(std::iter::once(token).chain(device).collect())
}

/// Gives a browser the token again that it has, so that it keeps it for longer.
pub(super) fn renewed(site: &Site, headers: &HeaderMap, one: Option<&SignedIn>) -> Cookies {
    let token = token(site, headers).filter(|_| one.is_some());
    AppendHeaders(
        token
            .map(|token| set(site, &name(site, COOKIE), Some(&token)))
            .into_iter()
            .collect(),
    )
}

/// Under HTTPS, moves a token from the cookie of the old name into the strict one. After that nobody can use it in the
/// old one: whoever has it there was given it by another site.
pub(crate) async fn move_over(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let old = old_token(&site, request.headers());
    let Some(old) = old else { return next.run(request).await };
    if !may_move(&site, &old).await {
        return next.run(request).await;
    }
    let strict = name(&site, COOKIE);
    if let Ok(pair) = HeaderValue::from_str(&format!("{strict}={}", old.expose())) {
        request.headers_mut().append(header::COOKIE, pair);
    }
    let mut response = next.run(request).await;
    let answered = response.headers_mut();
    // What was asked for may have set the cookie itself, such as a sign-out.
    let own = |value: &HeaderValue| value.as_bytes().starts_with(format!("{strict}=").as_bytes());
    if !answered.get_all(header::SET_COOKIE).iter().any(own) {
        let (name, value) = set(&site, &strict, Some(&old));
        answered.append(name, value);
    }
    let (name, value) = set(&site, COOKIE, None);
    answered.append(name, value);
    response
}

/// Whether the token belongs to somebody, and may still come in the cookie of the old name.
async fn may_move(site: &Site, old: &Token) -> bool {
    let now = now_ms();
    // Only for somebody who is known: strangers cause no writing.
    let known = site.store.person_of(old.hash(), site.sessions_since(now)).await;
    if !matches!(known, Ok(Some(_))) {
        return false;
    }
    let on_the_way = now.saturating_sub(ON_THE_WAY);
    site.store.move_token(old.hash(), now, on_the_way).await == Ok(true)
}

/// The token in the cookie of the old name, if that is no longer in force and there is no other.
fn old_token(site: &Site, headers: &HeaderMap) -> Option<Token> {
    let strict = site.config.https && token(site, headers).is_none();
    value(headers, COOKIE).filter(|_| strict).and_then(Token::read)
}
