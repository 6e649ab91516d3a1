//! HTTP requests: guarded first, then routed.

mod auth;
mod device;
mod guard;
mod lobby;
mod ops;
mod people;
mod profiles;
mod refusal;
mod replay;
mod review;
mod sessions;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, patch, post};

use crate::site::Site;

/// All routes, behind all guards.
pub(crate) fn router(site: Arc<Site>) -> Router {
    let api = Router::new()
        .route("/about", get(lobby::about))
        .route("/games", get(lobby::games))
        .route("/games/{slug}/rules", get(lobby::rules))
        .route("/games/{slug}/lesson", get(lobby::lesson).post(lobby::learn))
        .route("/guest", post(people::guest))
        .route("/login", post(people::login))
        .route("/logout", post(people::logout))
        .route("/who", get(people::who))
        .route("/me", get(people::me).patch(people::rename).delete(people::delete))
        .route("/me/password", post(people::password))
        .route("/me/sign-out-everywhere", post(people::sign_out_everywhere))
        .route("/me/sessions", get(sessions::list))
        .route("/me/sessions/{id}", delete(sessions::end))
        .route("/me/profile", patch(profiles::change))
        .route("/me/export", get(profiles::export))
        .route("/people/{name}", get(profiles::look))
        .route("/people/{name}/games", get(profiles::games))
        .route("/tables", get(lobby::list).post(lobby::create))
        .route("/tables/{id}", get(lobby::look))
        .route("/tables/{id}/chat/earlier", get(lobby::chat))
        .route("/tables/{id}/record", get(lobby::record))
        .route("/tables/{id}/replay", get(replay::index))
        .route("/tables/{id}/replay/frames", get(replay::frames))
        .route("/tables/{id}/replay/{ply}", get(replay::frame))
        .route("/tables/{id}/verify", get(replay::verify))
        .route("/tables/{id}/review", get(review::look).post(review::begin))
        .route("/tables/{id}/notes", get(review::notes).post(review::write))
        .route("/tables/{id}/continue", post(replay::go_on))
        .route("/tables/{id}/live", get(socket::open))
        .route("/tables/{id}/{command}", post(lobby::command))
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
