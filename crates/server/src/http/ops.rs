//! Health, metrics, and files for browsers.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};

use super::guard::Client;
use super::refusal::{no_method, no_route};
use crate::site::Site;

/// Shows that the process answers.
pub(crate) async fn health() -> &'static str {
    "ok\n"
}

/// Whether the server can work: it is not stopping, its writes reach the disk, and it can work with other nodes.
pub(crate) async fn ready(State(site): State<Arc<Site>>) -> (StatusCode, &'static str) {
    if *site.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !site.store.healthy() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database does not take writes\n");
    }
    if let Some(missing) = site.cluster.as_ref().and_then(|cluster| cluster.missing()) {
        return (StatusCode::SERVICE_UNAVAILABLE, missing);
    }
    (StatusCode::OK, "ready\n")
}

/// The metrics, for requests from this machine only.
pub(crate) async fn metrics(State(site): State<Arc<Site>>, Extension(client): Extension<Client>) -> Response {
    if !client.local {
        return no_route().await.into_response();
    }
    let media = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, media)], site.metrics.text()).into_response()
}

pub(crate) async fn asset(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let accepts = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok());
    let accepts = accepts.unwrap_or_default();
    let found = roundtable_web::find(uri.path(), accepts);
    let status = if found.is_some() {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    // A person who is lost gets the page, which says so; a program gets the refusal.
    let reads = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let page = || {
        reads
            .filter(|reads| reads.contains("text/html"))
            .and_then(|_| roundtable_web::find("/", accepts))
    };
    let Some(asset) = found.or_else(page) else {
        return no_route().await.into_response();
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        return no_method().await.into_response();
    }
    let keep = if asset.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = (
        status,
        [
            (header::CONTENT_TYPE, asset.media),
            (header::CACHE_CONTROL, keep),
            (header::VARY, "accept-encoding"),
        ],
        asset.body,
    )
        .into_response();
    if let Some(encoding) = asset.encoding {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}
