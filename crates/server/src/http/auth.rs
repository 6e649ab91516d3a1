//! Identifies the person behind a request by the token in the cookie.

use roundtable_protocol::Code;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use super::guard::Client;
use super::refusal::Refused;
use crate::secret::{Token, TokenHash};
use crate::site::Site;
use crate::store::Person;

/// The cookie's name.
const COOKIE: &str = "roundtable";

/// Somebody who is signed in, as a guest or with a password.
pub(crate) struct SignedIn {
    pub(crate) person: Person,
    pub(crate) token: TokenHash,
}

/// Somebody who may or may not be signed in.
pub(crate) struct Maybe(pub(crate) Option<SignedIn>);

fn token(headers: &HeaderMap) -> Option<Token> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok());
    let mut pairs = cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == COOKIE)
        .and_then(|(_, value)| Token::read(value))
}

impl FromRequestParts<Arc<Site>> for Maybe {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Refused> {
        let Some(token) = token(&parts.headers) else {
            return Ok(Self(None));
        };
        let hash = token.hash();
        let person = site.store.person_of(hash.clone()).await?;
        if let (Some(person), Some(client)) = (&person, parts.extensions.get::<Client>()) {
            site.see(&person.id, client.address);
        }
        Ok(Self(person.map(|person| SignedIn { person, token: hash })))
    }
}

impl FromRequestParts<Arc<Site>> for SignedIn {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Refused> {
        let Maybe(signed_in) = Maybe::from_request_parts(parts, site).await?;
        signed_in.ok_or_else(|| Refused::new(Code::NotSignedIn, "choose a name first, or sign in"))
    }
}

/// The header that gives a browser its token, or removes it.
pub(crate) fn cookie(site: &Site, token: Option<&Token>) -> [(header::HeaderName, HeaderValue); 1] {
    let secure = if site.config.https { "; Secure" } else { "" };
    let (value, age) = token.map_or(("", 0), |token| (token.expose(), 400 * 24 * 3600));
    let text = format!("{COOKIE}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    // The text has only characters that a header may contain.
    [(
        header::SET_COOKIE,
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("")),
    )]
}
