//! HTTP requests: guarded first, then routed.

mod api_tokens;
mod auth;
mod bearer;
mod device;
mod guard;
mod lobby;
mod ops;
mod people;
mod profiles;
mod refusal;
mod replay;
mod review;
mod routes;
mod sessions;
mod socket;
mod stream;
mod turn;
mod viewing;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;

pub use bearer::Need;
pub use routes::{ROUTES, Route};

use crate::site::Site;

/// All routes, behind all guards.
pub(crate) fn router(site: Arc<Site>) -> Router {
    let api = routes::api(&site)
        .fallback(refusal::no_route)
        .layer(middleware::from_fn_with_state(Arc::clone(&site), auth::move_over));
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(ops::health))
        .route("/readyz", get(ops::ready))
        .route("/metrics", get(ops::metrics))
        .fallback(ops::asset)
        .method_not_allowed_fallback(refusal::no_method)
        .layer(DefaultBodyLimit::max(site.config.max_message))
        .layer(middleware::from_fn_with_state(Arc::clone(&site), guard::guard))
        .with_state(site)
}

/// What somebody gets who finds no place: whether the server is healthy, and otherwise the advice to come back.
pub(crate) fn door(site: Arc<Site>) -> Router {
    Router::new()
        .route("/healthz", get(ops::health))
        .route("/readyz", get(ops::ready))
        .fallback(refusal::no_place)
        .with_state(site)
}
