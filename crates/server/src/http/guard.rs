//! Checks on every request: limits, the origin, and the headers that keep browsers strict.

use roundtable_protocol::Code;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tracing::Instrument as _;

use super::refusal::{Refused, RefusedWith};
use crate::limits::Address;
use crate::site::Site;

/// The client: the peer, or the address that the proxy in front reports.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The client's address, as far as we can know it.
    pub(crate) address: Address,
    /// Whether the request comes from this machine without a proxy in between.
    pub(crate) local: bool,
}

impl Client {
    fn of(site: &Site, peer: SocketAddr, headers: &HeaderMap) -> Self {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded
            .filter(|_| site.config.trust_proxy)
            .and_then(|list| list.to_str().ok())
            .and_then(|list| list.rsplit(',').next())
            .and_then(|address| address.trim().parse().ok());
        Self {
            address: Address::of(last.unwrap_or_else(|| peer.ip()), site.config.ipv6_prefix),
            local: peer.ip().is_loopback() && forwarded.is_none() && !headers.contains_key(header::FORWARDED),
        }
    }
}

/// The number of a request, by which log lines are found that belong to it. The proxy's, if it gives one.
fn request_id(site: &Site, headers: &HeaderMap) -> HeaderValue {
    let given = headers.get(&REQUEST_ID).filter(|id| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        site.config.trust_proxy && id.len() <= 64 && id.as_bytes().iter().all(plain)
    });
    given.cloned().unwrap_or_else(|| {
        let number = site.requested.fetch_add(1, Ordering::Relaxed);
        HeaderValue::from_str(&format!("{:08x}-{number:x}", site.started)).unwrap_or(HeaderValue::from_static("0"))
    })
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

pub(crate) async fn guard(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let peer = request
        .extensions()
        .get::<SocketAddr>()
        .copied()
        .unwrap_or(SocketAddr::from(([0, 0, 0, 0], 0)));
    let client = Client::of(&site, peer, request.headers());
    request.extensions_mut().insert(client);
    let id = request_id(&site, request.headers());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let (uri, method) = (request.uri().clone(), request.method().clone());
    let mut response = match admit(&site, client, &request) {
        Ok(()) => next.run(request).instrument(span.clone()).await,
        Err(refused) => refused.into_response(),
    };
    if let Some(RefusedWith(code)) = response.extensions().get() {
        site.metrics.refuse(*code);
        // The path has no secret; the query may have one.
        let status = response.status().as_u16();
        span.in_scope(|| tracing::debug!(%method, path = uri.path(), status, %code, "refused"));
    }
    harden(
        response.headers_mut(),
        uri.path().starts_with("/api"),
        site.config.https,
    );
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

fn admit(site: &Site, client: Client, request: &Request) -> Result<(), Refused> {
    if !site.requests.allow(client.address) {
        site.metrics.limited.inc();
        return Err(Refused::new(
            Code::TooFast,
            "too many requests from your address; wait a moment",
        ));
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if (!safe || upgrade) && !same_origin(site, request.headers()) {
        return Err(Refused::new(Code::BadOrigin, "this request comes from another site"));
    }
    Ok(())
}

/// Whether the request comes from our own site. Browsers say which site a request comes from; other programs say
/// nothing, and never send somebody's cookies without being asked.
fn same_origin(site: &Site, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else { return false };
    let mut known = site.config.origins().peekable();
    if known.peek().is_some() {
        return known.any(|known| known == origin);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    authority.is_some() && authority == host
}

fn harden(headers: &mut HeaderMap, api: bool, https: bool) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src \
         'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    // The link of a private table contains its secret, which no other site may learn.
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    );
    if api {
        set(header::CACHE_CONTROL, "no-store");
    }
    if https {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}
